// Tests orders: numbers without gaps, the values that they keep, and totals whose overflow is
// reported.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct OrderTests {
  let folder = TemporaryFolder()
  let store: Store
  let raw: RawStore
  let book: Int64

  init() throws {
    store = try openStore(folder.file("store"))
    raw = try RawStore(folder.file("store"))
    book = try store.create(SampleBook("Dune").with { $0.price = .init(1299, "EUR") })
  }

  private func add(_ title: String, _ amount: Int64, _ currency: String) throws -> Int64 {
    try store.create(SampleBook(title).with { $0.price = .init(amount, currency) })
  }

  private func order(_ book: Int64, _ quantity: Int32 = 1) throws -> Int64 {
    try store.placeOrder(ofBook: book, quantity: quantity)
  }

  private var rows: [[RawStore.Value]] {
    get throws {
      try raw.rows(
        "SELECT id, book, title, quantity, unit_price, currency, total FROM orders ORDER BY id")
    }
  }

  @Test func anOrderKeepsWhatItWasPlacedAt() throws {
    let before = Clock.now()
    #expect(try order(book, 3) == 1)
    let expected: [RawStore.Value] = [
      .integer(1), .integer(book), .text("Dune"), .integer(3), .integer(1299), .text("EUR"),
      .integer(3897),
    ]
    #expect(try rows == [expected])
    let placed = try raw.integers("SELECT placed FROM orders")[0]
    #expect((before...Clock.now()).contains(placed))
    try store.change(book) {
      $0.given = [.title, .price, .currency]
      ($0.title, $0.price, $0.currency) = (bytes("Other"), 1, bytes("USD"))
    }
    try store.deleteBook(book)
    #expect(try rows == [expected])
    #expect(try faults(inStore: folder.file("store")) == [])
  }

  @Test func theChangeLogTellsOfAnOrder() throws {
    let id = try order(book)
    let row = try raw.rows("SELECT entries FROM changes ORDER BY id DESC LIMIT 1")[0]
    #expect(Change.list(row[0].blob ?? []) == [Change(.insert, .order, id)])
  }

  @Test(arguments: [0, -1, 21, .min, .max])
  func aQuantityOutOfRangeIsRefused(quantity: Int32) throws {
    let failure = failure { try order(book, quantity) }
    #expect(failure?.kind == .invalid)
    #expect(failure?.field == "quantity")
    #expect(failure?.message == "quantity is \(quantity); it must be 1 to 20")
    #expect(try rows == [])
  }

  @Test func aBookWithoutAPriceIsRefused() throws {
    let failed = failure { try order(try store.create("A")) }
    #expect(failed?.kind == .invalid)
    #expect(failed?.field == "book")
    #expect(failed?.message.contains("has no price") == true)
    #expect(failure { try order(99) }?.kind == .notFound)
    try store.deleteBook(book)
    #expect(failure { try order(book) }?.kind == .notFound)
  }

  @Test func aTotalThatWouldOverflowIsRefused() throws {
    let dear = try add("A", .max, "EUR")
    let failure = failure { try order(dear, 2) }
    #expect(failure?.kind == .invalid)
    #expect(failure?.field == "total")
    #expect(try order(dear, 1) == 1)
    #expect(try order(try add("B", .max / 20, "EUR"), 20) == 2)
  }

  @Test func theNumbersHaveNoGap() throws {
    #expect(try order(book) == 1)
    #expect(failure { try order(book, 21) } != nil)
    let transaction = try store.begin(.write)
    #expect(try transaction.placeOrder(ofBook: book, quantity: 1) == 2)
    #expect(try transaction.placeOrder(ofBook: book, quantity: 2) == 3)
    try transaction.rollBack()
    #expect(try order(book) == 2)
    let inner = try store.begin(.write)
    let nested = try inner.begin(.write)
    #expect(try nested.placeOrder(ofBook: book, quantity: 1) == 3)
    try nested.rollBack()
    #expect(try inner.placeOrder(ofBook: book, quantity: 1) == 3)
    try inner.commit()
    #expect(try rows.map { $0[0] } == [.integer(1), .integer(2), .integer(3)])
  }

  @Test func anotherConnectionsNumbersAreSeen() throws {
    let other = try openStore(folder.file("store"))
    #expect(try order(book) == 1)
    #expect(try other.placeOrder(ofBook: book, quantity: 1) == 2)
    #expect(try order(book) == 3)
    #expect(try other.close() == false)
  }

  @Test func aStoreThatHasRunOutOfNumbersSaysSo() throws {
    try raw.execute(
      """
      INSERT INTO orders (id, book, title, quantity, unit_price, currency, total, placed)
      VALUES (9223372036854775807, 1, 'A', 1, 1, 'EUR', 1, 0)
      """)
    #expect(storageError { try order(book) }?.kind == .full)
  }

  @Test func ordersAreReadInTheirOrder() throws {
    for _ in 1...5 { _ = try order(book) }
    #expect(try store.orders(after: 0, limit: -1).ids == [1, 2, 3, 4, 5])
    #expect(try store.orders(after: 2, limit: 2).ids == [3, 4])
    #expect(try store.orders(after: 5, limit: 2).ids == [])
    #expect(try store.orders(after: .min, limit: 1).ids == [1])
    #expect(try store.orders(after: 0, limit: 0).count == 0)
    #expect(failure { try store.orders(after: 0, limit: -2) }?.field == "limit")
    #expect(try store.order(4).ids == [4])
    #expect(failure { try store.order(6) }?.kind == .notFound)
  }

  // MARK: Totals

  private func totals() throws -> [String] {
    let rows = try store.orderTotals()
    let columns = Array(rows.layout.columns)
    return (0..<Int(rows.count)).map { row in
      let numbers = columns[1...].map { String(rows.number($0, row, as: Int64.self)) }
      return "\(string(rows.text(columns[0], row))) \(numbers.joined(separator: " "))"
    }
  }

  @Test func totalsAreOfEachCurrency() throws {
    #expect(try totals() == [])
    _ = try order(book, 2)
    _ = try order(try add("A", 5, "USD"), 20)
    _ = try order(book)
    _ = try order(try add("B", 0, "CHF"))
    #expect(try totals() == ["CHF 1 1 0", "EUR 2 3 3897", "USD 1 20 100"])
  }

  @Test func aTotalTooLargeNamesItsCurrency() throws {
    let dear = try add("A", .max, "KRW")
    _ = try order(dear)
    _ = try order(book)
    #expect(try totals() == ["EUR 1 1 1299", "KRW 1 1 \(Int64.max)"])
    _ = try order(try add("B", 1, "KRW"))
    let failure = failure { try store.orderTotals() }
    #expect(failure?.kind == .invalid)
    #expect(failure?.field == "total")
    #expect(failure?.message.contains("KRW") == true)
  }
}
