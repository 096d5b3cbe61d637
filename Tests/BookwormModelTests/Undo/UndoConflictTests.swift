// Tests which steps are refused because others have changed the same rows since.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct UndoConflictTests {
  let folder = TemporaryFolder()
  let store: Store
  let other: Store
  let genres: [Int64]
  let book: Int64
  let second: Int64
  let quote: Int64

  init() throws {
    let store = try openStore(folder.file("store"))
    self.store = store
    genres = try ["A", "B", "C"].map { try store.genre(named: $0) }
    let sample = SampleBook("Book").with { [genres] in
      $0.rating = 2
      $0.genres = [genres[0], genres[1]]
    }
    book = try store.create(sample)
    second = try store.create(sample)
    quote = try store.quote("Quote", page: "1", of: book)
    try store.clearUndo()
    other = try openStore(folder.file("store"))
  }

  private var path: String { folder.file("store") }

  private func conflictRows(redo: Bool = false) throws -> [ConflictRow] {
    try store.conflictRows(redo: redo)
  }

  private func change(_ fields: BookFields, _ id: Int64, in session: any Session) throws {
    // The same values would be no change.
    let number: Int32 = session === store ? 5 : 4
    var draft = SampleBook("Changed \(number)", by: "Else \(number)").with {
      $0.review = "New \(number)"
      $0.notes = $0.review
      $0.rating = number
      $0.identifiers = [.init("isbn", "\(number)")]
    }.draft
    draft.given = fields
    try session.updateBook(id, draft, clear: [])
  }

  /// Does the step, changes something through another handle, and expects a refusal with its
  /// reason.
  private func expectRefusal(
    _ expected: [ConflictRow], _ step: () throws -> Void, others: () throws -> Void
  ) throws {
    try step()
    try others()
    let before = try dump(ofStore: path)
    let failure = failure { try store.undo() }
    #expect(failure?.kind == .conflict)
    #expect(failure?.field == "undo")
    if let first = expected.first {
      #expect(failure?.message.contains(first.row) == true, "\(failure as Any)")
    }
    let found = try conflictRows()
    #expect(found == expected)
    #expect(differences(before, try dump(ofStore: path)) == [])
    #expect(try store.undoInfo().undoCount == 1)
    #expect(try store.undoInfo().redoCount == 0)
    try store.dropUndo(redo: false)
    #expect(try conflictRows() == [])
  }

  /// The same, but expects no refusal.
  private func expectToPass(_ step: () throws -> Void, others: () throws -> Void) throws {
    try step()
    try others()
    #expect(try conflictRows() == [])
    try store.undo()
    #expect(try faults(inStore: path) == [])
    #expect(try conflictRows(redo: true) == [])
    try store.redo()
    try store.undo()
    #expect(try faults(inStore: path) == [])
  }

  // MARK: Books

  @Test func theSameFieldIsAConflict() throws {
    for (step, others): (BookFields, BookFields) in [
      (.rating, .rating), ([.title, .author], [.author, .notes]), (.review, [.review, .title]),
      ([.identifierSchemes, .identifierValues], [.identifierSchemes, .identifierValues]),
    ] {
      try expectRefusal([
        ConflictRow(kind: .updated, entity: .book, id: book, fields: others.rawValue)
      ]) {
        try change(step, book, in: store)
      } others: {
        try change(others, book, in: other)
      }
    }
    try expectRefusal(
      [ConflictRow(kind: .updated, entity: .book, id: book, fields: BookFields.genres.rawValue)]
    ) {
      _ = try store.addGenre(genres[2], toBook: book)
    } others: {
      _ = try other.removeGenre(genres[0], fromBook: book)
    }
  }

  @Test func anotherFieldIsNoConflict() throws {
    try expectToPass {
      try store.setRating(book, 4)
    } others: {
      try change([.title, .author], book, in: other)
      _ = try other.addGenre(genres[2], toBook: book)
      try other.quote("Theirs", of: book)
    }
    #expect(try store.read(book).rating == 2)
    #expect(try store.read(book).title == "Changed 4")
    #expect(try store.read(book).genres == genres)
  }

  @Test func whenABookWasUpdatedIsWhatTheLastChangeSays() throws {
    let raw = try RawStore(path)
    func updated() throws -> Int64 { try raw.integers("SELECT updated FROM books")[0] }
    try raw.execute("UPDATE books SET updated = 7")
    try store.setRating(book, 4)
    try store.undo()
    #expect(try updated() == 7)
    try store.redo()
    try change(.review, book, in: other)
    try raw.execute("UPDATE books SET updated = 9")
    try store.undo()
    #expect(try updated() == 9)
    try store.redo()
    #expect(try updated() == 9)
    #expect(try store.read(book).rating == 4)
  }

  @Test func anotherRowIsNoConflict() throws {
    try expectToPass {
      try store.setRating(book, 4)
    } others: {
      try other.setRating(second, 5)
      try other.deleteGenre(genres[2])
      try other.create("Theirs")
    }
  }

  @Test func aBookThatIsGoneIsAConflict() throws {
    let step = { try store.setRating(book, 4) }
    try expectRefusal([ConflictRow(kind: .deleted, entity: .book, id: book)], step) {
      try other.deleteBook(book)
    }
  }

  @Test func aNewBookThatOthersHaveChangedIsNotDeleted() throws {
    var new: Int64 = 0
    let changes: [(BookFields, () throws -> Void)] = [
      (.rating, { try other.setRating(new, 1) }),
      (.genres, { _ = try other.addGenre(genres[0], toBook: new) }),
      (.quotes, { try other.quote("Theirs", of: new) }),
    ]
    for (fields, others) in changes {
      try store.clearUndo()
      let batch: () throws -> Void = { try store.createMany(3) { SampleBook("\($0)").draft } }
      try batch()
      new = try store.run(Query()).ids.max() ?? 0
      try others()
      let found = try conflictRows()
      #expect(
        found == [ConflictRow(kind: .updated, entity: .book, id: new, fields: fields.rawValue)])
      #expect(failure { try store.undo() }?.kind == .conflict)
    }
  }

  @Test func aDeletedBookWhoseGenreIsGoneDoesNotComeBack() throws {
    try expectRefusal([ConflictRow(kind: .deleted, entity: .genre, id: genres[1])]) {
      try store.deleteBook(book)
    } others: {
      try other.deleteGenre(genres[1])
      try other.renameGenre(genres[0], bytes("Another name"))
    }
  }

  @Test func linksToAGenreThatIsGoneDoNotComeBack() throws {
    try expectRefusal([ConflictRow(kind: .deleted, entity: .genre, id: genres[0])]) {
      try store.set(genres: [], of: book)
    } others: {
      try other.deleteGenre(genres[0])
    }
  }

  // MARK: Genres

  @Test func aGenreWhoseNameIsTakenDoesNotComeBack() throws {
    var theirs: Int64 = 0
    try store.deleteGenre(genres[0])
    theirs = try other.genre(named: "a")
    #expect(try conflictRows() == [ConflictRow(kind: .inserted, entity: .genre, id: theirs)])
    #expect(failure { try store.undo() }?.kind == .conflict)
    try other.renameGenre(theirs, bytes("z"))
    #expect(try conflictRows() == [])
    try store.undo()
    #expect(try store.read(book).genres == [genres[0], genres[1]])
    try store.redo()
    try other.renameGenre(theirs, bytes("a"))
    #expect(
      try conflictRows() == [
        ConflictRow(kind: .updated, entity: .genre, id: theirs, fields: GenreFields.name.rawValue)
      ])
  }

  @Test func aNameThatIsTakenDoesNotComeBack() throws {
    try store.renameGenre(genres[0], bytes("New"))
    let theirs = try other.genre(named: "A")
    #expect(try conflictRows() == [ConflictRow(kind: .inserted, entity: .genre, id: theirs)])
    #expect(failure { try store.undo() }?.kind == .conflict)
    try other.deleteGenre(theirs)
    try store.undo()
    #expect(try store.genre(named: "A") == genres[0])
  }

  @Test func fieldsOfAGenreAreComparedOneByOne() throws {
    try expectToPass {
      try store.setGenreColour(genres[0], bytes("112233"))
    } others: {
      try other.renameGenre(genres[0], bytes("Theirs"))
    }
    try store.clearUndo()
    try expectRefusal(
      [
        ConflictRow(
          kind: .updated, entity: .genre, id: genres[0], fields: GenreFields.colour.rawValue)
      ]
    ) {
      try store.setGenreColour(genres[0], bytes("112233"))
    } others: {
      try other.setGenreColour(genres[0], bytes("445566"))
    }
  }

  @Test func aDeletedGenreDoesNotComeBackToABookThatIsGoneOrHasOthersNow() throws {
    try expectRefusal([
      ConflictRow(kind: .deleted, entity: .book, id: second),
      ConflictRow(kind: .updated, entity: .book, id: book, fields: BookFields.genres.rawValue),
    ]) {
      try store.deleteGenre(genres[0])
    } others: {
      try other.deleteBook(second)
      _ = try other.addGenre(genres[2], toBook: book)
      try other.setRating(book, 5)
    }
  }

  @Test func aNewGenreThatOthersHaveGivenToABookIsNotDeleted() throws {
    let new = try store.genre(named: "New")
    _ = try store.addGenre(new, toBook: second)
    _ = try other.addGenre(new, toBook: book)
    #expect(try conflictRows() == [])
    try store.undo()
    let expected = [
      ConflictRow(kind: .updated, entity: .book, id: book, fields: BookFields.genres.rawValue)
    ]
    #expect(try conflictRows() == expected)
    #expect(failure { try store.undo() }?.kind == .conflict)
    _ = try other.removeGenre(new, fromBook: book)
    #expect(try conflictRows() == [])
    try store.undo()
  }

  // MARK: Quotes

  @Test func quotesAreComparedByFieldToo() throws {
    func set(_ field: QuoteFields, in session: any Session) throws {
      var draft = QuoteDraft()
      draft.given = field
      // The same values would be no change.
      let number = session === store ? 5 : 4
      (draft.text, draft.page) = (bytes("New \(number)"), bytes("\(number)"))
      try session.updateQuote(quote, draft, clear: [])
    }
    try expectToPass {
      try set(.text, in: store)
    } others: {
      try set(.page, in: other)
    }
    try store.clearUndo()
    try expectRefusal([
      ConflictRow(kind: .updated, entity: .quote, id: quote, fields: QuoteFields.text.rawValue)
    ]) {
      try set(.text, in: store)
    } others: {
      try set(.text, in: other)
    }
    try expectRefusal([ConflictRow(kind: .deleted, entity: .quote, id: quote)]) {
      try set(.text, in: store)
    } others: {
      try other.deleteQuote(quote)
    }
  }

  @Test func aDeletedQuoteDoesNotComeBackToABookThatIsGone() throws {
    try expectRefusal([ConflictRow(kind: .deleted, entity: .book, id: book)]) {
      try store.deleteQuote(quote)
    } others: {
      try other.deleteBook(book)
    }
  }

  // MARK: Redo, and own changes

  @Test func redoingIsRefusedTheSameWay() throws {
    try store.setRating(book, 4)
    try store.undo()
    try other.setRating(book, 5)
    let failure = failure { try store.redo() }
    #expect(failure?.kind == .conflict)
    #expect(failure?.field == "redo")
    let expected = ConflictRow(
      kind: .updated, entity: .book, id: book, fields: BookFields.rating.rawValue)
    #expect(try conflictRows(redo: true) == [expected])
    #expect(try store.undoInfo().redoCount == 1)
    #expect(try store.read(book).rating == 5)
  }

  @Test func whatOthersDidBeforeIsNoConflict() throws {
    try store.setRating(book, 3)
    try other.setRating(book, 4)
    try store.setRating(book, 5)
    try store.undo()
    #expect(try store.read(book).rating == 4)
    #expect(failure { try store.undo() }?.kind == .conflict)
  }

  @Test func onesOwnStepsAreNoConflict() throws {
    try store.deleteBook(book)
    for rating: Int32 in 3...5 { try store.setRating(second, rating) }
    for _ in 0..<3 {
      for _ in 0..<4 { try store.undo() }
      #expect(try store.read(second).rating == 2)
      #expect(try store.read(book).rating == 2)
      for _ in 0..<4 { try store.redo() }
      #expect(try store.read(second).rating == 5)
    }
  }

  @Test func aWriteThatIsNoStepCountsAsAnothers() throws {
    try store.setRating(book, 4)
    try store.write { writer in
      writer.isUndoable = false
      _ = try writer.setRating(second, 1)
    }
    #expect(try store.undoInfo().undoCount == 1)
    try store.undo()
    try store.setRating(second, 3)
    try store.write { writer in
      writer.isUndoable = false
      _ = try writer.setRating(second, 1)
    }
    #expect(failure { try store.undo() }?.kind == .conflict)
  }
}
