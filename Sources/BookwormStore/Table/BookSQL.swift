// Contains all SQL of books and their identifiers, except the statements that queries compose.
import BookwormRecords
import BookwormStorage

package enum BookSQL {
  /// The parameters are the columns, then the keys, in the order of the table of fields; then the
  /// number of readings and the global id.
  package static let insert = insertion(of: BookField.plainColumns, BookField.plainKeys)
  /// Also inserts the fields that few books have.
  package static let insertWhole = insertion(
    of: BookField.columns.filter { BookFields.given.contains($0.field) }, BookField.keys)

  private static func insertion(of columns: [BookField], _ keys: [BookKey]) -> SQL {
    let names = columns.map(\.column) + keys.map(\.column) + ["reading_count", "global_id"]
    let marks = names.map { _ in "?" }.joined(separator: ", ")
    return SQL("INSERT INTO \(table) (\(list(names))) VALUES (\(marks))")
  }

  static func list(_ names: [String], prefix: String = "") -> String {
    names.map { prefix + $0 }.joined(separator: ", ")
  }

  /// Selects the sources of one column of keys: the columns that it is derived from.
  package static func sources(of key: BookKey) -> String {
    let names = key.fields.bits.compactMap { BookField.of($0)?.column }
    return "SELECT \(list(names)) FROM \(table) WHERE id = ?"
  }

  package static let facts = SQL(
    "SELECT rating, created, finished, reading_count FROM books WHERE id = ?")
  package static let titleKey = SQL("SELECT title_key FROM books WHERE id = ?")
  package static let state = SQL(
    """
    SELECT rating, created, finished, reading_count, started, status, favourite, updated
    FROM books WHERE id = ?
    """)
  package static let setRating = SQL("UPDATE books SET rating = ?2, updated = ?3 WHERE id = ?1")
  package static let setFavourite = SQL(
    "UPDATE books SET favourite = ?2, updated = ?3 WHERE id = ?1")
  /// Sets the status alone, when a book is put on the shelf.
  package static let setStatus = SQL(
    "UPDATE books SET status = ?2, updated = ?3 WHERE id = ?1")
  package static let setUpdated = SQL("UPDATE books SET updated = ?2 WHERE id = ?1")
  package static let setAllUpdated = SQL("UPDATE books SET updated = created")
  package static let delete = SQL("DELETE FROM books WHERE id = ?")
  package static let count = SQL {
    "SELECT \(CounterSQL.books) FROM \(CounterSQL.table($0)) WHERE kind = 0 AND key = 0"
  }
  /// The sources of all keys.
  static let keySources = BookField.keys.reduce(into: BookFields()) { $0.formUnion($1.fields) }
  /// Selects the id, then the sources of all keys in the order of their bits.
  static let allForKeys = SQL("SELECT id, \(list(keySources.columns)) FROM \(table)")
  /// ?1 is the id; the keys follow in their order.
  static let setKeys = SQL(
    "UPDATE \(table) SET "
      + BookField.keys.enumerated().map { "\($1.column) = ?\($0 + 2)" }.joined(separator: ", ")
      + " WHERE id = ?1")

  /// Whether any key is longer than this library's limit.
  static let anyLongKey =
    "SELECT 1 FROM \(table) WHERE "
    + BookField.keys.map { "length(\($0.column)) > \(Keys.longest)" }.joined(separator: " OR ")
    + " LIMIT 1"

  // MARK: Of chosen columns, which are given as "b.id, b.title, ..."

  /// Selects the books in a range of ids.
  package static func ofRange(_ columns: String) -> String {
    "SELECT \(columns) FROM books b WHERE b.id BETWEEN ? AND ? ORDER BY b.id"
  }
  /// Selects the books in an in-memory table of ids, in its order.
  package static func ofListed(_ columns: String, _ dialect: any Dialect) -> String {
    "SELECT \(columns) FROM \(inListed("books b", "b.id", dialect))\(asListed(dialect))"
  }
  /// Selects the columns, id first, then the keys.
  package static let allToCheck = SQL(
    "SELECT \(list(BookField.columns.map(\.column) + BookField.keys.map(\.column))) FROM \(table)")

  /// The table of ids in memory: see RecordBatchReader.
  package static let listedTable = "bookworm_listed_books"
  /// The text after FROM for a table's rows of each listed id. They come in the order of the list
  /// if the statement ends in asListed().
  package static func inListed(
    _ table: String, _ id: String, _ dialect: any Dialect, _ columns: String = "a"
  ) -> String {
    let listed = dialect.rowsInMemory(listedTable, columns)
    return "\(listed) i \(dialect.joinInOrder) \(table) ON \(id) = i.a"
  }
  /// Ends a statement that reads a table's rows for listed ids.
  static func asListed(_ dialect: any Dialect) -> String { dialect.inOrder(ofRowsInMemory: "i") }
  package static let nextID = SQL("SELECT id FROM books WHERE id >= ? ORDER BY id LIMIT 1")

  static let ratingAndUpdated = SQL("SELECT rating, updated FROM books WHERE id = ?")
  /// Selects all values to be recorded for a deleted book, in one read: see BookToDelete.
  package static let allToDelete = SQL(
    """
    SELECT rating, created, finished, reading_count, title_key,
      (SELECT count(*) FROM book_people WHERE book = books.id),
      (SELECT count(*) FROM book_covers WHERE book = books.id AND piece = 0),
      \(SearchSQL.textNames),
      \(Entity.book.descriptor.allColumns.joined(separator: ", "))
    FROM \(table) WHERE id = ?
    """)
  /// Selects the values that a new rating overwrites, then the book's facts, then the exact rating.
  package static let ratingToChange = SQL(
    """
    SELECT rating, updated, rating, created, finished, reading_count, exact_rating FROM books
    WHERE id = ?
    """)

  package static let table = "books"

  package static let addIdentifier = SQL(
    "INSERT INTO book_identifiers (book, position, scheme, value, key) VALUES (?, ?, ?, ?, ?)")
  package static let allIdentifiers = SQL(
    "SELECT book, position, scheme, value, key FROM book_identifiers")
  package static let setIdentifierKey = SQL(
    "UPDATE book_identifiers SET key = ?3 WHERE book = ?1 AND position = ?2")
  package static let identifiers = SQL(
    "SELECT scheme, value FROM book_identifiers WHERE book = ? ORDER BY position")
  package static let identifiersInPlace = SQL(
    "SELECT position, scheme, value, key FROM book_identifiers WHERE book = ? ORDER BY position")
  /// Selects the identifiers that several books share, in the order of their keys and books.
  package static let sharedIdentifiers = SQL(
    """
    SELECT i.key, i.book, i.scheme, i.value
    FROM (
      SELECT key FROM book_identifiers WHERE key IS NOT NULL GROUP BY key
      HAVING min(book) < max(book)
    ) s JOIN book_identifiers i ON i.key = s.key
    ORDER BY i.key, i.book, i.position
    """)
  // MARK: Titles as they are: see PlainTitles

  static let ofPlainTitles = "plain_titles p JOIN books b ON b.id = p.book"
  package static let addPlainTitle = SQL("INSERT INTO plain_titles (key, book) VALUES (?, ?)")
  package static let removePlainTitle = SQL("DELETE FROM plain_titles WHERE key = ? AND book = ?")
  static let clearPlainTitles = SQL("DELETE FROM plain_titles")
  package static let hasPlainTitle = SQL("SELECT 1 FROM plain_titles WHERE key = ? AND book = ?")
  package static let countPlainTitles = "SELECT count(*) FROM plain_titles"
  /// Selects what the keys of a book's title are derived from.
  package static let titleSources = SQL(
    "SELECT title, title_sort, language FROM books WHERE id = ?")
  /// Selects the books that share a title with other books: id, the title's key, author and title,
  /// in the order of the keys. Titles are compared as they are. Books with other titles that are
  /// sorted by such a key are included too.
  package static let sameTitles = SQL(
    """
    WITH s AS (
      SELECT title_key AS title FROM books GROUP BY title_key HAVING count(*) > 1
      UNION SELECT key FROM plain_titles GROUP BY key HAVING count(*) > 1
      UNION SELECT p.key FROM plain_titles p JOIN books t ON t.title_key = p.key
    )
    SELECT b.id, s.title, b.author, b.title FROM s JOIN books b ON b.title_key = s.title
    UNION ALL
    SELECT b.id, s.title, b.author, b.title
    FROM s JOIN plain_titles p ON p.key = s.title JOIN books b ON b.id = p.book
    ORDER BY 2, 1
    """)
  package static let schemes = BookListSQL("scheme", of: "book_identifiers")
  package static let values = BookListSQL("value", of: "book_identifiers")
  package static let deleteIdentifiers = SQL("DELETE FROM book_identifiers WHERE book = ?")
}
