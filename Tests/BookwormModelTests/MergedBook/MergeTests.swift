// Tests merging two genres or two books into one, and finding likely duplicates.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct MergeTests {
  let folder = TemporaryFolder()
  let store: Store

  init() throws { store = try openStore(folder.file("store")) }

  private var path: String { folder.file("store") }

  private func expectSound() throws { #expect(try faults(inStore: path) == []) }

  /// Checks that the merge can be undone and redone, and that the store then has the expected
  /// contents.
  private func step<R>(_ body: () throws -> R) throws -> R {
    let before = try dump(ofStore: path)
    let result = try body()
    try expectSound()
    let after = try dump(ofStore: path)
    try store.undo()
    #expect(differences(before, try dump(ofStore: path)) == [])
    try expectSound()
    try store.redo()
    #expect(differences(after, try dump(ofStore: path)) == [])
    try expectSound()
    return result
  }

  private func choices(_ rows: RowSet) -> [String] {
    let columns = rows.layout.columns
    func text(_ column: RowLayout.Column, _ row: Int) -> String {
      rows.isPresent(column, row) ? String(decoding: rows.text(column, row), as: UTF8.self) : "-"
    }
    return (0..<rows.count).map { row in
      let bit = rows.number(columns[2], row, as: UInt64.self)
      let isGenre = rows.number(columns[3], row, as: Int32.self) == 2
      let name = isGenre ? GenreFields(rawValue: bit).list : BookFields(rawValue: bit).list
      let choice = MergeChoice(rawValue: rows.number(columns[4], row, as: Int32.self))
      return "\(name): \(text(columns[5], row)) | \(text(columns[6], row)), "
        + (choice.map { "\($0)" } ?? "?")
    }
  }

  // MARK: Genres

  @Test func booksGetTheGenreThatStaysInThePlaceOfTheOther() throws {
    let (a, b, c) = (
      try store.genre(named: "A"), try store.genre(named: "B"), try store.genre(named: "C")
    )
    let lists = [[b], [b, a, c], [a, c, b], [c, b], [c], []]
    let books = try lists.enumerated().map { place, genres in
      try store.create(
        SampleBook("Book \(place)").with {
          $0.genres = genres
          $0.rating = Int32(place)
        })
    }
    let observer = try store.observe([])
    let found = try step { try store.mergeGenre(b, into: a, preview: false) }
    #expect(
      try books.map { try store.read($0).genres } == [[a], [a, c], [a, c], [c, a], [c], []])
    #expect(failure { try store.genre(b) }?.kind == .notFound)
    #expect(
      choices(found)
        == ["name: A | B, ours", "colour: #8800F8 | #9870A0, ours", "books: 2 | 4, both"])
    let heard = try observer.hear()
    #expect(
      heard == books.prefix(4).map { Heard(.updated, .book, $0, .genres) }
        + [Heard(.deleted, .genre, b)])
    #expect(try store.undoInfo().undoName == "Merge genres")
  }

  @Test func aPreviewOfGenresChangesNothing() throws {
    let (a, b) = (try store.genre(named: "A"), try store.genre(named: "B"))
    try store.create(SampleBook("Book").with { $0.genres = [b] })
    let before = try dump(ofStore: path)
    let found = choices(try store.mergeGenre(b, into: a, preview: true))
    #expect(differences(before, try dump(ofStore: path)) == [])
    #expect(found == choices(try store.mergeGenre(b, into: a, preview: false)))
    #expect(failure { try store.mergeGenre(a, into: a, preview: true) }?.kind == .argument)
    #expect(failure { try store.mergeGenre(b, into: a, preview: true) }?.kind == .notFound)
    #expect(failure { try store.mergeGenre(a, into: b, preview: false) }?.kind == .notFound)
  }

  // MARK: Books

  private func full(_ title: String, _ genres: [Int64]) -> SampleBook {
    SampleBook(title, by: "Author").with {
      $0.genres = genres
      ($0.rating, $0.review, $0.created) = (4, "Good", 1_000_000)
      ($0.series, $0.seriesNumber, $0.price) = ("Series", 2, .init(990, "GBP"))
      $0.identifiers = [.init("isbn", "0-441-17271-7"), .init("asin", "B")]
    }
  }

  @Test func theBookThatStaysGetsWhatItLacks() throws {
    let (a, b) = (try store.genre(named: "A"), try store.genre(named: "B"))
    let old = try store.create(full("Old", [b, a]))
    let book = try store.create(
      SampleBook("Stays", by: "Author").with {
        ($0.genres, $0.notes, $0.created) = ([a], "Mine", 2_000_000)
        $0.identifiers = [.init("ISBN", "9780441172719")]
      })
    try store.quote("Old quote", of: old)
    try store.quote("New quote", of: book)
    try store.read(old, SampleReading(.completed, nil, 2020_01_02))
    _ = try store.toggleFavourite(old)
    let planned = choices(try store.mergeBook(old, into: book, taking: [], preview: true))
    let found = try step { try store.mergeBook(old, into: book, taking: [], preview: false) }
    #expect(choices(found) == planned)
    #expect(planned.contains("title: Stays | Old, ours"))
    #expect(planned.contains("created: 2000000 | 1000000, theirs"))
    #expect(planned.contains("genres: A | B, A, both"))
    #expect(planned.contains("quotes: 1 | 1, both"))
    var merged = try store.read(book)
    (merged.id, merged.updated) = (0, 0)
    #expect(
      merged
        == full("Stays", [a, b]).with {
          ($0.notes, $0.favourite, $0.status, $0.finished) = ("Mine", 1, 2, 2020_01_02)
          $0.identifiers = [.init("ISBN", "9780441172719"), .init("asin", "B")]
        })
    #expect(try store.quotes(ofBook: book).count == 2)
    #expect(try store.readings(ofBook: book).count == 1)
    #expect(try store.run(Query()).ids == [book])
  }

  @Test func whatIsTakenIsTheOthers() throws {
    let (a, b) = (try store.genre(named: "A"), try store.genre(named: "B"))
    let old = try store.create(full("Old", [b]))
    let book = try store.create(full("Stays", [a]).with { ($0.rating, $0.review) = (1, "Bad") })
    let taking: BookFields = [.title, .rating, .genres, .synopsis]
    _ = try step { try store.mergeBook(old, into: book, taking: taking, preview: false) }
    let merged = try store.read(book)
    #expect((merged.title, merged.rating, merged.review) == ("Old", 4, "Bad"))
    #expect(merged.genres == [b, a])
    for wrong: BookFields in [.status, .id, .price, .updated, .created, .identifiers, .quotes] {
      let refused = failure { try store.mergeBook(old, into: book, taking: wrong, preview: true) }
      #expect(refused?.kind == .argument && refused?.field == "take", "\(wrong.list)")
    }
    #expect(
      failure { try store.mergeBook(9, into: book, taking: [], preview: true) }?.kind == .notFound)
    #expect(failure { try store.mergeBook(book, into: book, taking: [], preview: true) } != nil)
  }

  @Test func aNumberGoesOnlyWithItsSeries() throws {
    let old = try store.create(SampleBook("A").with { ($0.series, $0.seriesNumber) = ("S", 3) })
    let book = try store.create(SampleBook("A").with { $0.series = "T" })
    _ = try store.mergeBook(old, into: book, taking: [], preview: false)
    #expect(try store.read(book).seriesNumber == nil)
    let other = try store.create(SampleBook("A").with { $0.series = "S" })
    _ = try store.mergeBook(book, into: other, taking: .series, preview: false)
    #expect(try store.read(other).series == "T")
  }

  @Test func aReadingDecidesTheStatusAndTheMonthsCount() throws {
    let old = try store.create(SampleBook("A").with { $0.rating = 2 })
    let book = try store.create(SampleBook("B").with { $0.rating = 5 })
    for day: Int32 in [2020_01_01, 2021_01_01] {
      try store.read(old, SampleReading(.completed, nil, day))
    }
    try store.read(book, SampleReading(.didNotFinish, nil, 2020_06_01))
    try store.setStatus(old, 0, date: nil)
    _ = try step { try store.mergeBook(old, into: book, taking: [], preview: false) }
    let merged = try store.read(book)
    #expect((merged.status, merged.finished) == (2, 2021_01_01))
  }

  @Test func aReadingThatBothHaveIsKeptOnce() throws {
    let (old, book) = (try store.create("A"), try store.create("B"))
    let dated = SampleReading(.completed, 2020_01_01, 2020_02_01)
    for reading in [dated, SampleReading(.completed), SampleReading(.completed)] {
      try store.read(old, reading)
    }
    var noted = dated
    noted.note = "Good"
    var other = noted
    other.note = "Bad"
    for reading in [noted, other] { try store.read(old, reading) }
    for reading in [SampleReading(.completed), SampleReading(.didNotFinish), dated, other] {
      try store.read(book, reading)
    }
    _ = try step { try store.mergeBook(old, into: book, taking: [], preview: false) }
    let expected = [
      SampleReading(.completed), SampleReading(.completed), SampleReading(.didNotFinish), dated,
      noted, other,
    ]
    let readings = try store.readings(ofBook: book).readings
    #expect(readings.map { "\($0)" }.sorted() == expected.map { "\($0)" }.sorted())
  }

  @Test(arguments: [false, true])
  func oneOfTwoCopiesOfAReadingMayLackTheStart(isOnShelf: Bool) throws {
    let (old, book) = (try store.create("A"), try store.create("B"))
    let started = [
      SampleReading(.completed, 2020_01_01, 2020_02_01), SampleReading(.open, 2021_01_01),
    ]
    try store.read(old, SampleReading(.completed, nil, 2020_02_01))
    try store.read(old, started[1])
    try store.read(old, SampleReading(.didNotFinish))
    try store.read(book, started[0])
    try store.read(book, SampleReading(.open))
    try store.read(book, SampleReading(.didNotFinish, 2019_01_01))
    if isOnShelf { try store.setStatus(old, 0, date: nil) }
    _ = try step { try store.mergeBook(old, into: book, taking: [], preview: false) }
    let rest = [SampleReading(.didNotFinish), SampleReading(.didNotFinish, 2019_01_01)]
    #expect(try store.readings(ofBook: book).readings == rest + started)
    #expect(try store.read(book).started == 2021_01_01)
  }

  // MARK: Ids of merged books

  private func globalID(_ book: Int64) throws -> GlobalID {
    try #require(try store.read { try $0.storedRow(.book, book) }?.globalID)
  }

  @Test func theOldIDsLeadToTheBookThatStays() throws {
    let books = try ["A", "B", "C"].map { try store.create($0) }
    let ids = try books.map(globalID)
    func leads() -> [Int64] {
      books.map { book in (try? store.currentID(ofBook: book)) ?? 0 }
    }
    func found() -> [Int64] { ids.map { id in (try? store.find(.book, id)) ?? 0 } }
    _ = try step { try store.mergeBook(books[0], into: books[1], taking: [], preview: false) }
    #expect(leads() == [books[1], books[1], books[2]] && found() == leads())
    _ = try step { try store.mergeBook(books[1], into: books[2], taking: [], preview: false) }
    #expect(leads() == [books[2], books[2], books[2]] && found() == leads())
    try store.undo()
    #expect(leads() == [books[1], books[1], books[2]] && found() == leads())
    try store.redo()
    try step { try store.deleteBook(books[2]) }
    #expect(leads() == [0, 0, 0] && found() == leads())
    for _ in 0..<3 { try store.undo() }
    #expect(leads() == books && found() == leads())
    #expect(failure { try store.currentID(ofBook: 9) }?.kind == .notFound)
  }

  @Test func aMergeIsNotUndoneOverTheWorkOfOthers() throws {
    let books = try ["A", "B", "C"].map { try store.create($0) }
    let quote = try store.quote("Q", of: books[0])
    _ = try store.mergeBook(books[0], into: books[1], taking: [], preview: false)
    let other = try openStore(path)
    try other.setRating(books[1], 3)
    #expect(try store.undoConflicts(redo: false).count == 0)
    try store.undo()
    #expect(try store.read(books[1]).rating == 3)
    try store.redo()
    try other.deleteQuote(quote)
    #expect(failure { try store.undo() }?.kind == .conflict)
    try expectSound()
  }

  @Test func aDocumentKeepsWhereIDsLead() throws {
    let books = try ["A", "B"].map { try store.create($0) }
    _ = try store.mergeBook(books[0], into: books[1], taking: [], preview: false)
    try store.export(to: bytes(folder.file("document")))
    let copy = try openStore(folder.file("copy"))
    try copy.importDocument(from: bytes(folder.file("document")))
    #expect(try copy.currentID(ofBook: books[0]) == books[1])
    #expect(differences(try dump(ofStore: path), try dump(ofStore: folder.file("copy"))) == [])
  }

  // MARK: Duplicates

  @Test func duplicatesAreFoundByIdentifiersAndByTheirLooks() throws {
    func book(_ title: String, _ author: String, _ isbn: String? = nil) throws -> Int64 {
      try store.create(
        SampleBook(title, by: author).with {
          $0.identifiers = isbn.map { [.init("isbn", $0), .init("isbn13", $0)] } ?? []
        })
    }
    let books = [
      try book("Dune", "Frank Herbert", "0-441-17271-7"),
      try book("The Dispossessed", "Ursula Le Guin"),
      try book("DUNE", "Someone", "9780441172719"),
      try book("the  dispossessed", "LE GUIN, Ursula"),
      try book("Dune", "Herbert, Frank"), try book("Dune", "Another"),
    ]
    let rows = try store.duplicates()
    #expect(rows.ids == [books[0], books[2], books[0], books[4], books[1], books[3]])
    #expect(rows.integers(bit: BookFields.group.rawValue) == [1, 1, 2, 2, 3, 3])
    #expect(rows.texts(.identifierValues).prefix(2) == ["0-441-17271-7", "9780441172719"])
    #expect(
      (0..<6).map { rows.isPresent(.identifierSchemes, $0) } == [
        true, true, false, false, false, false,
      ])
    try store.deleteBook(books[0])
    #expect(try store.duplicates().ids == [books[1], books[3]])
  }

  @Test(
    arguments: [
      (["Ann Lee", "Ann Lee, Bo Li, Cy Ng"], [[1, 2]]),
      (["Lee, Ann", "Bo Li & Ann Lee"], [[1, 2]]),
      (["Ann Lee", "Lee, Ann; Bo Li"], [[1, 2]]), (["Ann Lee", "Ann Leeds, Bo Li"], []),
      (["Ann Li", "Ann Lee, Bo Li"], []), (["Ann", "Bo", "Cy, Ann"], [[1, 3]]),
      (["Ann", "Ann, Bo", "Ann, Bo, Cy", "Bo"], [[1, 2, 3, 4]]), (["Ann,", "Ann"], [[1, 2]]),
      (["Ann; ,", "&"], []),
    ] as [([String], [[Int64]])])
  func aBookWithSomeOfTheAuthorsIsOffered(authors: [String], groups: [[Int64]]) throws {
    for author in authors { try store.create(SampleBook("Same", by: author)) }
    let rows = try store.duplicates()
    let numbers = rows.integers(bit: BookFields.group.rawValue)
    let found = Dictionary(grouping: zip(numbers, rows.ids), by: \.0).sorted { $0.key < $1.key }
    #expect(found.map { $0.value.map(\.1) } == groups)
    let draft = try #require(authors.first)
    // Such books are only offered: `findOrCreateBook` does not take one for the other.
    #expect(
      try store.findOrCreateBook(SampleBook("Same", by: draft + " and others").draft).created)
  }
}
