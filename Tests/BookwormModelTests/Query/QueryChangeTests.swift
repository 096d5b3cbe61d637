// Tests changing everything that a query matches, as one step.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct QueryChangeTests {
  let folder = TemporaryFolder()
  let store: Store
  let genres: [Int64]
  let before: [SampleBook]

  init() throws {
    let store = try openStore(folder.file("store"))
    genres = try ["A", "B", "C"].map { try store.genre(named: $0) }
    for book in catalogue(40, genres: genres, seed: 3) { try store.create(book) }
    self.store = store
    before = try Self.all(store)
  }

  private static func all(_ store: Store) throws -> [SampleBook] {
    var query = try Query()
    try query.setFields(.stored)
    try query.sort(by: SortTerm(.created, descending: false))
    return try store.run(query).books.sorted { $0.id < $1.id }
  }

  private func expect(_ change: (SampleBook) -> SampleBook?) throws {
    let now = try Self.all(store).map { $0.with { $0.updated = 0 } }
    #expect(now == before.compactMap(change).map { $0.with { $0.updated = 0 } })
    #expect(try faults(inStore: folder.file("store")) == [])
  }

  private var fantasy: SampleQuery {
    var sample = SampleQuery()
    sample.genres = [(.any, [genres[0]])]
    return sample
  }

  @Test func allThatMatchAreDeleted() throws {
    let matching = before.filter(fantasy.matches)
    #expect(matching.count > 3)
    #expect(try store.deleteBooks(matching: fantasy.query()) == matching.count)
    try expect { fantasy.matches($0) ? nil : $0 }
    #expect(try store.deleteBooks(matching: fantasy.query()) == 0)
  }

  @Test func allThatMatchAreRated() throws {
    let changed = before.filter { fantasy.matches($0) && $0.rating != 5 }
    #expect(try store.setRating(5, matching: fantasy.query()) == changed.count)
    try expect { book in fantasy.matches(book) ? book.with { $0.rate(5) } : book }
  }

  @Test func aRatingThatChangesTheMatchIsStillOneStep() throws {
    var sample = SampleQuery()
    sample.rating = (1, 4, 1)
    let changed = before.filter(sample.matches)
    #expect(try store.setRating(5, matching: sample.query()) == changed.count)
    try expect { $0.with { $0.rate(5) } }
  }

  @Test func allThatMatchGetAGenre() throws {
    let changed = before.filter { fantasy.matches($0) && !$0.genres.contains(genres[2]) }
    #expect(try store.addGenre(genres[2], matching: fantasy.query()) == changed.count)
    try expect { book in
      fantasy.matches(book) && !book.genres.contains(genres[2])
        ? book.with { $0.genres.append(genres[2]) } : book
    }
  }

  @Test func allThatMatchAreChangedToTheSame() throws {
    var draft = BookDraft()
    draft.give(.format, bytes("e-book"))
    draft.give(.addGenres, array([genres[2], genres[1]]))
    draft.give(.removeGenres, array([genres[0], genres[1]]))
    #expect(
      try store.updateBooks(matching: fantasy.query(), draft, clear: .series)
        == before.filter(fantasy.matches).count)
    try expect { book in
      guard fantasy.matches(book) else { return book }
      return book.with {
        $0.format = "e-book"
        $0.series = nil
        $0.genres.removeAll { genres[0...1].contains($0) }
        for genre in [genres[2], genres[1]] where !$0.genres.contains(genre) {
          $0.genres.append(genre)
        }
      }
    }
  }

  @Test func whatBooksSayAlreadyIsNotWritten() throws {
    let book = before[7]
    var draft = book.draft
    draft.give(.addGenres, array(book.genres))
    draft.given.remove(.genres)
    let last = try store.undoInfo().undoCount
    #expect(try store.updateBooks(array([book.id]), draft, clear: []) == 0)
    try store.updateBook(book.id, book.draft, clear: [])
    #expect(try Self.all(store) == before)
    #expect(try store.undoInfo().undoCount == last)
  }

  @Test func aWrongRatingOrGenreChangesNothing() throws {
    #expect(failure { try store.setRating(6, matching: Query()) }?.kind == .invalid)
    #expect(failure { try store.addGenre(99, matching: Query()) }?.kind == .notFound)
    // An unknown genre is refused even if no book would have got it.
    var nothing = try Query()
    try nothing.filterGenres(.any, [])
    #expect(failure { try store.addGenre(99, matching: nothing) }?.kind == .notFound)
    try expect { $0 }
  }

  @Test func aPartOfAListIsNotChanged() throws {
    var limited = try Query()
    try limited.setLimit(5)
    var shifted = try Query()
    try shifted.setOffset(1)
    var placed = try Query()
    let place: Bytes = try #require(try store.run(limited).place)
    try placed.setCursor(place)
    for query in [limited, shifted, placed] {
      for failure in [
        failure { try store.deleteBooks(matching: query) },
        failure { try store.setRating(1, matching: query) },
        failure { try store.addGenre(genres[0], matching: query) },
      ] {
        #expect(failure?.kind == .argument)
        #expect(failure?.field == "query")
      }
    }
    try expect { $0 }
  }

  @Test func aChangeWithinATransactionGoesWithIt() throws {
    let transaction = try store.begin(.write)
    #expect(try transaction.deleteBooks(matching: Query()) == 40)
    #expect(try transaction.countBooks() == 0)
    try transaction.rollBack()
    try expect { $0 }
  }
}
