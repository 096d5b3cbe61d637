// What an import hands to an entity.
import BookwormStorage

/// A row of a document that has been read.
struct DocumentRow {
  enum Value {
    case integer(Int64)
    case real(Double)
    case text(Bytes)
    case uuid(GlobalID)
  }

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
  let values: [String: Value]
  /// Of a book.
  let genres: UnsafeBufferPointer<Int64>
  let identifiers: [(scheme: Bytes, value: Bytes)]

  var identity: RowIdentity { RowIdentity(id: id, globalID: globalID) }

  func integer(_ name: String) throws -> Int64 {
    guard case .integer(let value) = values[name] else { throw Failure.missing(name) }
    return value
  }

  func optionalInteger(_ name: String) -> Int64? {
    if case .integer(let value) = values[name] { value } else { nil }
  }

  func int32(_ name: String) throws -> Int32? {
    guard case .integer(let value) = values[name] else { return nil }
    guard let number = Int32(exactly: value) else {
      throw Failure(.invalid, name, "\(name) is \(value), which is out of range")
    }
    return number
  }

  func text(_ name: String) throws -> Bytes {
    guard let text = optionalText(name) else { throw Failure.missing(name) }
    return text
  }

  func optionalText(_ name: String) -> Bytes? {
    if case .text(let value) = values[name] { value } else { nil }
  }
}
