// Tests stores whose names were sorted by other rules than this library's.
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct SortKeyVersionTests {
  let folder = TemporaryFolder()
  var path: String { folder.file("store") }

  /// A store with all sort keys damaged, which claims to have rules of this version.
  private func prepare(version: Int) throws {
    let store = try openStore(path)
    let genres = try ["Genre 10", "genre 2", "łuk"].map { try store.genre(named: $0) }
    for title in ["Book 10", "book 2", "Łódź", "Lod"] {
      try store.create(
        SampleBook(title, by: "Author of \(title)").with {
          $0.series = title == "Lod" ? nil : title
          $0.genres = genres
        })
    }
    _ = try store.close()
    try RawStore(path).execute(
      """
      UPDATE books SET title_key = x'00', author_key = randomblob(4), series_key = x'07';
      UPDATE genre_books SET title_key = x'0102';
      UPDATE genres SET sort_key = CAST(id AS BLOB);
      UPDATE properties SET value = \(version) WHERE name = 'sort_key_version';
      PRAGMA journal_mode = DELETE
      """)
  }

  @Test func olderKeysAreMadeAnewOnce() throws {
    try prepare(version: 0)
    #expect(try !faults(inStore: path).isEmpty)
    let store = try openStore(path)
    #expect(store.sortKeyVersion == 2)
    #expect(try store.run(Query()).texts(.title) == ["book 2", "Book 10", "Lod", "Łódź"])
    #expect(try store.allGenres().texts(.name) == ["genre 2", "Genre 10", "łuk"])
    #expect(
      try store.books(ofGenre: 1, .standard).texts(.title) == ["book 2", "Book 10", "Lod", "Łódź"])
    #expect(try faults(inStore: path) == [])
    let property = "SELECT value FROM properties WHERE name = 'sort_key_version'"
    #expect(try RawStore(path).integers(property) == [2])
    _ = try store.close()
    // Keys that are damaged afterwards stay damaged: they are not rebuilt again.
    try RawStore(path).execute("UPDATE genres SET sort_key = x'00'")
    #expect(try openStore(path).allGenres().ids == [1, 2, 3])
  }

  @Test func keysOfNamesAreMadeAnewAndTwoNamesThatAreOneKeepNoStoreFromOpening() throws {
    try prepare(version: 0)
    try RawStore(path).execute(
      """
      UPDATE genres SET name_key = CAST('k' || id AS BLOB);
      INSERT INTO shelves (id, name, line, name_key, sort_key, global_id)
        VALUES (1, 'Good', 'rating:5', x'41', x'41', randomblob(16)),
          (2, 'GOOD', 'rating:4', x'42', x'42', randomblob(16));
      REPLACE INTO properties (name, value) VALUES ('last_shelf_id', 2)
      """)
    let store = try openStore(path)
    #expect(try store.findGenre(bytes("genre 10")) == 1)
    #expect(try store.findShelf(bytes("good")) == 1)
    #expect(try store.check().told.map { $0.prefix(13) } == ["key shelves 2"])
    try store.renameShelf(2, bytes("Better"))
    #expect(try store.check().count == 0)
  }

  @Test func shelvesGetTheirNamesKeysAnew() throws {
    let name = bytes("Łuk")
    let shelf = try openStore(path).createShelf(name, line: bytes("rating:5"))
    try RawStore(path).execute("UPDATE shelves SET name_key = x'41', sort_key = x'42'")
    let store = try openStore(path)
    #expect(failure { try store.findShelf(name) }?.kind == .notFound)
    try store.rebuild()
    #expect(try store.findShelf(bytes("łUK")) == shelf)
    #expect(try store.check().count == 0)
  }

  @Test func aReadOnlyStoreKeepsItsOlderKeys() throws {
    try prepare(version: 0)
    let before = contents(of: path)
    let store = try openStore(path) { $0.readOnly = true }
    #expect(store.sortKeyVersion == 0)
    #expect(try store.countBooks() == 4)
    _ = try store.close()
    #expect(contents(of: path) == before)
  }

  @Test(arguments: [3, 1_000_000])
  func newerKeysOpenForReadingOnly(version: Int) throws {
    try prepare(version: version)
    let raw = try RawStore(path)
    let keys = try raw.rows("SELECT title_key, author_key, series_key FROM books")
    let store = try openStore(path)
    #expect(store.isReadOnly)
    #expect(store.sortKeyVersion == version)
    #expect(try store.allGenres().ids == [1, 2, 3])
    #expect(storageError { try store.create("A") }?.kind == .readOnly)
    #expect(storageError { try store.begin(.write) }?.kind == .readOnly)
    _ = try store.close()
    #expect(try raw.rows("SELECT title_key, author_key, series_key FROM books") == keys)
    #expect(
      try raw.integers("SELECT value FROM properties WHERE name = 'sort_key_version'")
        == [Int64(version)])
  }
}
