// Tests observers of one book: its fields, its quotes and its genres.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormFrontend
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct BookObserverTests {
  let folder = TemporaryFolder()
  let store: Store
  let book: Int64
  let other: Int64
  let genre: Int64

  init() throws {
    store = try openStore(folder.file("store"))
    let genre = try store.genre(named: "G")
    book = try store.create(SampleBook("A").with { $0.genres = [genre] })
    other = try store.create(SampleBook("B").with { $0.genres = [genre] })
    self.genre = genre
  }

  @Test func onlyItsOwnChangesAreHeard() throws {
    let observer = try store.observe(book: book, [])
    try store.setRating(other, 4)
    try store.quote("Q", of: other)
    try store.create("C")
    try store.setRating(book, 4)
    #expect(try observer.hear() == [Heard(.updated, .book, book, .rating)])
    let quote = try store.quote("R", of: book)
    #expect(
      try observer.hear() == [
        Heard(.inserted, .quote, quote), Heard(.updated, .book, book, .quotes),
      ])
    try store.deleteBook(other)
    try store.deleteQuote(quote)
    #expect(
      try observer.hear() == [
        Heard(.deleted, .quote, quote), Heard(.updated, .book, book, .quotes),
      ])
    #expect(try observer.hear().isEmpty)
  }

  @Test func quotesOfSeveralBooksInOneTransactionAreToldApart() throws {
    let observer = try store.observe(book: book, [])
    let transaction = try store.begin(.write)
    try transaction.quote("1", of: other)
    let mine = [try transaction.quote("2", of: book), try transaction.quote("3", of: book)]
    try transaction.quote("4", of: other)
    try transaction.deleteBook(other)
    try transaction.commit()
    #expect(
      try observer.hear() == [
        Heard(.inserted, .quote, mine[0]), Heard(.updated, .book, book, .quotes),
        Heard(.inserted, .quote, mine[1]),
      ])
  }

  @Test func aGenreThatIsDeletedGoesOffTheBook() throws {
    let observer = try store.observe(book: book, [])
    try store.deleteGenre(genre)
    #expect(
      try observer.hear() == [
        Heard(.deleted, .genre, genre), Heard(.updated, .book, book, .genres),
      ])
    #expect(try store.read(book).genres == [])
  }

  @Test func onlyGenresThatItHasAreHeard() throws {
    let observer = try store.observe(book: book, [])
    let unrelated = try store.genre(named: "U")
    try store.renameGenre(unrelated, bytes("V"))
    #expect(try observer.hear().isEmpty)
    try store.renameGenre(genre, bytes("H"))
    #expect(try observer.hear() == [Heard(.updated, .genre, genre, .name)])
    _ = try store.addGenre(unrelated, toBook: book)
    #expect(try observer.hear() == [Heard(.updated, .book, book, .genres)])
    try store.setGenreColour(unrelated, bytes("#111111"))
    #expect(try observer.hear() == [Heard(.updated, .genre, unrelated, .colour)])
    _ = try store.removeGenre(genre, fromBook: book)
    #expect(try observer.hear() == [Heard(.updated, .book, book, .genres)])
    try store.deleteGenre(genre)
    #expect(try observer.hear().isEmpty)
  }

  @Test func manyGenresOfOneTransactionAreHeardTogether() throws {
    let second = try store.genre(named: "S")
    _ = try store.addGenre(second, toBook: book)
    let observer = try store.observe(book: book, [])
    _ = try store.deleteGenres(array([genre, second, 99]))
    #expect(
      try observer.hear() == [
        Heard(.deleted, .genre, genre), Heard(.updated, .book, book, .genres),
        Heard(.deleted, .genre, second),
      ])
  }

  @Test func aGenreThatIsNewToTheStoreIsHeardOnce() throws {
    let observer = try store.observe(book: book, [])
    let new = try store.genre(named: "New")
    _ = try store.addGenre(new, toBook: book)
    #expect(try observer.hear() == [Heard(.updated, .book, book, .genres)])
    #expect(try observer.hear().isEmpty)
  }

  @Test func aGenreThatIsBroughtBackIsHeard() throws {
    let observer = try store.observe(book: book, [])
    try store.deleteGenre(genre)
    #expect(try observer.next(0).count == 2)
    // Changes the genre and its links as an undo does, with only the genre in the log.
    let raw = try RawStore(folder.file("store"))
    try raw.execute(
      """
      BEGIN;
      INSERT INTO genres (id, name, colour, name_key, sort_key) VALUES (\(genre), 'G', '#FF0000', x'01', x'01');
      INSERT INTO book_genres VALUES (\(book), \(genre), 0);
      INSERT INTO changes (id, committed, entries)
      SELECT max(id) + 1, 0, x'040201' FROM changes;
      COMMIT
      """)
    #expect(
      try observer.hear() == [
        Heard(.inserted, .genre, genre), Heard(.updated, .book, book, .genres),
      ])
    try store.deleteGenre(genre)
    #expect(try observer.next(0).count == 2)
  }

  @Test func anUndoIsHeardAsTheWriteThatItIs() throws {
    let quote = try store.quote("Q", of: book)
    let observer = try store.observe(book: book, [])
    var query = try Query()
    try query.setLimit(5)
    let page = try store.observe(query, .genres)
    try store.deleteGenre(genre)
    try store.deleteBook(book)
    #expect(try observer.next(0).count == 2)
    #expect(try observer.next(0).count == 2)
    #expect(try page.hear().map(\.kind) == [.left, .updated])
    _ = try store.undo()
    #expect(
      try observer.hear() == [Heard(.inserted, .quote, quote), Heard(.inserted, .book, book)])
    #expect(try page.hear() == [Heard(.entered, .book, book, at: 0)])
    _ = try store.undo()
    #expect(
      try observer.hear() == [
        Heard(.inserted, .genre, genre), Heard(.updated, .book, book, .genres),
      ])
    #expect(
      try page.hear() == [
        Heard(.updated, .book, book, .genres, at: 0, from: 0),
        Heard(.updated, .book, other, .genres, at: 1, from: 1),
      ])
    let rating = try RowBinding(store, book: book, .rating)
    var value = BookDraft()
    value.given = .rating
    value.rating = 4
    try rating.set(value)
    _ = try store.undo()
    #expect(try rating.next(0))
    #expect(try rating.get().books[0].rating == 0)
  }

  @Test func afterItsDeletionNothingIsHeard() throws {
    let quote = try store.quote("Q", of: book)
    let observer = try store.observe(book: book, [])
    try store.deleteBook(book)
    #expect(
      try observer.hear() == [Heard(.deleted, .quote, quote), Heard(.deleted, .book, book)])
    try store.deleteGenre(genre)
    try store.setRating(other, 1)
    #expect(try observer.hear().isEmpty)
  }

  @Test func onlyTheFieldsThatAreNamedAreHeard() throws {
    let observer = try store.observe(book: book, .rating)
    try store.quote("Q", of: book)
    try store.deleteGenre(genre)
    _ = try store.toggleFavourite(book)
    try store.setRating(book, 2)
    #expect(try observer.hear() == [Heard(.updated, .book, book, .rating)])
    let genres = try store.observe(book: other, .genres)
    try store.set(genres: [try store.genre(named: "X")], of: other)
    #expect(try genres.hear() == [Heard(.updated, .book, other, .genres)])
  }

  @Test func afterAGapTheGenresAreThoseOfNow() throws {
    let observer = try store.observe(book: book, [])
    let new = try store.genre(named: "New")
    try store.set(genres: [new], of: book)
    for _ in 0..<2200 {
      try store.setRating(other, 1)
      try store.setRating(other, 2)
    }
    #expect(try observer.hear() == [.reread])
    try store.deleteGenre(genre)
    #expect(try observer.hear().isEmpty)
    try store.deleteGenre(new)
    #expect(try observer.next(0).count == 2)
  }

  @Test func aBookThatIsNotThereIsRefused() throws {
    #expect(failure { try store.observe(book: 99, []) }?.kind == .notFound)
  }
}
