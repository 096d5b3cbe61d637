// Tests quotes: adding, reading, editing, deleting, and their entries in the log of changes.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct QuoteTests {
  let folder = TemporaryFolder()
  let store: Store
  let raw: RawStore
  let book: Int64

  init() throws {
    store = try openStore(folder.file("store"))
    raw = try RawStore(folder.file("store"))
    book = try store.create("Dune")
  }

  private func expectSound() throws { #expect(try faults(inStore: folder.file("store")) == []) }
  private var rows: [[RawStore.Value]] {
    get throws { try raw.rows("SELECT id, book, text, page FROM quotes ORDER BY id") }
  }
  private var last: [Change]? {
    get throws {
      let rows = try raw.rows("SELECT entries FROM changes ORDER BY id DESC LIMIT 1")
      return Change.list(rows[0][0].blob ?? [])
    }
  }
  private func change(
    _ quote: Int64, _ fields: QuoteFields, to text: String = "new", clear: QuoteFields = []
  ) throws {
    var draft = QuoteDraft()
    draft.given = fields
    (draft.text, draft.page) = (bytes(text), bytes(text == "new" ? "xiv" : text))
    try store.updateQuote(quote, draft, clear: clear)
  }

  @Test func aQuoteIsARowOfItsBook() throws {
    let before = Clock.now()
    let quote = try store.quote("Fear is the mind-killer.", page: "12", of: book)
    #expect(
      try rows == [
        [.integer(quote), .integer(book), .text("Fear is the mind-killer."), .text("12")]
      ])
    let created = try raw.integers("SELECT created FROM quotes")[0]
    #expect((before...Clock.now()).contains(created))
    #expect(try store.quote(quote).quotes == [.init(quote, book, "Fear is the mind-killer.", "12")])
    #expect(try store.quote(quote).integers(bit: QuoteFields.created.rawValue) == [created])
    try expectSound()
  }

  @Test func theOldestComesFirst() throws {
    let other = try store.create("Other")
    let first = try store.quote("z", of: book)
    try store.quote("not here", of: other)
    let second = try store.quote("a", page: "1", of: book)
    #expect(try store.quotes(ofBook: book).ids == [first, second])
    #expect(try store.countQuotes(ofBook: book) == 2)
    #expect(try store.quotes(ofBook: try store.create("None")).count == 0)
  }

  @Test func onlyWhatIsGivenChanges() throws {
    let quote = try store.quote("old", page: "1", of: book)
    try change(quote, .text)
    #expect(try store.quote(quote).quotes == [.init(quote, book, "new", "1")])
    try change(quote, .page)
    #expect(try store.quote(quote).quotes == [.init(quote, book, "new", "xiv")])
    try change(quote, [], clear: .page)
    #expect(try store.quote(quote).quotes == [.init(quote, book, "new", nil)])
    let logged = try raw.integers("SELECT count(*) FROM changes")
    try change(quote, [])
    #expect(try raw.integers("SELECT count(*) FROM changes") == logged)
  }

  @Test func aChangeOfQuotesLeavesTheBooksOwnTimeAlone() throws {
    try raw.execute("UPDATE books SET updated = 7")
    let quote = try store.quote("old", of: book)
    try change(quote, .text)
    try store.deleteQuote(quote)
    #expect(try raw.integers("SELECT updated FROM books") == [7])
  }

  @Test func anIdIsNotGivenAgain() throws {
    let quote = try store.quote("a", of: book)
    try store.deleteQuote(quote)
    #expect(try store.quote("b", of: book) > quote)
    let transaction = try store.begin(.write)
    try transaction.quote("c", of: book)
    let inner = try transaction.begin(.write)
    let lost = try inner.quote("d", of: book)
    try inner.rollBack()
    #expect(try transaction.quote("e", of: book) > lost)
    try transaction.commit()
    #expect(try rows.map { $0[2] } == [.text("b"), .text("c"), .text("e")])
    try expectSound()
  }

  @Test func quotesGoWithTheirBookHoweverItIsDeleted() throws {
    let deletions: [(Int64) throws -> Void] = [
      { try store.deleteBook($0) }, { _ = try store.deleteBooks(array([$0])) },
      { _ in
        var query = try Query()
        try query.filterRating(5, 5, orNotRated: 0)
        _ = try store.deleteBooks(matching: query)
      },
    ]
    let kept = try store.quote("kept", of: book)
    for delete in deletions {
      let doomed = try store.create(SampleBook("Doomed").with { $0.rating = 5 })
      let quotes = try (0..<3).map { try store.quote("\($0)", of: doomed) }
      try delete(doomed)
      for quote in quotes { #expect(failure { try store.quote(quote) }?.kind == .notFound) }
      #expect(
        try last == [Change(.delete, .quote, quotes[0], count: 3), Change(.delete, .book, doomed)])
      try expectSound()
    }
    #expect(try rows.map { $0[0] } == [.integer(kept)])
  }

  @Test func everyChangeIsLoggedAsOneOfItsBookToo() throws {
    let ofBook = Change(.update, .book, book, fields: BookFields.quotes.rawValue)
    let quote = try store.quote("a", of: book)
    #expect(try last == [Change(.insert, .quote, quote), ofBook])
    for fields in [QuoteFields.text, .page, [.text, .page]] {
      for _ in 0..<2 {
        try change(quote, fields, to: "as \(fields.rawValue)")
        #expect(try last == [Change(.update, .quote, quote, fields: fields.rawValue), ofBook])
      }
    }
    try change(quote, .text, clear: .page)
    #expect(
      try last == [
        Change(.update, .quote, quote, fields: QuoteFields([.text, .page]).rawValue), ofBook,
      ])
    try store.deleteQuote(quote)
    #expect(try last == [Change(.delete, .quote, quote), ofBook])
  }

  @Test func whatIsNotThereIsNamed() throws {
    let quote = try store.quote("a", of: book)
    for failure in [
      failure { try store.quote(99) }, failure { try store.deleteQuote(99) },
      failure { try change(99, .text) }, failure { try change(-1, []) },
    ] {
      #expect(failure?.kind == .notFound)
      #expect(failure?.field == "quote")
    }
    for failure in [
      failure { try store.quote("b", of: 99) }, failure { try store.quotes(ofBook: 99) },
      failure { try store.countQuotes(ofBook: 99) },
    ] {
      #expect(failure?.kind == .notFound)
      #expect(failure?.field == "book")
    }
    #expect(try store.quotes(ofBook: book).ids == [quote])
  }

  @Test func whatBreaksARuleIsRefused() throws {
    let quote = try store.quote("a", page: "1", of: book)
    let wrong: [(Failure.Kind, String, (inout QuoteDraft) -> Void)] = [
      (.invalid, "text", { $0.text = bytes(" \u{3000}\n") }),
      (.invalid, "text", { $0.text = bytes("") }),
      (.text, "text", { $0.text = bytes([65, 0xC3]) }),
      (.tooLarge, "text", { $0.text = bytes([UInt8](repeating: 65, count: (16 << 20) + 1)) }),
      (.invalid, "page", { $0.page = bytes("") }),
      (.text, "page", { $0.page = bytes([65, 0]) }),
      (.tooLarge, "page", { $0.page = bytes([UInt8](repeating: 65, count: (16 << 10) + 1)) }),
      (.argument, "fields", { $0.given.insert(QuoteFields(rawValue: 1 << 40)) }),
    ]
    for (kind, field, spoil) in wrong {
      var draft = QuoteDraft()
      draft.given = [.text, .page]
      (draft.text, draft.page) = (bytes("b"), bytes("2"))
      spoil(&draft)
      for failure in [
        failure { try store.addQuote(draft, toBook: book) },
        failure { try store.updateQuote(quote, draft, clear: []) },
      ] {
        #expect(failure?.kind == kind)
        #expect(failure?.field == field)
      }
    }
    var pageAlone = QuoteDraft()
    pageAlone.given = .page
    pageAlone.page = bytes("1")
    #expect(failure { try store.addQuote(pageAlone, toBook: book) }?.field == "text")
    #expect(failure { try change(quote, .page, clear: .page) }?.field == "clear")
    #expect(failure { try change(quote, [], clear: .text) }?.field == "clear")
    #expect(
      failure { try change(quote, [], clear: QuoteFields(rawValue: 1 << 40)) }?.field == "clear")
    #expect(try store.quotes(ofBook: book).quotes == [.init(quote, book, "a", "1")])
  }

  @Test func theLongestTextsComeBack() throws {
    let text = String(repeating: "ł", count: 8 << 20)
    let page = String(repeating: "x", count: 16 << 10)
    let quote = try store.quote(text, page: page, of: book)
    #expect(try store.quote(quote).quotes == [.init(quote, book, text, page)])
  }

  @Test func aTransactionThatIsRolledBackLeavesNoQuotes() throws {
    let kept = try store.quote("kept", of: book)
    let transaction = try store.begin(.write)
    try transaction.quote("gone", of: book)
    try transaction.deleteQuote(kept)
    #expect(try transaction.quotes(ofBook: book).count == 1)
    try transaction.rollBack()
    #expect(try store.quotes(ofBook: book).quotes == [.init(kept, book, "kept", nil)])
  }
}
