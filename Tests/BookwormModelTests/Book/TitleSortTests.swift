// Tests how titles are sorted: by title_sort, or with a leading article last; and that neither
// changes which book a title means.
import BookwormStorage
import BookwormText
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct TitleSortTests {
  let store: Store

  init() throws { store = try memoryStore() }

  static func titles(_ store: any Session) throws -> [String?] {
    try store.run(Query()).texts(.title)
  }

  private func book(_ title: String, _ language: String? = nil) -> SampleBook {
    SampleBook(title).with { $0.language = language }
  }

  /// Creates books with these titles in a language, and returns the titles in order.
  private func sorted(_ titles: [String], _ language: String?) throws -> [String?] {
    for title in titles { try store.create(book(title, language)) }
    return try Self.titles(store)
  }

  @Test func anArticleIsLast() throws {
    let titles = ["Zebra Crossing", "The Zebra", "Yak", "Zebra", "A Yak", "THE ant", "an  Ape"]
    #expect(
      try sorted(titles, nil) == [
        "THE ant", "an  Ape", "Yak", "A Yak", "Zebra", "The Zebra", "Zebra Crossing",
      ])
    #expect(try store.check().count == 0)
  }

  @Test(arguments: [
    ("en-GB", "The Zebra"), ("en", "\u{A0}A\u{3000}Zebra"), ("de", "Der Zebra"),
    ("de-AT", "Eine Zebra"), ("fr", "L'Zebra"), ("fr-CA", "l’Zebra"), ("fr", "Les Zebra"),
    ("fr", "Une Zebra"), ("es", "Los Zebra"), ("es-419", "las Zebra"), ("it", "Un'Zebra"),
    ("it", "Gli Zebra"), ("pt-BR", "O Zebra"), ("nl", "'t Zebra"), ("nl", "Het Zebra"),
    ("af", "’n Zebra"), ("af", "‘n Zebra"), ("hu", "Az Zebra"), ("sv", "Ett Zebra"),
    ("el", "Η Zebra"), ("el", "ένας Zebra"), ("yi", "דער Zebra"), ("ca", "L'Zebra"),
    ("eo", "La Zebra"), ("ga", "An Zebra"), ("cy", "Y Zebra"), ("haw", "Ka Zebra"),
    ("ast", "El Zebra"), ("ar", "al-Zebra"), ("ro", "Un Zebra"), ("nb", "Ei Zebra"),
    ("eng", "The Zebra"), ("German", "Das Zebra"),
  ])
  func anArticleIsOfTheLanguage(_ language: String, _ title: String) throws {
    let others = ["Zealot", "Zebra", "Zebrine"]
    #expect(
      try sorted(others + [title], language) == ["Zealot", "Zebra", title, "Zebrine"])
    #expect(try store.check().count == 0)
  }

  @Test(arguments: [
    (nil, "Die Hard"), ("de", "The Hard"), ("pl", "The Hard"), ("ko", "A Hard"),
    ("fr", "Là Hard"), ("es", "Él Hard"), ("en", "Theatre"), ("en", "The"), ("en", "A"),
    ("en", "The  "), ("en", "A \u{200B}"), ("fr", "L'"), ("fr", "L’ "), ("en", "The-Hard"),
    ("en", "A\u{301} Hard"), ("it", "L Hard"), ("x-the", "The Hard"), ("i-klingon", "The Hard"),
    ("tlh", "The Hard"), ("zz", "The Hard"),
  ])
  func whatIsNoArticleStays(_ language: String?, _ title: String) throws {
    let id = try store.create(book(title, language))
    #expect(try store.titleKey(of: id) == sortKey(title))
    #expect(try store.check().count == 0)
  }

  @Test func titleSortComesFirst() throws {
    let zebra = try store.create(book("The Zebra"))
    try store.create(book("Moth"))
    #expect(try Self.titles(store) == ["Moth", "The Zebra"])
    try store.change(zebra) { $0.give(.titleSort, bytes("The Ant")) }
    #expect(try store.read(zebra).titleSort == "The Ant")
    #expect(try Self.titles(store) == ["Moth", "The Zebra"])
    try store.change(zebra) { $0.give(.titleSort, bytes("Ant")) }
    #expect(try Self.titles(store) == ["The Zebra", "Moth"])
    try store.change(zebra) { $0.give(.title, bytes("The Zebu")) }
    #expect(try Self.titles(store) == ["The Zebu", "Moth"])
    try store.updateBook(zebra, BookDraft(), clear: .titleSort)
    #expect(try Self.titles(store) == ["Moth", "The Zebu"])
    #expect(try store.check().count == 0)
  }

  @Test func aGenresBooksFollowIt() throws {
    let genre = try store.genre(named: "Animals")
    let ids = try ["The Zebra", "Moth", "Yak"].map { title in
      try store.create(SampleBook(title).with { $0.genres = [genre] })
    }
    let books = { try store.books(ofGenre: genre, .standard).ids }
    #expect(try books() == [ids[1], ids[2], ids[0]])
    try store.change(ids[0]) { $0.give(.language, bytes("de")) }
    #expect(try books() == [ids[1], ids[0], ids[2]])
    try store.setArticlesLast(false)
    try store.change(ids[0]) { $0.give(.titleSort, bytes("Ant")) }
    #expect(try books() == [ids[0], ids[1], ids[2]])
    try store.deleteBook(ids[0])
    #expect(try books() == [ids[1], ids[2]])
    #expect(try store.check().count == 0)
  }

  @Test func theRuleCanBeTurnedOff() throws {
    let folder = TemporaryFolder()
    let path = folder.file("store")
    let (store, other) = (try openStore(path), try openStore(path))
    #expect(try store.articlesLast())
    for title in ["The Zebra", "Moth", "Yak"] { try store.create(title) }
    let observer = try other.observe([])
    try store.setArticlesLast(false)
    #expect(try !store.articlesLast() && !other.articlesLast())
    #expect(try Self.titles(other) == ["Moth", "The Zebra", "Yak"])
    #expect(try observer.hear() == [.reread])
    // A program that has the store open follows the rule at its next write.
    try other.create("The Ant")
    #expect(try Self.titles(store) == ["Moth", "The Ant", "The Zebra", "Yak"])
    #expect(try faults(inStore: path) == [])
    let changes = try RawStore(path).integers("SELECT max(id) FROM changes")
    try other.setArticlesLast(false)
    #expect(try RawStore(path).integers("SELECT max(id) FROM changes") == changes)
    try other.setArticlesLast(true)
    try store.create("An Ape")
    #expect(try Self.titles(other) == ["The Ant", "An Ape", "Moth", "Yak", "The Zebra"])
    #expect(try faults(inStore: path) == [])
    _ = try (store.close(), other.close())
    #expect(try openStore(path).articlesLast())
  }

  @Test func stepsCanBeUndoneUntilTheRuleChanges() throws {
    let zebra = try store.create(book("The Zebra"))
    try store.create(book("Moth"))
    try store.change(zebra) { $0.give(.language, bytes("de")) }
    try store.change(zebra) { $0.give(.titleSort, bytes("Ant")) }
    try store.deleteBook(zebra)
    var orders: [[String?]] = []
    for _ in 0..<3 {
      _ = try store.undo()
      orders.append(try Self.titles(store))
      #expect(try store.check().count == 0)
    }
    let (first, last) = (["The Zebra", "Moth"] as [String?], ["Moth", "The Zebra"] as [String?])
    #expect(orders == [first, last, last])
    for order in [last, first] {
      _ = try store.redo()
      #expect(try Self.titles(store) == order)
      #expect(try store.check().count == 0)
    }
    try store.setArticlesLast(false)
    #expect(try store.undoInfo().undoCount == 0)
    try store.deleteBook(zebra)
    _ = try store.undo()
    #expect(try store.check().count == 0)
  }

  // MARK: Identity

  @Test(arguments: [true, false])
  func aTitleMeansTheSameBookAsBefore(_ articlesLast: Bool) throws {
    try store.setArticlesLast(articlesLast)
    let english = try store.create(book("The Zebra"))
    for (title, language) in [
      ("The Zebra", nil), ("the  ZEBRA", "pl"), ("The Zebra", "en"),
    ] as [(String, String?)] {
      let found = try store.findOrCreateBook(book(title, language).draft)
      #expect(found.id == english && !found.created, "\(title)")
    }
    try store.change(english) { $0.give(.titleSort, bytes("Horse, striped")) }
    #expect(try store.findOrCreateBook(book("The Zebra").draft).id == english)
    for title in ["Zebra", "Zebra The", "Horse, striped", "A Zebra"] {
      #expect(try store.findOrCreateBook(book(title).draft).created, "\(title)")
    }
    let outcomes = try store.importBooks(
      [("1", book("The Zebra", "pl").draft), ("2", book("Zebras").draft)],
      of: [.title, .author, .language])
    #expect(outcomes == [.merged, .created])
    #expect(try store.read(english).language == "pl")
  }

  @Test func duplicatesAreThoseOfBefore() throws {
    let ids = try [
      book("The Zebra"), book("the zebra", "pl"), book("Zebra"), book("A Zebra"),
      book("The Zebra").with { $0.titleSort = "Ant" }, book("Ant"), book("A Moth"),
      book("a moth"), book("Emu", "pl"), book("EMU"),
    ].map { try store.create($0) }
    let rows = try store.duplicates()
    #expect(
      rows.ids == [ids[6], ids[7], ids[8], ids[9], ids[0], ids[1], ids[4]])
    #expect(rows.integers(bit: BookFields.group.rawValue) == [1, 1, 2, 2, 3, 3, 3])
  }

  @Test func mergedBooksSortByWhatTheirTitleCameWith() throws {
    let ours = try store.create(book("Zebra"))
    let theirs = try store.create(book("The Zebu").with { $0.titleSort = "Ant" })
    let yak = try store.create(book("Yak"))
    _ = try store.mergeBook(theirs, into: ours, taking: .title, preview: false)
    #expect(try store.read(ours).titleSort == "Ant")
    #expect(try store.run(Query()).ids == [ours, yak])
    #expect(try store.check().count == 0)
  }

  @Test func aMissingOrForeignKeyOfATitleIsFound() throws {
    let folder = TemporaryFolder()
    let path = folder.file("store")
    let store = try openStore(path)
    try store.create(book("The Zebra"))
    let raw = try RawStore(path)
    try raw.execute("INSERT INTO plain_titles VALUES (x'41', 1)")
    #expect(
      try store.check().told == [
        "key plain_titles 0: there are keys of 2 titles instead of 1"
      ])
    try raw.execute("DELETE FROM plain_titles")
    #expect(
      try store.check().told == ["key plain_titles 1: the book is not found by its title"])
    try store.rebuild()
    #expect(try faults(inStore: path) == [])
  }

  // MARK: Copies

  @Test func aDocumentKeepsIt() throws {
    let folder = TemporaryFolder()
    let (path, copied) = (folder.file("store"), folder.file("copy"))
    for isOn in [true, false] {
      let document = folder.file("document-\(isOn).json")
      let store = try openStore(path)
      try store.setArticlesLast(isOn)
      try store.create(book("The Zebra").with { $0.titleSort = isOn ? nil : "Ant" })
      try store.create(book("The Yak"))
      try store.export(to: bytes(document))
      let copy = try openStore(copied + "\(isOn)")
      try copy.importDocument(from: bytes(document))
      #expect(try copy.articlesLast() == isOn)
      #expect(try Self.titles(copy) == Self.titles(store))
      #expect(differences(try dump(ofStore: path), try dump(ofStore: copied + "\(isOn)")) == [])
      #expect(try faults(inStore: copied + "\(isOn)") == [])
    }
  }

  @Test(arguments: [
    "\"sort_keys\":2,\"articles_last\":0", "\"sort_keys\":2,\"articles_last\":null",
    "\"articles_last\":false,\"sort_keys\":2",
    "\"sort_keys\":2,\"articles_last\":false,\"articles_last\":false",
    "\"sort_keys\":2,\"last_ids\":{},\"articles_last\":false",
  ])
  func aDocumentSaysItOnceAndInItsPlace(_ members: String) throws {
    let folder = TemporaryFolder()
    let path = folder.file("document.json")
    let text = "{\"bookworm\":3,\"schema\":4,\(members),\"last_ids\":{"
    write(Array(text.utf8), to: path)
    #expect(failure { try store.importDocument(from: bytes(path)) }?.kind == .invalid)
    #expect(try store.articlesLast())
  }

  @Test func anotherStoreIsMergedByTheRuleOfThisOne() throws {
    let folder = TemporaryFolder()
    let path = folder.file("here")
    let (here, there) = (try openStore(path), try openStore(folder.file("there")))
    try there.setArticlesLast(false)
    try there.create(book("The Zebra"))
    try there.create(book("The Ant").with { $0.titleSort = "Zzz" })
    try here.create(book("Moth"))
    _ = try here.mergeStore(there, base: nil, .theirs, preview: false)
    #expect(try here.articlesLast())
    #expect(try Self.titles(here) == ["Moth", "The Zebra", "The Ant"])
    #expect(try faults(inStore: path) == [])
  }
}

