// Long rows of random operations, undone and redone again: after every step the store holds exactly
// what it held before.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormModel

@Suite struct UndoRandomTests {
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func everyStepIsUndoneAndRedone(seed: UInt64) throws {
    var run = try Run(seed: seed)
    for _ in 0..<60 { try run.step() }
    #expect(run.states.count > 30)
    let store = run.store
    try #require(try store.undoInfo().undoCount == run.states.count - 1)
    var names: [String] = []
    for round in 0..<2 {
      for index in run.states.indices.dropLast().reversed() {
        names.append(try store.undo().undoName)
        try run.expect(state: index, "seed \(seed), round \(round), undone \(names.last ?? "")")
      }
      #expect(failure { try store.undo() }?.kind == .notFound)
      for index in run.states.indices.dropFirst() {
        names.append(try store.redo().redoName)
        try run.expect(state: index, "seed \(seed), round \(round), redone \(names.last ?? "")")
      }
      #expect(failure { try store.redo() }?.kind == .notFound)
    }
    let half = names.count / 4
    #expect(Array(names[..<half]) == names[half..<(2 * half)].reversed())
    #expect(Array(names[..<half]) == Array(names[(2 * half)..<(3 * half)]))
    #expect(!names.contains("Change nothing"))
  }

  /// What a store held after each of its steps.
  private struct Run {
    let folder = TemporaryFolder()
    let store: Store
    var states: [[String: [[RawStore.Value]]]] = []
    private var dice: Dice

    private var path: String { folder.file("store") }

    init(seed: UInt64) throws {
      dice = Dice(seed)
      store = try openStore(folder.file("store"))
      for name in ["A", "B", "C", "D"] { try store.genre(named: name) }
      for book in catalogue(8, genres: [1, 2, 3, 4], seed: seed) {
        try store.quote("Quote", page: "1", of: try store.create(book))
      }
      try store.clearUndo()
      states = [try dump(ofStore: path)]
    }

    func expect(state index: Int, _ what: String) throws {
      let wrong = differences(states[index], try dump(ofStore: path))
      try #require(wrong == [], "\(what)")
      let faults = try faults(inStore: path)
      try #require(faults == [], "\(what)")
    }

    mutating func step() throws {
      let before = try store.undoInfo().undoCount
      if dice.once(in: 3) { try transaction(in: store, depth: 1) } else { try operation(store) }
      let state = try dump(ofStore: path)
      if try store.undoInfo().undoCount > before {
        states.append(state)
      } else {
        try #require(differences(states[states.count - 1], state) == [], "no step was made")
      }
    }

    private mutating func transaction(in session: Session, depth: Int) throws {
      let transaction = try session.begin(.write)
      for _ in 0..<Int.random(in: 0...6, using: &dice) {
        if depth < 3, dice.once(in: 4) {
          try self.transaction(in: transaction, depth: depth + 1)
        } else {
          try operation(transaction)
        }
      }
      if dice.once(in: 3) { try transaction.rollBack() } else { try transaction.commit() }
    }

    private mutating func any(_ ids: [Int64]) -> Int64 {
      ids.isEmpty || dice.once(in: 12) ? 9999 : dice.pick(ids)
    }

    /// Something that may well be refused.
    private mutating func operation(_ session: Session) throws {
      let books = try session.run(Query()).ids
      let genres = try session.allGenres().ids
      let quotes = try books.flatMap { try session.quotes(ofBook: $0).ids }
      let (book, genre, quote) = (any(books), any(genres), any(quotes))
      let some = [any(genres), any(genres), genre]
      let new = catalogue(1, genres: some, seed: dice.next())[0].with {
        $0.identifiers = dice.once(in: 2) ? [.init("isbn", "\(dice.next())"), .init("x", "y")] : []
        $0.genres = Array(some.prefix(Int.random(in: 0...3, using: &dice)))
      }
      let choice = Int.random(in: 0..<25, using: &dice)
      let (number, flag) = (Int32.random(in: 0...5, using: &dice), dice.once(in: 2))
      let name = dice.pick(["A", "b", "C", "Łódź", "e", "F", "g"])
      var quoteDraft = QuoteDraft()
      quoteDraft.given = dice.pick([.text, .page, [.text, .page]])
      (quoteDraft.text, quoteDraft.page) = (bytes("Text \(number)"), bytes("\(number)"))
      var given: BookFields = []
      for field in [
        BookFields.title, .author, .rating, .favourite, .status, .created, .started, .finished,
        .series, .genres, .identifiers, .review,
      ] where dice.once(in: 3) { given.formUnion(field) }
      let clear = BookFields.clearable.subtracting([.price, .currency]).subtracting(given)
      let byName = dice.once(in: 3)
      _ = failure {
        switch choice {
        case 0, 1:
          var draft = new.draft
          if byName {
            draft.given = draft.given.subtracting(.genres).union(.genreNames)
            draft.genreNames = [bytes(name), bytes("New \(number)")]
          }
          _ = try session.createBook(draft)
        case 2:
          try session.createMany(Int(number)) { row in new.with { $0.author += " \(row)" }.draft }
        case 3, 4, 5:
          var draft = new.draft
          draft.given.formIntersection(given)
          if byName {
            draft.given = draft.given.subtracting(.genres).union(.genreNames)
            draft.genreNames = [bytes(name), bytes("Other \(number)")]
          }
          try session.updateBook(
            book, draft, clear: flag ? clear.intersection([.review, .series, .finished]) : [])
        case 6: try session.setRating(book, number)
        case 7: _ = try session.toggleFavourite(book)
        case 8: try session.setStatus(book, number % 4, date: 2024_02_29)
        case 9: try session.deleteBook(book)
        case 10: _ = try session.deleteBooks(array([book, any(books), 9999]))
        case 11: _ = try session.findOrCreateGenre(bytes(name))
        case 12: try session.renameGenre(genre, bytes(name))
        case 13: try session.setGenreColour(genre, bytes("00FF0\(number)"))
        case 14: if flag { try session.deleteGenre(genre) } else { try session.deleteQuote(quote) }
        case 15: _ = try session.toggleGenre(genre, ofBook: book)
        case 16: try session.set(genres: new.genres, of: book)
        case 17: try session.quote("New \(number)", page: flag ? "1" : nil, of: book)
        case 18: try session.updateQuote(quote, quoteDraft, clear: [])
        case 19, 20, 21:
          var draft = new.draft
          draft.given = draft.given.subtracting(.genres).union(.genreNames)
          draft.genreNames = [bytes(name), bytes("Other \(number)")]
          let rows = (0...number).map { ("\($0)", draft) }
          var options = ImportOptions()
          options.recreatesDeleted = flag
          try session.importBooks(
            rows, of: given.subtracting(.genres).union([.title, .author, .genreNames]),
            from: byName ? "shop" : "library", options)
        case 22:
          _ = try session.mergeBook(
            book, into: any(books), taking: [.title, .genres], preview: flag)
        case 23: _ = try session.mergeGenre(genre, into: any(genres), preview: flag)
        default:
          var query = SampleQuery()
          query.statuses = [number % 4]
          if byName {
            var draft = new.draft
            draft.given.formIntersection(given.subtracting(.genres))
            draft.give(.addGenreNames, [bytes(name), bytes("More \(number)")])
            draft.give(.removeGenres, array([genre]))
            _ = try session.updateBooks(matching: query.query(), draft, clear: [])
          } else if flag {
            _ = try session.setRating(number, matching: query.query())
          } else {
            _ = try session.addGenre(genre, matching: query.query())
          }
        }
      }
    }
  }
}
