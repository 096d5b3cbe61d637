// Tests merging two copies of a store, each with a random history of its own: the result is the
// same in either direction, a second merge changes nothing, and one step undoes it.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct StoreMergeRandomTests {
  @Test(arguments: 1...3 as ClosedRange<UInt64>, [true, false])
  func theOrderDoesNotMatterAndTheSecondTimeChangesNothing(seed: UInt64, hasBase: Bool) throws {
    for (rule, opposite) in [
      (MergeRule.later, MergeRule.later), (.ours, .theirs), (.theirs, .ours),
    ] {
      var copies = try Copies(seed: seed)
      try copies.diverge()
      try copies.compare(rule, opposite, hasBase: hasBase, "seed \(seed), \(rule), \(hasBase)")
    }
  }

  /// Mostly merges and deletions of books, so that merged books form long chains.
  @Test(arguments: [1, 2, 57, 142] as [UInt64])
  func chainsOfMergedBooksComeOutTheSame(seed: UInt64) throws {
    for (rule, opposite) in [
      (MergeRule.later, MergeRule.later), (.ours, .theirs), (.theirs, .ours),
    ] {
      var copies = try Copies(seed: seed, books: 5)
      try copies.divergeInChains()
      try copies.compare(rule, opposite, hasBase: true, "seed \(seed), \(rule), chains")
    }
  }

  /// After each round, each copy has all changes of the other: nothing remains to be merged.
  @Test(arguments: 21...22 as ClosedRange<UInt64>)
  func historiesGoOnFromTheLastMerge(seed: UInt64) throws {
    var copies = try Copies(seed: seed)
    for round in 0..<3 {
      try copies.diverge()
      let what = "seed \(seed), round \(round)"
      _ = try copies.laptop.mergeStore(copies.desktop, base: copies.base, .later, preview: false)
      _ = try copies.desktop.mergeStore(copies.laptop, base: copies.base, .theirs, preview: false)
      try copies.expectSame("laptop", "desktop", what)
      try copies.newBase()
    }
  }
}

/// A store, two copies of it, and the operations on them.
private struct Copies {
  let folder = TemporaryFolder()
  var base: Store
  let laptop: Store
  let desktop: Store
  private var dice: Dice
  private var bases = 0

  func path(_ name: String) -> String { folder.file(name) }

  /// With a random history, or with only this many books.
  init(seed: UInt64, books: Int? = nil) throws {
    dice = Dice(seed)
    let first = try openStore(folder.file("first"))
    for name in ["A", "B", "C"] { try first.genre(named: name) }
    var history = RandomHistory(first, seed: dice.next())
    if let books {
      for number in 0..<books { try first.create("Book \(number)") }
    } else {
      for _ in 0..<40 { history.step() }
    }
    try Copies.copy(first, to: folder.file("base"))
    try Copies.copy(first, to: folder.file("laptop"))
    try Copies.copy(first, to: folder.file("desktop"))
    base = try openStore(folder.file("base"))
    laptop = try openStore(folder.file("laptop"))
    desktop = try openStore(folder.file("desktop"))
  }

  static func copy(_ store: Store, to path: String) throws {
    while try Backup(store, path: bytes(path)).step(-1).left > 0 {}
  }

  mutating func diverge() throws {
    for store in [laptop, desktop] {
      var history = RandomHistory(store, seed: dice.next())
      for _ in 0..<Int.random(in: 0...40, using: &dice) { history.step() }
    }
  }

  mutating func divergeInChains() throws {
    for store in [laptop, desktop] {
      var history = RandomHistory(store, seed: dice.next(), isOfChains: true)
      for _ in 0..<Int.random(in: 1...4, using: &dice) { history.step() }
    }
  }

  mutating func newBase() throws {
    bases += 1
    try Copies.copy(laptop, to: path("base\(bases)"))
    base = try openStore(path("base\(bases)"))
  }

