// Defines the columns of a search index, and the SQL that is the same for every index of words.
import BookwormRecords
import BookwormStorage

package enum SearchSQL {
  /// The columns in the order that findings prefer: those with more weight first, and the quotes,
  /// which are not in the book's row, last.
  static let columns: [(field: BookFields, name: String)] =
    (texts + [.quotes]).map { ($0, BookField.name(of: $0)) }

  /// The fields that are in the book's row.
  package static let texts: [BookFields] = {
    let fields = BookField.columns.filter { $0.weight != nil }
    return fields.enumerated().sorted {
      (-($0.element.weight ?? 0), $0.offset) < (-($1.element.weight ?? 0), $1.offset)
    }.map(\.element.field)
  }()
  package static let textCount = texts.count
  static let textNames = columns.prefix(textCount).map(\.name).joined(separator: ", ")

  static let textsOfBook = SQL("SELECT \(textNames) FROM books WHERE id = ?")
  static let quotes = SQL("SELECT text FROM quotes WHERE book = ? ORDER BY id")
  /// Selects the quotes of the books after an id, for up to a number of books.
  package static let quotesOfMany = SQL(
    """
    SELECT book, text FROM quotes
    WHERE book IN (SELECT id FROM books WHERE id > ? ORDER BY id LIMIT ?) ORDER BY book, id
    """)
  static let books = SQL("SELECT id FROM books ORDER BY id")

  /// A SELECT of the ids that are only in the first of two tables.
  static func onlyIn(_ one: String, not other: String, atMost most: Int) -> String {
    "SELECT \(one) EXCEPT SELECT \(other) LIMIT \(most)"
  }
}
