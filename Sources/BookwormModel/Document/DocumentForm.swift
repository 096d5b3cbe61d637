// The form of the document that an export writes and an import reads. The header's section about
// documents describes it.
import BookwormStorage

enum DocumentForm {
  /// Goes up when an older library could not read the document rightly.
  static let version: Int64 = 1

  static let bookKeys = BookField.columns.map(\.name.description) + ["genres", "identifiers"]
  static let genreKeys = ["id", "name", "colour"]
  static let quoteKeys = ["id", "book", "text", "page", "created"]
  static let orderKeys = [
    "id", "book", "title", "quantity", "unit_price", "currency", "total", "placed",
  ]
  static let identifierKeys = ["scheme", "value"]

  /// Of every row but the lists of books; in the order of their ids.
  static let genres = SQL("SELECT id, name, colour FROM genres ORDER BY id")
  static let quotes = SQL("SELECT id, book, text, page, created FROM quotes ORDER BY id")
  static let orders = SQL(
    "SELECT " + orderKeys.joined(separator: ", ") + " FROM orders ORDER BY id")
  static let books = SQL(
    "SELECT \(BookSQL.list(BookField.columns.map(\.name))) FROM books ORDER BY id")

  /// Whether there is any row that an import would bring.
  static let anyRow = """
    SELECT 1 WHERE EXISTS (SELECT 1 FROM books) OR EXISTS (SELECT 1 FROM genres)
    OR EXISTS (SELECT 1 FROM quotes) OR EXISTS (SELECT 1 FROM orders)
    """
}

extension Writer.IDSeries {
  /// Its name in the document.
  var entity: String {
    switch self {
    case .book: "book"
    case .genre: "genre"
    case .quote: "quote"
    }
  }
}
