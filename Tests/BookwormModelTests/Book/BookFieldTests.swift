// Tests the table of a book's fields, and the fields of an edition.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct BookFieldTests {
  let store: Store
  static let full = SampleBook("The Hobbit", by: "J. R. R. Tolkien").with {
    $0.subtitle = "There and Back Again"
    $0.publisher = "Allen & Unwin"
    $0.pages = 310
    $0.language = "en-GB"
    $0.format = "hardcover"
    $0.editionYear = 1966
    $0.authorSort = "Tolkien, J. R. R."
    $0.titleSort = "Hobbit"
    $0.spoilers = 1
    ($0.rating, $0.exactRating) = (4, 4.25)
    $0.contributors = [
      .init("J. R. R. Tolkien", sort: "Tolkien, J. R. R."), .init("Ted Nasmith", "illustrator"),
    ]
  }

  init() throws { store = try memoryStore() }

  private func titles(_ fill: (inout Query) throws -> Void) throws -> [String] {
    var query = try Query()
    try fill(&query)
    return try store.run(query).texts(.title)
  }

  @Test func everyLineHasItsBitAlone() {
    let bits = BookField.all.map(\.field.rawValue)
    #expect(bits.allSatisfy { $0.nonzeroBitCount == 1 } && bits == bits.sorted())
    #expect(Set(bits).count == bits.count && BookField.keys.count <= 8)
    for line in BookField.all {
      #expect(BookField.of(line.field)?.name.description == "\(line.name)")
    }
  }

  @Test func aBookKeepsWhatItIsGiven() throws {
    let book = try store.read(try store.create(BookFieldTests.full))
    #expect(
      book
        == BookFieldTests.full.with {
          ($0.id, $0.created, $0.updated) = (book.id, book.created, book.updated)
        })
    #expect(try store.check().count == 0)
  }

  @Test(arguments: [
    BookFields.subtitle, .publisher, .pages, .language, .format, .editionYear, .authorSort,
    .exactRating, .titleSort,
  ])
  func eachFieldIsTakenAwayAndPutBack(_ field: BookFields) throws {
    let id = try store.create(BookFieldTests.full)
    let before = try store.read(id)
    try store.updateBook(id, BookDraft(), clear: field)
    #expect(try !store.book(id, field).isPresent(field, 0))
    _ = try store.undo()
    #expect(try store.read(id) == before)
    #expect(try store.check().count == 0)
  }

  @Test func aReviewHasNoSpoilersUnlessItSaysSo() throws {
    let id = try store.create(SampleBook("A").with { $0.review = "The butler did it." })
    #expect(try store.read(id).spoilers == 0)
    try store.change(id) { $0.give(.spoilers, 1) }
    #expect(try store.read(id).spoilers == 1)
    _ = try store.undo()
    #expect(try store.read(id).spoilers == 0)
    _ = try store.redo()
    #expect(try store.read(id).spoilers == 1)
    #expect(failure { try store.change(id) { $0.give(.spoilers, 2) } }?.field == "spoilers")
    let cleared = failure { try store.updateBook(id, BookDraft(), clear: .spoilers) }
    #expect(cleared?.field == "clear")
    #expect(try store.check().count == 0)
  }

  @Test func spoilersGoWithTheReviewThatIsKept() throws {
    let telling = SampleBook("A").with { ($0.review, $0.spoilers) = ("It was he.", 1) }
    let first = try store.create("A")
    let second = try store.create(telling)
    _ = try store.mergeBook(second, into: first, taking: [], preview: false)
    #expect(try store.read(first).spoilers == 1)
    let own = try store.create(SampleBook("A").with { $0.review = "Good." })
    let third = try store.create(telling)
    _ = try store.mergeBook(third, into: own, taking: [], preview: false)
    #expect(try store.read(own).spoilers == 0 && store.read(own).review == "Good.")
  }

  @Test func aBookSortsByTheAuthorAsListsSortTheName() throws {
    let tolkien = try store.create(SampleBook("A", by: "J. R. R. Tolkien"))
    try store.create("B", by: "Le Guin")
    let byAuthor = { try titles { try $0.sort(by: SortTerm(.author, descending: false)) } }
    #expect(try byAuthor() == ["A", "B"])
    try store.change(tolkien) { $0.give(.authorSort, bytes("Tolkien, J. R. R.")) }
    #expect(try byAuthor() == ["B", "A"])
    try store.change(tolkien) { $0.give(.author, bytes("A. Tolkien")) }
    #expect(try byAuthor() == ["B", "A"])
    try store.updateBook(tolkien, BookDraft(), clear: .authorSort)
    #expect(try byAuthor() == ["A", "B"])
    #expect(try store.check().count == 0)
  }

  @Test(arguments: [
    ("EN", "en"), ("pt-br", "pt-BR"), ("ZH-HANT-tw", "zh-Hant-TW"),
    ("sl-Rozaj-BISKE", "sl-rozaj-biske"),
    ("de-1996", "de-1996"), ("zh-yue", "zh-yue"), ("en-a-BBB-x-A-CC", "en-a-bbb-x-a-cc"),
    ("X-Private", "x-private"), ("i-Klingon", "i-klingon"), ("sgn-be-fr", "sgn-BE-FR"),
    ("es-419", "es-419"),
  ])
  func aLanguageIsKeptAsItIsWritten(_ given: String, _ kept: String) throws {
    let id = try store.create(SampleBook("A").with { $0.language = given })
    #expect(try store.read(id).language == kept)
  }

  @Test(arguments: [
    "", "e", "english-", "-en", "en--GB", "en_GB", "x", "en-x", "toolonglanguage", "en-a",
    "i-unknown",
    "en-GB-GB", "1a", "e\u{301}n",
  ])
  func whatIsNoLanguageTagIsRefused(_ tag: String) {
    let failure = failure { try store.create(SampleBook("A").with { $0.language = tag }) }
    #expect(failure?.field == "language" && failure?.kind == .invalid)
  }

  @Test(arguments: [
    ("en_US", "such as en-US"), ("ZH_hant_tw", "such as zh-Hant-TW"), ("_", "such as en, pt-BR"),
  ])
  func aTagOfASystemIsToldAsItWouldBeRight(_ tag: String, _ told: String) {
    let failure = failure { try store.create(SampleBook("A").with { $0.language = tag }) }
    #expect(failure?.message.contains(told) == true)
  }

  @Test(arguments: [0, -1, Int32.min])
  func aBookHasPages(_ pages: Int32) {
    let failure = failure { try store.create(SampleBook("A").with { $0.pages = pages }) }
    #expect(failure?.field == "pages")
  }

  @Test func queriesAskForThem() throws {
    try store.create(BookFieldTests.full)
    try store.create(SampleBook("Other").with { ($0.pages, $0.language) = (90, "engl") })
    try store.create("Without")
    #expect(try titles { try $0.filter(.publisher, contains: bytes("ALLEN")) } == ["The Hobbit"])
    #expect(try titles { try $0.filter(.subtitle, contains: bytes("back")) } == ["The Hobbit"])
    #expect(try titles { try $0.filter(.language, contains: bytes("EN")) } == ["The Hobbit"])
    #expect(try titles { try $0.filter(.language, contains: bytes("en-US")) } == [])
    #expect(try titles { try $0.filter(.pages, 91, .max) } == ["The Hobbit"])
    #expect(try titles { try $0.filter(.editionYear, .min, 1970) } == ["The Hobbit"])
    #expect(try titles { try $0.search(bytes("unwin again"), [], .all) } == ["The Hobbit"])
    for (field, kind) in [
      (BookFields.pages, "text"), (.synopsis, "text"), ([.title, .author], "text"),
    ] {
      #expect(
        failure { try titles { try $0.filter(field, contains: bytes(kind)) } }?.field == "field")
    }
    #expect(failure { try titles { try $0.filter(.rating, 1, 2) } }?.field == "field")
  }

  @Test(arguments: [
    ("pages>100", ["The Hobbit"]), ("pages:80..100", ["Other"]), ("language:en", ["The Hobbit"]),
    ("format:hard", ["The Hobbit"]), ("spoilers:yes", ["The Hobbit"]),
    ("spoilers:no", ["Other", "Without"]), ("-spoilers=No", ["The Hobbit"]),
    ("edition:1966", ["The Hobbit"]), ("publisher:unwin", ["The Hobbit"]),
    ("subtitle:\"and back\"", ["The Hobbit"]), ("sort:-pages", ["The Hobbit", "Other", "Without"]),
    ("sort:publisher", ["Other", "Without", "The Hobbit"]),
    ("sort:edition,title", ["Other", "Without", "The Hobbit"]),
    ("sort:-language", ["Other", "The Hobbit", "Without"]),
  ])
  func aSearchLineAsksForThem(_ line: String, _ found: [String]) throws {
    try store.create(BookFieldTests.full)
    try store.create(SampleBook("Other").with { ($0.pages, $0.language) = (90, "fr") })
    try store.create("Without")
    #expect(try store.run(try SearchLine.query(bytes(line))).texts(.title) == found)
  }
}