  func expectSame(_ one: String, _ other: String, _ what: String) throws {
    let wrong = differences(
      try sharedDump(ofStore: path(one)), try sharedDump(ofStore: path(other)))
    try #require(wrong == [], "\(what)")
    for name in [one, other] { try #require(try faults(inStore: path(name)) == [], "\(what)") }
  }

  func compare(
    _ rule: MergeRule, _ opposite: MergeRule, hasBase: Bool, _ what: String
  ) throws {
    let base = hasBase ? base : nil
    try Copies.copy(laptop, to: path("one"))
    try Copies.copy(desktop, to: path("other"))
    let (one, other) = (try openStore(path("one")), try openStore(path("other")))
    let before = try dump(ofStore: path("one"))
    let planned = try one.mergeStore(desktop, base: base, rule, preview: true)
    try #require(differences(before, try dump(ofStore: path("one"))) == [], "\(what)")
    let done = try one.mergeStore(desktop, base: base, rule, preview: false)
    try #require(planned.counts == done.counts, "\(what)")
    #expect(done.conflicts.count == Int(done.counts.conflicts))
    _ = try other.mergeStore(laptop, base: base, opposite, preview: false)
    try expectSame("one", "other", what)
    // Merges once more, and compares with the result of the other direction.
    let merged = try dump(ofStore: path("one"))
    for again in [desktop, other] {
      let left = try one.mergeStore(again, base: base, rule, preview: false).counts
      try #require(differences(merged, try dump(ofStore: path("one"))) == [], "again, \(what)")
      try #require([left.inserted, left.updated, left.deleted] == [0, 0, 0], "again, \(what)")
    }
    guard try one.undoInfo().undoCount > 0 else { return }
    try one.undo()
    try #require(try faults(inStore: path("one")) == [], "undone, \(what)")
    // Orders are never undone.
    let undone = try dump(ofStore: path("one")).filter { $0.key != "orders" }
    try #require(differences(before.filter { $0.key != "orders" }, undone) == [], "\(what)")
    try one.redo()
    try #require(differences(merged, try dump(ofStore: path("one"))) == [], "redone, \(what)")
  }
}

/// Operations on a store, which may be refused.
private struct RandomHistory {
  let store: Store
  private var dice: Dice

  private let isOfChains: Bool

  init(_ store: Store, seed: UInt64, isOfChains: Bool = false) {
    (self.store, dice, self.isOfChains) = (store, Dice(seed), isOfChains)
  }

  private mutating func any(_ ids: [Int64]) -> Int64 { ids.isEmpty ? 9999 : dice.pick(ids) }

  mutating func step() {
    do { try isOfChains ? link() : operation() } catch is Failure {} catch { Issue.record(error) }
  }

  private static let names = ["A", "b", "C", "Łódź", "e", "F", "g"]

  private mutating func link() throws {
    let books = try store.run(Query()).ids
    switch Int.random(in: 0..<8, using: &dice) {
    case 0, 1: try store.deleteBook(any(books))
    case 2: try store.setRating(any(books), Int32.random(in: 1...5, using: &dice))
    default: _ = try store.mergeBook(any(books), into: any(books), taking: [], preview: false)
    }
  }

