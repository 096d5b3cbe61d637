// Tests live pages: after every transaction, each page is what a fresh run of its query returns,
// usually without such a run.
import BookwormStorage
import Glibc
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct LivePageTests {
  let folder = TemporaryFolder()

  private func query(_ limit: Int64, _ change: (inout Query) throws -> Void = { _ in }) throws
    -> Query
  {
    var query = try Query()
    try query.setLimit(limit)
    try change(&query)
    return query
  }

  /// Changes a book without the log, so that only a run of the query would find it.
  private func smuggle(_ book: Int64) throws {
    let raw = try RawStore(folder.file("store"))
    try raw.execute("UPDATE books SET title_key = x'FF', rating = 5 WHERE id = \(book)")
  }

  @Test(arguments: [true, false])
  func whatCanNotTouchThePageReadsNothing(isOrderedByRating: Bool) throws {
    let store = try openStore(folder.file("store"))
    for number in 1...300 {
      try store.create(SampleBook("B\(number)").with { $0.rating = Int32(number % 3 + 1) })
    }
    let hidden = try store.create(SampleBook("A").with { $0.rating = 1 })
    let live = try LivePage(
      PageReader(
        query(20) {
          try $0.sort(by: SortTerm(isOrderedByRating ? .rating : .title, descending: true))
          try $0.setFields([.id, .title, .rating])
        }), store)
    func page() throws -> PageState {
      try store.read { connection in try connection.inSnapshot { try live.page(connection) } }
    }
    let first = try page()
    let shown = first.rows.ids
    try smuggle(hidden)
    // A change of another book, in a field that the query uses or does not use.
    let other = try #require(
      try store.run(Query()).ids.first { !shown.contains($0) && $0 != hidden })
    try store.setRating(other, 1)
    #expect(try page().rows === first.rows)
    // A book leaves, a book enters, a book changes: others move up from after the page.
    try store.deleteBook(shown[0])
    try store.change(other) {
      $0.given = [.title, .rating]
      ($0.title, $0.rating) = (bytes("Y"), 4)
    }
    try store.setRating(shown[19], 3)
    let last = try page().rows
    #expect(last.count == 20)
    #expect(last.ids.contains(other) && !last.ids.contains(hidden))
    #expect(last.ids.dropFirst(last.ids[0] == other ? 1 : 0).starts(with: [shown[1], shown[2]]))
    // If too many books are gone, the query runs after all.
    for id in try page().window.map({ Array($0.ids) }) ?? [] { try store.deleteBook(id) }
    #expect(try page().rows.ids.first == hidden)
  }

  @Test func aPageKnowsWhetherOthersFollowThoughItsBooksStay() throws {
    let store = try openStore(folder.file("store"))
    for title in ["A", "B"] { try store.create(title) }
    let observer = try store.observe(query(2), [])
    #expect(try observer.page().cursor == nil)
    let third = try store.create("C")
    #expect(try observer.hear().isEmpty)
    #expect(try observer.page().cursor != nil)
    try store.deleteBook(third)
    #expect(try observer.hear().isEmpty)
    #expect(try observer.page().cursor == nil)
  }

  private func createBooks(_ count: Int, in store: Store) throws -> [Int64] {
    try store.createMany(count) { number in
      var draft = BookDraft()
      draft.given = [.title, .author, .rating]
      (draft.title, draft.author, draft.rating) = (bytes("B\(number)"), bytes("A"), 3)
      return draft
    }
  }

  @Test func ofManyBooksTheQueryRunsAgainOnAThreadOfTheLibrary() throws {
    let store = try openStore(folder.file("store"))
    let books = try createBooks(1100, in: store)
    let query = try query(20) {
      try $0.sort(by: SortTerm(.rating, descending: true))
      try $0.setFields([.id, .title, .rating])
    }
    let observers = try (0..<3).map { _ in try store.observe(query, []) }
    let live = try store.companion(LivePages.self).page(
      of: query.observed(ChangeMask([])), in: store)
    let first = try store.read { try live.page($0) }
    #expect(try observers[0].page() === first.rows)
    let changed = books.prefix(first.window?.ids.count ?? 0)
    try changed.withUnsafeBufferPointer { _ = try store.deleteBooks($0) }
    // The thread that runs the query cannot store its result while this one has the page's lock.
    try live.turn.withLock {
      for _ in 0..<2 {
        let (same, batch) = try store.read { try live.look(from: first, ChangeMask([]), $0) }
        #expect(same === first && batch == nil)
      }
    }
    for observer in observers {
      #expect(try observer.next(-1).count > 0)
      #expect(try observer.page().ids == store.run(query).ids)
      #expect(try observer.next(0).count == 0)
    }
    // A commit during the run is reported after it.
    try books.suffix(900).withUnsafeBufferPointer { _ = try store.deleteBooks($0) }
    for rating in 0..<20 {
      _ = try createBooks(60, in: store)
      try store.setRating(store.run(query).ids[0], Int32(rating % 5 + 1))
      _ = try observers[rating % 2].next(0)
    }
    for observer in observers {
      while try store.run(query).ids != observer.page().ids { _ = try observer.next(-1) }
    }
  }

  @Test func whoLooksDoesNotWaitForAQueryThatRuns() throws {
    let store = try openStore(folder.file("store"))
    try store.create("B")
    let query = try query(20)
    let observer = try store.observe(query, [])
    let live = try store.companion(LivePages.self).page(
      of: query.observed(ChangeMask([])), in: store)
    try live.turn.withLock {
      // As if a new observer were reading the page.
      live.turn.willRunQuery()
      try store.create("A")
      try #require(observer.next(0).count == 0)
    }
    #expect(try observer.next(-1).count == 1)
  }

  @Test func aPageThatIsToBeReadAgainIsReadOnAThreadOfTheLibrary() throws {
    let store = try openStore(folder.file("store"))
    let books = try createBooks(1100, in: store)
    let observer = try store.observe(query(20), [])
    let before = observer.transaction
    try books.withUnsafeBufferPointer { _ = try store.deleteBooks(.init(rebasing: $0[..<90])) }
    try observer.resume(after: before)
    try #require(observer.next(0).count == 0)
    #expect(try observer.next(-1).count == 1)
    #expect(try observer.page().ids == store.run(query(20)).ids)
  }

  @Test func aStoreIsClosedOnceThreadsOfTheLibraryHaveRead() throws {
    let store = try openStore(folder.file("store"))
    try store.create("A")
    let observer = try store.observe(query(2), [])
    let (hasBegun, hasRead) = (Shared(false), Shared(false))
    let isHelping = store.companion(LivePages.self).help {
      try? store.read { connection in
        try connection.inSnapshot {
          _ = try connection.lastChange()
          hasBegun.with { $0 = true }
          while failure({ try observer.next(0) })?.kind != .closed { usleep(100) }
          // Within this time, a close that did not wait would end.
          usleep(50_000)
          hasRead.with { $0 = true }
        }
      }
    }
    try #require(isHelping)
    while !hasBegun.with({ $0 }) { usleep(100) }
    _ = try store.close()
    #expect(hasRead.with { $0 })
    #expect(folder.files == (TestStore.isOnServer ? [] : ["store", "store-wake"]))
  }

  @Test func observersOfTheSamePageShareIt() throws {
    let store = try openStore(folder.file("store"))
    let genre = try store.genre(named: "G")
    try store.create("A")
    let same = try (1...3).map { _ in try store.observe(query(10), []) }
    let others = try [
      store.observe(query(11), []), store.observe(query(10) { try $0.filterFavourite(0) }, []),
      store.observe(query(10) { try $0.filterGenres(.none, [genre]) }, []),
      store.observe(query(10) { try $0.filter(.title, contains: bytes("A")) }, []),
    ]
    for _ in 0..<2 {
      #expect(try same.allSatisfy { try $0.page() === same[0].page() })
      for other in others { #expect(try other.page() !== same[0].page()) }
      try store.create("AB")
      let heard = try same.map { try $0.next(0) }
      #expect(heard.allSatisfy { $0.count == 1 && $0 === heard[0] })
      for other in others { #expect(try other.hear().count == 1) }
    }
  }

  @Test func everyMemberOfAQueryIsCompared() throws {
    #expect(Mirror(reflecting: try Query()).children.count == 23)
    let changes: [(inout Query) throws -> Void] = [
      { try $0.filterGenres(.any, [1]) }, { try $0.filterGenres(.all, [1]) },
      { try $0.filterGenres(.any, names: 1) { _ in bytes("G") } },
      { try $0.filterRating(1, 2, orNotRated: 0) }, { try $0.filterRating(1, 2, orNotRated: 1) },
      { try $0.filterRating(1, 3, orNotRated: 0) }, { try $0.filterFavourite(1) },
      { try $0.filterExactRating(1, 2, orNotRated: 0) },
      { try $0.filterExactRating(1, 2, orNotRated: 1) },
      { try $0.filterExactRating(1, 2.25, orNotRated: 0) },
      { try $0.filterFavourite(0) }, { try $0.filterStatus(1) }, { try $0.filterStatus(2) },
      { try $0.filter(.title, contains: bytes("a")) },
      { try $0.filter(.author, contains: bytes("a")) },
      { try $0.filter(.title, equals: bytes("a")) }, { try $0.filter(.title, equals: bytes("b")) },
      { try $0.filter(.title, contains: bytes("b")) }, { try $0.filter(.year, 1, 2) },
      { try $0.filter(.year, 1, 3) }, { try $0.filterIdentifier(bytes("isbn"), bytes("1")) },
      { try $0.filter(.year, absent: 1) }, { try $0.filter(.year, absent: 0) },
      { try $0.exclude(try Query()) }, { try $0.orElse(try Query()) },
      { try $0.search(bytes("a"), [], .all) }, { try $0.search(bytes("a"), [], .any) },
      { try $0.search(bytes("a"), .title, .all) }, { try $0.search(bytes("b"), [], .all) },
      { try $0.setSnippet(before: bytes("a"), after: bytes("]")) },
      { try $0.setSnippet(before: bytes("["), after: bytes("a")) },
      { try $0.filterCreated(1, 2) }, { try $0.filterCreated(1, 3) },
      { try $0.filterStarted(nil, nil) }, { try $0.filterStarted(2020_01_01, nil) },
      { try $0.filterStarted(nil, 2020_01_01) }, { try $0.filterFinished(nil, nil) },
      { try $0.filterFinished(2020_01_01, nil) }, { try $0.filterFinished(nil, 2020_01_01) },
      { try $0.sort(by: SortTerm(.title, descending: true)) },
      { try $0.sort(by: SortTerm(.title, descending: false)) }, { try $0.setLimit(1) },
      { try $0.setLimit(2) }, { try $0.setOffset(1) }, { try $0.setFields(.title) },
      {
        let cursor = Cursor(order: $0.order, values: [], id: 1)
        try $0.setCursor(bytes(cursor.text))
      },
      {
        let cursor = Cursor(order: $0.order, values: [], id: 1)
        try $0.setCursor(bytes(cursor.text), isBackward: true)
      },
    ]
    let queries =
      try [Query()]
      + changes.map { change in
        var query = try Query()
        try change(&query)
        return query
      }
    for (one, query) in queries.enumerated() {
      for (other, second) in queries.enumerated() { #expect((query == second) == (one == other)) }
    }
  }

  // MARK: Random histories

  /// One change of anything that can affect a page.
  private func change(
    _ store: Store, _ books: inout [Int64], _ genres: inout [Int64], near shown: [Int64],
    _ dice: inout Dice
  ) throws {
    let near = shown.filter(books.contains)
    let id = !near.isEmpty && dice.once(in: 2) ? dice.pick(near) : dice.pick(books)
    switch Int.random(in: 0..<18, using: &dice) {
    case 0: books.append(try store.create(dice.pick(words).text))
    case 1 where books.count > 5:
      try store.deleteBook(id)
      books.removeAll { $0 == id }
    case 2 where !genres.isEmpty: _ = try store.toggleGenre(dice.pick(genres), ofBook: id)
    case 3: _ = try store.toggleFavourite(id)
    case 4:
      try store.change(id) {
        $0.given = [.title, .series, .seriesNumber]
        $0.title = bytes(dice.pick(words).text)
        $0.series = bytes(dice.pick(words).text)
      }
    case 5:
      try store.change(id) {
        for field in [BookFields.author, .authorSort, .publisher] {
          $0.give(field, bytes(dice.pick(words).text))
        }
        $0.give(.language, bytes(dice.pick(["en", "pl"])))
        $0.give(.year, dice.pick([-750, 1965]))
        $0.give(.pages, dice.pick([10, 20]))
        $0.give(.editionYear, 2000)
      }
    case 6:
      do {
        try store.setStatus(id, Int32.random(in: 0...3, using: &dice), date: 2021_06_15)
      } catch let failure as Failure where failure.reason == .endBeforeStart {}
    case 7: try store.quote(dice.pick(words).text, of: id)
    case 8 where genres.count > 1:
      let genre = genres.remove(at: Int.random(in: genres.indices, using: &dice))
      try store.deleteGenre(genre)
    case 9: genres.append(try store.findOrCreateGenre(bytes(dice.pick(["X", "Y", "Horror"]))).id)
    case 10 where !genres.isEmpty:
      let name = bytes("Genre \(Int.random(in: 0..<1000, using: &dice))")
      try store.renameGenre(dice.pick(genres), name)
    case 11, 12:
      let info = try store.undoInfo()
      if info.undoCount > 0 {
        try store.undo()
        if dice.once(in: 2) { try store.redo() }
      }
      books = try store.run(Query()).ids
      genres = try store.allGenres().ids
    case 13:
      var reading = ReadingDraft()
      (reading.finished, reading.given) = (dice.pick([2021_06_15, 2022_01_01]), .finished)
      _ = try store.addReading(reading, toBook: id)
    case 14: try store.change(id, clear: [.year, .series, .seriesNumber]) { _ in }
    case 16: try store.change(id) { $0.give(.exactRating, dice.pick([0.5, 2.25, 4.5])) }
    case 15:
      let transaction = try store.begin(.write)
      for book in books.prefix(7) { try transaction.setRating(book, dice.pick([0, 5])) }
      try transaction.commit()
    default: try store.setRating(id, Int32.random(in: 0...5, using: &dice))
    }
    genres = Array(Set(genres)).sorted()
  }

  // Fewer on a server, because SideBySideTests compare a server with a file.
  @Test(arguments: 1...(TestStore.isOnServer ? 8 : 40) as ClosedRange<UInt64>)
  func everyPageIsWhatAFreshRunGives(seed: UInt64) throws {
    var dice = Dice(seed)
    let catalogue = try Catalogue(dice.pick([30, 160]), seed: seed)
    let store = catalogue.store
    var (books, genres) = (catalogue.books.map(\.id), catalogue.genres)
    struct Shown {
      let query: Query
      let observer: Observer
      let sample: SampleQuery
      var ids: [Int64]
    }
    var pages: [Shown] = []
    for number in 0..<4 {
      let sample = SampleQuery.random(&dice, genres: catalogue.genres)
      var query = try number > 1 ? Query() : sample.query(fields: .stored)
      if number > 1 {
        // A page of all books, so that most changes are after the known part.
        try query.setFields(.stored)
        for term in sample.sort { try query.sort(by: term) }
      }
      if dice.once(in: 4) { try query.search(bytes("dune book*"), [], .any) }
      if dice.once(in: 4) { try query.filterGenres(.any, names: 1) { _ in bytes("Horror") } }
      try query.setLimit(Int64.random(in: 1...15, using: &dice))
      if dice.once(in: 4), let cursor = try store.run(query).place { try query.setCursor(cursor) }
      if query.cursor == nil { try query.setOffset(dice.pick([0, 0, 3])) }
      for _ in 0..<2 {
        let observer = try store.observe(query, [])
        pages.append(
          Shown(query: query, observer: observer, sample: sample, ids: try observer.page().ids))
      }
    }
    for step in 0..<50 {
      for _ in 0..<Int.random(in: 1...2, using: &dice) {
        try change(store, &books, &genres, near: pages[0].ids + pages[6].ids, &dice)
      }
      for place in pages.indices where place % 2 == 0 || dice.once(in: 3) {
        let heard = try pages[place].observer.hear()
        pages[place].ids = apply(heard, to: pages[place].ids)
        let (query, observer) = (pages[place].query, pages[place].observer)
        let now = try store.run(query)
        guard pages[place].ids == now.ids, try observer.page().books == now.books,
          try observer.page().cursor.map({ Array($0) }) == now.cursor.map({ Array($0) })
        else {
          Issue.record("\(seed), \(step): \(pages[place].sample) \(place) \(heard)")
          return
        }
        #expect(try observer.hear().isEmpty)
      }
    }
  }
}
