// The fields of each entity, as bits: what is given, read or changed. The numbers are those of the
// C interface, and stand in the change log too, so a number is never given to another field.

/// The bits of one entity: 0 to 47 are its fields, 48 to 61 what a read tells besides and no row
/// stores, 62 and 63 stand for sets of fields.
public protocol FieldSet: OptionSet, Hashable, Sendable
where RawValue == UInt64, Element == Self {
  init(rawValue: UInt64)
  /// What has the fields, as a person calls it: "a book".
  static var owner: String { get }
  /// In the order of the bits, from 0.
  static var names: [String] { get }
}

extension FieldSet {
  public init(bit: UInt64) { self.init(rawValue: 1 << bit) }

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
  /// Which of the groups of likely duplicates a book is in.
  public static var group: Self { Self(bit: 54) }
  static var firstOutput: Int { 48 }
  static var outputNames: [String] {
    ["matched", "snippet", "rank", "picture", "rgb", "books", "group"]
  }
  /// What is read where nothing is asked for.
  public static var byDefault: Self { Self(bit: 62) }
  /// Every field, however many there are in time.
  public static var all: Self { Self(bit: 63) }

  private var words: [String] { fieldWords(rawValue, Self.names) }

  /// Of a single bit that the entity has: its name; else "".
  var knownName: String {
    rawValue.nonzeroBitCount == 1 && Self.known.isSuperset(of: self) ? words[0] : ""
  }

  /// "title", "title and author", "title, author and year".
  public var list: String { listed(words) }

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
    throw refusal(others.words, unknown.words, Self.owner, parameter, wrong)
  }
}

// What is not of one entity's type, of which the library would have a copy for each.

/// Each bit by its name, from the lowest up; "bit 40" where this library has no name for it.
private func fieldWords(_ bits: UInt64, _ names: [String]) -> [String] {
  (0..<64).filter { bits >> UInt64($0) & 1 == 1 }.map { bit in
    if bit < names.count { return names[bit] }
    if bit >= 62 { return bit == 63 ? "all fields" : "the default fields" }
    let outputs = BookFields.outputNames
    let output = bit - BookFields.firstOutput
    return outputs.indices.contains(output) ? outputs[output] : "bit \(bit)"
  }
}

private func listed(_ words: [String]) -> String {
  guard words.count > 1, let last = words.last else { return words.first ?? "nothing" }
  return words.dropLast().joined(separator: ", ") + " and " + last
}

private func refusal(
  _ others: [String], _ unknown: [String], _ owner: String, _ parameter: String,
  _ wrong: (String) -> String
) -> Failure {
  guard unknown.isEmpty else {
    let verb = unknown.count == 1 ? "is no field" : "are no fields"
    return Failure(
      .argument, parameter, "\(listed(unknown)) \(verb) of \(owner) that this library knows")
  }
  return Failure(.argument, parameter, wrong(listed(others)))
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
