// Tests prices: an amount with its currency, or neither; set, changed, cleared and read.
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct PriceTests {
  let store: Store
  init() throws { store = try memoryStore() }

  private func price(_ book: Int64) throws -> SampleBook.Price? {
    SampleBook(try store.book(book, [.price, .currency]), 0).price
  }

  private func priced(_ amount: Int64, _ currency: String) throws -> Int64 {
    try store.create(SampleBook("A").with { $0.price = .init(amount, currency) })
  }

  @Test(arguments: [
    (1299, "EUR", "EUR"), (0, "USD", "USD"), (.max, "JPY", "JPY"), (1, "kwd", "KWD"),
    (5, "pLn", "PLN"), (7, "XCG", "XCG"),
  ])
  func aPriceIsReadAsItWasGivenAndItsCurrencyInCapitals(
    amount: Int64, currency: String, stored: String
  ) throws {
    #expect(try price(priced(amount, currency)) == .init(amount, stored))
  }

  @Test(arguments: [
    "", "EU", "EURO", "E R", "€", "XXX", "XTS", "XAU", "XDR", "BGN", "DEM", "ZZZ", " EUR", "EÜR",
    "\u{C5}\u{D5}\u{D2}",
  ])
  func whatIsNoCurrencyIsRefused(currency: String) throws {
    let failure = failure { try priced(1, currency) }
    #expect(failure?.kind == .invalid)
    #expect(failure?.field == "currency")
    #expect(failure?.message.contains("ISO 4217") == true)
    #expect(try store.countBooks() == 0)
  }

  @Test func aNegativePriceIsRefused() {
    #expect(failure { try priced(-1, "EUR") }?.field == "price")
    #expect(failure { try priced(.min, "EUR") }?.kind == .invalid)
  }

  @Test func aBookHasNoPriceUntilItIsGiven() throws {
    let book = try store.create("A")
    #expect(try price(book) == nil)
    try store.change(book) {
      $0.given = [.price, .currency]
      ($0.price, $0.currency) = (500, bytes("gbp"))
    }
    #expect(try price(book) == .init(500, "GBP"))
    try store.change(book, clear: [.price, .currency]) { _ in }
    #expect(try price(book) == nil)
  }

  @Test func onePartOfAPriceIsRefused() throws {
    let book = try priced(1299, "EUR")
    for (given, missing) in [(BookFields.price, "currency"), (.currency, "price")] {
      let refused = failure {
        try store.change(book) {
          $0.given = given
          ($0.price, $0.currency) = (1, bytes("USD"))
        }
      }
      #expect(refused?.kind == .invalid)
      #expect(refused?.field == missing)
      #expect(failure { try store.change(book, clear: given) { _ in } }?.field == "clear")
    }
    #expect(try price(book) == .init(1299, "EUR"))
  }

  @Test func aPriceIsReadOnlyWhenAskedFor() throws {
    let book = try priced(1299, "EUR")
    for fields in [BookFields.standard, .byDefault, []] {
      #expect(try store.book(book, fields).column(.price) == nil)
    }
    #expect(try store.book(book, [.title, .currency]).texts(.currency) == ["EUR"])
    var query = try Query()
    try query.setFields([.price, .genres])
    #expect(try store.run(query).integers(.price) == [1299])
  }

  @Test func manyBooksHaveTheirOwnPrices() throws {
    let prices: [SampleBook.Price?] = [.init(1, "EUR"), nil, .init(2, "krw")]
    let ids = try store.createMany(3) { row in
      SampleBook("A").with { $0.price = prices[row] }.draft
    }
    let rows = try store.books(array(ids), [.price, .currency])
    #expect(rows.books.map(\.price) == [.init(1, "EUR"), nil, .init(2, "KRW")])
    let failed = failure {
      try store.createMany(2) { row in
        SampleBook("A").with { $0.price = .init(row == 0 ? 1 : -1, "EUR") }.draft
      }
    }
    #expect(failed?.row == 1)
    #expect(try store.countBooks() == 3)
  }

  @Test func everyCodeIsThreeLettersOnce() throws {
    var found: [String] = []
    for a in 65...90 as ClosedRange<UInt8> {
      for b in 65...90 as ClosedRange<UInt8> {
        for c in 65...90 as ClosedRange<UInt8> where Currency.find(bytes([a, b, c])) != nil {
          found.append(String(decoding: [a, b, c], as: UTF8.self))
        }
      }
    }
    #expect(found.count == 165)
    #expect(Set(["EUR", "USD", "ZWG", "XAD", "AED", "CLF", "XPF", "TND"]).isSubset(of: found))
  }

  @Test(arguments: [("EUR", 2), ("jpy", 0), ("KWD", 3), ("CLF", 4), ("ISK", 0), ("HUF", 2)])
  func aCurrencyHasItsDigits(code: String, digits: Int32) throws {
    #expect(try Currency.digits(bytes(code)) == digits)
  }
}
