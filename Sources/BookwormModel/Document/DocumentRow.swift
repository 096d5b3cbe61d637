// What an import hands to an entity.
import BookwormStorage

/// A row of a document that has been read.
struct DocumentRow {
  let id: Int64
  /// Nil in a document of an older library.
  let globalID: GlobalID?
  /// Of the row before it in its section; 0 of the first.
  let previousID: Int64
  /// No book has had a higher id.
  let lastBook: Int64
  /// Whether books' readings follow in the document.
  let hasReadings: Bool
  /// By the columns' names. The texts are valid until the next row is read.
  let values: [String: FieldValue]
  /// Of a book.
  let genres: UnsafeBufferPointer<Int64>
  let identifiers: [(scheme: Bytes, value: Bytes)]

  var identity: RowIdentity { RowIdentity(id: id, globalID: globalID) }

  func integer(_ name: String) throws -> Int64 {
    guard case .integer(let value) = values[name] else { throw Failure.missing(name) }
    return value
  }

  /// Of a row that may outlive its book.
  func checkBookHasBeen(_ book: Int64) throws {
    guard book > 0, book <= lastBook else {
      throw Failure(
        .invalid, "book", "book is \(book), but no id above \(lastBook) has been given")
    }
  }
}
