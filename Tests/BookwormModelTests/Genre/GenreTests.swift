// Tests genres: equal names, colours, lists by name, and deleting.
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct GenreTests {
  let folder = TemporaryFolder()
  let store: Store
  init() throws { store = try openStore(folder.file("store")) }

  private func create(_ name: String, _ colour: String? = nil) throws -> Int64 {
    try store.createGenre(bytes(name), colour: colour.map { bytes($0) })
  }

  private func expectSound() throws { #expect(try faults(inStore: folder.file("store")) == []) }

  static let same = [
    ("Fantasy", "FANTASY"), ("ﬁction", "Fiction"), ("Straße", "STRASSE"), ("é", "e\u{301}"),
    ("Ⅳ", "iv"), ("ｆａｎｔａｓｙ", "fantasy"), ("ΣΊΣΥΦΟΣ", "σίσυφος"),
    ("한국", "\u{1112}\u{1161}\u{11AB}국"),
    ("½", "1⁄2"), ("Å", "å"),
  ]

  @Test(arguments: same)
  func theseNamesAreTheSame(one: String, other: String) throws {
    let id = try create(one)
    let failure = failure { try create(other) }
    #expect(failure?.kind == .exists)
    #expect(failure?.field == "name")
    #expect(failure?.message.contains("\(id)") == true)
    #expect(try store.findGenre(bytes(other)) == id)
    let found = try store.findOrCreateGenre(bytes(other))
    #expect(found == (id, false))
    #expect(try store.genre(id).texts(.name) == [one])
    #expect(try store.count(.genre) == 1)
  }

  @Test(arguments: [
    ("Roman", "Román"), ("e", "é"), ("Łódź", "Lodz"), ("a b", "ab"), ("a", " a"), ("o", "ö"),
    ("が", "か"),
  ])
  func theseNamesAreNot(one: String, other: String) throws {
    let id = try create(one)
    #expect(try create(other) != id)
    #expect(try store.count(.genre) == 2)
    try expectSound()
  }

  @Test(arguments: ["", "  ", "\u{3000}"])
  func aBlankNameIsRefusedEverywhere(name: String) throws {
    let id = try create("A")
    for failure in [
      failure { try create(name) }, failure { try store.findGenre(bytes(name)) },
      failure { try store.findOrCreateGenre(bytes(name)) },
      failure { try store.renameGenre(id, bytes(name)) },
    ] {
      #expect(failure?.kind == .invalid)
      #expect(failure?.field == "name")
    }
  }

  @Test func aNameThatIsNotKnownIsNotFound() {
    #expect(failure { try store.findGenre(bytes("A")) }?.kind == .notFound)
  }

  @Test func aColourIsStoredInOneForm() throws {
    #expect(try store.genre(create("A", "abcdef")).texts(.colour) == ["#ABCDEF"])
    #expect(try store.genre(create("B", "#00ff7f")).integers(.rgb) == [0x00FF7F])
    #expect(try store.genre(create("Thriller", "#123456")).texts(.colour) == ["#123456"])
    #expect(failure { try create("C", "#FFF") }?.field == "colour")
    #expect(try store.count(.genre) == 3)
    try expectSound()
  }

  @Test func aGenreIsRecoloured() throws {
    let id = try create("A")
    try store.setGenreColour(id, bytes("00ff00"))
    #expect(try store.genre(id).texts(.colour) == ["#00FF00"])
    #expect(failure { try store.setGenreColour(id, bytes("green")) }?.kind == .invalid)
    #expect(failure { try store.setGenreColour(99, bytes("#000000")) }?.kind == .notFound)
    try expectSound()
  }

  @Test func aStoredColourThatIsNoneIsShownRed() throws {
    let id = try create("A")
    try RawStore(folder.file("store")).execute("UPDATE genres SET colour = 'teal'")
    #expect(try store.genre(id).texts(.colour) == ["teal"])
    #expect(try store.genre(id).integers(.rgb) == [0xFF0000])
  }

  @Test func aGenreIsRenamed() throws {
    let (a, b) = (try create("Zebra"), try create("Banana"))
    try store.renameGenre(a, bytes("apple"))
    #expect(try store.allGenres().texts(.name) == ["apple", "Banana"])
    #expect(failure { try store.findGenre(bytes("Zebra")) }?.kind == .notFound)
    #expect(failure { try store.renameGenre(a, bytes("BANANA")) }?.kind == .exists)
    try store.renameGenre(b, bytes("BANANA"))
    #expect(try store.genre(b).texts(.name) == ["BANANA"])
    #expect(failure { try store.renameGenre(99, bytes("x")) }?.kind == .notFound)
    try expectSound()
  }

  @Test func genresAreListedAsAPersonSorts() throws {
    let names = ["Genre 10", "łuk", "Zoo", "genre 2", "Straße", "strasse 1", "eclair", "Éclair 2"]
    for name in names { _ = try create(name) }
    #expect(
      try store.allGenres().texts(.name)
        == ["eclair", "Éclair 2", "genre 2", "Genre 10", "łuk", "Straße", "strasse 1", "Zoo"])
  }

  @Test func theStandardGenresAreMadeOnce() throws {
    _ = try create("ROMANCE", "#00FF00")
    #expect(try store.createStandardGenres() == 6)
    #expect(try store.createStandardGenres() == 0)
    #expect(
      try store.allGenres().texts(.name)
        == ["Fantasy", "Horror", "Kids", "Mystery", "Poetry", "ROMANCE", "Thriller"])
    #expect(try store.genre(1).texts(.colour) == ["#00FF00"])
    try expectSound()
  }

  @Test func manyAreFoundOrMade() throws {
    let old = try create("Old")
    var found: [Int64] = []
    var made: [Bool] = []
    let names = ["New", "old", "NEW", "Other"]
    try store.findOrCreateGenres(count: 4, name: { bytes(names[$0]) }) { id, isNew in
      found.append(id)
      made.append(isNew)
    }
    #expect(found == [2, old, 2, 3])
    #expect(made == [true, false, false, true])
  }

  @Test func ifOneOfManyFailsNoneIsMade() throws {
    let names = ["New", "\t"]
    let failure = failure {
      try store.findOrCreateGenres(count: 2, name: { bytes(names[$0]) }) { _, _ in }
    }
    #expect(failure?.row == 1)
    #expect(failure?.field == "names")
    #expect(try store.count(.genre) == 0)
  }

  // MARK: Deleting

  @Test func deletingAGenreTakesItOffItsBooksAndDeletesNone() throws {
    let (a, b) = (try create("A"), try create("B"))
    let book = try store.create(SampleBook("Book").with { $0.genres = [a, b] })
    try store.deleteGenre(a)
    #expect(try store.read(book).genres == [b])
    #expect(try store.countBooks() == 1)
    #expect(failure { try store.deleteGenre(a) }?.kind == .notFound)
    #expect(failure { try store.genre(a) }?.kind == .notFound)
    try expectSound()
  }

  @Test func deletingManyPassesOverThoseThatAreNot() throws {
    let (a, b) = (try create("A"), try create("B"))
    #expect(try store.deleteGenres(array([b, 99, b])) == 1)
    #expect(try store.allGenres().ids == [a])
    try expectSound()
  }

  @Test func aGenreKnowsItsBooksAndHowMany() throws {
    let (a, b) = (try create("A"), try create("B"))
    for (title, genres) in [("Book 10", [a]), ("book 2", [b, a]), ("Ábc", [a, b]), ("x", [b])] {
      try store.create(SampleBook(title).with { $0.genres = genres })
    }
    #expect(
      try store.books(ofGenre: a, .standard).texts(.title) == ["Ábc", "book 2", "Book 10"])
    #expect(try store.allGenres().integers(.books) == [3, 3])
    #expect(failure { try store.books(ofGenre: 99, .standard) }?.kind == .notFound)
  }
}
