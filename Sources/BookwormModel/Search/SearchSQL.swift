// All SQL of the search index, except what queries compose.
import BookwormStorage

/// The full-text index `book_search`: a table of FTS5 that keeps no texts. It is given tokens, each
/// followed by a space, or a text in ASCII as it is; its tokenizer only cuts at what is neither a
/// letter nor a digit. So any program that has SQLite may read it, and the rules by which a text is
/// cut into tokens are the library's alone.
enum SearchSQL {
  /// The columns, in the order in which a finding prefers them: those that weigh more come first,
  /// and the quotes, which are no text of the book's row, last.
  static let columns: [(field: BookFields, name: String)] =
    (texts + [.quotes]).map { ($0, BookField.name(of: $0)) }

  /// The fields of the book's row.
  static let texts: [BookFields] = {
    let fields = BookField.columns.filter { $0.weight != nil }
    return fields.enumerated().sorted {
      (-($0.element.weight ?? 0), $0.offset) < (-($1.element.weight ?? 0), $1.offset)
    }.map(\.element.field)
  }()
  static let textCount = texts.count
  static let textNames = columns.prefix(textCount).map(\.name).joined(separator: ", ")

  private static let names = columns.map(\.name).joined(separator: ", ")
  private static let marks = columns.map { _ in "?" }.joined(separator: ", ")

  static let insert = SQL("INSERT INTO book_search (rowid, \(names)) VALUES (?, \(marks))")
  /// Takes the very values that were inserted: the index has no other way to know them.
  static let delete = SQL(
    "INSERT INTO book_search (book_search, rowid, \(names)) VALUES ('delete', ?, \(marks))")
  static let empty = SQL("INSERT INTO book_search (book_search) VALUES ('delete-all')")
  /// Makes one piece of the pieces that the writes have left.
  static let optimize = SQL("INSERT INTO book_search (book_search) VALUES ('optimize')")

  static let textsOfBook = SQL("SELECT \(textNames) FROM books WHERE id = ?")
  static let quotes = SQL("SELECT text FROM quotes WHERE book = ? ORDER BY id")
  static let books = SQL("SELECT id FROM books ORDER BY id")
}
