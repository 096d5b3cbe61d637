// Tests the preview store: its contents, that it is always the same, and that it overwrites
// nothing.
import BookwormStorage
import Glibc
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormFrontend
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct PreviewTests {
  let folder = TemporaryFolder()

  private func preview(
    _ path: String = ":memory:", _ change: (inout StoreOptions) -> Void = { _ in }
  ) throws -> Store {
    var options = StoreOptions()
    options.syncEveryCommit = false
    change(&options)
    return try Preview.open(path: bytes(path), options: options)
  }

  private func books(_ store: Store) throws -> [SampleBook] {
    var query = try Query()
    try query.sort(by: SortTerm(.created, descending: false))
    try query.setFields([.stored, .price, .currency])
    return try store.run(query).books
  }

  @Test func itHoldsTheGenresThatWereAskedFor() throws {
    let genres = try preview().allGenres()
    let colours = Dictionary(
      zip(genres.texts(.name), genres.texts(.colour)), uniquingKeysWith: { one, _ in one })
    #expect(colours["Fiction"] == "#00FF00")
    #expect(colours["Non Fiction"] == "#0000FF")
    #expect(colours["Romance"] == "#FF0000")
    #expect(colours["Thriller"] == "#000000")
    #expect(colours["Historical"] != nil)
    #expect(genres.count == PreviewGenre.all.count)
  }

  @Test func itsFillingCannotBeUndone() throws {
    let store = try preview()
    #expect(try store.undoInfo().undoCount == 0)
    _ = try store.deleteBooks(array(try books(store).map(\.id)))
    try store.undo()
    #expect(try books(store) == books(preview()))
  }

  @Test func itHoldsQBVII() throws {
    let store = try preview()
    let book = try #require(try books(store).first { $0.title == "QB VII" })
    #expect(book.author == "Leon Uris")
    #expect(
      try store.genres(ofBook: book.id).texts(.name) == ["Fiction", "Historical"])
  }

  @Test func itIsVaried() throws {
    let store = try preview()
    let all = try books(store)
    #expect(all.count == PreviewBook.all.count)
    #expect(Set(all.map(\.rating)) == [0, 1, 2, 3, 4, 5])
    #expect(Set(all.map(\.status)) == [0, 1, 2, 3])
    #expect(all.contains { $0.favourite == 1 } && all.contains { $0.favourite == 0 })
    #expect(all.filter { $0.year.map { $0 < 0 } ?? false }.count == 1)
    #expect(Set(all.compactMap(\.price?.currency)).count > 5)
    #expect(all.contains { $0.genres.isEmpty } && all.contains { $0.price == nil })
    #expect(all.contains { $0.series != nil } && all.contains { !$0.identifiers.isEmpty })
    let text = all.map { $0.title + $0.author }.joined()
    for letter in ["é", "ł", "π", "в", "紅", "猫", "한", "ق", "א", "द"] {
      #expect(text.contains(letter), "\(letter)")
    }
    for (book, given) in zip(all, PreviewBook.all) {
      #expect(book.genres.count == given.genres.count, "\(book.title): a genre that there is not")
      if let started = book.started, let finished = book.finished { #expect(started <= finished) }
      #expect((book.finished != nil) == (book.status == 2), "\(book.title)")
    }
    #expect(try all.filter { try store.countQuotes(ofBook: $0.id) > 0 }.count > 10)
  }

  @Test func itIsTheSameEachTime() throws {
    let dumps = try ["one", "two"].map { name in
      #expect(try preview(folder.file(name)).close() == false)
      let raw = try RawStore(folder.file(name))
      return try ["books", "genres", "book_genres", "book_identifiers", "quotes", "counters"].map {
        try raw.rows("SELECT * FROM \($0)")
      }
    }
    #expect(dumps[0] == dumps[1])
    let books = try books(preview())
    #expect(books.map(\.id) == Array(1...Int64(books.count)))
    #expect(books[0].created == 1_767_637_800_000)
    #expect(books.allSatisfy { $0.updated == $0.created })
  }

  @Test func itIsAnOrdinaryStoreAfterwards() throws {
    let path = folder.file("store")
    let store = try preview(path)
    let book = try store.create("Another")
    #expect(book == Int64(PreviewBook.all.count) + 1)
    #expect(try store.placeOrder(ofBook: 1, quantity: 2) == 1)
    #expect(try faults(inStore: path) == [])
    #expect(folder.files.allSatisfy { $0.hasPrefix("store") && !$0.contains("-part-") })
    #expect(try store.close() == false)
    #expect(try openStore(path).countBooks() == book)
  }

  @Test(.ofFiles()) func whatIsThereAlreadyIsNotTouched() throws {
    let (file, dangling) = (folder.file("file"), folder.file("dangling"))
    #expect(try openStore(file).close() == false)
    #expect(symlink(folder.file("nowhere"), dangling) == 0)
    for path in [file, dangling, folder.path] {
      #expect(storageError { try preview(path) }?.kind == .exists, "\(path)")
    }
    #expect(try openStore(file).countBooks() == 0)
    #expect(access(folder.file("nowhere"), F_OK) != 0)
  }

  @Test func whereItCannotBeMadeNothingIsLeft() throws {
    let missing = folder.file("missing") + "/store"
    #expect(storageError { try preview(missing) }?.kind == .cannotOpen)
    #expect(failure { try preview("") }?.kind == .argument)
    #expect(failure { try preview(folder.file("a") + "\0b") }?.kind == .text)
    #expect(access(folder.file("a"), F_OK) != 0)
    #expect(folder.files == [])
  }

  @Test func itMayBeOpenedForReadingOnly() throws {
    let path = folder.file("store")
    let store = try preview(path) { ($0.readOnly, $0.create) = (true, false) }
    #expect(store.isReadOnly)
    #expect(try store.countBooks() == Int64(PreviewBook.all.count))
    #expect(failure { try preview { $0.readOnly = true } }?.field == "read_only")
  }
}
