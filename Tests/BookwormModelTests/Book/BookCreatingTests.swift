// Tests creating books: defaults, every field, one and many.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct BookCreatingTests {
  let store: Store
  init() throws { store = try memoryStore() }

  static let full = SampleBook("Dune", by: "Frank Herbert").with {
    $0.synopsis = "Sand"
    $0.review = "Spicy"
    $0.notes = ""
    $0.rating = 5
    $0.favourite = 1
    $0.status = 2
    $0.series = "Dune"
    $0.seriesNumber = 1.5
    $0.year = -44
    $0.created = -1
    $0.started = 1_01_01
    $0.finished = 9999_12_31
    $0.identifiers = [.init("isbn", "9780441172719"), .init("isbn", "0441172717")]
  }

  @Test func aBookWithOnlyATitleAndAnAuthorHasTheDefaults() throws {
    var draft = BookDraft()
    draft.given = [.title, .author]
    draft.title = bytes("Dune")
    draft.author = bytes("Frank Herbert")
    let before = Clock.now()
    let id = try store.createBook(draft)
    let after = Clock.now()
    let book = try store.read(id)
    let created = try #require(book.created)
    #expect((before...after).contains(created))
    #expect(book.updated == created)
    let expected = SampleBook("Dune", by: "Frank Herbert").with {
      $0.id = id
      $0.created = created
      $0.updated = created
    }
    #expect(book == expected)
  }

  @Test func everyFieldIsReadAsItWasGiven() throws {
    let genres = try [store.genre(named: "B"), store.genre(named: "A")]
    let id = try store.create(Self.full.with { $0.genres = genres })
    let book = try store.read(id)
    #expect(
      book
        == Self.full.with {
          $0.id = id
          $0.genres = genres
          $0.updated = book.updated
        })
  }

  @Test func onlyTheFieldsAskedForAreRead() throws {
    let id = try store.create(Self.full)
    let rows = try store.book(id, [.title, .identifierValues])
    #expect(rows.fields == [.title, .identifierValues])
    #expect(failure { try store.book(id, .addGenres) }?.kind == .argument)
    #expect(try store.book(id, []).fields.count == 16)
  }

  @Test(arguments: [BookFields.title, .author])
  func aBookNeedsATitleAndAnAuthor(missing: BookFields) throws {
    var draft = Self.full.draft
    draft.given.remove(missing)
    let failure = failure { try store.createBook(draft) }
    #expect(failure?.kind == .invalid)
    #expect(failure?.field == (missing == .title ? "title" : "author"))
    #expect(try store.countBooks() == 0)
  }

  static let wrong: [(String, Failure.Kind, @Sendable (inout BookDraft) -> Void)] = [
    ("title", .invalid, { $0.title = bytes("\u{3000}") }),
    ("author", .invalid, { $0.author = bytes("") }),
    ("title", .text, { $0.title = bytes([0x61, 0xC3]) }),
    ("title", .tooLarge, { $0.title = bytes([UInt8](repeating: 97, count: 16385)) }),
    ("author", .tooLarge, { $0.author = bytes([UInt8](repeating: 97, count: 16385)) }),
    ("series", .tooLarge, { $0.series = bytes([UInt8](repeating: 97, count: 16385)) }),
    ("series", .invalid, { $0.series = bytes(" ") }),
    ("synopsis", .text, { $0.synopsis = bytes([0]) }),
    ("review", .text, { $0.review = bytes([0xFF]) }),
    ("notes", .text, { $0.notes = bytes([97, 0]) }),
    ("rating", .invalid, { $0.rating = 6 }),
    ("favourite", .invalid, { $0.favourite = 2 }),
    ("status", .invalid, { $0.status = 4 }),
    ("series_number", .invalid, { $0.seriesNumber = .nan }),
    ("created", .invalid, { $0.created = .max }),
    ("started", .invalid, { $0.started = 2023_02_29 }),
    ("finished", .invalid, { $0.finished = 0 }),
    ("identifier_schemes", .invalid, { $0.identifiers = [(bytes(""), bytes("1"))] }),
    ("identifier_values", .invalid, { $0.identifiers = [(bytes("isbn"), bytes(" "))] }),
    (
      "genre_names", .invalid,
      {
        $0.given.insert(.genreNames)
        $0.genreNames = [bytes("A"), bytes("\t")]
      }
    ),
    ("genres", .notFound, { $0.genres = array([77]) }),
    ("id", .argument, { $0.given.insert(.id) }),
    ("updated", .argument, { $0.given.insert(.updated) }),
    ("fields", .argument, { $0.given.insert(.picture) }),
    ("fields", .argument, { $0.given.insert(BookFields(rawValue: 1 << 40)) }),
  ]

  @Test(arguments: wrong.indices)
  func aWrongFieldIsNamedAndNothingIsKept(index: Int) throws {
    let (field, kind, spoil) = Self.wrong[index]
    var draft = Self.full.draft
    spoil(&draft)
    let failure = failure { try store.createBook(draft) }
    #expect(failure?.kind == kind)
    #expect(failure?.field == field)
    #expect(try store.countBooks() == 0)
    #expect(try store.count(.genre) == 0)
  }

  @Test func whatIsNotGivenIsNotLookedAt() throws {
    var draft = Self.full.draft
    draft.given = [.title, .author]
    draft.rating = 99
    draft.started = -1
    draft.synopsis = bytes([0xFF])
    draft.genres = array([99])
    draft.genreNames = [bytes(" ")]
    let book = try store.read(try store.createBook(draft))
    #expect(book.rating == 0)
    #expect(book.started == nil)
    #expect(book.synopsis == nil)
  }

  @Test func genresMayBeNamedAndAreMadeWhereTheyAreMissing() throws {
    let fantasy = try store.genre(named: "Fantasy")
    var draft = SampleBook("A").with { $0.genres = [fantasy] }.draft
    draft.given.insert(.genreNames)
    draft.genreNames = [bytes("Romance"), bytes("FANTASY"), bytes("romance"), bytes("Sand")]
    let book = try store.read(try store.createBook(draft))
    #expect(book.genres.first == fantasy)
    let names = try store.genres(ofBook: book.id).texts(.name)
    #expect(names == ["Fantasy", "Romance", "Sand"])
    #expect(try store.count(.genre) == 3)
  }

  @Test func aGenreGivenTwiceIsOne() throws {
    let (a, b) = try (store.genre(named: "A"), store.genre(named: "B"))
    let id = try store.create(SampleBook("A").with { $0.genres = [b, a, b, a] })
    #expect(try store.read(id).genres == [b, a])
  }

  // MARK: Many

  private func createMany(_ drafts: [BookDraft]) throws -> [Int64] {
    try store.createMany(drafts.count) { drafts[$0] }
  }

  @Test func manyBooksAreCreatedInOrder() throws {
    let ids = try createMany((1...300).map { SampleBook("Book \($0)").draft })
    #expect(ids == Array(1...300))
    #expect(try store.countBooks() == 300)
    #expect(try store.read(ids[299]).title == "Book 300")
    #expect(try createMany([]) == [])
  }

  @Test func manyBooksGetTheirGenresInOrder() throws {
    let folder = TemporaryFolder()
    let store = try openStore(folder.file("store"))
    let genres = try ["C", "A", "B"].map { try store.genre(named: $0) }
    let transaction = try store.begin(.write)
    for round in 0..<2 {
      let ids = try transaction.createMany(60) { row in
        var draft = SampleBook("Book \(59 - row) of \(round)").with {
          $0.genres = [genres[row % 3], genres[2], genres[row % 3]]
        }.draft
        draft.given.insert(.genreNames)
        draft.genreNames = [bytes("c"), bytes("New \(row % 2)")]
        return draft
      }
      let new = try (0..<2).map { try transaction.findGenre(bytes("new \($0)")) }
      for (row, id) in ids.enumerated() {
        var expected: [Int64] = []
        for genre in [genres[row % 3], genres[2], genres[0], new[row % 2]]
        where !expected.contains(genre) { expected.append(genre) }
        #expect(try transaction.read(id).genres == expected)
      }
      let odd = ids.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
      let found = try transaction.books(ofGenre: new[1], .id).ids.filter(ids.contains)
      #expect(found == odd.reversed())
    }
    try transaction.commit()
    #expect(try faults(inStore: folder.file("store")) == [])
  }

  @Test(arguments: [0, 1, 2])
  func ifOneOfThemFailsNoneIsKeptAndItsRowIsNamed(row: Int) throws {
    var drafts = (1...3).map { SampleBook("Book \($0)").draft }
    drafts[row].given.insert(.genreNames)
    drafts[row].genreNames = [bytes("New")]
    drafts[row].rating = 6
    let failure = failure { try createMany(drafts) }
    #expect(failure?.row == Int64(row))
    #expect(failure?.field == "rating")
    #expect(try store.countBooks() == 0)
    #expect(try store.count(.genre) == 0)
  }

  @Test func aFailureOfTheCallersNamesItsRowToo() throws {
    let failure = failure {
      try store.createMany(5) { row in
        if row == 3 { throw Failure(.argument, "books", "no") }
        return SampleBook("A").draft
      }
    }
    #expect(failure?.row == 3)
    #expect(try store.countBooks() == 0)
  }

  // MARK: Reading many

  @Test func booksAreReadInTheOrderAskedForWithoutThoseThatAreNot() throws {
    for title in ["A", "B", "C"] { try store.create(title) }
    let rows = try store.books(array([3, 99, 1, 3, 0, -1, .min, .max]), .standard)
    #expect(rows.texts(.title) == ["C", "A", "C"])
    #expect(try store.books(array([]), .standard).count == 0)
  }

  @Test(arguments: [0, 2, -1, Int64.min, Int64.max])
  func anUnknownIdIsNotFound(id: Int64) throws {
    try store.create("A")
    for failure in [
      failure { try store.book(id, .standard) }, failure { try store.setRating(id, 3) },
      failure { try store.toggleFavourite(id) },
      failure { try store.setStatus(id, 1, date: nil) },
      failure { try store.deleteBook(id) }, failure { try store.change(id) { $0.rating = 1 } },
      failure { try store.genres(ofBook: id) }, failure { try store.set(genres: [], of: id) },
    ] {
      #expect(failure?.kind == .notFound)
      #expect(failure?.field == "book")
    }
  }

  @Test func aResultOutlivesItsStore() throws {
    let store = try memoryStore()
    let id = try store.create(Self.full)
    let rows = try store.book(id, .stored)
    _ = try store.close()
    #expect(SampleBook(rows, 0).title == "Dune")
    #expect(failure { try store.book(id, .standard) } == nil)
    #expect(storageError { try store.book(id, .standard) }?.kind == .closed)
  }

  @Test func aResultGrowsBeyondItsFirstMemory() throws {
    let long = String(repeating: "長い", count: 2500)
    let ids = try createMany(
      (0..<1500).map { SampleBook("\($0) \($0 % 100 == 0 ? long : "")").draft })
    let rows = try store.books(array(ids), [.id, .title, .year, .series])
    #expect(rows.ids == ids)
    #expect(rows.texts(.title)[1400] == "1400 \(long)")
    #expect(rows.texts(.title)[1499] == "1499 ")
    #expect(!rows.isPresent(.year, 1499))
  }

  @Test func keysOfLongNamesAreCutAndDifferStill() throws {
    let long = String(repeating: "a", count: 5000)
    let keys = try [long, long + "b", "a" + long].map { try Keys.sort(bytes($0)) }
    #expect(Set(keys).count == 3)
    #expect(keys.allSatisfy { $0.count == Keys.longest && !$0.contains(0) })
    #expect(try Keys.sort(bytes(String(repeating: "a", count: 1000))).count == 1000)
    #expect(try Keys.sort(bytes("b" + long)).lexicographicallyPrecedes(keys[0]) == false)
  }
}
