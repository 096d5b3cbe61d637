// Reading a tape from its end.
import BookwormStorage

/// A value as a column held it. Texts and blobs are borrowed from the tape.
enum TapeValue {
  case null
  case integer(Int64)
  case real(Double)
  case text(Bytes)
  case blob(Bytes)

  var integer: Int64 { if case .integer(let number) = self { number } else { 0 } }
}

/// The records, the last first.
struct TapeReader {
  private let bytes: Bytes
  private var end: Int

  /// The tape must outlive the reader, and what it reads.
  init(_ bytes: Bytes) {
    self.bytes = bytes
    end = bytes.count
  }

  mutating func next() throws -> TapeRecord? {
    guard end > 0 else { return nil }
    guard end > 8, let start = bytes.baseAddress else { throw TapeRecord.broken }
    let length = UnsafeRawPointer(start).loadUnaligned(fromByteOffset: end - 8, as: Int64.self)
    guard length > 0, length <= Int64(end - 8) else { throw TapeRecord.broken }
    let first = end - 8 - Int(length)
    guard let kind = TapeKind(rawValue: bytes[first]) else { throw TapeRecord.broken }
    let body = Bytes(rebasing: bytes[(first + 1)..<(end - 8)])
    end = first
    return TapeRecord(kind: kind, body)
  }
}

/// What it holds is to be read in the order in which it was written.
struct TapeRecord: BitwiseCopyable {
  let kind: TapeKind
  private let bytes: Bytes
  private var place = 0

  fileprivate init(kind: TapeKind, _ bytes: Bytes) {
    self.kind = kind
    self.bytes = bytes
  }

  static let broken = StorageError(.unexpected, "what was kept to undo a step cannot be read")

  mutating func byte() throws -> UInt8 {
    guard place < bytes.count else { throw TapeRecord.broken }
    defer { place &+= 1 }
    return bytes[place]
  }

  mutating func number() throws -> Int64 {
    guard let value = try Varint.read({ try byte() }) else { throw TapeRecord.broken }
    return Varint.unzigzag(value)
  }

  mutating func entity() throws -> ChangeLog.Entity {
    guard let entity = ChangeLog.Entity(rawValue: try byte()) else { throw TapeRecord.broken }
    return entity
  }

  mutating func fields() throws -> UInt64 { UInt64(bitPattern: try number()) }

  private mutating func take(_ count: Int64) throws -> Bytes {
    guard count >= 0, count <= Int64(bytes.count &- place) else { throw TapeRecord.broken }
    let start = place
    place &+= Int(count)
    return Bytes(rebasing: bytes[start..<place])
  }

  private mutating func value() throws -> TapeValue {
    switch try byte() {
    case 0: return .null
    case 1: return .integer(try number())
    case 2:
      let eight = UnsafeRawBufferPointer(try take(8))
      return .real(eight.loadUnaligned(as: Double.self))
    case 3: return .text(try take(try number()))
    case 4: return .blob(try take(try number()))
    default: throw TapeRecord.broken
    }
  }

  /// Empty at the end of rows.
  mutating func row() throws -> [TapeValue] {
    let columns = try number()
    guard columns >= 0, columns <= 100 else { throw TapeRecord.broken }
    return try (0..<columns).map { _ in try value() }
  }

  mutating func rows(_ body: ([TapeValue]) throws -> Void) throws {
    while true {
      let row = try row()
      if row.isEmpty { return }
      try body(row)
    }
  }
}

extension [TapeValue] {
  /// The integer in a column; 0 where there is none.
  func integer(_ column: Int) -> Int64 { column < count ? self[column].integer : 0 }
}

extension Statement {
  func bind(_ index: Int32, _ value: TapeValue) throws {
    switch value {
    case .null: bindNull(index)
    case .integer(let number): bind(index, number)
    case .real(let number): bind(index, number)
    case .text(let bytes): try bindText(index, bytes)
    case .blob(let bytes): try bindBlob(index, bytes)
    }
  }

  /// Binds a row's columns from the parameter `first` on.
  func bind(from first: Int32 = 1, _ row: some Sequence<TapeValue>) throws {
    var index = first
    for value in row {
      try bind(index, value)
      index += 1
    }
  }
}
