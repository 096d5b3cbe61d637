// What a search index is made of, and the SQL that is the same for every index of words.
import BookwormStorage

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

  static let textsOfBook = SQL("SELECT \(textNames) FROM books WHERE id = ?")
  static let quotes = SQL("SELECT text FROM quotes WHERE book = ? ORDER BY id")
  /// Of so many books after one.
  static let quotesOfMany = SQL(
    """
    SELECT book, text FROM quotes
    WHERE book IN (SELECT id FROM books WHERE id > ? ORDER BY id LIMIT ?) ORDER BY book, id
    """)
  static let books = SQL("SELECT id FROM books ORDER BY id")

  /// Ids that only the first of two tables has.
  static func onlyIn(_ one: String, not other: String, atMost most: Int) -> String {
    "SELECT \(one) EXCEPT SELECT \(other) LIMIT \(most)"
  }
}
