// Tests long sequences of random operations: after each one the store has the expected contents,
// and everything that can be derived from its tables is stored correctly.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct RandomOperationTests {
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func theStoreIsSoundAfterEveryOperation(seed: UInt64) throws {
    var run = try Run(seed: seed)
    for step in 0..<70 {
      try run.step()
      let differences = run.mirror.counted.differences(from: try MirrorStore(of: run.store))
      try #require(differences == [], "seed \(seed), step \(step): \(run.last)")
      let faults = try faults(inStore: run.path)
      try #require(faults == [], "seed \(seed), step \(step): \(run.last)")
      try #require(try run.store.countBooks() == run.mirror.books.count)
    }
    #expect(run.done > 60)
  }

  /// One store and its mirror.
  struct Run {
    let folder = TemporaryFolder()
    var store: Store
    var mirror = MirrorStore()
    var last: [String] = []
    var done = 0
    private var dice: Dice

    var path: String { folder.file("store") }

    init(seed: UInt64) throws {
      dice = Dice(seed)
      store = try openStore(folder.file("store"))
      for _ in 0..<10 { try create(store) }
    }

    /// One operation, or several in a transaction.
    mutating func step() throws {
      last = []
      if dice.once(in: 12) {
        _ = try store.close()
        store = try openStore(path)
        last.append("reopen")
      }
      if dice.once(in: 3) { return try transaction(in: store, depth: 1) }
      try operation(store)
    }

    private mutating func transaction(in session: any Session, depth: Int) throws {
      let before = mirror
      let transaction = try session.begin(.write)
      last.append("begin")
      for _ in 0..<Int.random(in: 0...5, using: &dice) {
        if depth < 3, dice.once(in: 4) {
          try self.transaction(in: transaction, depth: depth + 1)
        } else {
          try operation(transaction)
        }
        // A read in between writes the pending counters.
        if dice.once(in: 3) {
          let differences = mirror.counted.differences(from: try MirrorStore(of: transaction))
          try #require(differences == [], "\(last)")
        }
      }
      if dice.once(in: 3) {
        last.append("roll back")
        try transaction.rollBack()
        mirror = before
      } else {
        last.append("commit")
        try transaction.commit()
      }
    }

    /// Does something to the store, and checks that it succeeds only if it did in the mirror.
    private mutating func perform(
      _ name: String, _ expected: Bool, _ body: () throws -> Void
    ) throws {
      last.append(name)
      var refused = false
      do { try body() } catch is Failure { refused = true }
      try #require(refused != expected, "\(last)")
      if expected { done += 1 }
    }

    // MARK: Operations

    private mutating func anyBook() -> Int64 {
      mirror.books.isEmpty || dice.once(in: 12) ? 9999 : dice.pick(mirror.books.keys.sorted())
    }
    private mutating func anyGenre() -> Int64 {
      mirror.genres.isEmpty || dice.once(in: 12) ? 9999 : dice.pick(mirror.genres.keys.sorted())
    }
    private mutating func anyGenres() -> [Int64] {
      (0..<Int.random(in: 0...4, using: &dice)).map { _ in anyGenre() }
    }

    private mutating func operation(_ session: any Session) throws {
      let (book, genre) = (anyBook(), anyGenre())
      switch Int.random(in: 0..<21, using: &dice) {
      case 0, 1, 2: try create(session)
      case 3: try update(session, book)
      case 4:
        let rating = Int32.random(in: -1...6, using: &dice)
        let valid = (0...5).contains(rating) && mirror.change(book) { $0.rate(rating) }
        try perform("rate \(book) \(rating)", valid) { try session.setRating(book, rating) }
      case 5:
        let valid = mirror.change(book) { $0.favourite = 1 - $0.favourite }
        try perform("favourite \(book)", valid) { _ = try session.toggleFavourite(book) }
      case 6, 7:
        let (status, date) = (Int32.random(in: 0...3, using: &dice), dice.pick(Self.dates))
        let valid = mirror.setStatus(book, status, date)
        try perform("status \(book) \(status) \(date)", valid) {
          try session.setStatus(book, status, date: date)
        }
      case 8:
        let valid = mirror.books.removeValue(forKey: book) != nil
        try perform("delete \(book)", valid) { try session.deleteBook(book) }
      case 9: try deleteMany(session)
      case 10, 11: try makeGenre(session)
      case 12:
        let name = dice.pick(Self.names)
        let valid = mirror.rename(genre, name)
        try perform("rename \(genre) \(name)", valid) {
          try session.renameGenre(genre, bytes(name))
        }
      case 13:
        let valid = mirror.deleteGenre(genre)
        try perform("delete genre \(genre)", valid) { try session.deleteGenre(genre) }
      case 14, 15:
        let valid = mirror.addGenre(genre, book)
        try perform("add \(genre) to \(book)", valid) {
          _ = try session.addGenre(genre, toBook: book)
        }
      case 16:
        let has = mirror.books[book]?.genres.contains(genre) ?? false
        let valid = has ? mirror.removeGenre(genre, book) : mirror.addGenre(genre, book)
        try perform("toggle \(genre) of \(book)", valid) {
          let added = try session.toggleGenre(genre, ofBook: book)
          #expect(added == !has)
        }
      case 17:
        let genres = anyGenres()
        let valid = mirror.setGenres(genres, book)
        try perform("set \(genres) of \(book)", valid) {
          try session.set(genres: genres, of: book)
        }
      case 18: try addPairs(session)
      case 19: try createMany(session)
      default: try byQuery(session)
      }
    }

    private static let dates: [Int32] = [2020_01_31, 2020_02_01, 2021_12_31, 9999_12_31]
    private static let names = ["Fantasy", "FANTASY", "Łódź", "łódź", "a", "B", "Genre 2", "c"]

    private mutating func sample() -> SampleBook {
      catalogue(1, genres: anyGenres(), seed: dice.next())[0].with {
        if $0.status == 1, dice.once(in: 2) { $0.finished = 2021_06_15 }
        $0.identifiers = dice.once(in: 2) ? [.init("isbn", "\(dice.next())")] : []
        let people = [("Ann", "author"), ("Łódź", "translator"), ("Ann", "Foreword")]
        $0.contributors = people.filter { _ in dice.once(in: 3) }.map { .init($0.0, $0.1) }
      }
    }

    private mutating func create(_ session: any Session) throws {
      var book = sample()
      let valid = book.genres.allSatisfy { mirror.genres[$0] != nil }
      try perform("create \(book.title) \(book.genres)", valid) {
        book.id = try session.create(book)
      }
      guard valid else { return }
      #expect(mirror.books[book.id] == nil)
      mirror.books[book.id] = book.with { $0.genres = MirrorStore.different(book.genres) }
      mirror.addFirstReadings(to: book)
    }

    private mutating func createMany(_ session: any Session) throws {
      let books = (0..<Int.random(in: 0...6, using: &dice)).map { _ in sample() }
      let valid = books.allSatisfy { $0.genres.allSatisfy { mirror.genres[$0] != nil } }
      var ids: [Int64] = []
      try perform("create \(books.map(\.genres))", valid) {
        ids = try session.createMany(books.count) { books[$0].draft }
      }
      for (id, book) in zip(ids, books) {
        mirror.books[id] = book.with {
          $0.id = id
          $0.genres = MirrorStore.different(book.genres)
        }
        mirror.addFirstReadings(to: book.with { $0.id = id })
      }
    }

    private mutating func update(_ session: any Session, _ id: Int64) throws {
      let new = sample()
      let fields: [BookFields] = [
        .title, .author, .rating, .favourite, .status, .created, .started, .finished, .series,
        .genres, .identifiers, .contributors,
      ]
      var given: BookFields = []
      for field in fields where dice.once(in: 3) { given.formUnion(field) }
      var draft = new.draft
      given.formIntersection(draft.given)
      draft.given = given
      let clear = BookFields.clearable.subtracting(given).intersection(
        dice.pick([
          [], [.finished, .started], .genres, [.series, .identifierSchemes, .identifierValues],
          .contributors,
        ]))
      var updated = mirror
      let valid = updated.update(id, new, given, clear: clear)
      try perform("update \(id) \(given.rawValue) \(clear.rawValue)", valid) {
        try session.updateBook(id, draft, clear: clear)
      }
      if valid { mirror = updated }
    }

    private mutating func deleteMany(_ session: any Session) throws {
      let ids = (0..<3).map { _ in anyBook() }
      let there = Set(ids).filter { mirror.books[$0] != nil }
      for id in there { mirror.books[id] = nil }
      try perform("delete \(ids)", true) {
        let deleted = try session.deleteBooks(array(ids))
        #expect(deleted == there.count)
      }
    }

    private mutating func makeGenre(_ session: any Session) throws {
      let name = dice.pick(Self.names)
      if dice.once(in: 2) {
        let known = mirror.genre(named: name)
        var id: Int64 = 0
        try perform("genre \(name)", known == nil) {
          id = try session.createGenre(bytes(name), colour: bytes("00ff00"))
        }
        if known == nil { mirror.genres[id] = .init(name: name, colour: "#00FF00") }
      } else {
        let known = mirror.genre(named: name)
        var id: Int64 = 0
        try perform("find or create \(name)", true) { id = try session.genre(named: name) }
        #expect(known == nil || known == id)
        let rgb = try GenreColours.colour(ofKey: Keys.genre(bytes(name)))
        let colour = String(decoding: Colour.format(rgb), as: UTF8.self)
        if known == nil { mirror.genres[id] = .init(name: name, colour: colour) }
      }
    }

    private mutating func addPairs(_ session: any Session) throws {
      let pairs = (0..<4).map { _ in (book: anyBook(), genre: anyGenre()) }
      let before = mirror
      let valid = pairs.allSatisfy { mirror.addGenre($0.genre, $0.book) }
      if !valid { mirror = before }
      try perform("add pairs \(pairs)", valid) {
        _ = try session.addGenres(array(pairs.map(\.genre)), toBooks: array(pairs.map(\.book)))
      }
    }

    private mutating func byQuery(_ session: any Session) throws {
      var sample = SampleQuery()
      sample.genres = [(dice.pick([.any, .all, .none]), [anyGenre()])]
      sample.statuses = [Int32.random(in: 0...3, using: &dice)]
      let ids = sample.answer(Array(mirror.books.values))
      let (query, genre) = (try sample.query(), anyGenre())
      switch Int.random(in: 0..<4, using: &dice) {
      case 0:
        for id in ids { mirror.books[id] = nil }
        try perform("delete matching", true) {
          let deleted = try session.deleteBooks(matching: query)
          #expect(deleted == ids.count)
        }
      case 1:
        for id in ids { mirror.books[id]?.rate(1) }
        try perform("rate matching", true) { _ = try session.setRating(1, matching: query) }
      case 2:
        guard mirror.genres[genre] != nil else { return }
        let removed = anyGenre()
        guard mirror.genres[removed] != nil else { return }
        for id in ids {
          mirror.books[id]?.title = "Changed"
          mirror.books[id]?.series = nil
          mirror.books[id]?.genres.removeAll { $0 == removed }
          _ = mirror.addGenre(genre, id)
        }
        try perform("update matching", true) {
          var draft = BookDraft()
          draft.give(.title, bytes("Changed"))
          draft.give(.addGenres, array([genre]))
          draft.give(.removeGenres, array([removed]))
          _ = try session.updateBooks(matching: query, draft, clear: .series)
        }
      default:
        guard mirror.genres[genre] != nil else { return }
        for id in ids { _ = mirror.addGenre(genre, id) }
        try perform("add matching", true) { _ = try session.addGenre(genre, matching: query) }
      }
    }
  }
}
