// Tests merging two stores, case by case: who changed what, and how it is decided.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct StoreMergeTests {
  let folder = TemporaryFolder()
  let base: Store
  let here: Store
  let there: Store
  let book: Int64
  let genre: Int64

  init() throws {
    let first = try openStore(folder.file("base"))
    let fantasy = try first.genre(named: "Fantasy")
    (base, genre) = (first, fantasy)
    book = try first.create(
      SampleBook("Dune", by: "Herbert").with {
        ($0.rating, $0.genres, $0.price) = (3, [fantasy], .init(990, "GBP"))
      })
    for name in ["here", "there"] {
      while try Backup(first, path: bytes(folder.file(name))).step(-1).left > 0 {}
    }
    here = try openStore(folder.file("here"))
    there = try openStore(folder.file("there"))
  }

  @discardableResult
  private func merge(
    _ rule: MergeRule = .later, base: Bool = true, preview: Bool = false
  ) throws -> (counts: MergeCounts, conflicts: RowSet) {
    let merged = try here.mergeStore(
      there, base: base ? self.base : nil, rule, preview: preview)
    #expect(try faults(inStore: folder.file("here")) == [])
    return merged
  }

  private func told(_ rows: RowSet) -> [String] {
    let columns = rows.layout.columns
    func text(_ column: RowLayout.Column, _ row: Int) -> String {
      rows.isPresent(column, row) ? String(decoding: rows.text(column, row), as: UTF8.self) : "-"
    }
    return (0..<rows.count).map { row in
      let bit = rows.number(columns[2], row, as: UInt64.self)
      let name = bit == 0 ? "row" : BookFields(rawValue: bit).list
      let choice = MergeChoice(rawValue: rows.number(columns[4], row, as: Int32.self))
      return "\(name): \(text(columns[5], row)) | \(text(columns[6], row)), "
        + (choice.map { "\($0)" } ?? "?")
    }
  }

  private func change(_ store: Store, _ fields: BookFields, _ change: (inout SampleBook) -> Void)
    throws
  {
    var sample = SampleBook("Dune", by: "Herbert")
    change(&sample)
    var draft = sample.draft
    draft.given.formIntersection(fields)
    try store.updateBook(book, draft, clear: [])
  }

  @Test func aFieldGetsTheValueOfTheStoreThatHasChangedIt() throws {
    try change(here, .title) { $0.title = "Dune Messiah" }
    try change(there, [.author, .rating]) { ($0.author, $0.rating) = ("Frank Herbert", 5) }
    let merged = try merge()
    #expect(merged.conflicts.count == 0 && merged.counts.updated == 1)
    let result = try here.read(book)
    #expect(
      (result.title, result.author, result.rating) == ("Dune Messiah", "Frank Herbert", 5))
    #expect(result.updated == max(result.updated, try there.read(book).updated))
  }

  @Test(arguments: MergeRule.allCases)
  func whatBothHaveChangedIsListedAndDecidedByTheRule(_ rule: MergeRule) throws {
    try change(here, [.title, .rating]) { ($0.title, $0.rating) = ("Ours", 1) }
    let earlier = try here.read(book).updated
    while Clock.now() == earlier {}
    try change(there, [.title, .rating]) { ($0.title, $0.rating) = ("Theirs", 5) }
    let merged = try merge(rule)
    let choice = rule == .ours ? "ours" : "theirs"
    #expect(
      told(merged.conflicts) == ["title: Ours | Theirs, \(choice)", "rating: 1 | 5, \(choice)"])
    #expect(try here.read(book).rating == (rule == .ours ? 1 : 5))
    #expect(try merge(rule).counts.updated == 0)
  }

  @Test func aPriceIsOneWithItsCurrency() throws {
    try change(here, .priced) { $0.price = .init(1000, "GBP") }
    try change(there, .priced) { $0.price = .init(990, "EUR") }
    #expect(told(try merge(.theirs).conflicts).count == 2)
    #expect(try here.read(book).price == .init(990, "EUR"))
  }

  @Test func genresAreSets() throws {
    let (one, other) = (try here.genre(named: "Space"), try there.genre(named: "Classic"))
    _ = try here.addGenre(one, toBook: book)
    _ = try there.addGenre(other, toBook: book)
    _ = try there.removeGenre(genre, fromBook: book)
    try merge(.ours)
    #expect(try here.read(book).genres == [one, try here.findGenre(bytes("Classic"))])
  }

  @Test func genresOfOneNameBecomeOne() throws {
    let (mine, other) = (try here.genre(named: "space"), try there.genre(named: "Space"))
    _ = try here.addGenre(mine, toBook: book)
    let new = try there.create(SampleBook("New").with { $0.genres = [other] })
    #expect(try merge(.theirs).counts.conflicts == 1)
    #expect(try here.count(.genre) == 2)
    #expect(try here.genre(mine).texts(GenreFields.name) == ["Space"])
    let id = try here.find(.book, try there.globalID(ofBook: new))
    #expect(try here.read(id).genres == [mine])
    _ = try there.mergeStore(here, base: base, .ours, preview: false)
    #expect(
      differences(
        try sharedDump(ofStore: folder.file("here")), try sharedDump(ofStore: folder.file("there")))
        == [])
  }

  @Test func genresThatChangeTheirNamesRoundKeepThem() throws {
    let other = try base.genre(named: "Horror")
    let globalID = try base.read { try $0.storedRow(.genre, other)?.globalID }
    // Both copies get the new genre.
    for store in [here, there] {
      _ = try store.mergeStore(base, base: nil, .theirs, preview: false)
    }
    let theirs = try there.find(.genre, try #require(globalID))
    try there.renameGenre(theirs, bytes("Meanwhile"))
    try there.renameGenre(genre, bytes("Horror"))
    try there.renameGenre(theirs, bytes("Fantasy"))
    let before = try dump(ofStore: folder.file("here"))
    try merge()
    #expect(try here.genre(genre).texts(GenreFields.name) == ["Horror"])
    #expect(try here.count(.genre) == 2)
    try here.undo()
    #expect(differences(before, try dump(ofStore: folder.file("here"))) == [])
  }

  @Test func whatOneHasDeletedGoesUnlessTheOtherHasChangedIt() throws {
    let second = try here.create("Second")
    try there.deleteBook(book)
    #expect(try merge(preview: true).counts.deleted == 1)
    try here.quote("Fear", of: book)
    let merged = try merge()
    #expect(told(merged.conflicts) == ["row: Dune | -, ours"])
    #expect(try here.run(Query()).ids == [book, second])
    #expect(try merge(.theirs).counts.deleted == 1)
    #expect(try here.run(Query()).ids == [second])
    try here.undo()
    #expect(try here.quotes(ofBook: book).count == 1)
  }

  @Test func withoutABaseNothingIsDeleted() throws {
    try there.deleteBook(book)
    let new = try there.create("New")
    _ = new
    let merged = try merge(base: false)
    #expect(merged.counts.inserted == 1 && merged.counts.deleted == 0)
    #expect(try here.countBooks() == 2)
  }

  @Test func aBookThatWasMergedTakesWhatItHasGotSince() throws {
    let old = try base.create("Old")
    for store in [here, there] {
      _ = try store.mergeStore(base, base: nil, .theirs, preview: false)
    }
    let globalID = try base.globalID(ofBook: old)
    let (ours, theirs) = (try here.find(.book, globalID), try there.find(.book, globalID))
    _ = try here.mergeBook(ours, into: book, taking: [], preview: false)
    try there.quote("New", of: theirs)
    try there.setStatus(theirs, 2, date: 2024_01_02)
    try merge()
    #expect(try here.quotes(ofBook: book).count == 1)
    #expect(try here.read(book).finished == 2024_01_02)
    #expect(try here.find(.book, globalID) == book)
    // The merge in the other direction.
    _ = try there.mergeStore(here, base: base, .later, preview: false)
    #expect(try there.find(.book, globalID) == book)
    #expect(
      differences(
        try sharedDump(ofStore: folder.file("here")), try sharedDump(ofStore: folder.file("there")))
        == [])
  }

  @Test func aBookThatBothMergedGoesToTheBookThatWasCreatedLater() throws {
    let books = try ["Old", "First", "Second"].map { try base.create($0) }
    for store in [here, there] {
      _ = try store.mergeStore(base, base: nil, .theirs, preview: false)
    }
    let ids = try books.map { try base.globalID(ofBook: $0) }
    let (ours, theirs) = (
      try ids.map { try here.find(.book, $0) }, try ids.map { try there.find(.book, $0) }
    )
    _ = try here.mergeBook(ours[0], into: ours[2], taking: [], preview: false)
    // This merge is the later one.
    _ = try there.mergeBook(theirs[0], into: theirs[1], taking: [], preview: false)
    #expect(try merge().conflicts.count == 1)
    #expect(try here.find(.book, ids[0]) == ours[2])
    #expect(try merge(.theirs).conflicts.count == 1)
    #expect(try here.find(.book, ids[0]) == ours[1])
  }

  @Test func ordersAreKeptAndCancelledOnce() throws {
    _ = try here.placeOrder(ofBook: book, quantity: 1)
    _ = try there.placeOrder(ofBook: book, quantity: 2)
    try there.cancelOrder(1)
    try there.setRating(book, 5)
    let merged = try merge()
    #expect((merged.counts.inserted, merged.counts.updated) == (1, 1))
    try here.undo()
    #expect(try faults(inStore: folder.file("here")) == [])
    #expect(try here.read { try $0.lastOrder() } == 2)
  }

  @Test func theSameStoreIsRefused() throws {
    for refused in [
      failure { try here.mergeStore(here, base: nil, .ours, preview: false) },
      failure { try here.mergeStore(there, base: here, .ours, preview: false) },
      failure { try here.mergeStore(there, base: there, .ours, preview: false) },
    ] { #expect(refused?.kind == .argument) }
    let transaction = try here.begin(.write)
    _ = try transaction.mergeStore(there, base: base, .ours, preview: false)
    #expect(
      failure { try here.mergeStore(transaction, base: nil, .ours, preview: false) }?.kind
        == .argument)
    try transaction.rollBack()
  }

  @Test func aBookThatWouldHaveTooManyGenresIsRefused() throws {
    for (store, letter) in [(here, "A"), (there, "B")] {
      var genres = [genre]
      for number in 0..<Rules.listLimit / 2 {
        genres.append(try store.genre(named: "\(letter)\(number)"))
      }
      try genres.withUnsafeBufferPointer { try store.setGenres($0, ofBook: book) }
    }
    #expect(failure { try merge(.ours) }?.kind == .tooLarge)
    #expect(try faults(inStore: folder.file("here")) == [])
  }
}

extension Session {
  fileprivate func globalID(ofBook id: Int64) throws -> GlobalID {
    try #require(try read { try $0.globalID(ofBook: id) })
  }
}
