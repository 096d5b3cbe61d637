// Reads one column of a batch of a caller's Arrow stream row by row. It checks everything that the
// format makes checkable; the producer must ensure that buffers are as long as the array says.
import BookwormRecords
import BookwormStorage
import CBookwormTypes

/// The memory layout of a column's values, from Arrow's format string.
enum ArrowType: Equatable {
  case integer(bytes: Int, signed: Bool)
  case float, double, boolean
  /// Texts have offsets of 4 or 8 bytes, or are stored as views.
  case text(bytes: Int), textView
  case list(bytes: Int)
  /// `perSecond` is the number of the column's units of time in a second.
  case instant(perSecond: Int64)
  case days, milliseconds
  /// A column of nulls.
  case null

  init?(_ format: String) {
    switch format {
    case "n": self = .null
    case "c", "C": self = .integer(bytes: 1, signed: format == "c")
    case "s", "S": self = .integer(bytes: 2, signed: format == "s")
    case "i", "I": self = .integer(bytes: 4, signed: format == "i")
    case "l", "L": self = .integer(bytes: 8, signed: format == "l")
    case "f": self = .float
    case "g": self = .double
    case "b": self = .boolean
    case "u": self = .text(bytes: 4)
    case "U": self = .text(bytes: 8)
    case "vu": self = .textView
    case "+l": self = .list(bytes: 4)
    case "+L": self = .list(bytes: 8)
    case "tdD": self = .days
    case "tdm": self = .milliseconds
    default:
      // Timestamps with a time zone.
      let units: [String: Int64] = [
        "tss:": 1, "tsm:": 1000, "tsu:": 1_000_000, "tsn:": 1_000_000_000,
      ]
      guard let unit = units[String(format.prefix(4))], format.utf8.count > 4 else { return nil }
      self = .instant(perSecond: unit)
    }
  }

  /// Whether an array of this type may have so many buffers.
  fileprivate func allows(buffers: Int64) -> Bool {
    switch self {
    case .text: buffers == 3
    // The buffers are: validity, views, any number of buffers of bytes, and last the sizes of
    // these.
    case .textView: buffers >= 3 && buffers < 1 << 31
    case .null: true
    default: buffers == 2
    }
  }

  var isList: Bool { if case .list = self { true } else { false } }
  var isInteger: Bool { if case .integer = self { true } else { false } }
  var isText: Bool { if case .text = self { true } else { self == .textView } }
  var isInstant: Bool { if case .instant = self { true } else { false } }
}

/// The contents of `array`, which must live while this is used.
struct ArrowColumn {
  let name: String
  let type: ArrowType
  private let length: Int
  private let offset: Int
  private let validity: UnsafeRawPointer?
  private let buffers: UnsafeMutablePointer<UnsafeRawPointer?>?
  private let bufferCount: Int
  /// The end of the last row's bytes or items. No row may exceed it.
  private var end = Int.max
  /// A list's items, or a dictionary's entries.
  private let inner: [ArrowColumn]
  private let isIndex: Bool

  init(_ array: ArrowArray, _ schema: ArrowColumnSchema) throws {
    (name, type) = (schema.name, schema.type)
    isIndex = schema.dictionary != nil
    guard let length = Int(exactly: array.length), let offset = Int(exactly: array.offset),
      length >= 0, offset >= 0, length <= ArrowColumn.longest, offset <= ArrowColumn.longest,
      array.null_count >= -1, array.null_count <= array.length
    else {
      throw ArrowColumn.fault(
        schema.name,
        "has the length \(array.length), the offset \(array.offset) and \(array.null_count) nulls")
    }
    (self.length, self.offset) = (length, offset)
    if schema.type == .null {
      (buffers, bufferCount, validity, inner) = (nil, 0, nil, [])
      return
    }
    guard schema.type.allows(buffers: array.n_buffers), let buffers = array.buffers else {
      throw ArrowColumn.fault(schema.name, "has \(array.n_buffers) buffers")
    }
    self.buffers = buffers
    bufferCount = Int(array.n_buffers)
    validity = buffers[0]
    if validity == nil, array.null_count > 0 {
      throw ArrowColumn.fault(schema.name, "has nulls, but does not say where")
    }
    if length > 0, buffers[1] == nil {
      throw ArrowColumn.fault(schema.name, "has no values: the pointer is NULL")
    }
    switch (schema.type, schema.dictionary) {
    case (_, let dictionary?):
      guard let values = array.dictionary else {
        throw ArrowColumn.fault(schema.name, "has no dictionary")
      }
      inner = [try ArrowColumn(values.pointee, dictionary)]
    case (.list, _):
      guard array.n_children == 1, let items = array.children?[0], let item = schema.item else {
        throw ArrowColumn.fault(schema.name, "is a list without items")
      }
      inner = [try ArrowColumn(items.pointee, item)]
    default: inner = []
    }
    switch schema.type {
    case .text(let bytes) where length > 0, .list(let bytes) where length > 0:
      end = try place(length, bytes)
    default: break
    }
  }

