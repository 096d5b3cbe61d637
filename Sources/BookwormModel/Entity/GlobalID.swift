// The global id of a row: what tells it from every row of every store, so that two copies of a
// store know each other's rows.
import BookwormStorage
import Glibc

/// 16 bytes, a UUID; those that are made here are of version 7 of RFC 9562.
public struct GlobalID: Hashable, Sendable, BitwiseCopyable {
  /// The bytes, the first of them in the highest bits.
  let high: UInt64
  let low: UInt64

  static let size = 16
  static let textSize = 36

  init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

  /// Nil where there are not 16 bytes.
  public init?(_ bytes: Bytes) {
    guard bytes.count == GlobalID.size, let start = UnsafeRawPointer(bytes.baseAddress) else {
      return nil
    }
    high = UInt64(bigEndian: start.loadUnaligned(as: UInt64.self))
    low = UInt64(bigEndian: start.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
  }

  /// From its text: 32 hexadecimal digits in any case, in groups of 8, 4, 4, 4 and 12.
  public init(text: Bytes, _ field: String) throws {
    let refused = Failure(
      .invalid, field,
      "\(field) is no UUID; write 32 hexadecimal digits as 8-4-4-4-12, 36 characters in all")
    guard text.count == GlobalID.textSize else { throw refused }
    var (halves, digits): ([UInt64], Int) = ([0, 0], 0)
    for (place, character) in text.enumerated() {
      if GlobalID.dashes.contains(place) {
        guard character == UInt8(ascii: "-") else { throw refused }
        continue
      }
      guard let digit = GlobalID.digit(character) else { throw refused }
      halves[digits / 16] = halves[digits / 16] << 4 | digit
      digits += 1
    }
    self.init(high: halves[0], low: halves[1])
  }

  private static let dashes = [8, 13, 18, 23]
  private static let hexadecimal = Array("0123456789abcdef".utf8)

  private static func digit(_ character: UInt8) -> UInt64? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(character - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(character - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(character - UInt8(ascii: "A")) + 10
    default: nil
    }
  }

  /// In lower case, as RFC 9562 writes it.
  public var text: [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(GlobalID.textSize)
    for half in [high, low] {
      for shift in stride(from: UInt64(60), through: 0, by: -4) {
        if GlobalID.dashes.contains(text.count) { text.append(UInt8(ascii: "-")) }
        text.append(GlobalID.hexadecimal[Int(half >> shift & 15)])
      }
    }
    return text
  }

  public func withBytes<R>(_ body: (Bytes) throws -> R) rethrows -> R {
    try withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) {
      try body($0.assumingMemoryBound(to: UInt8.self))
    }
  }

  /// The same each time, for a row of a preview: of version 8, which is for others' own rules.
  init(fixed entity: UInt64, _ id: UInt64, at instant: Milliseconds) {
    high = GlobalID.timeBits(instant) | 8 << 12 | entity
    low = 2 << 62 | id & (1 << 62 - 1)
  }

  /// The first 48 bits of one that is made here say when, in milliseconds.
  fileprivate static func timeBits(_ instant: Milliseconds) -> UInt64 {
    UInt64(clamping: max(0, min(instant, 1 << 48 - 1))) << 16
  }
}

/// What a row is known by; the global id is nil where it is to get a new one.
struct RowIdentity {
  let id: Int64
  let globalID: GlobalID?
}

extension Session {
  /// The id of the row that has a global id; of a book that was merged, that of the one which it
  /// went into.
  public func find(_ entity: Entity, _ globalID: GlobalID) throws -> Int64 {
    if let id = try read({ try $0.find(entity, globalID) }) { return id }
    guard entity == .book, let id = try read({ try $0.findMerged(globalID) }) else {
      let name = entity.descriptor.name
      let text = String(decoding: globalID.text, as: UTF8.self)
      throw Failure(.notFound, "global_id", "there is no \(name) with the global id \(text)")
    }
    return id
  }
}

