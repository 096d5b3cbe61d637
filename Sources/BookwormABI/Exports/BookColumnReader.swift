// What a batch reads books from.
import BookwormModel
import BookwormStorage
import CBookwormTypes

/// A column of books, whatever it is read from. What it gives is borrowed until the next row.
protocol BookColumnReader {
  var field: BookFields { get }
  var kind: FieldKind { get }
  func isPresent(_ row: Int) -> Bool
  /// Whether the row is absent because it does not speak of the field at all.
  func isSilent(_ row: Int) -> Bool
  func text(_ row: Int) throws -> Bytes
  func int32(_ row: Int) throws -> Int32
  func int64(_ row: Int) throws -> Int64
  func double(_ row: Int) throws -> Double
  func status(_ row: Int) throws -> Int32
  /// In milliseconds since 1970.
  func instant(_ row: Int) throws -> Int64
  /// As YYYYMMDD.
  func date(_ row: Int) throws -> Int32
  func integers(_ row: Int) throws -> UnsafeBufferPointer<Int64>
  func texts(_ row: Int) throws -> [Bytes]
}

extension BookColumnReader {
  func isSilent(_ row: Int) -> Bool { false }
}
