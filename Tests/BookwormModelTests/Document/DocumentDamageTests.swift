// Tests invalid documents of every kind: each is refused with the fault and its place, and nothing
// of it is stored.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct DocumentDamageTests {
  let folder = TemporaryFolder()
  var document: String { folder.file("document.json") }

  /// Imports a document into an empty store. Nothing of a refused document is stored.
  private func importing(_ contents: [UInt8], into store: Store) throws -> (any Error)? {
    write(contents, to: document)
    do { try store.importDocument(from: bytes(document)) } catch {
      #expect(try store.countBooks() == 0)
      #expect(try store.count(.genre) == 0)
      return error
    }
    #expect(try store.check().count == 0)
    return nil
  }

  private func importing(_ contents: [UInt8]) -> (any Error)? {
    do { return try importing(each: [contents])[0] } catch { return error }
  }

  /// Imports each document. The store of a refused one takes the next one, and still works in the
  /// end.
  private func importing(each documents: [[UInt8]]) throws -> [(any Error)?] {
    var store = try memoryStore()
    defer { _ = try? store.close() }
    var isEmpty = true
    let errors = try documents.map { document in
      if !isEmpty {
        _ = try store.close()
        store = try memoryStore()
      }
      let error = try importing(document, into: store)
      isEmpty = error != nil
      return error
    }
    if isEmpty { #expect(try store.create("Next") == 1) }
    return errors
  }

  /// On a server, an import takes longer: only every 20th place is tried.
  private static let step = TestStore.isOnServer ? 20 : 1

  private func failing(_ text: String) -> Failure? { importing(Array(text.utf8)) as? Failure }

  private static func whole(
    version: String = "1", ids: String = "{}", genres: String = "", books: String = "",
    quotes: String = "", orders: String = ""
  ) -> String {
    """
    {"bookworm":\(version),"schema":2,"sort_keys":1,"last_ids":\(ids),"genres":[\(genres)],
    "books":[\(books)],"quotes":[\(quotes)],"orders":[\(orders)]}
    """
  }

  private static let genre = #"{"id":1,"name":"G","colour":"000000"}"#

  private static func book(_ more: String = "", id: String = "1", title: String = #""T""#) -> String
  {
    #"{"id":\#(id),"title":\#(title),"author":"A","created":0,"updated":0\#(more)}"#
  }

  private static func quote(_ more: String = "") -> String {
    #"{"id":1,"book":1,"text":"Q","created":0\#(more)}"#
  }

  private static func order(
    id: Int = 1, book: Int = 1, quantity: Int64 = 2, price: Int64 = 5, total: Int64 = 10,
    currency: String = "EUR", more: String = ""
  ) -> String {
    """
    {"id":\(id),"book":\(book),"title":"T","quantity":\(quantity),"unit_price":\(price),\
    "currency":"\(currency)","total":\(total),"placed":0\(more)}
    """
  }

  @Test(arguments: [
    whole(), "\u{feff}" + whole(), " \n\t\r" + whole() + "\n ",
    whole(ids: #"{"quote":5, "book":3}"#, genres: genre, books: book(), quotes: quote()),
    whole(books: book(title: #""\u00e9\ud83d\ude00\/\b""#) + "," + book(id: "9223372036854775806")),
    whole(books: book(#","series":"S","series_number":1E+2"#)),
    whole(books: book(#","price":5,"currency":"EUR""#), orders: order() + "," + order(id: 2)),
    whole(ids: #"{"book":7}"#, orders: order(book: 7)),
    whole(books: #"{"updated":0,"created":0,"author":"A","title":"T","id":1,"genres":[]}"#),
    whole(books: book().replacing(#"id"#, with: #"\u0069d"#)),
  ])
  func whatIsADocumentIsTaken(text: String) {
    let error = importing(Array(text.utf8))
    #expect(error == nil, "\(String(describing: error))")
  }

  /// A document, the field and the kind of the failure, the row, and a part of the message.
  static let wrong: [(String, String, Failure.Kind, Int64, String)] = [
    ("", "document", .invalid, -1, "byte 0: '{' was expected"),
    ("null", "document", .invalid, -1, "byte 0"), ("[]", "document", .invalid, -1, "byte 0"),
    (String(repeating: "[", count: 100_000), "document", .invalid, -1, "byte 0"),
    (whole() + "x", "document", .invalid, -1, "the end was expected"),
    (whole() + whole(), "document", .invalid, -1, "the end was expected"),
    (whole(version: "4"), "bookworm", .newer, -1, "a newer library wrote the document"),
    (#"{"bookworm":1,"schema":99}"#, "schema", .newer, -1, "its schema is 99"),
    (#"{"bookworm":1,"schema":0}"#, "schema", .invalid, -1, "no library uses"),
    (whole(version: "0"), "bookworm", .invalid, -1, "no library uses"),
    (whole(version: "1.0"), "bookworm", .invalid, -1, "whole number"),
    (whole(ids: #"{"book":01}"#), "document", .invalid, -1, "',' or '}' was expected"),
    (whole(version: "+1"), "document", .invalid, -1, "a number for bookworm was expected"),
    (whole(version: "1e99"), "bookworm", .invalid, -1, "whole number of 64 bits"),
    (whole(version: "99999999999999999999"), "bookworm", .invalid, -1, "64 bits"),
    (whole(version: "1, \"x\":2"), "document", .invalid, -1, #""x" where "schema" was expected"#),
    (#"{"books":[]}"#, "document", .invalid, -1, #"has "books" where "bookworm" was expected"#),
    (#"{"bookworm":1}"#, "document", .invalid, -1, #"lacks "schema""#),
    (
      whole(quotes: #"],"quotes":["#), "document", .invalid, -1, #"has "quotes" where "orders" was"#
    ),
    (whole(ids: #"{"book":-1}"#), "book", .invalid, -1, "must be from 0"),
    (whole(ids: #"{"shop":1}"#), "document", .invalid, -1, #"last_ids has "shop""#),
    (whole(ids: #"{"book":1,"book":1}"#), "book", .invalid, -1, "given twice"),
    (whole(genres: genre + "," + genre), "id", .invalid, 1, "genres[1]: id is 1, after 1"),
    (whole(genres: "[]"), "document", .invalid, 0, "genres[0]: "),
    (whole(genres: #"{"id":0,"name":"G","colour":"000000"}"#), "id", .invalid, 0, "begin at 1"),
    (whole(genres: #"{"id":1,"name":" ","colour":"000000"}"#), "name", .invalid, 0, "visible"),
    (whole(genres: #"{"id":1,"name":"G","colour":"red"}"#), "colour", .invalid, 0, "#RRGGBB"),
    (whole(genres: #"{"id":1,"name":"G"}"#), "colour", .invalid, 0, "colour is missing"),
    (
      whole(genres: genre + #",{"id":2,"name":"g","colour":"000000"}"#), "name", .exists, 1,
      "genres[1]: the genre 1 has this name already"
    ),
    (whole(books: book() + "," + book(id: "0")), "id", .invalid, 1, "books[1]: id is 0"),
    (whole(books: book() + ","), "document", .invalid, 1, "books[1]: the document is damaged"),
    (whole(books: book(#","rating":6"#)), "rating", .invalid, 0, "books[0]: rating is 6"),
    (whole(books: book(#","rating":"5""#)), "document", .invalid, 0, "a number for rating"),
    (whole(books: book(#","rating":null"#)), "document", .invalid, 0, "a number for rating"),
    (whole(books: book(#","rating":4294967297"#)), "rating", .invalid, 0, "out of range"),
    (whole(books: book(#","favourite":true"#)), "document", .invalid, 0, "a number for favourite"),
    (whole(books: book(#","series":7"#)), "document", .invalid, 0, "a text for series"),
    (whole(books: book(#","colour":"""#)), "document", .invalid, 0, #"a book has "colour""#),
    (whole(books: book(#","title":"T""#)), "title", .invalid, 0, "title is given twice"),
    (whole(books: book(#","series_number":1e999"#)), "series_number", .invalid, 0, "finite"),
    (whole(books: book(#","series_number":1."#)), "document", .invalid, 0, "series_number"),
    (whole(books: book(#","series_number":.5"#)), "document", .invalid, 0, "series_number"),
    (whole(books: book(#","series_number":NaN"#)), "document", .invalid, 0, "series_number"),
    (whole(books: book(#","series_number":1e"#)), "document", .invalid, 0, "series_number"),
    (
      whole(books: book(#","series_number":\#(String(repeating: "1", count: 900))"#)), "document",
      .invalid, 0, "too long"
    ),
    (whole(books: book(#","genres":[1]"#)), "genres", .notFound, 0, "no genre with the id 1"),
    (whole(books: book(#","genres":[[1]]"#)), "document", .invalid, 0, "a number for genres"),
    (whole(books: book(#","genres":{}"#)), "document", .invalid, 0, "'[' was expected"),
    (
      whole(books: book(#","identifiers":[{"scheme":"isbn"}]"#)), "identifiers", .invalid, 0,
      "identifiers is missing"
    ),
    (
      whole(books: book(#","identifiers":[{"scheme":"s","value":" "}]"#)), "identifier_values",
      .invalid, 0, "visible"
    ),
    (whole(books: book(title: #""\ud800""#)), "document", .invalid, 0, "was expected"),
    (whole(books: book(title: #""\ud800\u0041""#)), "title", .text, 0, "lone surrogate"),
    (whole(books: book(title: #""\udc00""#)), "title", .text, 0, "lone surrogate"),
    (whole(books: book(title: #""a\u0000b""#)), "title", .text, 0, "holds a NUL"),
    (whole(books: book(title: #""\x""#)), "document", .invalid, 0, "no such escape"),
    (whole(books: book(title: #""\u12G4""#)), "document", .invalid, 0, "hexadecimal digit"),
    (whole(books: book(title: "\"a\nb\"")), "document", .invalid, 0, "must be escaped"),
    (whole(books: book(title: "'T'")), "document", .invalid, 0, "a text for title"),
    (whole(books: book(title: "\"a")), "document", .invalid, 0, "was expected"),
    (
      whole(books: book(title: "\"\(String(repeating: "é", count: 8193))\"")), "title", .tooLarge,
      0, "16384 bytes"
    ),
    (whole(books: #"{"id":1,"title":"T"}"#), "updated", .invalid, 0, "updated is missing"),
    (whole(books: book().replacing(#""author":"A","#, with: "")), "author", .invalid, 0, "missing"),
    (whole(quotes: quote()), "book", .notFound, 0, "quotes[0]: there is no book with the id 1"),
    (whole(books: book(), quotes: quote(#","page":"""#)), "page", .invalid, 0, "visible"),
    (
      whole(books: book(), quotes: #"{"id":1,"book":1,"created":0}"#), "text", .invalid, 0,
      "text is missing"
    ),
    (whole(books: book(#","price":5"#)), "currency", .invalid, 0, "currency is missing"),
    (whole(books: book(#","price":5,"currency":"XYZ""#)), "currency", .invalid, 0, "ISO 4217"),
    (whole(orders: order()), "book", .invalid, 0, "orders[0]: book is 1, but no id above 0"),
    (whole(books: book(), orders: order(book: 0)), "book", .invalid, 0, "book is 0"),
    (whole(books: book(), orders: order(id: 2)), "id", .invalid, 0, "without a gap"),
    (whole(books: book(), orders: order(quantity: 21)), "quantity", .invalid, 0, "quantity is 21"),
    (
      whole(books: book(), orders: order(quantity: 1 << 32 + 2)), "quantity", .invalid, 0,
      "quantity is"
    ),
    (whole(books: book(), orders: order(total: 11)), "total", .invalid, 0, "not 2 times 5"),
    (
      whole(books: book(), orders: order(price: .max, total: -2)), "total", .invalid, 0,
      "total is -2"
    ),
    (whole(books: book(), orders: order(price: -5)), "unit_price", .invalid, 0, "0 or more"),
    (whole(books: book(), orders: order(currency: "eur")), "currency", .invalid, 0, "in capitals"),
    (whole(books: book(), orders: order(more: #","id":1"#)), "id", .invalid, 0, "given twice"),
    (
      whole(books: book(), orders: order().replacing(#","total":10"#, with: "")), "total", .invalid,
      0, "total is missing"
    ),
  ]

  @Test(arguments: wrong)
  func whatIsWrongIsNamed(
    text: String, field: String, kind: Failure.Kind, row: Int64, piece: String
  ) throws {
    let failure = try #require(failing(text))
    #expect(failure.field == field)
    #expect(failure.kind == kind)
    #expect(failure.row == row)
    #expect(failure.message.contains(piece), "\(failure.message)")
  }

  @Test func theByteAtFaultIsThatOfTheFile() throws {
    let text = Self.whole(books: Self.book(title: "'T'"))
    let place = try #require(Array(text.utf8).firstIndex(of: UInt8(ascii: "'")))
    #expect(failing(text)?.offset == Int64(place))
  }

  @Test func bytesThatAreNoUTF8AreRefused() throws {
    var contents = Array(Self.whole(books: Self.book(title: "\"TITLE\"")).utf8)
    let place = try #require(contents.firstIndex(of: UInt8(ascii: "I")))
    contents[place] = 0xFF
    let failure = try #require(importing(contents) as? Failure)
    #expect(failure.kind == .text)
    #expect(failure.field == "title")
    #expect(failure.offset == 1)
  }

  /// A document with rows of every kind.
  private func sample() throws -> [UInt8] {
    let store = try memoryStore()
    let genre = try store.genre(named: "Genre é")
    for number in 1...3 {
      try store.create(
        SampleBook("Book \(number) 東京", by: "Author \"\\\n").with {
          $0.genres = [genre]
          $0.seriesNumber = 0.1
          $0.identifiers = [.init("isbn", "9")]
          $0.synopsis = "s"
          $0.price = .init(999, "EUR")
        })
    }
    _ = try store.placeOrder(ofBook: 1, quantity: 3)
    var quote = QuoteDraft()
    quote.given = [.text, .page]
    (quote.text, quote.page) = (bytes("quote"), bytes("1"))
    _ = try store.addQuote(quote, toBook: 2)
    let path = folder.file("sample.json")
    try store.export(to: bytes(path))
    return try #require(contents(of: path))
  }

  @Test func aDocumentThatIsCutOffAnywhereIsRefused() throws {
    let whole = try sample()
    // The line break at the end may be missing.
    let lengths = Array(stride(from: 0, to: whole.count - 1, by: Self.step))
    let errors = try importing(each: lengths.map { Array(whole[..<$0]) })
    for (length, error) in zip(lengths, errors) { #expect(error is Failure, "\(length)") }
  }

  @Test func randomDamageIsRefusedOrHarmless() throws {
    let whole = try sample()
    var dice = Dice(20261121)
    let pieces = [
      "[", "]", "{", "}", ",", ":", "\"", "\\", "\\u", "1e999", "-", "\0", "\u{feff}", "null",
    ]
    let documents = (0..<3000 / Self.step).map { _ in
      var damaged = whole
      for _ in 0..<Int.random(in: 1...4, using: &dice) {
        let place = Int.random(in: 0..<damaged.count, using: &dice)
        switch Int.random(in: 0..<5, using: &dice) {
        case 0: damaged[place] = UInt8.random(in: 0...255, using: &dice)
        case 1: damaged.remove(at: place)
        case 2: damaged.insert(contentsOf: Array(dice.pick(pieces).utf8), at: place)
        case 3: damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &dice)
        default:
          let end = min(place + Int.random(in: 1...40, using: &dice), damaged.count)
          damaged.insert(
            contentsOf: damaged[place..<end], at: Int.random(in: 0..<place + 1, using: &dice))
        }
      }
      return damaged
    }
    for case let error? in try importing(each: documents) { #expect(error is Failure, "\(error)") }
  }

  @Test func aHugeDocumentIsRefusedSoon() throws {
    // A text, a key, a number, white space and nesting that do not end.
    let title = String(Self.whole().prefix { $0 != "\n" }) + #" "books":[{"title":""#
    let clock = ContinuousClock()
    for (start, filler) in [
      (title, "é"), (#"{""#, "k"), (#"{"bookworm":"#, "1"), ("", " \n"), ("", "["),
    ] {
      let count = (4 << 20) / filler.utf8.count
      let contents = Array((String(start) + String(repeating: filler, count: count)).utf8)
      let time = clock.measure { #expect(importing(contents) is Failure) }
      #expect(time < .seconds(10), "\(start)\(filler)")
    }
  }
}
