// All SQL of the search index, except what queries compose.
import BookwormStorage

/// The full-text index `book_search`: a table of FTS5 that keeps no texts. It is given tokens, each
/// followed by a space, or a text in ASCII as it is; its tokenizer only cuts at what is neither a
/// letter nor a digit. So any program that has SQLite may read it, and the rules by which a text is
/// cut into tokens are the library's alone.
enum SearchSQL {
  /// The columns, in the order in which a finding prefers them.
  static let columns: [(field: BookFields, name: String)] = [
    (.title, "title"), (.author, "author"), (.synopsis, "synopsis"), (.review, "review"),
    (.notes, "notes"), (.quotes, "quotes"),
  ]
  static let plainCount = 5

  private static let names = columns.map(\.name).joined(separator: ", ")

  static let insert = SQL(
    "INSERT INTO book_search (rowid, \(names)) VALUES (?, ?, ?, ?, ?, ?, ?)")
  /// Takes the very values that were inserted: the index has no other way to know them.
  static let delete = SQL(
    """
    INSERT INTO book_search (book_search, rowid, \(names)) VALUES ('delete', ?, ?, ?, ?, ?, ?, ?)
    """)
  static let empty = SQL("INSERT INTO book_search (book_search) VALUES ('delete-all')")
  /// Makes one piece of the pieces that the writes have left.
  static let optimize = SQL("INSERT INTO book_search (book_search) VALUES ('optimize')")

  static let texts = SQL("SELECT title, author, synopsis, review, notes FROM books WHERE id = ?")
  static let quotes = SQL("SELECT text FROM quotes WHERE book = ? ORDER BY id")
  static let books = SQL("SELECT id FROM books ORDER BY id")
}