// MARK: Older stores, and servers

@Suite struct TitleUpgradeTests {
  let folder = TemporaryFolder()
  var path: String { folder.file("store") }

  static func expectSorted(_ store: Store) throws {
    let rows = try store.run(Query())
    let titles = rows.texts(.title).compactMap { $0 }
    let without = titles.map { $0.hasPrefix("The ") ? String($0.dropFirst(4)) : $0 }
    let keys = without.map { sortKey($0) }
    #expect(titles != without && keys == keys.sorted { $0.lexicographicallyPrecedes($1) })
    #expect(try store.articlesLast())
    for (title, author) in zip(titles, rows.texts(.author)) {
      let book = SampleBook(title, by: author)
      #expect(try !store.findOrCreateBook(book.draft).created, "\(title)")
    }
    #expect(try store.check().count == 0)
  }

  @Test(arguments: ["1.0.0", "1.1.0", "2.0.0"])
  func anOlderStoreIsSortedAnew(_ version: String) throws {
    try RawStore(path).execute(SourceTree.text(of: "Tests/stores/version-\(version).sql"))
    let store = try openStore(path)
    try Self.expectSorted(store)
    #expect(try faults(inStore: path) == [])
  }

  /// The step of the schema and the new keys are two transactions.
  @Test func anUpgradeThatWasKilledBetweenIsContinued() throws {
    try RawStore(path).execute(SourceTree.text(of: "Tests/stores/version-2.0.0.sql"))
    let before = try RawStore(path).rows("SELECT id, title_key FROM books ORDER BY id")
    _ = try openStore(path).close()
    var keys = ""
    for row in before {
      guard let id = row[0].integer, let key = row[1].blob else { continue }
      let hex = key.map { String(256 + Int($0), radix: 16).dropFirst() }.joined()
      keys += "UPDATE books SET title_key = x'\(hex)' WHERE id = \(id);"
    }
    try RawStore(path).execute(
      keys + """
        DELETE FROM plain_titles;
        DELETE FROM genre_books;
        INSERT INTO genre_books SELECT genre, title_key, book FROM book_genres
          JOIN books ON id = book;
        UPDATE properties SET value = 1 WHERE name = 'sort_key_version'
        """)
    #expect(
      try RawStore(path).rows("SELECT id, title_key FROM books ORDER BY id") == before)
    try Self.expectSorted(try openStore(path))
    #expect(try faults(inStore: path) == [])
  }
}

