// A field set holds fields of an entity as bits, such as the fields that are given, read or
// changed. The C interface has the same numbers, and the change log stores them, so a number is
// never reused for another field.

/// The bits of one entity: 0 to 47 are its fields, 48 to 54 are outputs, which are not stored in a
/// row, 55 to 61 are inputs, which are not stored in a row either, and 62 and 63 mean sets of
/// fields.
package protocol FieldSet: OptionSet, Hashable, Sendable
where RawValue == UInt64, Element == Self {
  init(rawValue: UInt64)
  /// The owner of the fields as messages call it: "a book".
  static var owner: String { get }
  /// In the order of the bits, from 0.
  static var names: [String] { get }
  /// The names of the inputs, from bit 55 on.
  static var inputNames: [String] { get }
}

/// The bits that mean the same for every entity.
private enum SharedBits {
  static let firstOutput = 48
  static let outputNames = ["matched", "snippet", "rank", "picture", "rgb", "books", "group"]
  static let firstInput = 55
}

extension FieldSet {
  package init(bit: UInt64) { self.init(rawValue: 1 << bit) }

  /// The field that contains the most words of a search, given by its bit.
  package static var matched: Self { Self(bit: 48) }
  /// The part of that field that contains the words.
  package static var snippet: Self { Self(bit: 49) }
  /// How well a book matches a search.
  package static var rank: Self { Self(bit: 50) }
  /// The key of a picture.
  package static var picture: Self { Self(bit: 51) }
  /// A colour as a number.
  package static var rgb: Self { Self(bit: 52) }
  /// How many books there are.
  package static var books: Self { Self(bit: 53) }
  /// The group of likely duplicates that a book is in.
  package static var group: Self { Self(bit: 54) }
  static var firstOutput: Int { SharedBits.firstOutput }
  static var outputNames: [String] { SharedBits.outputNames }
  static var firstInput: Int { SharedBits.firstInput }
  package static var inputNames: [String] { [] }
  /// The fields that are read by default.
  package static var byDefault: Self { Self(bit: 62) }
  /// Every field, including those of later versions.
  package static var all: Self { Self(bit: 63) }

  private var words: [String] { fieldWords(rawValue, Self.names, Self.inputNames) }

  /// The name of a single bit that the entity has; otherwise "".
  package var knownName: String {
    rawValue.nonzeroBitCount == 1 && Self.known.isSuperset(of: self) ? words[0] : ""
  }

  /// "title", "title and author", "title, author and year".
  package var list: String { listed(words) }

  /// The bits that this library can name.
  private static var known: Self {
    func bits(_ count: Int, from first: Int) -> UInt64 { ((1 << count) - 1) << first }
    return Self(
      rawValue: bits(names.count, from: 0) | bits(outputNames.count, from: firstOutput)
        | bits(inputNames.count, from: firstInput) | bits(2, from: 62))
  }

  /// Throws if the set has fields that are not allowed; `wrong` describes their fault.
  package func check(_ allowed: Self, _ parameter: String, _ wrong: (String) -> String) throws {
    guard !isSubset(of: allowed) else { return }
    let others = subtracting(allowed)
    let unknown = others.subtracting(Self.known)
    throw refusal(others.words, unknown.words, Self.owner, parameter, wrong)
  }
}

// This code does not depend on an entity's type. Otherwise the library would have a copy for each.

/// Returns the name of each bit, from the lowest; "bit 40" if this library cannot name it.
private func fieldWords(_ bits: UInt64, _ names: [String], _ inputs: [String]) -> [String] {
  (0..<64).filter { bits >> UInt64($0) & 1 == 1 }.map { bit in
    if bit < names.count { return names[bit] }
    if bit >= 62 { return bit == 63 ? "all fields" : "the default fields" }
    let input = bit - SharedBits.firstInput
    if inputs.indices.contains(input) { return inputs[input] }
    let outputs = SharedBits.outputNames
    let output = bit - SharedBits.firstOutput
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
    let verb = unknown.count == 1 ? "is not a field" : "are not fields"
    return Failure(
      .argument, parameter, "\(listed(unknown)) \(verb) of \(owner) that this library knows")
  }
  return Failure(.argument, parameter, wrong(listed(others)))
}

extension FieldSet {
  /// Throws if one of the fields cannot be cleared.
  package func checkMayGo(_ clearable: Self) throws {
    try check(clearable, "clear") { "\(Self.owner) cannot be without \($0)" }
  }

  package func checkIsNotGiven(_ given: Self) throws {
    let both = intersection(given)
    guard both.isEmpty else {
      throw Failure(.argument, "clear", "\(both.list) is both given and cleared")
    }
  }
}
