// Tests bindings: one field of one book, and constant bindings.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormFrontend
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct BindingTests {
  let folder = TemporaryFolder()
  let store: Store
  let book: Int64

  init() throws {
    store = try openStore(folder.file("store"))
    book = try store.create(SampleBook("Dune").with { $0.rating = 3 })
  }

  private func give(_ field: BookFields, _ fill: (inout BookDraft) -> Void) -> BookDraft {
    var draft = BookDraft()
    draft.given = field
    fill(&draft)
    return draft
  }

  private func rating(_ value: Int32) -> BookDraft { give(.rating) { $0.rating = value } }

  private func rating(of binding: Binding) throws -> Int32 {
    try binding.get().books[0].rating
  }

  @Test func aValueIsReadSetAndHeardOf() throws {
    let binding = try RowBinding(store, book: book, .rating)
    #expect(try rating(of: binding) == 3)
    #expect(try binding.get().fields == [.rating])
    try binding.set(rating(5))
    #expect(try rating(of: binding) == 5)
    #expect(try store.read(book).rating == 5)
    #expect(try !binding.next(0))
    try store.setRating(book, 1)
    #expect(try rating(of: binding) == 5)
    #expect(try binding.next(0))
    #expect(try rating(of: binding) == 1)
    #expect(try !binding.next(0))
  }

  @Test func otherFieldsAreNotHeardOf() throws {
    let binding = try RowBinding(store, book: book, .rating)
    _ = try store.toggleFavourite(book)
    try store.change(book) {
      $0.given = [.title, .rating]
      $0.title = bytes("Emma")
      $0.rating = 3
    }
    #expect(try !binding.next(20))
  }

  @Test func whatTheRulesForbidChangesNothing() throws {
    let binding = try RowBinding(store, book: book, .rating)
    let refused = failure { try binding.set(rating(7)) }
    #expect(refused?.kind == .invalid && refused?.field == "rating")
    #expect(failure { try binding.set(BookDraft()) }?.field == "fields")
    #expect(failure { try binding.set(give(.favourite) { $0.favourite = 1 }) }?.kind == .argument)
    #expect(try rating(of: binding) == 3)
    #expect(try store.read(book).rating == 3)
  }

  @Test func aSetIsAWriteLikeAnyOther() throws {
    let observer = try store.observe([])
    let binding = try RowBinding(store, book: book, .rating)
    try binding.set(rating(4))
    #expect(try observer.hear() == [Heard(.updated, .book, book, .rating)])
  }

  @Test func everyKindOfFieldIsSetReadAndHeardOf() throws {
    let genres = try [store.genre(named: "G"), store.genre(named: "H")]
    let values: [BookDraft] = [
      give(.title) { $0.title = bytes("T") }, give(.notes) { $0.notes = bytes("N") },
      give(.rating) { $0.rating = 1 }, give(.favourite) { $0.favourite = 1 },
      give(.status) { $0.status = 2 }, give(.series) { $0.series = bytes("S") },
      give(.seriesNumber) { $0.seriesNumber = 1.5 }, give(.year) { $0.year = -5 },
      give(.created) { $0.created = 17 }, give(.started) { $0.started = 2026_01_01 },
      give(.genres) { $0.genres = array(genres + genres) },
    ]
    for value in values {
      let mine = try RowBinding(store, book: book, value.given)
      let other = try RowBinding(store, book: book, value.given)
      let before = try mine.get().books
      try mine.set(value)
      let after = try mine.get().books
      #expect(before != after)
      #expect(try store.book(book, value.given).books == after)
      #expect(try !mine.next(0), "\(value.given)")
      #expect(try other.next(0), "\(value.given)")
      #expect(try other.get().books == after)
      guard value.given.isSubset(of: .clearable) else { continue }
      try mine.set(BookDraft())
      #expect(try store.book(book, value.given).books == mine.get().books)
      #expect(try !mine.next(0) && other.next(0), "\(value.given)")
      #expect(try other.get().books != after)
    }
    #expect(try store.read(book).finished == CalendarDate.today())
  }

  @Test func aGenreThatIsDeletedIsHeardOf() throws {
    let genre = try store.genre(named: "G")
    try store.set(genres: [genre], of: book)
    let binding = try RowBinding(store, book: book, .genres)
    #expect(try binding.get().books[0].genres == [genre])
    try store.deleteGenre(genre)
    #expect(try binding.next(0))
    #expect(try binding.get().books[0].genres == [])
  }

  @Test func aDeletedBookIsNotFound() throws {
    let binding = try RowBinding(store, book: book, .rating)
    try store.deleteBook(book)
    for _ in 0..<2 {
      #expect(failure { try binding.get() }?.kind == .notFound)
      #expect(failure { try binding.set(rating(4)) }?.kind == .notFound)
      #expect(failure { try binding.next(-1) }?.kind == .notFound)
    }
    #expect(failure { try RowBinding(store, book: book, .rating) }?.kind == .notFound)
  }

  @Test(
    arguments: [
      [], .id, .updated, .genreNames, .identifierSchemes, .identifierValues, .quotes, .rgb, .price,
      .currency, .picture,
      [.rating, .title],
    ] as [BookFields])
  func someFieldsAreNotOneValueOfABook(field: BookFields) throws {
    let refused = failure { try RowBinding(store, book: book, field) }
    #expect(refused?.kind == .argument && refused?.field == "field")
    #expect(failure { try ConstantBinding(field, BookDraft()) }?.field == "field")
  }

  @Test func aConstantStaysWhatItIs() throws {
    let constant = try ConstantBinding(.rating, rating(3))
    #expect(try rating(of: constant) == 3)
    try constant.set(rating(5))
    #expect(try rating(of: constant) == 3)
    #expect(try !constant.next(10))
    #expect(failure { try constant.set(rating(6)) }?.kind == .invalid)
    #expect(failure { try ConstantBinding(.rating, rating(6)) }?.kind == .invalid)
    #expect(failure { try ConstantBinding(.rating, BookDraft()) }?.kind == .argument)
    let absent = try ConstantBinding(.review, BookDraft())
    #expect(try absent.get().books[0].review == nil)
    let text = try ConstantBinding(.review, give(.review) { $0.review = bytes("fine") })
    #expect(try text.get().books[0].review == "fine")
  }

  @Test func waitingEndsWhenTheBindingIsFreed() throws {
    for binding in [
      try RowBinding(store, book: book, .rating), try ConstantBinding(.rating, rating(3)),
    ] as [Binding] {
      let waiter = Worker { failure { try binding.next(-1) }?.kind }
      binding.end()
      #expect(waiter.join() == .closed)
    }
  }
}