extension Connection {
  func find(_ entity: Entity, _ globalID: GlobalID) throws -> Int64? {
    let select = try statement(entity.descriptor.sql.byGlobalID)
    defer { select.reset() }
    return try globalID.withBytes {
      try select.bindBlob(1, $0)
      return try select.step() ? select.int64(0) : nil
    }
  }

  /// The book that has a global id, or the one that it was merged into.
  fileprivate func findMerged(_ globalID: GlobalID) throws -> Int64? {
    try inSnapshot {
      if let id = try find(.book, globalID) { return id }
      return try find(.merged, globalID).flatMap { try ownerIfAny(of: .merged, $0) }
    }
  }

  /// Gives every row one of the time when it was created: a store that an older library made has
  /// none.
  func giveGlobalIDs(_ make: (Entity, Int64, Milliseconds) throws -> GlobalID) throws {
    let now = Clock.now()
    for descriptor in Entity.allCases.map(\.descriptor) {
      let rows = try statement(descriptor.sql.idsAndCreated)
      defer { rows.reset() }
      let update = try statement(descriptor.sql.setGlobalID)
      while try rows.step() {
        let id = rows.int64(0)
        update.bind(1, id)
        let made = try make(descriptor.entity, id, rows.isNull(1) ? now : rows.int64(1))
        try made.withBytes {
          try update.bindBlob(2, $0)
          try update.run()
        }
      }
    }
  }
}

/// Makes them, each above the one before (RFC 9562, section 6.2, method 2): within a millisecond
/// the random part is counted up by a random number. Used under the write lock.
final class GlobalIDMaker {
  private var last: GlobalID
  private var random = RandomBytes()

  init(after last: GlobalID = GlobalID(high: 0, low: 0)) { self.last = last }

  private static let version: UInt64 = 7 << 12
  private static let variant: UInt64 = 2 << 62

  func next(at now: Milliseconds) throws -> GlobalID {
    let time = GlobalID.timeBits(now)
    // A clock that was put back does not make ids that come before others.
    last = time > last.high & ~0xFFFF ? try made(time) : try following(last)
    return last
  }

  /// For a row of another time, in no order with others.
  func any(at instant: Milliseconds) throws -> GlobalID { try made(GlobalID.timeBits(instant)) }

  /// The counter's highest bit is 0 at first, so that it does not overflow.
  private func made(_ time: UInt64) throws -> GlobalID {
    GlobalID(
      high: time | GlobalIDMaker.version | UInt64(try random.next32()) & 0x7FF,
      low: GlobalIDMaker.variant
        | (UInt64(try random.next32()) << 32 | UInt64(try random.next32())) >> 2)
  }

  private func following(_ id: GlobalID) throws -> GlobalID {
    let step = UInt64(try random.next32()) + 1
    let low = (id.low & ~(3 << 62)) &+ step
    guard low >> 62 != 0 else { return GlobalID(high: id.high, low: low | GlobalIDMaker.variant) }
    let rest = low & ~(3 << 62) | GlobalIDMaker.variant
    let counter = id.high & 0xFFF
    guard counter < 0xFFF else { return try made(id.high & ~0xFFFF &+ 1 << 16) }
    return GlobalID(high: id.high &+ 1, low: rest)
  }
}

/// The kernel's random numbers, many at a time: a system call for each would cost more than the row
/// that gets the id.
private struct RandomBytes {
  private static let count = 64
  private var numbers = [UInt32](repeating: 0, count: count)
  private var used = count

  mutating func next32() throws -> UInt32 {
    if used == RandomBytes.count { try fill() }
    defer { used += 1 }
    return numbers[used]
  }

  private mutating func fill() throws {
    let size = RandomBytes.count * MemoryLayout<UInt32>.stride
    // All 256 bytes, which are the most that it gives at once, or none.
    let isDone = numbers.withUnsafeMutableBytes { getentropy($0.baseAddress, size) } == 0
    guard isDone else {
      throw StorageError(.inputOutput, "the operating system gave no random numbers")
    }
    used = 0
  }
}
