// Tests exporting a store as one JSON document, and importing it.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct DocumentTests {
  let folder = TemporaryFolder()
  var path: String { folder.file("store") }
  var document: String { folder.file("document.json") }

  static let texts = [
    "\u{1}\u{1f}\t\r\n\u{8}\u{c}\"\\/", "\u{2028}\u{2029}\u{7f}\u{80}\u{feff}", "👩‍👩‍👧‍👦 🇵🇱", "東京 도서 한글",
    "e\u{301}", "\u{10ffff}\u{ffff}\u{fffd}",
  ]
  static let numbers = [
    0.1, 1.5, 0, -0.0, 0x1p-1074, 1.7976931348623157e308, 1e16, 123456789.123456789,
    2.2250738585072014e-308,
  ]

  /// A store with every kind of value, and gaps where rows were deleted.
  func fill(_ store: Store) throws {
    let genres = try Self.texts.map { try store.createGenre(bytes($0 + "!"), colour: nil) }
    for (place, text) in Self.texts.enumerated() {
      try store.create(
        SampleBook("T" + text, by: "A" + text).with {
          $0.synopsis = text
          $0.review = place == 0 ? "" : nil
          $0.notes = place == 1 ? text : nil
          $0.series = place == 2 ? text : nil
          $0.rating = Int32(place)
          $0.favourite = Int32(place % 2)
          $0.status = Int32(place % 4)
          $0.year = place == 3 ? -44 : nil
          $0.price = place < 2 ? .init(Int64.max / 20, "EUR") : nil
          $0.genres = [genres[place], genres[0]]
          $0.identifiers = [.init("s" + text, "v"), .init("s", "v" + text)]
        })
    }
    for (place, number) in Self.numbers.enumerated() {
      try store.create(
        SampleBook("Number \(place)", by: "A").with {
          $0.seriesNumber = number
          $0.created = place == 0 ? -62_135_596_800_000 : 253_402_300_799_999
          $0.started = 1_01_01
          $0.finished = 9999_12_31
        })
    }
    for text in Self.texts {
      var quote = QuoteDraft()
      quote.given = text.count > 8 ? .text : [.text, .page]
      (quote.text, quote.page) = (bytes(text + "."), bytes(text + "."))
      _ = try store.addQuote(quote, toBook: 2)
    }
    for text in Self.texts { _ = try store.createShelf(bytes(text + "."), line: bytes("dune")) }
    try store.deleteShelf(2)
    _ = try store.placeOrder(ofBook: 1, quantity: 20)
    _ = try store.placeOrder(ofBook: 2, quantity: 1)
    try store.deleteBook(1)
    try store.deleteBook(15)
    try store.deleteGenre(3)
    try store.deleteQuote(6)
    let rows = [("17", SampleBook("Shop").draft), ("18", SampleBook("Gone").draft)]
    try store.importBooks(rows, of: [.title, .author])
    try store.deleteBook(17)
  }

  private func tables(_ path: String) throws -> [[[RawStore.Value]]] {
    let store = try RawStore(path)
    return try [
      "SELECT * FROM books ORDER BY id", "SELECT * FROM genres ORDER BY id",
      "SELECT book, genre FROM book_genres ORDER BY book, position",
      "SELECT * FROM book_identifiers ORDER BY book, position",
      "SELECT * FROM quotes ORDER BY id",
      "SELECT * FROM orders ORDER BY id", "SELECT * FROM shelves ORDER BY id",
      "SELECT * FROM book_sources ORDER BY id",
      """
      SELECT * FROM counters WHERE rated_0 + rated_1 + rated_2 + rated_3 + rated_4 + rated_5 > 0
      ORDER BY kind, key
      """,
      "SELECT * FROM properties WHERE name <> 'store_id' ORDER BY name",
    ].map { try store.rows($0) }
  }

  @Test func whatIsExportedComesBackExactly() throws {
    let store = try openStore(path)
    try fill(store)
    try store.export(to: bytes(document))
    let other = try openStore(folder.file("other"))
    try other.importDocument(from: bytes(document))
    #expect(try tables(folder.file("other")) == tables(path))
    #expect(try faults(inStore: folder.file("other")) == [])
    #expect(try other.check().count == 0)
    let again = folder.file("again.json")
    try other.export(to: bytes(again))
    #expect(contents(of: again) == contents(of: document))
    // Ids continue after the last ones.
    #expect(try other.create("Next") == 18)
    #expect(folder.files.filter { $0.contains("part") } == [])
  }

  @Test func aStoreInMemoryIsExportedAndImportedToo() throws {
    let store = try memoryStore()
    try fill(store)
    try store.export(to: bytes(document))
    let other = try memoryStore()
    try other.importDocument(from: bytes(document))
    #expect(try other.run(Query()).books == store.run(Query()).books)
  }

  @Test func anEmptyStoreIsADocumentToo() throws {
    try memoryStore().export(to: bytes(document))
    #expect(
      contents(of: document).map { String(decoding: $0, as: UTF8.self) } == """
        {
        "bookworm":3,
        "schema":4,
        "sort_keys":2,
        "last_ids":{"book":0,"genre":0,"quote":0,"reading":0,"shelf":0,"source":0},
        "genres":[
        ],
        "books":[
        ],
        "quotes":[
        ],
        "orders":[
        ],
        "readings":[
        ],
        "shelves":[
        ],
        "book_sources":[
        ],
        "merged_books":[
        ]
        }

        """)
    try memoryStore().importDocument(from: bytes(document))
  }

  @Test func anImportIsHeardOfLikeAnyOtherChange() throws {
    try fill(openStore(path))
    try openStore(path).export(to: bytes(document))
    let other = folder.file("other")
    try openStore(other).importDocument(from: bytes(document))
    let rows = try RawStore(other).rows("SELECT entries FROM changes")
    let changes = try #require(rows.first?[0].blob.flatMap { Change.list($0) })
    #expect(rows.count == 1)
    #expect(changes.contains(Change(.insert, .book, 2, count: 13)))
    #expect(changes.contains(Change(.insert, .order, 1, count: 2)))
    #expect(changes.filter { $0.operation == .insert && $0.entity == .quote }.count == 5)
  }

  @Test func aFileThatIsThereIsNotReplaced() throws {
    write([1], to: document)
    #expect(storageError { try memoryStore().export(to: bytes(document)) }?.kind == .exists)
    #expect(contents(of: document) == [1])
    #expect(
      storageError { try memoryStore().export(to: bytes("/nowhere/x")) }?.kind == .cannotOpen)
  }

  @Test(
    .ofFiles("values that a server's types refuse"),
    arguments: [
      "UPDATE books SET title = CAST(x'41ff' AS TEXT)", "UPDATE books SET rating = 'five'",
      "UPDATE books SET series_number = 9e999", "UPDATE books SET status = 9",
      "UPDATE books SET favourite = 2", "UPDATE books SET started = 20260230",
      "UPDATE books SET created = 253402300800000",
      "UPDATE readings SET outcome = 7",
      "UPDATE genres SET name = CAST('a' || char(0) AS TEXT)",
      "UPDATE genres SET colour = x'41'", "UPDATE book_identifiers SET value = CAST(x'c3' AS TEXT)",
    ])
  func aValueThatCannotBeWrittenIsNamed(damage: String) throws {
    let store = try openStore(path)
    let genre = try store.genre(named: "G")
    try store.create(
      SampleBook("T", by: "A").with {
        $0.genres = [genre]
        $0.identifiers = [.init("isbn", "1")]
        $0.status = 2
      })
    try RawStore(path).execute(damage)
    let error = try #require(failure { try store.export(to: bytes(document)) })
    #expect(error.kind == .corrupt)
    #expect(error.message.contains(", id 1: "), "\(error.message)")
    #expect(folder.files.filter { $0.contains("document") } == [])
  }

  @Test func aStoreThatHasHadRowsTakesNoDocument() throws {
    try memoryStore().export(to: bytes(document))
    let store = try openStore(path)
    let genre = try store.genre(named: "G")
    #expect(failure { try store.importDocument(from: bytes(document)) }?.kind == .exists)
    try store.deleteGenre(genre)
    #expect(failure { try store.importDocument(from: bytes(document)) }?.kind == .exists)
    try RawStore(path).execute("DELETE FROM properties WHERE name LIKE 'last%'")
    try openStore(path).importDocument(from: bytes(document))
    try RawStore(path).execute(
      """
      INSERT INTO genres (id, name, colour, name_key, sort_key)
      VALUES (1, 'G', '#000000', x'67', x'67')
      """)
    #expect(failure { try store.importDocument(from: bytes(document)) }?.kind == .exists)
  }

  @Test(.ofFiles()) func aPathThatIsNoDocumentIsRefused() throws {
    let store = try openStore(path)
    for wrong in [folder.path, "/dev/zero", folder.file("absent")] {
      #expect(
        storageError { try store.importDocument(from: bytes(wrong)) }?.kind == .cannotOpen,
        "\(wrong)")
    }
    for wrong in [path, path + "-shm", path + "-wal"] {
      #expect(
        failure { try store.importDocument(from: bytes(wrong)) }?.field == "document", "\(wrong)")
    }
    #expect(failure { try store.importDocument(from: bytes("")) }?.field == "path")
    // The store can still be written, although its own files were opened as documents.
    #expect(try store.create("T") == 1)
  }
}
