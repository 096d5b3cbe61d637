// Reads prices: an amount, and before or after it a currency by its code, its symbol or its name.
import BookwormRecords
import BookwormStorage

extension Money {
  enum Found {
    case price(Int64, [UInt8])
    /// The amount has more digits than the currency.
    case tooManyDigits
    case unreadable
  }

  /// Accepts the symbols and names of every language.
  static func parse(_ text: String, _ language: Language) -> Found {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: PlainText.isDigit),
      let last = scalars.lastIndex(where: PlainText.isDigit)
    else { return .unreadable }
    var before = PlainText.trimmed(text[..<first])
    let after = PlainText.trimmed(text[scalars.index(after: last)...])
    var amount = String(text[first...last])
    for sign in ["-", "+"] where before.hasPrefix(sign) || before.hasSuffix(sign) {
      before = PlainText.trimmed(before.hasPrefix(sign) ? before.dropFirst() : before.dropLast())
      amount = sign + amount
      break
    }
    guard before.isEmpty != after.isEmpty, let number = TypedNumber(amount, language),
      let (code, digits) = currency(before + after)
    else { return .unreadable }
    if let minor = number.amount(digits: Int(digits)) { return .price(minor, Array(code)) }
    return number.fraction.utf8.count > Int(digits) ? .tooManyDigits : .unreadable
  }

  /// The names of common currencies in every language, with the forms that follow a number.
  private static let names: [(code: StaticString, names: [StaticString])] = [
    ("EUR", ["euro", "euros", "유로"]),
    (
      "USD",
      [
        "dollar", "dollars", "us dollar", "us dollars", "us-dollar", "dolar", "dolary", "dolarów",
        "달러", "미국 달러",
      ]
    ),
    (
      "GBP",
      [
        "pound", "pounds", "pound sterling", "pounds sterling", "pfund", "pfund sterling", "funt",
        "funty", "funtów", "funtów szterlingów", "파운드",
      ]
    ),
    ("PLN", ["złoty", "zlotys", "złote", "złotych", "즈워티"]),
    ("KRW", ["won", "wony", "wonów", "원"]),
    (
      "CHF",
      [
        "franc", "francs", "swiss franc", "swiss francs", "franken", "schweizer franken", "fr.",
        "sfr.", "frank", "franki", "franków", "프랑", "스위스 프랑",
      ]
    ),
    ("JPY", ["yen", "jen", "jeny", "jenów", "엔"]),
  ]

  private static func currency(_ text: String) -> (code: Bytes, digits: Int32)? {
    let word = Array(text.utf8)
    if let known = word.withUnsafeBufferPointer(Currency.find) { return known }
    let key = key(word)
    let found = symbols.first { known in
      Language.allCases.contains { language in
        let symbol = Array(known.symbols[language].bytes)
        return symbol == word
          || key.contains { $0 >= 0x61 } && self.key(symbol) == key
      }
    }
    let code =
      found?.code
      ?? names.first { $0.names.contains { self.key(Array($0.bytes)) == key } }?.code
    return code.flatMap { Currency.find($0.bytes) }
  }

  /// Folds case and accents, so that zl means zł.
  private static func key(_ word: [UInt8]) -> [UInt8] {
    word.withUnsafeBufferPointer { (try? Keys.search($0)) ?? [] }
  }
}
