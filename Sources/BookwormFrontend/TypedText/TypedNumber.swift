// Reads and writes numbers, and reads ratings.
import BookwormRecords
import BookwormStorage

/// A number as it was typed: its digits before and after the decimal sign.
struct TypedNumber {
  private(set) var isNegative = false
  private(set) var whole = ""
  private(set) var fraction = ""

  static func decimalSign(_ language: Language) -> Unicode.Scalar {
    language == .german || language == .polish ? "," : "."
  }

  /// Accepts digits with the language's decimal and grouping separators; spaces and apostrophes
  /// group too. The decimal separator of other languages is accepted if it cannot be a grouping
  /// separator: 12.99 is the same number in each language, but 1.299 is not. Nil for any other
  /// text.
  init?(_ text: some StringProtocol, _ language: Language) {
    var scalars = Array(text.unicodeScalars)
    if let sign = scalars.first, sign == "-" || sign == "+" {
      isNegative = sign == "-"
      scalars.removeFirst()
      if scalars.first == " " { scalars.removeFirst() }
    }
    guard let last = scalars.last, PlainText.isDigit(last) else { return nil }
    var parts = [""]
    var signs: [Unicode.Scalar] = []
    for scalar in scalars {
      if PlainText.isDigit(scalar) {
        parts[parts.count - 1].unicodeScalars.append(scalar)
      } else {
        guard ".,'’ ".unicodeScalars.contains(scalar) else { return nil }
        signs.append(scalar)
        parts.append("")
      }
    }
    if let sign = signs.last, TypedNumber.isDecimal(sign, signs, parts, language) {
      fraction = parts.removeLast()
      signs.removeLast()
    }
    guard TypedNumber.areGroups(parts, signs) else { return nil }
    whole = parts.joined()
  }

  private static func isDecimal(
    _ sign: Unicode.Scalar, _ signs: [Unicode.Scalar], _ parts: [String], _ language: Language
  ) -> Bool {
    guard sign == "." || sign == "," else { return false }
    let others = signs.dropLast()
    guard !others.contains(sign) else { return false }
    if sign == decimalSign(language) || !others.isEmpty { return true }
    return !areGroups(parts, signs)
  }

  private static func areGroups(_ parts: [String], _ signs: [Unicode.Scalar]) -> Bool {
    guard let sign = signs.first else { return true }
    return signs.allSatisfy { $0 == sign } && parts.dropFirst().allSatisfy { $0.utf8.count == 3 }
      && (1...3).contains(parts[0].utf8.count) && parts[0].utf8.first != UInt8(ascii: "0")
  }

  /// Nil for a fraction, or a number that is too large.
  var integer: Int64? { amount(digits: 0) }

  /// The number as an integer with `digits` decimal digits: with 2 digits, 12.99 is 1299. Nil if
  /// the number has more digits, or is too large.
  func amount(digits: Int) -> Int64? {
    guard fraction.utf8.dropFirst(digits).allSatisfy({ $0 == UInt8(ascii: "0") }) else {
      return nil
    }
    let decimals = String(fraction.prefix(digits))
    let missing = String(repeating: "0", count: digits - decimals.utf8.count)
    return Int64((isNegative ? "-" : "") + "0" + whole + decimals + missing)
  }

  /// The number with a decimal point.
  var text: String {
    (isNegative ? "-" : "") + "0" + whole + (fraction.isEmpty ? "" : "." + fraction)
  }

  /// Also accepts an exponent, because format() writes very large and very small numbers with one.
  static func real(_ text: String, _ language: Language) -> Double? {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
    guard parts.count <= 2, let number = TypedNumber(parts[0], language) else { return nil }
    guard parts.count == 2 else { return Double(number.text) }
    guard let exponent = Int32(parts[1]) else { return nil }
    return Double("\(number.text)e\(exponent)")
  }

  static func format(_ number: Double, _ language: Language) -> String {
    let text = "\(number)"
    if text.hasSuffix(".0") { return String(text.dropLast(2)) }
    guard decimalSign(language) == "," else { return text }
    return String(text.map { $0 == "." ? "," : $0 })
  }
}

extension TypedNumber {
  private static let fractions: [Unicode.Scalar: Double] = ["¼": 0.25, "½": 0.5, "¾": 0.75]

  /// Accepts a number such as 4, 4.25 or 3½, which the word for stars or /5 may follow. Also
  /// accepts stars, such as ★★★½, and the words for no rating, which is 0. Nil for any other text.
  static func rating(_ text: String, _ language: Language) -> Double? {
    let text = text.lowercased()
    if none.contains(text) { return 0 }
    if let stars = stars(text) { return stars }
    var rest = text[...]
    if rest.hasPrefix("별") { rest = rest.dropFirst() }
    for word in words where rest.hasSuffix(word) {
      rest = rest.dropLast(word.count)
      break
    }
    var number = PlainText.trimmed(rest)
    var more = 0.0
    if let last = number.unicodeScalars.last, let fraction = fractions[last] {
      number = PlainText.trimmed(number.dropLast())
      more = fraction
      if number.isEmpty { return more }
      guard number.unicodeScalars.allSatisfy(PlainText.isDigit) else { return nil }
    }
    return real(number, language).map { $0 + more }
  }

  private static let words = [
    "/5", "/ 5", "stars", "star", "sternen", "sterne", "stern", "gwiazdki", "gwiazdka", "gwiazdek",
    "개", "★",
  ]

  /// The words for no rating, including those in the message that refuses a rating.
  private static let none = Set(
    ["none", "keine", "brak", "없음"]
      + Language.allCases.map { RatingPresentation.name(0, $0).description.lowercased() })

  private static func stars(_ text: String) -> Double? {
    var (sum, count) = (0.0, 0)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "★", "⭐": (sum, count) = (sum + 1, count + 1)
      case "☆": count += 1
      case " ": break
      default:
        guard count > 0 || text.unicodeScalars.contains("☆"), let part = fractions[scalar] else {
          return nil
        }
        sum += part
      }
    }
    return count > 0 ? sum : nil
  }
}
