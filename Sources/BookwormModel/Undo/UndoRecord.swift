// Reading what undo keeps from its end: records, and the values in them.
import BookwormStorage

/// A value as a column held it. Texts and blobs are borrowed from the log.
enum UndoValue {
  case null
  case integer(Int64)
  case real(Double)
  case text(Bytes)
  case blob(Bytes)

  var integer: Int64 { if case .integer(let number) = self { number } else { 0 } }
}

/// The records, the last first.
struct UndoLogReader {
  private let bytes: Bytes
  private var end: Int

  /// The log must outlive the reader, and what it reads.
  init(_ bytes: Bytes) {
    self.bytes = bytes
    end = bytes.count
  }

  mutating func next() throws -> UndoRecord? {
    guard end > 0 else { return nil }
    guard end > 8, let start = bytes.baseAddress else { throw UndoRecord.broken }
    let length = UnsafeRawPointer(start).loadUnaligned(fromByteOffset: end - 8, as: Int64.self)
    guard length > 0, length <= Int64(end - 8) else { throw UndoRecord.broken }
    let first = end - 8 - Int(length)
    let body = Bytes(rebasing: bytes[first..<(end - 8)])
    end = first
    return try UndoRecord(body)
  }
}

/// One byte of the kind, one of the entity, then a row's id; what follows is what UndoRecording
/// writes and UndoReplay reads, in that order. Numbers are varints, and the record ends with its
/// own length, in eight bytes.
struct UndoRecord: BitwiseCopyable {
  enum Kind: UInt8 {
    /// How many rows with successive ids, of which this is the first.
    case inserted
    /// The row, and each of its lists, also of rows that belonged to it.
    case deleted
    /// The fields; the columns that hold these, if any do; and the lists among them.
    case updated
    /// The same of what followed from another row's change: no step is named after it.
    case followed
  }

  let kind: Kind
  let entity: Entity
  private(set) var id: Int64 = 0
  private let bytes: Bytes
  private var place = 2

  fileprivate init(_ bytes: Bytes) throws {
    guard bytes.count > 2, let kind = Kind(rawValue: bytes[0]),
      let entity = Entity(rawValue: bytes[1])
    else { throw UndoRecord.broken }
    (self.kind, self.entity, self.bytes) = (kind, entity, bytes)
    id = try number()
  }

  static let broken = StorageError(.unexpected, "what was kept to undo a step cannot be read")

  mutating func byte() throws -> UInt8 {
    guard place < bytes.count else { throw UndoRecord.broken }
    defer { place &+= 1 }
    return bytes[place]
  }

  mutating func number() throws -> Int64 {
    guard let value = try Varint.read({ try byte() }) else { throw UndoRecord.broken }
    return Varint.unzigzag(value)
  }

  mutating func fields() throws -> UInt64 { UInt64(bitPattern: try number()) }

  private mutating func take(_ count: Int64) throws -> Bytes {
    guard count >= 0, count <= Int64(bytes.count &- place) else { throw UndoRecord.broken }
    let start = place
    place &+= Int(count)
    return Bytes(rebasing: bytes[start..<place])
  }

  private mutating func value() throws -> UndoValue {
    switch try byte() {
    case 0: return .null
    case 1: return .integer(try number())
    case 2:
      let eight = UnsafeRawBufferPointer(try take(8))
      return .real(eight.loadUnaligned(as: Double.self))
    case 3: return .text(try take(try number()))
    case 4: return .blob(try take(try number()))
    default: throw UndoRecord.broken
    }
  }

  /// Empty at the end of rows.
  mutating func row() throws -> [UndoValue] {
    let columns = try number()
    guard columns >= 0, columns <= 100 else { throw UndoRecord.broken }
    return try (0..<columns).map { _ in try value() }
  }

  mutating func rows(_ body: ([UndoValue]) throws -> Void) throws {
    while true {
      let row = try row()
      if row.isEmpty { return }
      try body(row)
    }
  }
}

extension [UndoValue] {
  /// The integer in a column; 0 where there is none.
  func integer(_ column: Int) -> Int64 { column < count ? self[column].integer : 0 }
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
