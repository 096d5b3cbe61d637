// A cursor is a place in a list of books, as a text that a caller keeps and passes back. It
// contains the sort values and the id of the last row before the place.
import BookwormStorage

package struct Cursor: Sendable, Equatable {
  package let order: [SortTerm]
  /// One for each column that the order compares.
  package let values: [Statement.Value]
  package let id: Int64

  package init(order: [SortTerm], values: [Statement.Value], id: Int64) {
    self.order = order
    self.values = values
    self.id = id
  }

  // The text is the hexadecimal form of: version, sort key rules, number of terms, the terms (key *
  // 2 + descending), number of values, the values (a type byte, then 8 bytes or a length and
  // bytes), id, and a checksum.
  private static let version: UInt8 = 1
  /// A cursor holds a few sort keys, each of a name of at most 16 KiB.
  private static let sizeLimit = 1 << 20

  package var text: [UInt8] {
    var bytes: [UInt8] = [Cursor.version, UInt8(truncatingIfNeeded: sortKeyRules)]
    bytes.append(UInt8(order.count))
    for term in order { bytes.append(UInt8(term.key.rawValue) << 1 | (term.descending ? 1 : 0)) }
    bytes.append(UInt8(values.count))
    for value in values {
      switch value {
      case .null: bytes.append(0)
      case .integer(let number):
        bytes.append(1)
        Cursor.append(UInt64(bitPattern: number), to: &bytes)
      case .real(let number):
        bytes.append(2)
        Cursor.append(number.bitPattern, to: &bytes)
      case .text(let content):
        bytes.append(3)
        Cursor.append(content, to: &bytes)
      case .blob(let content):
        bytes.append(4)
        Cursor.append(content, to: &bytes)
      }
    }
    Cursor.append(UInt64(bitPattern: id), to: &bytes)
    Cursor.append(Cursor.checksum(bytes[...]), to: &bytes)
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      text.append(Cursor.digit(byte >> 4))
      text.append(Cursor.digit(byte & 15))
    }
    return text
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  private static func append(_ value: UInt64, to bytes: inout [UInt8]) {
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
    }
  }

  private static func append(_ content: [UInt8], to bytes: inout [UInt8]) {
    append(UInt64(content.count), to: &bytes)
    bytes += content
  }

  /// FNV-1a protects against damage, not against forgery: a forged cursor only names another place.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    var checksum = Checksum()
    checksum.append(bytes)
    return checksum.value
  }

  private static let damaged = Failure(
    .cursor, "cursor", "the cursor is damaged; pass it exactly as it was given by a result")

  init(text: Bytes) throws {
    var reader = Reader(bytes: try Cursor.decode(text))
    guard reader.bytes.count > 8 else { throw Cursor.damaged }
    var tail = Reader(bytes: Array(reader.bytes.suffix(8)))
    guard tail.number() == Cursor.checksum(reader.bytes.dropLast(8)) else { throw Cursor.damaged }
    guard reader.byte() == Cursor.version,
      reader.byte() == UInt8(truncatingIfNeeded: sortKeyRules)
    else {
      throw Failure(.cursor, "cursor", "the cursor was made by another version of the library")
    }
    var order: [SortTerm] = []
    for _ in 0..<(reader.byte() ?? 0) {
      guard let byte = reader.byte(), let key = SortKey(rawValue: Int32(byte >> 1)) else {
        throw Cursor.damaged
      }
      order.append(SortTerm(key, descending: byte & 1 == 1))
    }
    var values: [Statement.Value] = []
    for _ in 0..<(reader.byte() ?? 0) {
      guard let value = reader.value() else { throw Cursor.damaged }
      values.append(value)
    }
    guard let id = reader.number() else { throw Cursor.damaged }
    self.init(order: order, values: values, id: Int64(bitPattern: id))
  }

  private static func decode(_ text: Bytes) throws -> [UInt8] {
    guard text.count <= sizeLimit else { throw damaged }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 2)
    var high: UInt8?
    for (offset, character) in text.enumerated() {
      let digit: UInt8
      switch character {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = character - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = character - UInt8(ascii: "a") + 10
      default:
        throw Failure(.cursor, "cursor", Cursor.damaged.message, offset: Int64(offset))
      }
      if let first = high {
        bytes.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    guard high == nil else { throw damaged }
    return bytes
  }

  private struct Reader {
    let bytes: [UInt8]
    private var place = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func byte() -> UInt8? {
      guard place < bytes.count else { return nil }
      defer { place += 1 }
      return bytes[place]
    }

    mutating func number() -> UInt64? {
      guard bytes.count - place >= 8 else { return nil }
      defer { place += 8 }
      return bytes[place..<place + 8].reduce(0) { $0 << 8 | UInt64($1) }
    }

    mutating func content() -> [UInt8]? {
      guard let count = number(), count <= UInt64(bytes.count - place) else { return nil }
      defer { place += Int(count) }
      return Array(bytes[place..<place + Int(count)])
    }

    mutating func value() -> Statement.Value? {
      switch byte() {
      case 0: .null
      case 1: number().map { .integer(Int64(bitPattern: $0)) }
      case 2: number().map { .real(Double(bitPattern: $0)) }
      case 3: content().map { .text($0) }
      case 4: content().map { .blob($0) }
      default: nil
      }
    }
  }
}
