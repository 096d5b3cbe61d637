// What a caller gives for a new book, or to change one; and the rules that it must keep.
import BookwormStorage

/// The texts are borrowed from the caller for the length of the call.
public struct BookDraft {
  /// Which fields are given; the others are not looked at.
  public var given: BookFields = []
  /// Of the fields that are one value, by the numbers of their bits. One allocation for a draft,
  /// and a batch has one draft for all its books: an InlineArray was copied, a kilobyte, at every
  /// look at one of its slots.
  private var slots = [Slot](repeating: Slot(), count: 64)
  public var genres = UnsafeBufferPointer<Int64>(start: nil, count: 0)
  public var genreNames: [Bytes] = []
  public var identifiers: [(scheme: Bytes, value: Bytes)] = []

  /// The bits of a number, or where a text lies.
  private struct Slot: BitwiseCopyable {
    var bits: UInt64 = 0
    var count = 0
  }

  public init() {}

  static var nothing: Bytes { Bytes(start: nil, count: 0) }

  // MARK: Values

  public func int64(_ field: BookFields) -> Int64 { Int64(bitPattern: slots[field.slot].bits) }
  public func int32(_ field: BookFields) -> Int32 { Int32(truncatingIfNeeded: int64(field)) }
  public func double(_ field: BookFields) -> Double { Double(bitPattern: slots[field.slot].bits) }
  public func text(_ field: BookFields) -> Bytes {
    let slot = slots[field.slot]
    return Bytes(start: UnsafePointer(bitPattern: UInt(slot.bits)), count: slot.count)
  }

  public mutating func give(_ field: BookFields, _ value: some FixedWidthInteger) {
    given.formUnion(field)
    slots[field.slot].bits = UInt64(truncatingIfNeeded: value)
  }
  public mutating func give(_ field: BookFields, _ value: Double) {
    given.formUnion(field)
    slots[field.slot].bits = value.bitPattern
  }
  public mutating func give(_ field: BookFields, _ value: Bytes) {
    given.formUnion(field)
    slots[field.slot] = Slot(
      bits: UInt64(UInt(bitPattern: value.baseAddress)), count: value.count)
  }

  var givenGenres: UnsafeBufferPointer<Int64> {
    given.contains(.genres) ? genres : UnsafeBufferPointer(start: nil, count: 0)
  }
  var givenGenreNames: [Bytes] { given.contains(.genreNames) ? genreNames : [] }
  var givenIdentifiers: [(scheme: Bytes, value: Bytes)] {
    given.isDisjoint(with: .identifiers) ? [] : identifiers
  }

  // MARK: Rules

  func check() throws {
    let wrong = given.subtracting(.givable)
    let field = wrong == .id ? "id" : wrong == .updated ? "updated" : "fields"
    try given.check(.givable, field) { "\($0) may not be given for a book" }
    let table = BookField.traits
    for field in given.bits { try check(field, table[field.slot]) }
    if !given.isDisjoint(with: .priced) { try checkPrice() }
    try Rules.list(givenGenres.count + givenGenreNames.count, "genres")
    try Rules.list(givenIdentifiers.count, "identifiers")
    for name in givenGenreNames { try Rules.name(name, "genre_names") }
    for (scheme, value) in givenIdentifiers {
      try Rules.name(scheme, "identifier_schemes")
      try Rules.name(value, "identifier_values")
    }
  }

  private func checkPrice() throws {
    guard given.contains(.currency) else {
      throw Failure(
        .invalid, "currency", "currency is missing; a price needs one, an ISO 4217 code such as EUR"
      )
    }
    guard given.contains(.price) else {
      throw Failure(.invalid, "price", "price is missing; a currency alone is no price")
    }
  }

  func checkIsWhole() throws {
    guard !given.isSuperset(of: .required) else { return }
    for field in BookFields.required.subtracting(given).bits {
      let name = BookField.name(of: field)
      throw Failure(.invalid, name, "\(name) is missing; a book needs a title and an author")
    }
  }
}
