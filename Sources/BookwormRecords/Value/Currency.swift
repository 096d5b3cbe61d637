// Lists the currencies of prices: the active codes of ISO 4217, and the number of digits of their
// minor units.
import BookwormStorage

/// The list is ISO 4217's table A.1 as the maintenance agency, SIX, publishes it
/// (https://www.six-group.com/en/products-services/financial-information/data-standards.html), as
/// of 1 January 2026. It omits codes with the minor unit "N.A.", because books are not priced in
/// them: metals, bond markets' units, XDR, XSU, XUA, XTS (for tests), XXX (none).
package enum Currency {
  /// Grouped by the digits of the minor unit: 2 for a currency with cents. One blank follows each
  /// code except the last.
  private static let codes: [(digits: Int32, codes: StaticString)] = [
    (0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"),
    (
      2,
      """
      AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD \
      CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS \
      GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD \
      LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB \
      PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP \
      SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW \
      ZWG
      """
    ),
    (3, "BHD IQD JOD KWD LYD OMR TND"),
    (4, "CLF UYW"),
  ]

  /// Returns the code in capitals, in memory that lives as long as the library, and its digits.
  /// Returns nil if the code is unknown. Case is ignored.
  package static func find(_ code: Bytes) -> (code: Bytes, digits: Int32)? {
    guard code.count == 3 else { return nil }
    for group in codes {
      let all = group.codes.bytes
      for start in stride(from: 0, to: all.count, by: 4) {
        let candidate = Bytes(rebasing: all[start..<start + 3])
        if zip(code, candidate).allSatisfy({ $0 & 0xDF == $1 }) { return (candidate, group.digits) }
      }
    }
    return nil
  }

  package static func check(_ code: Bytes) throws -> (code: Bytes, digits: Int32) {
    try Rules.text(code, "currency", limit: Rules.nameLimit)
    guard let currency = find(code) else {
      throw Failure(
        .invalid, "currency",
        "currency is \"\(String(decoding: code.prefix(32), as: UTF8.self))\"; it must be an active"
          + " ISO 4217 code of a currency, such as EUR")
    }
    return currency
  }

  /// Returns how many digits of an amount follow the decimal point: 2 for EUR, 0 for JPY.
  package static func digits(_ code: Bytes) throws -> Int32 { try check(code).digits }
}
