// Tests that all ways to write a language mean the same one: in books, in queries, and in rows of
// earlier libraries.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct LanguageTests {
  let folder = TemporaryFolder()

  private func titles(_ store: Store, _ line: String) throws -> [String] {
    try store.run(SearchLine.query(bytes(line))).books.map(\.title).sorted()
  }

  @Test(arguments: ["en", "ENG", "english", "Englisch", "angielski", "영어"])
  func aLanguageIsStoredAsItsTag(language: String) throws {
    let store = try memoryStore()
    let id = try store.create(SampleBook("A").with { $0.language = language })
    var query = try Query()
    try query.setFields(.stored)
    #expect(try store.run(query).books.map(\.language) == ["en"])
    var draft = BookDraft()
    draft.give(.language, bytes("ger"))
    try store.updateBook(id, draft, clear: [])
    #expect(try store.run(query).books.map(\.language) == ["de"])
  }

  @Test func earlierRowsAreFoundByEveryName() throws {
    let store = try openStore(folder.file("store"))
    for (title, tag) in [("A", "en"), ("B", "en-GB"), ("C", "en"), ("D", "en"), ("E", "de")] {
      try store.create(SampleBook(title).with { $0.language = tag })
    }
    try RawStore(folder.file("store")).execute(
      """
      UPDATE books SET language = 'eng' WHERE title = 'C';
      UPDATE books SET language = 'english' WHERE title = 'D'
      """)
    for name in ["en", "eng", "English"] {
      #expect(try titles(store, "language:\(name)") == ["A", "B", "C", "D"])
    }
    #expect(try titles(store, "language:en-GB") == ["B"])
    #expect(try titles(store, "language:deutsch") == ["E"])
    #expect(try store.book(4, .language).books.map(\.language) == ["english"])
    #expect(
      String(
        decoding: try SearchLine.query(bytes("language:german")).line().onlyText, as: UTF8.self)
        == "language:de")
  }
}
