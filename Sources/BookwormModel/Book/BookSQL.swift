// All SQL of books and their identifiers, except what queries compose.
import BookwormStorage

enum BookSQL {
  static let insert = SQL(
    """
    INSERT INTO books (id, rating, favourite, status, created, updated, started, finished, year,
      series_number, title, author, title_key, author_key, series, series_key, synopsis, review,
      notes, price, currency, reading_count, global_id)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """)
  static let facts = SQL("SELECT rating, created, finished, reading_count FROM books WHERE id = ?")
  static let titleKey = SQL("SELECT title_key FROM books WHERE id = ?")
  static let state = SQL(
    """
    SELECT rating, created, finished, reading_count, started, status, favourite, updated
    FROM books WHERE id = ?
    """)
  static let setRating = SQL("UPDATE books SET rating = ?2, updated = ?3 WHERE id = ?1")
  static let setFavourite = SQL("UPDATE books SET favourite = ?2, updated = ?3 WHERE id = ?1")
  /// Of the status alone: it is put on the shelf.
  static let setStatus = SQL(
    "UPDATE books SET status = ?2, updated = ?3 WHERE id = ?1")
  static let setAllUpdated = SQL("UPDATE books SET updated = created")
  static let delete = SQL("DELETE FROM books WHERE id = ?")
  static let count = SQL(
    "SELECT \(Counters.books) FROM counters WHERE kind = 0 AND key = 0")
  static let allForKeys = SQL("SELECT id, title, author, series FROM books")
  static let setKeys = SQL(
    "UPDATE books SET title_key = ?2, author_key = ?3, series_key = ?4 WHERE id = ?1")

  // MARK: Of chosen columns, which are given as "b.id, b.title, ..."

  static func byID(_ columns: String) -> String { "SELECT \(columns) FROM books b WHERE b.id = ?" }
  /// The books of a range of ids.
  static func ofRange(_ columns: String) -> String {
    "SELECT \(columns) FROM books b WHERE b.id BETWEEN ? AND ? ORDER BY b.id"
  }
  /// Those of a table of ids in memory, in its order.
  static func ofListed(_ columns: String, _ dialect: any Dialect) -> String {
    "SELECT \(columns) FROM \(inListed("books b", "b.id", dialect))"
  }
  /// The parameters are the id and the columns in their order.
  static func update(_ columns: [String]) -> String {
    let values = columns.enumerated().map { "\($1) = ?\($0 + 2)" }.joined(separator: ", ")
    return "UPDATE books SET \(values) WHERE id = ?1"
  }

  static let allToCheck = SQL(
    BookColumn.all.filter { $0.field != .globalID }.reduce(
      "SELECT title_key, author_key, series_key"
    ) { $0 + ", " + $1.name }
      + " FROM books")

  /// Ids in memory: see BookPacker.
  static let listedTable = "bookworm_listed_books"
  /// What a table has of each of them, in their order.
  static func inListed(_ table: String, _ id: String, _ dialect: any Dialect) -> String {
    let listed = dialect.rowsInMemory(listedTable)
    return "\(listed) i \(dialect.joinInOrder) \(table) ON \(id) = i.a"
  }
  static let nextID = SQL("SELECT id FROM books WHERE id >= ? ORDER BY id LIMIT 1")

  static let ratingAndUpdated = SQL("SELECT rating, updated FROM books WHERE id = ?")
  /// What is noted of a book that goes, read once: see BookToDelete.
  static let allToDelete = SQL(
    """
    SELECT \(Entity.book.descriptor.allColumns.joined(separator: ", ")), rating, created, finished,
      reading_count, title_key, title, author, synopsis, review, notes
    FROM books WHERE id = ?
    """)
  /// First what a new rating overwrites, then the facts.
  static let ratingToChange = SQL(
    "SELECT rating, updated, rating, created, finished, reading_count FROM books WHERE id = ?")

  static let addIdentifier = SQL("INSERT INTO book_identifiers VALUES (?, ?, ?, ?)")
  static let identifiers = SQL(
    "SELECT scheme, value FROM book_identifiers WHERE book = ? ORDER BY position")
  static let identifiersInPlace = SQL(
    "SELECT position, scheme, value FROM book_identifiers WHERE book = ? ORDER BY position")
  static let schemesOfRange = identifiersOfRange("scheme")
  static let valuesOfRange = identifiersOfRange("value")
  static let schemesOfListed = identifiersOfListed("scheme")
  static let valuesOfListed = identifiersOfListed("value")

  private static func identifiersOfRange(_ column: StaticString) -> SQL {
    SQL(
      """
      SELECT book, position, \(column) FROM book_identifiers WHERE book BETWEEN ? AND ?
      ORDER BY book, position
      """)
  }

  /// Of each book of a table in memory, in its order.
  private static func identifiersOfListed(_ column: StaticString) -> SQL {
    SQL { dialect in
      """
      SELECT l.book, l.position, l.\(column)
      FROM \(inListed("book_identifiers l", "l.book", dialect))
      """
    }
  }
  static let deleteIdentifiers = SQL("DELETE FROM book_identifiers WHERE book = ?")
}

/// A row of BookSQL.allToDelete: all columns of the descriptor, then the facts, the title's key, and the
/// texts as SearchSQL.texts has them.
struct BookToDelete {
  let row: Statement
  /// How many columns the table has.
  let columns: Int32

  init(_ row: Statement) {
    self.row = row
    columns = Int32(Entity.book.descriptor.allColumns.count)
  }

  var facts: BookFacts { BookFacts(row, from: columns) }
  var titleKey: Bytes { row.blob(columns + 4) }
  var firstText: Int32 { columns + 5 }
}
