// An undo record contains the values of a changed row.
import BookwormRecords
import BookwormStorage

/// A value of a column. Texts and blobs are borrowed from the log.
package enum UndoValue {
  case null
  case integer(Int64)
  case real(Double)
  case text(Bytes)
  case blob(Bytes)

  var integer: Int64 { if case .integer(let number) = self { number } else { 0 } }
}

/// A record begins with a byte of the kind, a byte of the entity, a row's id, and the kind's own
/// number. The contents follow in the order that UndoRecording writes and UndoReplay reads them.
/// Numbers are varints. The record ends with its own length, in eight bytes.
package struct UndoRecord: BitwiseCopyable {
  package enum Kind: UInt8, BitwiseCopyable {
    /// Rows with successive ids were inserted; this row is the first of them. The number counts
    /// them.
    case inserted
    /// The row was deleted. The number is 0. The contents are the row, each of its lists, and the
    /// rows that belonged to it.
    case deleted
    /// The row was changed. The number has the bits of the fields. The contents are their columns,
    /// if any, and their lists.
    case updated
    /// The same as `updated`, for a change that followed from another row's change. No step is
    /// named after such a change.
    case followed
  }

  let kind: Kind
  let entity: Entity
  private(set) var id: Int64 = 0
  /// The kind's number: a count, the fields or 0.
  private(set) var number: Int64 = 0
  private let bytes: Bytes
  private var place = 2

  /// The record's place in the log, without its length.
  var range: Range<Int> { start..<start + bytes.count }
  private let start: Int

  init(_ bytes: Bytes, at start: Int) throws {
    guard bytes.count > 2, let kind = Kind(rawValue: bytes[0]),
      let entity = Entity(rawValue: bytes[1])
    else { throw UndoRecord.broken }
    (self.kind, self.entity, self.bytes, self.start) = (kind, entity, bytes, start)
    id = try readNumber()
    number = try readNumber()
  }

  package static let broken = StorageError(
    .unexpected, "the data that was kept to undo a step cannot be read")

  mutating func byte() throws -> UInt8 {
    guard place < bytes.count else { throw UndoRecord.broken }
    defer { place &+= 1 }
    return bytes[place]
  }

  /// The maximum length of a record's beginning.
  static let longestBeginning = 2 + 2 * Varint.longest

  private mutating func readNumber() throws -> Int64 {
    guard let value = try Varint.read({ try byte() }) else { throw UndoRecord.broken }
    return Varint.unzigzag(value)
  }

  var fields: UInt64 { UInt64(bitPattern: number) }

  private mutating func take(_ count: Int64) throws -> Bytes {
    guard count >= 0, count <= Int64(bytes.count &- place) else { throw UndoRecord.broken }
    let start = place
    place &+= Int(count)
    return Bytes(rebasing: bytes[start..<place])
  }

  private mutating func value() throws -> UndoValue {
    switch try byte() {
    case 0: return .null
    case 1: return .integer(try readNumber())
    case 2:
      let eight = UnsafeRawBufferPointer(try take(8))
      return .real(eight.loadUnaligned(as: Double.self))
    case 3: return .text(try take(try readNumber()))
    case 4: return .blob(try take(try readNumber()))
    default: throw UndoRecord.broken
    }
  }

  /// Returns the next row; an empty row at the end.
  mutating func row() throws -> [UndoValue] {
    let columns = try readNumber()
    guard columns >= 0, columns <= 100 else { throw UndoRecord.broken }
    return try (0..<columns).map { _ in try value() }
  }

  package mutating func rows(_ body: ([UndoValue]) throws -> Void) throws {
    while true {
      let row = try row()
      if row.isEmpty { return }
      try body(row)
    }
  }
}

extension [UndoValue] {
  /// The integer in a column, or 0.
  package func integer(_ column: Int) -> Int64 { column < count ? self[column].integer : 0 }
}

extension Statement {
  func bind(_ index: Int32, _ value: UndoValue) throws {
    switch value {
    case .null: bindNull(index)
    case .integer(let number): bind(index, number)
    case .real(let number): bind(index, number)
    case .text(let bytes): try bindText(index, bytes)
    case .blob(let bytes): try bindBlob(index, bytes)
    }
  }

  /// Binds a row's columns from the parameter `first` on.
  func bind(from first: Int32 = 1, _ row: some Sequence<UndoValue>) throws {
    var index = first
    for value in row {
      try bind(index, value)
      index += 1
    }
  }
}
