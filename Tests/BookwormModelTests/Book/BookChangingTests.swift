// Tests changing books: any subset of the fields, and the changes with a call of their own.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct BookChangingTests {
  let folder = TemporaryFolder()
  let store: Store
  let id: Int64
  let book: SampleBook

  init() throws {
    store = try openStore(folder.file("store"))
    let genres = try [store.genre(named: "A"), store.genre(named: "B")]
    id = try store.create(BookCreatingTests.full.with { $0.genres = genres })
    book = try store.read(id)
  }

  /// The changed book, without the instant of the change.
  private func changed(_ change: () throws -> Void) throws -> SampleBook {
    try change()
    let now = try store.read(id)
    #expect(now.updated >= book.updated)
    #expect(try faults(inStore: folder.file("store")) == [])
    return now.with { $0.updated = book.updated }
  }

  @Test func oneFieldChangesAndNoOther() throws {
    let changed = try changed {
      try store.change(id) {
        $0.given = .title
        $0.title = bytes("Dune Messiah")
      }
    }
    #expect(changed == book.with { $0.title = "Dune Messiah" })
  }

  @Test func allFieldsChangeAtOnce() throws {
    let other = SampleBook("Emma", by: "Jane Austen").with {
      $0.synopsis = "a"
      $0.review = "b"
      $0.notes = "c"
      $0.rating = 1
      $0.series = "d"
      $0.seriesNumber = 0
      $0.year = 1815
      $0.created = 5_000_000_000_000
      $0.started = 2026_01_01
      $0.finished = 2026_01_02
      $0.genres = [2]
      $0.identifiers = [.init("a", "b")]
    }
    let changed = try changed { try store.updateBook(id, other.draft, clear: []) }
    #expect(
      changed
        == other.with {
          $0.id = id
          $0.updated = book.updated
        })
  }

  static let cleared: [(BookFields, @Sendable (inout SampleBook) -> Void)] = [
    (.synopsis, { $0.synopsis = nil }), (.review, { $0.review = nil }),
    (.notes, { $0.notes = nil }), (.series, { $0.series = nil }),
    (.seriesNumber, { $0.seriesNumber = nil }), (.year, { $0.year = nil }),
    (.started, { $0.started = nil }), (.finished, { $0.finished = nil }),
    (.genres, { $0.genres = [] }), (.identifiers, { $0.identifiers = [] }),
    (
      [.synopsis, .finished, .series, .genres],
      {
        ($0.synopsis, $0.finished, $0.series) = (nil, nil, nil)
        $0.genres = []
      }
    ),
  ]

  @Test(arguments: cleared.indices)
  func whatIsClearedIsAbsent(index: Int) throws {
    let (fields, clear) = Self.cleared[index]
    let changed = try changed { try store.updateBook(id, BookDraft(), clear: fields) }
    #expect(changed == book.with(clear))
  }

  @Test(arguments: [
    BookFields.id, .title, .author, .rating, .favourite, .status, .created, .updated, .genreNames,
    .quotes, .matched, .all, .byDefault, BookFields(rawValue: 1 << 40),
  ])
  func aBookCannotBeWithoutThese(field: BookFields) throws {
    let failure = failure { try store.updateBook(id, BookDraft(), clear: field) }
    #expect(failure?.kind == .argument)
    #expect(failure?.field == "clear")
    #expect(try store.read(id) == book)
  }

  @Test func aFieldIsNotBothGivenAndCleared() throws {
    let failure = failure {
      try store.change(id, clear: .review) {
        $0.given = .review
        $0.review = bytes("a")
      }
    }
    #expect(failure?.kind == .argument)
    #expect(try store.read(id) == book)
  }

  @Test func aWrongFieldChangesNothing() throws {
    for index in BookCreatingTests.wrong.indices {
      let (field, kind, spoil) = BookCreatingTests.wrong[index]
      var draft = SampleBook("Other", by: "Other").with { $0.series = "a" }.draft
      draft.given.formUnion([
        .synopsis, .review, .notes, .seriesNumber, .created, .started, .finished, .identifiers,
      ])
      (draft.started, draft.finished) = (2026_01_01, 2026_01_01)
      spoil(&draft)
      let failure = failure { try store.updateBook(id, draft, clear: []) }
      #expect(failure?.kind == kind, "\(field)")
      #expect(failure?.field == field)
    }
    #expect(try store.read(id) == book)
  }

  @Test func givingNothingChangesNothing() throws {
    try store.updateBook(id, BookDraft(), clear: [])
    #expect(try store.read(id) == book)
  }

  @Test func genresDoNotCountAsAChangeOfTheBook() throws {
    let raw = try RawStore(folder.file("store"))
    try raw.execute("UPDATE books SET updated = 1")
    try store.updateBook(id, BookDraft(), clear: .genres)
    _ = try store.addGenre(1, toBook: id)
    try store.set(genres: [2], of: id)
    #expect(try store.read(id).updated == 1)
    try store.updateBook(id, BookDraft(), clear: .identifiers)
    #expect(try store.read(id).updated > 1)
  }

  @Test func everyOtherChangeSetsTheInstantOfTheChange() throws {
    let raw = try RawStore(folder.file("store"))
    let changes: [() throws -> Void] = [
      { try store.setRating(id, 1) }, { _ = try store.toggleFavourite(id) },
      { try store.setStatus(id, 0, date: nil) },
      { try store.updateBook(id, BookDraft(), clear: .year) },
    ]
    for change in changes {
      try raw.execute("UPDATE books SET updated = 1")
      let before = Clock.now()
      try change()
      let updated = try store.read(id).updated
      #expect((before...Clock.now()).contains(updated))
    }
  }

  // MARK: Named changes

  @Test(arguments: 0...5)
  func aRatingIsSet(rating: Int32) throws {
    #expect(
      try changed { try store.setRating(id, rating) } == book.with { $0.rating = rating })
  }

  @Test(arguments: [-1, 6, Int32.max])
  func aRatingThatIsNoneIsRefused(rating: Int32) throws {
    #expect(failure { try store.setRating(id, rating) }?.kind == .invalid)
    #expect(try store.read(id) == book)
  }

  @Test func theSameRatingIsNoChange() throws {
    let raw = try RawStore(folder.file("store"))
    try raw.execute("UPDATE books SET updated = 1")
    try store.setRating(id, 5)
    #expect(try store.read(id).updated == 1)
  }

  @Test func aFavouriteIsToggled() throws {
    #expect(try store.toggleFavourite(id) == 0)
    #expect(try store.read(id).favourite == 0)
    #expect(try store.toggleFavourite(id) == 1)
    #expect(try store.read(id).favourite == 1)
  }

  // MARK: Deleting

  @Test func deletingABookTakesAllThatIsItsOwn() throws {
    let other = try store.create(BookCreatingTests.full.with { $0.genres = [1] })
    let raw = try RawStore(folder.file("store"))
    try store.addQuote("Fear", to: id)
    try store.addQuote("I", to: other)
    try store.deleteBook(id)
    #expect(failure { try store.read(id) }?.kind == .notFound)
    #expect(failure { try store.deleteBook(id) }?.kind == .notFound)
    for table in ["quotes", "book_identifiers", "book_genres"] {
      #expect(try raw.integers("SELECT DISTINCT book FROM \(table)") == [other], "\(table)")
    }
    #expect(try store.count(.genre) == 2)
    #expect(try faults(inStore: folder.file("store")) == [])
  }

  @Test func deletingManyPassesOverThoseThatAreNot() throws {
    let others = try (0..<3).map { try store.create("Book \($0)") }
    let wanted = [others[0], 99, others[2], others[0], -1]
    #expect(try store.deleteBooks(array(wanted)) == 2)
    #expect(try store.countBooks() == 2)
    #expect(try store.deleteBooks(array([])) == 0)
    #expect(try faults(inStore: folder.file("store")) == [])
  }
}