  /// If lengths and offsets are not above this, arithmetic on places cannot overflow.
  private static let longest = 1 << 40

  fileprivate static func fault(_ name: String, _ what: String) -> Failure {
    Failure(.argument, name, "the column \(name) \(what)")
  }

  private func fault(_ what: String) -> Failure { ArrowColumn.fault(name, what) }

  var count: Int { length }
  var holdsTexts: Bool { isIndex || type.isText }

  func isPresent(_ row: Int) -> Bool {
    guard validity.map({ bit($0, row) }) ?? (type != .null) else { return false }
    guard isIndex, let index = index(row) else { return true }
    return inner[0].isPresent(index)
  }

  private func bit(_ bits: UnsafeRawPointer, _ row: Int) -> Bool {
    ArrowColumn.bit(bits, offset &+ row)
  }

  static func bit(_ bits: UnsafeRawPointer, _ place: Int) -> Bool {
    bits.load(fromByteOffset: place >> 3, as: UInt8.self) >> UInt8(place & 7) & 1 == 1
  }

  private func buffer(_ index: Int) -> UnsafeRawPointer? { buffers.flatMap { $0[index] } }

  private func value<T: BitwiseCopyable>(_ row: Int, _: T.Type, buffer: Int = 1) -> T? {
    self.buffer(buffer)?.loadUnaligned(
      fromByteOffset: (offset &+ row) &* MemoryLayout<T>.stride, as: T.self)
  }

  // MARK: Values

  /// Returns the row's number; nil if it does not fit into an Int64.
  private func stored(_ row: Int, bytes: Int, signed: Bool) -> Int64? {
    switch (bytes, signed) {
    case (1, true): value(row, Int8.self).map { Int64($0) }
    case (1, false): value(row, UInt8.self).map { Int64($0) }
    case (2, true): value(row, Int16.self).map { Int64($0) }
    case (2, false): value(row, UInt16.self).map { Int64($0) }
    case (4, true): value(row, Int32.self).map { Int64($0) }
    case (4, false): value(row, UInt32.self).map { Int64($0) }
    case (_, true): value(row, Int64.self)
    default: value(row, UInt64.self).flatMap { Int64(exactly: $0) }
    }
  }

  func integer(_ row: Int) throws -> Int64 {
    switch type {
    case .integer(let bytes, let signed):
      guard let number = stored(row, bytes: bytes, signed: signed) else {
        throw fault("holds a number that is too large")
      }
      return number
    case .boolean: return buffer(1).map { bit($0, row) } == true ? 1 : 0
    default: throw fault("holds no integers")
    }
  }

  func int32(_ row: Int) throws -> Int32 {
    let number = try integer(row)
    guard let small = Int32(exactly: number) else {
      throw Failure(.invalid, name, "\(name) is \(number); it must fit into 32 bits")
    }
    return small
  }

  func double(_ row: Int) throws -> Double {
    switch type {
    case .double: value(row, Double.self) ?? 0
    case .float: Double(value(row, Float.self) ?? 0)
    default: Double(try integer(row))
    }
  }

  /// In milliseconds since 1970, rounded towards the past.
  func instant(_ row: Int) throws -> Int64 {
    guard case .instant(let perSecond) = type, let number = value(row, Int64.self) else {
      throw fault("holds no instants")
    }
    if perSecond >= 1000 {
      let unit = perSecond / 1000
      return number / unit - (number % unit < 0 ? 1 : 0)
    }
    let (milliseconds, overflow) = number.multipliedReportingOverflow(by: 1000)
    guard !overflow else { throw Failure(.invalid, name, "\(name) is \(number) s, out of range") }
    return milliseconds
  }

