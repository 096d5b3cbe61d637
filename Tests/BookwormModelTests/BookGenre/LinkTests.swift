// Tests the genres of a book: their order, the primary one, adding, removing, toggling, replacing.
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct LinkTests {
  let folder = TemporaryFolder()
  let store: Store
  let book: Int64
  let genres: [Int64]

  init() throws {
    let store = try openStore(folder.file("store"))
    self.store = store
    genres = try ["Z", "M", "A"].map { try store.genre(named: $0) }
    book = try store.create(SampleBook("Book").with { $0.rating = 4 })
  }

  private var now: [Int64] { get throws { try store.read(book).genres } }
  private func expectSound() throws { #expect(try faults(inStore: folder.file("store")) == []) }

  @Test func genresKeepTheOrderInWhichTheyWereAdded() throws {
    for genre in genres { #expect(try store.addGenre(genre, toBook: book)) }
    #expect(try now == genres)
    #expect(try store.genres(ofBook: book).texts(.name) == ["Z", "M", "A"])
    try expectSound()
  }

  @Test func addingTwiceChangesNothing() throws {
    for genre in genres { _ = try store.addGenre(genre, toBook: book) }
    #expect(try !store.addGenre(genres[0], toBook: book))
    #expect(try now == genres)
    try expectSound()
  }

  @Test func whenThePrimaryGenreGoesTheNextOneTakesItsPlace() throws {
    try store.set(genres: genres, of: book)
    #expect(try store.removeGenre(genres[0], fromBook: book))
    #expect(try now.first == genres[1])
    #expect(try store.addGenre(genres[0], toBook: book))
    #expect(try now == [genres[1], genres[2], genres[0]])
    try expectSound()
  }

  @Test func removingWhatIsNotThereChangesNothing() throws {
    #expect(try !store.removeGenre(genres[0], fromBook: book))
    try expectSound()
  }

  @Test func togglingAddsAndRemoves() throws {
    #expect(try store.toggleGenre(genres[1], ofBook: book))
    #expect(try now == [genres[1]])
    #expect(try !store.toggleGenre(genres[1], ofBook: book))
    #expect(try now == [])
    try expectSound()
  }

  @Test(arguments: [[], [0], [2, 1, 0], [1, 1, 2, 1]])
  func replacingKeepsTheNewOrder(indices: [Int]) throws {
    try store.set(genres: [genres[1], genres[0]], of: book)
    let wanted = indices.map { genres[$0] }
    try store.set(genres: wanted, of: book)
    let expected = wanted.enumerated().filter { wanted.firstIndex(of: $1) == $0 }.map(\.element)
    #expect(try now == expected)
    try expectSound()
  }

  @Test func anUnknownGenreIsNamedAndNothingChanges() throws {
    try store.set(genres: genres, of: book)
    let failure = failure { try store.set(genres: [genres[2], 99], of: book) }
    #expect(failure?.kind == .notFound)
    #expect(failure?.field == "genres")
    #expect(failure?.message.hasPrefix("there is no genre with the id 99") == true)
    for change in [store.addGenre(_:toBook:), store.removeGenre(_:fromBook:)] {
      let failure = TestSupport.failure { try change(99, book) }
      #expect(failure?.kind == .notFound)
      #expect(failure?.field == "genre")
    }
    #expect(TestSupport.failure { try store.toggleGenre(99, ofBook: book) }?.field == "genre")
    #expect(try now == genres)
  }

  @Test func anUnknownBookIsNamed() {
    for change in [store.addGenre(_:toBook:), store.removeGenre(_:fromBook:)] {
      #expect(failure { try change(genres[0], 99) }?.field == "book")
    }
    #expect(failure { try store.toggleGenre(genres[0], ofBook: 99) }?.field == "book")
  }

  @Test func manyPairsAreAddedOrNone() throws {
    let other = try store.create("Other")
    let books = [book, other, book, other]
    let wanted = [genres[0], genres[0], genres[0], genres[1]]
    #expect(try store.addGenres(array(wanted), toBooks: array(books)) == 3)
    #expect(try store.read(other).genres == [genres[0], genres[1]])
    let failure = failure {
      try store.addGenres(array([genres[2], 99]), toBooks: array([book, book]))
    }
    #expect(failure?.row == 1)
    #expect(try now == [genres[0]])
    try expectSound()
  }

  @Test func aNewTitleReachesTheLinks() throws {
    let other = try store.create(SampleBook("B").with { $0.genres = [genres[0]] })
    try store.set(genres: [genres[0]], of: book)
    try store.change(book) {
      $0.given = .title
      $0.title = bytes("Abacus")
    }
    #expect(try store.books(ofGenre: genres[0], .standard).ids == [book, other])
    try expectSound()
  }

  @Test func aGenreDeletedAndMadeAgainIsAnother() throws {
    try store.set(genres: [genres[0]], of: book)
    try store.deleteGenre(genres[0])
    let again = try store.genre(named: "Z")
    #expect(again != genres[0])
    #expect(try now == [])
    try expectSound()
  }
}