  private mutating func operation() throws {
    let books = try store.run(Query()).ids
    let genres = try store.allGenres().ids
    let shelves = try store.allShelves().ids
    let quotes = try books.flatMap { try store.quotes(ofBook: $0).ids }
    let readings = try books.flatMap { try store.readings(ofBook: $0).ids }
    let (book, genre) = (any(books), any(genres))
    let (number, flag) = (Int32.random(in: 0...5, using: &dice), dice.once(in: 2))
    let name = dice.pick(RandomHistory.names)
    let new = catalogue(1, genres: [any(genres), genre], seed: dice.next())[0].with {
      $0.price = .init(Int64(number) * 100, flag ? "EUR" : "GBP")
      $0.identifiers =
        flag
        ? [.init("isbn", dice.pick(["0-441-17271-7", "9780441172719"])), .init("x", name)] : []
      $0.contributors = flag ? [.init(name), .init("Ann", dice.pick(["author", "editor"]))] : []
    }
    switch Int.random(in: 0..<32, using: &dice) {
    case 0, 1, 2: try store.create(new)
    case 3, 4, 5, 6:
      var draft = new.draft
      var given: BookFields = []
      for field in [
        BookFields.title, .author, .rating, .favourite, .status, .created, .started, .finished,
        .exactRating, .series, .seriesNumber, .genres, .identifiers, .contributors, .review,
        .priced,
      ] where dice.once(in: 4) { given.formUnion(field) }
      draft.given.formIntersection(given)
      let clear = BookFields([.review, .series, .finished]).subtracting(given)
      try store.updateBook(book, draft, clear: dice.once(in: 3) ? clear : [])
    case 7: try store.setRating(book, number)
    case 8, 9: try store.setStatus(book, number % 4, date: 2024_02_01 + number)
    case 10: try store.deleteBook(book)
    case 11: try store.genre(named: name)
    case 12: try store.renameGenre(genre, bytes(name))
    case 13: try store.setGenreColour(genre, bytes("00FF0\(number)"))
    case 14:
      if flag {
        try store.deleteGenre(genre)
      } else {
        _ = try store.mergeGenre(genre, into: any(genres), preview: false)
      }
    case 15, 16: _ = try store.toggleGenre(genre, ofBook: book)
    case 17: try store.quote("Quote \(number)", page: flag ? "\(number)" : nil, of: book)
    case 18:
      var draft = QuoteDraft()
      draft.given = flag ? .text : .page
      let text = bytes("Text \(number)")
      (draft.text, draft.page) = (text, text)
      try store.updateQuote(any(quotes), draft, clear: [])
    case 19:
      try flag ? store.deleteQuote(any(quotes)) : store.deleteReading(any(readings))
    case 20:
      try store.read(
        book, SampleReading(.completed, 2023_01_01, 2024_02_01 + number, page: number))
    case 21:
      var draft = ReadingDraft()
      draft.given = flag ? [.outcome, .finished] : [.percent, .note]
      (draft.outcome, draft.finished) = (number % 3 + 1, 2024_02_01 + number)
      (draft.percent, draft.note) = (Double(number), bytes(name))
      try store.updateReading(any(readings), draft, clear: [])
    case 22, 23, 24: _ = try store.mergeBook(book, into: any(books), taking: [], preview: false)
    case 25: try store.deleteReading(any(readings))
    case 26:
      // Created again, with the same name.
      let old = try store.genre(genre).texts(GenreFields.name)[0]
      try store.deleteGenre(genre)
      let new = try store.genre(named: old)
      if flag { try store.setGenreColour(new, bytes("0000F\(number)")) }
    case 27:
      let shelf = any(shelves)
      let names = try store.allShelves().texts(bit: ShelfFields.name.rawValue)
      try store.deleteShelf(shelf)
      let old = zip(shelves, names).first { $0.0 == shelf }
      _ = try store.createShelf(bytes(old?.1 ?? name), line: bytes("rating:\(number)"))
    case 28:
      switch number {
      case 0, 1, 2: _ = try store.createShelf(bytes(name), line: bytes("rating:\(number)"))
      case 3: try store.renameShelf(any(shelves), bytes(name))
      case 4: try store.setLine(ofShelf: any(shelves), bytes("rating:\(number)"))
      default: try store.deleteShelf(any(shelves))
      }
    case 29:
      if flag {
        _ = try store.placeOrder(ofBook: book, quantity: number + 1)
      } else {
        try store.cancelOrder(Int64(number))
      }
    default:
      var draft = new.draft
      draft.given = draft.given.subtracting(.genres).union(.genreNames)
      draft.genreNames = [bytes(name)]
      _ = try store.importBooks(
        (0...number).map { ("\($0)", draft) }, of: [.title, .author, .rating, .genreNames])
    }
  }
}
