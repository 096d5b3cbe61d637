// Tests undoing and redoing changes through a store: every kind of change, and its name.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct UndoTests {
  let folder = TemporaryFolder()
  let store: Store
  let genres: [Int64]
  let book: Int64
  let quote: Int64

  init() throws {
    let store = try openStore(folder.file("store"))
    self.store = store
    genres = try ["Z", "M", "A"].map { try store.genre(named: $0) }
    let sample = SampleBook("Dune", by: "Herbert").with {
      $0.synopsis = "Sand"
      $0.rating = 4
      $0.status = 2
      $0.started = 2020_01_31
      $0.finished = 2020_02_29
      $0.series = "Dune"
      $0.seriesNumber = 1.5
      $0.year = -44
      $0.created = -1
      $0.identifiers = [.init("isbn", "1"), .init("doi", "2")]
    }
    book = try store.create(sample.with { [genres] in $0.genres = [genres[2], genres[0]] })
    quote = try store.quote("Fear is the mind-killer.", page: "12", of: book)
    try store.quote("Second", of: book)
    try RawStore(folder.file("store")).execute(
      "UPDATE books SET updated = 7; UPDATE quotes SET created = id")
    try store.clearUndo()
  }

  private var path: String { folder.file("store") }
  private func now() throws -> [String: [[RawStore.Value]]] { try dump(ofStore: path) }
  private func expectSound() throws {
    let found = try faults(inStore: path)
    #expect(found == [])
  }
  private var name: String { get throws { try store.undoInfo().undoName } }

  /// Does it, undoes it, redoes it and undoes it again.
  private func expectToComeBack(_ name: String, _ change: () throws -> Void) throws {
    let before = try now()
    try change()
    let after = try now()
    try #require(differences(before, after) != [], "\(name) changes nothing")
    #expect(try store.undoInfo().undoName == name)
    for _ in 0..<2 {
      #expect(try store.undo().undoName == name)
      #expect(differences(before, try now()) == [], "after undoing \(name)")
      try expectSound()
      #expect(try store.undoInfo().redoName == name)
      #expect(try store.redo().redoName == name)
      #expect(differences(after, try now()) == [], "after redoing \(name)")
      try expectSound()
    }
    try store.undo()
    #expect(differences(before, try now()) == [], "after undoing \(name) again")
    #expect(try store.undoInfo().undoCount == 0)
  }

  @Test func aNewBookGoesAndComesBackTheSame() throws {
    try expectToComeBack("Add book") {
      let draft = SampleBook("New").with { [genres] in $0.genres = genres }.draft
      _ = try store.createBook(draft)
    }
    try expectToComeBack("Add 3 books") {
      try store.createMany(3) { i in
        SampleBook("\(i)").with { [genres] in $0.genres = [genres[i]] }.draft
      }
    }
  }

  @Test func aBookWithGenresByNameTakesThemAlong() throws {
    try expectToComeBack("Add book") {
      var draft = SampleBook("New").draft
      draft.given = [.title, .author, .genreNames]
      draft.genreNames = [bytes("New genre"), bytes("a"), bytes("Other")]
      _ = try store.createBook(draft)
    }
  }

  @Test func aDeletedBookComesBackWithAllThatWasItsOwn() throws {
    try expectToComeBack("Delete book") { try store.deleteBook(book) }
    let other = try store.create("Other")
    try store.clearUndo()
    try expectToComeBack("Delete 2 books") {
      _ = try store.deleteBooks(array([other, book, 99]))
    }
  }

  @Test func anyFieldsOfABookComeBack() throws {
    func change(_ fields: BookFields, clear: BookFields = []) throws {
      var draft = SampleBook("Another", by: "Else").with {
        $0.genres = [genres[1]]
        $0.identifiers = [.init("x", "y")]
        $0.rating = 1
        $0.created = 1_000_000_000_000
        $0.finished = 2021_12_31
        $0.series = "Other"
      }.draft
      draft.given = fields
      try store.updateBook(book, draft, clear: clear)
    }
    let identifiers: BookFields = [.identifierSchemes, .identifierValues]
    try expectToComeBack("Rate book") { try change(.rating) }
    for fields: BookFields in [.title, .author, .created, .series, .finished, identifiers] {
      try expectToComeBack("Change book") { try change(fields) }
    }
    try expectToComeBack("Change book") {
      try change([.title, .author, .rating, .created, .series, .finished, .genres, identifiers])
    }
    for fields: BookFields in [.synopsis, .started, .finished, .year, .seriesNumber, identifiers] {
      try expectToComeBack("Change book") { try change([], clear: fields) }
    }
    try expectToComeBack("Change book") {
      try change(.title, clear: BookFields.clearable.subtracting(.title))
    }
    try expectToComeBack("Change genres of book") { try change([], clear: .genres) }
  }

  @Test func pricesComeBackAndOrdersStay() throws {
    let price: (SampleBook) -> BookDraft = { book in
      var draft = book.with { $0.price = .init(999, "EUR") }.draft
      draft.given = [.price, .currency]
      return draft
    }
    try expectToComeBack("Change book") {
      try store.updateBook(book, price(SampleBook("x")), clear: [])
    }
    try store.redo()
    let order = try store.placeOrder(ofBook: book, quantity: 2)
    #expect(try store.undoInfo().undoCount == 1)
    try store.undo()
    #expect(try store.order(order).count == 1)
    #expect(failure { try store.placeOrder(ofBook: book, quantity: 1) } != nil)
    try store.redo()
    #expect(try store.placeOrder(ofBook: book, quantity: 1) == order + 1)
    try expectToPlaceOrdersInATransaction()
  }

  private func expectToPlaceOrdersInATransaction() throws {
    let transaction = try store.begin(.write)
    try transaction.setRating(book, 1)
    let order = try transaction.placeOrder(ofBook: book, quantity: 3)
    try transaction.commit()
    try store.undo()
    #expect(try store.read(book).rating == 4)
    #expect(try store.order(order).count == 1)
  }

  @Test func namedChangesOfABookComeBack() throws {
    try expectToComeBack("Rate book") { try store.setRating(book, 1) }
    try expectToComeBack("Change favourite of book") { _ = try store.toggleFavourite(book) }
    for status: Int32 in [0, 1, 3] {
      try expectToComeBack("Change status of book") {
        try store.setStatus(book, status, date: 2024_02_29)
      }
    }
  }

  @Test func theGenresOfABookComeBackInTheirOrder() throws {
    let changes: [() throws -> Void] = [
      { _ = try store.addGenre(genres[1], toBook: book) },
      { _ = try store.removeGenre(genres[2], fromBook: book) },
      { _ = try store.toggleGenre(genres[0], ofBook: book) },
      { try store.set(genres: genres, of: book) }, { try store.set(genres: [], of: book) },
    ]
    for change in changes { try expectToComeBack("Change genres of book", change) }
  }

  @Test func positionsWithGapsComeBack() throws {
    try store.set(genres: genres, of: book)
    _ = try store.removeGenre(genres[1], fromBook: book)
    try store.clearUndo()
    let raw = try RawStore(path)
    #expect(try raw.integers("SELECT position FROM book_genres ORDER BY position") == [0, 2])
    try expectToComeBack("Delete book") { try store.deleteBook(book) }
    try expectToComeBack("Change genres of book") { try store.set(genres: [], of: book) }
    try expectToComeBack("Delete genre") { try store.deleteGenre(genres[2]) }
  }

  @Test func genresComeBackOnTheirBooks() throws {
    try store.createMany(20) { i in
      SampleBook("\(i)").with { [genres] in $0.genres = [genres[i % 3], genres[0]] }.draft
    }
    try store.clearUndo()
    try expectToComeBack("Add genre") { try store.genre(named: "New") }
    try expectToComeBack("Delete genre") { try store.deleteGenre(genres[0]) }
    try expectToComeBack("Delete 2 genres") {
      _ = try store.deleteGenres(array([genres[2], genres[0]]))
    }
    try expectToComeBack("Rename genre") { try store.renameGenre(genres[0], bytes("Łódź 2")) }
    try expectToComeBack("Change genre") { try store.setGenreColour(genres[0], bytes("012345")) }
    try expectToComeBack("Add 7 genres") { _ = try store.createStandardGenres() }
  }

  @Test func aColourThatIsNoneComesBackAsItWas() throws {
    try RawStore(path).execute("UPDATE genres SET colour = 'mauve'")
    let before = try now()
    try store.setGenreColour(genres[0], bytes("012345"))
    try store.undo()
    #expect(differences(before, try now()) == [])
    try store.deleteGenre(genres[0])
    try store.undo()
    #expect(differences(before, try now()) == [])
  }

  @Test func quotesComeBack() throws {
    try expectToComeBack("Add quote") { try store.quote("New", page: "1", of: book) }
    try expectToComeBack("Delete quote") { try store.deleteQuote(quote) }
    for fields: QuoteFields in [.text, .page, [.text, .page]] {
      try expectToComeBack("Change quote") {
        var draft = QuoteDraft()
        draft.given = fields
        (draft.text, draft.page) = (bytes("new"), bytes("13"))
        try store.updateQuote(quote, draft, clear: [])
      }
    }
    try expectToComeBack("Change quote") {
      try store.updateQuote(quote, QuoteDraft(), clear: .page)
    }
  }

  @Test func changesOfAllThatMatchAreOneStep() throws {
    try store.createMany(5) { SampleBook("\($0)").draft }
    try store.clearUndo()
    let all = try Query()
    try expectToComeBack("Rate 6 books") { _ = try store.setRating(2, matching: all) }
    try expectToComeBack("Change genres of 6 books") {
      _ = try store.addGenre(genres[1], matching: all)
    }
    try expectToComeBack("Delete 6 books") { _ = try store.deleteBooks(matching: all) }
  }

  // MARK: Transactions

  @Test func aTransactionIsOneStep() throws {
    try expectToComeBack("Delete book and more") {
      let transaction = try store.begin(.write)
      let new = try transaction.create(SampleBook("New").with { [genres] in $0.genres = genres })
      try transaction.setRating(new, 3)
      try transaction.quote("Quote", of: new)
      try transaction.renameGenre(genres[0], bytes("B"))
      try transaction.deleteGenre(genres[1])
      _ = try transaction.createGenre(bytes("M"), colour: nil)
      try transaction.setRating(book, 1)
      try transaction.deleteBook(book)
      try transaction.commit()
    }
  }

  @Test func aNameThatIsGivenIsKept() throws {
    for nested in [false, true] {
      let transaction = try store.begin(.write)
      try transaction.setName(bytes("First"))
      try transaction.setRating(book, nested ? 1 : 2)
      if nested {
        let inner = try transaction.begin(.write)
        try inner.setName(bytes("Łódź"))
        try inner.commit()
        let gone = try transaction.begin(.write)
        try gone.setName(bytes("Gone"))
        try gone.rollBack()
      }
      try transaction.commit()
      #expect(try name == (nested ? "Łódź" : "First"))
    }
    #expect(try store.undo().undoName == "Łódź")
    #expect(try store.undoInfo().redoName == "Łódź")
    #expect(try store.undoInfo().undoName == "First")
    try store.redo()
    #expect(try name == "Łódź")
  }

  @Test func aNameMustBeOne() throws {
    let transaction = try store.begin(.write)
    #expect(failure { try transaction.setName(bytes(" ")) }?.kind == .invalid)
    let long = String(repeating: "x", count: 128)
    #expect(failure { try transaction.setName(bytes(long)) }?.kind == .tooLarge)
    #expect(failure { try transaction.setName(bytes([0xC3])) }?.kind == .text)
    try transaction.setName(bytes(String(long.dropFirst())))
    let inner = try transaction.begin(.read)
    #expect(failure { try transaction.setName(bytes("x")) }?.kind == .transaction)
    #expect(failure { try inner.setName(bytes("x")) }?.kind == .readOnly)
    try transaction.rollBack()
    #expect(failure { try transaction.setName(bytes("x")) }?.kind == .closed)
  }

  @Test func whatIsTakenBackWithinATransactionLeavesNoTrace() throws {
    try expectToComeBack("Rate book") {
      let transaction = try store.begin(.write)
      try transaction.setRating(book, 1)
      let inner = try transaction.begin(.write)
      try inner.deleteBook(book)
      try inner.create("Gone")
      try inner.rollBack()
      _ = failure {
        try transaction.addGenres(array([genres[1], 99]), toBooks: array([book, book]))
      }
      _ = failure { try transaction.createMany(2) { SampleBook($0 == 0 ? "A" : " ").draft } }
      try transaction.commit()
    }
  }

  @Test func insertionsGoOnAfterWhatWasTakenBack() throws {
    try expectToComeBack("Add 4 books") {
      let transaction = try store.begin(.write)
      try transaction.create("A")
      for keep in [false, true, false] {
        let inner = try transaction.begin(.write)
        try inner.create("B")
        if keep { try inner.commit() } else { try inner.rollBack() }
      }
      try transaction.create("C")
      try transaction.create("D")
      try transaction.commit()
    }
  }

  @Test func whatChangesNothingIsNoStep() throws {
    try store.setRating(book, 4)
    _ = try store.addGenre(genres[2], toBook: book)
    _ = try store.removeGenre(genres[1], fromBook: book)
    _ = try store.findOrCreateGenre(bytes("z"))
    _ = try store.deleteBooks(array([99]))
    _ = failure { try store.setRating(book, 9) }
    try store.begin(.write).commit()
    let transaction = try store.begin(.write)
    try transaction.deleteBook(book)
    try transaction.rollBack()
    #expect(try store.undoInfo().undoCount == 0)
  }

  @Test func orderIsNoPartOfAStep() throws {
    // Writes that change nothing do not interfere with the step of their transaction.
    try expectToComeBack("Rate book") {
      let transaction = try store.begin(.write)
      _ = try transaction.addGenre(genres[2], toBook: book)
      try transaction.setRating(book, 3)
      _ = try transaction.removeGenre(genres[1], fromBook: book)
      try transaction.commit()
    }
  }

  @Test func idsAreNotGivenAgain() throws {
    let new = try store.create("New")
    try store.undo()
    let other = try store.create("Other")
    #expect(other > new)
    #expect(failure { try store.redo() }?.kind == .notFound)
    let last = try RawStore(path).integers(
      "SELECT value FROM properties WHERE name = 'last_book_id'")
    #expect(last == [other])
  }

  @Test func observersOfTheLogHearOfAnUndo() throws {
    try store.setRating(book, 1)
    try store.deleteBook(book)
    let raw = try RawStore(path)
    func last() throws -> [Change]? {
      Change.list(
        try raw.rows("SELECT entries FROM changes ORDER BY id DESC LIMIT 1")[0][0].blob ?? [])
    }
    try store.undo()
    let restored = try last()
    #expect(
      restored == [
        Change(.insert, .quote, quote, count: 2), Change(.insert, .reading, 1),
        Change(.insert, .book, book),
      ])
    try store.undo()
    #expect(try last() == [Change(.update, .book, book, fields: BookFields.rating.rawValue)])
    try store.deleteGenre(genres[2])
    try store.undo()
    #expect(try last() == [Change(.insert, .genre, genres[2])])
  }
}
