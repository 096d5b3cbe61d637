// The protocol for columns that a batch reads books from.
import BookwormRecords
import BookwormStorage
import CBookwormTypes

/// A column of books, from any source. Its values are borrowed until the next row.
protocol BookColumnReader {
  var field: BookFields { get }
  var kind: FieldKind { get }
  func isPresent(_ row: Int) -> Bool
  /// Whether the row does not mention the field at all.
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
  func uuid(_ row: Int) throws -> GlobalID
  func integers(_ row: Int) throws -> UnsafeBufferPointer<Int64>
  /// A list of dates as YYYYMMDD or of outcomes; 0 means absent.
  func numbers(_ row: Int) throws -> [Int32]
  func texts(_ row: Int) throws -> [Bytes]
}

extension BookColumnReader {
  func isSilent(_ row: Int) -> Bool { false }
}