  /// Returns the row's date as YYYYMMDD.
  func date(_ row: Int) throws -> Int32 {
    let days: Int64? =
      switch type {
      case .days: value(row, Int32.self).map { Int64($0) }
      case .milliseconds:
        value(row, Int64.self).map { $0 / 86_400_000 - ($0 % 86_400_000 < 0 ? 1 : 0) }
      default: nil
      }
    guard let days else { throw fault("holds no dates") }
    guard let small = Int32(exactly: days), let date = CalendarDate.date(days: small) else {
      throw Failure(
        .invalid, name, "\(name) lies \(days) days after 1970, outside the years 1 to 9999")
    }
    return date
  }

  /// Returns the index of the row's entry in the dictionary; nil if the dictionary lacks it.
  private func index(_ row: Int) -> Int? {
    guard let number = try? integer(row), let values = inner.first, number >= 0,
      number < Int64(values.length)
    else { return nil }
    return Int(number)
  }

  func text(_ row: Int) throws -> Bytes {
    if isIndex {
      guard let index = index(row) else {
        throw fault("points to entry \(try integer(row)) of its dictionary, which has none there")
      }
      return try inner[0].text(index)
    }
    if type == .textView { return try view(row) }
    guard case .text(let bytes) = type else { throw fault("holds no texts") }
    let range = try range(row, bytes)
    guard let start = buffer(2) else {
      guard range.isEmpty else { throw fault("has no bytes: the pointer is NULL") }
      return Bytes(start: nil, count: 0)
    }
    return Bytes(
      start: (start + range.lowerBound).assumingMemoryBound(to: UInt8.self), count: range.count)
  }

  /// Where a row's bytes or items begin.
  private func place(_ row: Int, _ bytes: Int) throws -> Int {
    let place = bytes == 4 ? value(row, Int32.self).map { Int($0) } : value(row, Int.self)
    guard let place, place >= 0 else { throw fault("has offsets below 0") }
    return place
  }

  private func range(_ row: Int, _ bytes: Int) throws -> Range<Int> {
    let (from, until) = (try place(row, bytes), try place(row &+ 1, bytes))
    guard from <= until, until <= end else { throw fault("has offsets that fall") }
    return from..<until
  }

  /// A view is a length, followed by the bytes or by their place.
  private func view(_ row: Int) throws -> Bytes {
    guard let views = buffer(1) else { return Bytes(start: nil, count: 0) }
    let start = views + (offset &+ row) &* 16
    let length = Int(start.loadUnaligned(as: Int32.self))
    guard length >= 0 else { throw fault("has a text of the length \(length)") }
    if length <= 12 {
      return Bytes(start: (start + 4).assumingMemoryBound(to: UInt8.self), count: length)
    }
    let index = Int(start.loadUnaligned(fromByteOffset: 8, as: Int32.self))
    let from = Int(start.loadUnaligned(fromByteOffset: 12, as: Int32.self))
    // After validity and views come the buffers of bytes, and last their sizes.
    guard index >= 0, index < bufferCount &- 3, from >= 0, let bytes = buffer(index &+ 2),
      let sizes = buffer(bufferCount &- 1),
      Int64(from &+ length)
        <= sizes.loadUnaligned(fromByteOffset: index &* 8, as: Int64.self)
    else { throw fault("has a text outside its buffers") }
    return Bytes(start: (bytes + from).assumingMemoryBound(to: UInt8.self), count: length)
  }

  /// Returns the column of all items, and the places of the row's items in it.
  func list(
    _ row: Int, withNulls: Bool = false
  ) throws -> (items: ArrowColumn, places: Range<Int>) {
    guard case .list(let bytes) = type else { throw fault("holds no lists") }
    let places = try range(row, bytes)
    guard places.upperBound <= inner[0].length else { throw fault("has lists beyond its items") }
    for place in places.prefix(Rules.listLimit &+ 1)
    where !withNulls && !inner[0].isPresent(place) {
      throw fault("has a null in a list")
    }
    return (inner[0], places)
  }
}