@Suite(.enabled(if: TestServer.isThere, Comment(rawValue: TestServer.hint)))
struct ServerTitleSortTests {
  @Test func aServerSortsAsAFile() throws {
    let schema = try TestSchema()
    let store = try openStore(server: schema.url)
    let other = try openStore(server: schema.url)
    let zebra = try store.create(SampleBook("The Zebra").with { $0.language = "en" })
    for title in ["Moth", "L'Ant", "Yak"] { try store.create(title) }
    let titles = { try TitleSortTests.titles(other) }
    #expect(try titles() == ["L'Ant", "Moth", "Yak", "The Zebra"])
    #expect(
      try other.findOrCreateBook(SampleBook("the zebra").with { $0.language = "pl" }.draft).id
        == zebra)
    try store.change(zebra) { $0.give(.titleSort, bytes("Ant")) }
    #expect(try titles() == ["The Zebra", "L'Ant", "Moth", "Yak"])
    _ = try store.undo()
    #expect(try titles() == ["L'Ant", "Moth", "Yak", "The Zebra"])
    try store.setArticlesLast(false)
    #expect(try !other.articlesLast())
    try other.create("The Ant")
    #expect(try titles() == ["L'Ant", "Moth", "The Ant", "The Zebra", "Yak"])
    #expect(try store.duplicates().count == 0)
    try other.create(SampleBook("THE Ant").with { $0.titleSort = "Zzz" })
    #expect(try store.duplicates().count == 2)
    #expect(try store.check().count == 0)

    let folder = TemporaryFolder()
    let backup = try Backup(store, path: bytes(folder.file("copy")), mayBeAddress: true)
    while try backup.step(0).left > 0 {}
    let copy = try openStore(folder.file("copy"))
    #expect(try !copy.articlesLast() && TitleSortTests.titles(copy) == titles())
    #expect(try copy.check().count == 0)
  }

  @Test func anOlderStoreIsSortedAnew() throws {
    let schema = try TestSchema()
    try schema.execute(SourceTree.text(of: "Tests/stores/server-2.0.0.sql"))
    let store = try openStore(server: schema.url)
    try TitleUpgradeTests.expectSorted(store)
  }
}

extension Session {
  /// The key in the row of a book.
  fileprivate func titleKey(of id: Int64) throws -> [UInt8] {
    try read { connection in
      var key = ByteBuffer()
      try connection.readTitleKey(of: id, into: &key)
      return Array(key.bytes)
    }
  }
}
