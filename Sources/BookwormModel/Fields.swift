// The fields of each entity, as bits: what is given, read or changed. The numbers are those of the
// C interface, and stand in the change log too, so a number is never given to another field.

/// The bits of one entity: 0 to 47 are its fields, 48 to 61 what a read tells besides and no row
/// stores, 62 and 63 stand for sets of fields.
public protocol FieldSet: OptionSet, Hashable, Sendable where RawValue == UInt64 {
  init(rawValue: UInt64)
  /// What has the fields, as a person calls it: "a book".
  static var owner: String { get }
  /// In the order of the bits, from 0.
  static var names: [String] { get }
}

extension FieldSet {
  init(bit: UInt64) { self.init(rawValue: 1 << bit) }

  /// Where a search found most of its words, by that field's bit.
  public static var matched: Self { Self(bit: 48) }
  /// The piece of that field in which they were found.
  public static var snippet: Self { Self(bit: 49) }
  /// How well a book answers its search.
  public static var rank: Self { Self(bit: 50) }
  /// The key of a picture.
  public static var picture: Self { Self(bit: 51) }
  /// A colour as a number.
  public static var rgb: Self { Self(bit: 52) }
  /// How many books there are.
  public static var books: Self { Self(bit: 53) }
  static var firstOutput: Int { 48 }
  static var outputNames: [String] { ["matched", "snippet", "rank", "picture", "rgb", "books"] }
  /// What is read where nothing is asked for.
  public static var byDefault: Self { Self(bit: 62) }
  /// Every field, however many there are in time.
  public static var all: Self { Self(bit: 63) }

  /// Each one by its name, from the lowest bit up; "bit 40" where this library has no name for it.
  private var words: [String] {
    (0..<64).filter { rawValue >> UInt64($0) & 1 == 1 }.map { bit in
      if bit < Self.names.count { return Self.names[bit] }
      if bit >= 62 { return bit == 63 ? "all fields" : "the default fields" }
      let output = bit - Self.firstOutput
      return Self.outputNames.indices.contains(output) ? Self.outputNames[output] : "bit \(bit)"
    }
  }

  /// "title", "title and author", "title, author and year".
  public var list: String {
    let words = words
    guard words.count > 1, let last = words.last else { return words.first ?? "nothing" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }

  /// The bits that this library has a name for.
  private static var known: Self {
    Self(rawValue: 1 << UInt64(names.count) - 1 | 3 << 62)
      .union(Self(rawValue: (1 << UInt64(outputNames.count) - 1) << UInt64(firstOutput)))
  }

  /// Throws where there is a field that is not allowed; `wrong` says what is wrong with those.
  func check(_ allowed: Self, _ parameter: String, _ wrong: (String) -> String) throws {
    guard !isSubset(of: allowed) else { return }
    let others = subtracting(allowed)
    let unknown = others.subtracting(Self.known)
    guard unknown.isEmpty else {
      let verb = unknown.words.count == 1 ? "is no field" : "are no fields"
      throw Failure(
        .argument, parameter,
        "\(unknown.list) \(verb) of \(Self.owner) that this library knows")
    }
    throw Failure(.argument, parameter, wrong(others.list))
  }
}

extension FieldSet {
  /// Throws where one of them cannot be taken away.
  func checkMayGo(_ clearable: Self) throws {
    try check(clearable, "clear") { "\(Self.owner) cannot be without \($0)" }
  }

  func checkIsNotGiven(_ given: Self) throws {
    let both = intersection(given)
    guard both.isEmpty else {
      throw Failure(.argument, "clear", "\(both.list) is both given and cleared")
    }
  }
}

extension BookFields {
  /// As the change log has them: genres given by name are genres.
  var logged: BookFields {
    contains(.genreNames) ? subtracting(.genreNames).union(.genres) : self
  }

  /// What is read for them: with the sets that a bit stands for, and the standard one for none.
  var asked: BookFields {
    if isEmpty { return .standard }
    var asked = self
    if asked.remove(.byDefault) != nil { asked.formUnion(.standard) }
    if asked.remove(.all) != nil { asked.formUnion(.stored) }
    return asked
  }
}

public struct GenreFields: FieldSet {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  public static let owner = "a genre"
  public static let names = ["id", "name", "colour", "global_id"]

  public static let id = GenreFields(bit: 0)
  public static let name = GenreFields(bit: 1)
  public static let colour = GenreFields(bit: 2)
  public static let globalID = GenreFields(bit: 3)
}

public struct QuoteFields: FieldSet {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  public static let owner = "a quote"
  public static let names = ["id", "book", "text", "page", "created", "global_id"]

  public static let id = QuoteFields(bit: 0)
  public static let book = QuoteFields(bit: 1)
  public static let text = QuoteFields(bit: 2)
  public static let page = QuoteFields(bit: 3)
  public static let created = QuoteFields(bit: 4)
  public static let globalID = QuoteFields(bit: 5)

  /// What a caller may give for a quote.
  static let givable: QuoteFields = [.text, .page]
}

public struct OrderFields: FieldSet {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  public static let owner = "an order"
  public static let names = [
    "id", "book", "title", "quantity", "unit_price", "currency", "total", "placed", "global_id",
  ]

  public static let id = OrderFields(bit: 0)
  public static let book = OrderFields(bit: 1)
  public static let title = OrderFields(bit: 2)
  public static let quantity = OrderFields(bit: 3)
  public static let unitPrice = OrderFields(bit: 4)
  public static let currency = OrderFields(bit: 5)
  public static let total = OrderFields(bit: 6)
  public static let placed = OrderFields(bit: 7)
  public static let globalID = OrderFields(bit: 8)
}

public struct ReadingFields: FieldSet {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  public static let owner = "a reading"
  public static let names = [
    "id", "book", "outcome", "started", "finished", "page", "percent", "note", "created",
    "global_id",
  ]

  public static let id = ReadingFields(bit: 0)
  public static let book = ReadingFields(bit: 1)
  public static let outcome = ReadingFields(bit: 2)
  public static let started = ReadingFields(bit: 3)
  public static let finished = ReadingFields(bit: 4)
  public static let page = ReadingFields(bit: 5)
  public static let percent = ReadingFields(bit: 6)
  public static let note = ReadingFields(bit: 7)
  public static let created = ReadingFields(bit: 8)
  public static let globalID = ReadingFields(bit: 9)

  /// How far the reader has come: one of them, or none.
  static let progress: ReadingFields = [.page, .percent]
  /// What a caller may take away from a reading.
  static let clearable: ReadingFields = [.started, .finished, .page, .percent, .note]
  /// What a caller may give for a reading.
  static let givable = clearable.union(.outcome)
}

public enum BookStatus: Int32, CaseIterable, Sendable {
  case onShelf, inProgress, completed, didNotFinish

  public var name: String {
    switch self {
    case .onShelf: "on-shelf"
    case .inProgress: "in-progress"
    case .completed: "completed"
    case .didNotFinish: "did-not-finish"
    }
  }
}
