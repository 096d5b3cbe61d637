// Formats an amount of money for a person to read.
//
// Signs, patterns, grouping and symbols are those of the Unicode CLDR, version 48
// (https://cldr.unicode.org, common/main/*.xml: numbers/symbols, currencyFormats "standard",
// minimumGroupingDigits, currencies). The blank next to a symbol follows its currencySpacing. ISO
// 4217 determines the number of digits after the decimal sign: see Currency.
import BookwormRecords
import BookwormStorage

package enum Money {
  private struct Form {
    let decimal: StaticString
    let group: StaticString
    /// The least number of digits before the first group: CLDR's minimumGroupingDigits.
    let minimumGrouping: Int
    let symbolIsFirst: Bool

    static func of(_ language: Language) -> Form {
      switch language {
      case .english, .korean:
        Form(decimal: ".", group: ",", minimumGrouping: 1, symbolIsFirst: true)
      case .german: Form(decimal: ",", group: ".", minimumGrouping: 1, symbolIsFirst: false)
      case .polish:
        Form(decimal: ",", group: "\u{A0}", minimumGrouping: 2, symbolIsFirst: false)
      }
    }
  }

  /// The currencies whose symbol differs from their code in some language.
  static let symbols: [(code: StaticString, symbols: Localised)] = [
    ("AUD", Localised(en: "A$", de: "AU$", pl: "AUD", ko: "AU$")),
    ("BRL", Localised(en: "R$", de: "R$", pl: "R$", ko: "R$")),
    ("CAD", Localised(en: "CA$", de: "CA$", pl: "CAD", ko: "CA$")),
    ("CNY", Localised(en: "CN¥", de: "CN¥", pl: "CNY", ko: "CN¥")),
    ("EUR", Localised(en: "€", de: "€", pl: "€", ko: "€")),
    ("GBP", Localised(en: "£", de: "£", pl: "GBP", ko: "£")),
    ("HKD", Localised(en: "HK$", de: "HK$", pl: "HKD", ko: "HK$")),
    ("ILS", Localised(en: "₪", de: "₪", pl: "ILS", ko: "₪")),
    ("INR", Localised(en: "₹", de: "₹", pl: "INR", ko: "₹")),
    ("JPY", Localised(en: "¥", de: "¥", pl: "JPY", ko: "JP¥")),
    ("KRW", Localised(en: "₩", de: "₩", pl: "KRW", ko: "₩")),
    ("MXN", Localised(en: "MX$", de: "MX$", pl: "MXN", ko: "MX$")),
    ("NZD", Localised(en: "NZ$", de: "NZ$", pl: "NZD", ko: "NZ$")),
    ("PHP", Localised(en: "₱", de: "PHP", pl: "PHP", ko: "PHP")),
    ("PLN", Localised(en: "PLN", de: "PLN", pl: "zł", ko: "PLN")),
    ("THB", Localised(en: "THB", de: "฿", pl: "THB", ko: "THB")),
    ("TWD", Localised(en: "NT$", de: "NT$", pl: "TWD", ko: "NT$")),
    ("USD", Localised(en: "$", de: "$", pl: "USD", ko: "US$")),
    ("VND", Localised(en: "₫", de: "₫", pl: "VND", ko: "₫")),
    ("XAF", Localised(en: "FCFA", de: "FCFA", pl: "FCFA", ko: "FCFA")),
    ("XCD", Localised(en: "EC$", de: "EC$", pl: "EC$", ko: "EC$")),
    ("XCG", Localised(en: "Cg.", de: "Cg.", pl: "XCG", ko: "Cg.")),
    (
      "XOF",
      Localised(
        en: "F\u{202F}CFA", de: "F\u{202F}CFA", pl: "F\u{202F}CFA", ko: "F\u{202F}CFA")
    ),
    ("XPF", Localised(en: "CFPF", de: "CFPF", pl: "CFPF", ko: "CFPF")),
  ]

  private static func symbol(_ code: Bytes, _ language: Language) -> Bytes {
    let known = symbols.first { $0.code.bytes.elementsEqual(code) }
    return known?.symbols[language].bytes ?? code
  }

  private static let blank: StaticString = "\u{A0}"

  /// Returns a text of at most 42 bytes. `amount` is in the currency's minor unit.
  package static func format(
    _ amount: Int64, _ currency: Bytes, _ language: Language
  ) throws -> [UInt8] {
    let (code, digits) = try Currency.check(currency)
    let (form, symbol) = (Form.of(language), symbol(code, language))
    var text: [UInt8] = amount < 0 ? [UInt8(ascii: "-")] : []
    if form.symbolIsFirst {
      text += symbol
      // A blank separates a symbol that ends in a letter from the digits; no blank follows a sign
      // such as €.
      if let last = symbol.last, last < 0x80, last != UInt8(ascii: "$") { text += blank.bytes }
    }
    append(amount.magnitude, digits: Int(digits), form, to: &text)
    if !form.symbolIsFirst { text += Array(blank.bytes) + symbol }
    return text
  }

  private static func append(
    _ magnitude: UInt64, digits: Int, _ form: Form, to text: inout [UInt8]
  ) {
    var written = Array(String(magnitude).utf8)
    let missing = digits + 1 - written.count
    if missing > 0 {
      written.insert(contentsOf: repeatElement(UInt8(ascii: "0"), count: missing), at: 0)
    }
    let whole = written.count - digits
    let isGrouped = whole >= 3 + form.minimumGrouping
    for (place, digit) in written.enumerated() {
      if place == whole {
        text += form.decimal.bytes
      } else if isGrouped, place > 0, place < whole, (whole - place) % 3 == 0 {
        text += form.group.bytes
      }
      text.append(digit)
    }
  }
}
