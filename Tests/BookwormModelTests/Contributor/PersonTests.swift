// Tests a person's books: filters, the search line, statistics by author, and renaming.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct PersonTests {
  let folder = TemporaryFolder()
  let store: Store

  /// Creates the books; their ids are 1 and so on.
  init() throws {
    store = try openStore(folder.file("store"))
    let books: [(String, String, [Person])] = [
      (
        "Good Omens", "Terry Pratchett & Neil Gaiman",
        [
          Person("Terry Pratchett", sort: "Pratchett, Terry"),
          Person("Neil Gaiman", sort: "Gaiman, Neil"), Person("Martin Jarvis", "narrator"),
        ]
      ),
      ("Stardust", "Neil Gaiman", []),
      ("Beowulf", "Anonymous", [Person("Seamus Heaney", "translator")]),
      ("Coraline", "NEIL GAIMAN", [Person("Dave McKean", "Illustrator")]),
      ("Norse Mythology", "N. Gaiman", [Person("N. Gaiman"), Person("Neil Gaiman", "narrator")]),
      ("Emma", "Jane Austen", [Person("Jane Austen"), Person("Łukasz Gaiman", "Foreword")]),
    ]
    for (title, author, people) in books {
      try store.create(SampleBook(title, by: author).with { $0.contributors = people })
    }
  }

  private func ids(_ fill: (inout Query) throws -> Void) throws -> [Int64] {
    var query = try Query()
    try fill(&query)
    return try store.run(query).ids.sorted()
  }

  private func whole(_ name: String, _ role: String = "") throws -> [Int64] {
    try ids { try $0.filter(person: bytes(name), role: bytes(role)) }
  }

  // MARK: Filters

  @Test(arguments: [
    ("Neil Gaiman", "", [1, 2, 4, 5]), ("neil gáiman", "author", [1, 2, 4]),
    ("Neil Gaiman", "Narrator", [5]), ("Martin Jarvis", "", [1]), ("Gaiman", "", []),
    // This is the field `author`; no contributor has the name.
    ("Terry Pratchett & Neil Gaiman", "author", [1]),
    ("Łukasz Gaiman", "FOREWORD", [6]), ("Jane Austen", "", [6]), ("Seamus Heaney", "author", []),
  ])
  func aPersonsBooksAreAQuery(name: String, role: String, books: [Int64]) throws {
    #expect(try whole(name, role) == books)
  }

  @Test func aPersonsBooksHaveTheNameWhateverTheSortForm() throws {
    let id = try store.create(
      SampleBook("Snow", by: "Orhan Pamuk").with { $0.authorSort = "Pamuk, Orhan" })
    #expect(try whole("Orhan Pamuk", "author") == [id])
    #expect(try whole("Orhan Pamuk", "translator") == [])
  }

  /// If the sort form differs, only the index of words finds the author.
  @Test(arguments: [
    "!?", "*", "\"Weird Al\" Yankovic", "Weird*", "村上春樹", "李", "O’Brien-Łuk",
    String(repeating: "A b ", count: 40) + "c",
  ])
  func anAuthorOfAnyNameIsFoundWhateverTheSortForm(name: String) throws {
    let id = try store.create(SampleBook("Snow", by: name).with { $0.authorSort = "Z, Z" })
    try store.create(SampleBook("Snow", by: name + " X").with { $0.authorSort = "Z, Z" })
    #expect(try whole(name) == [id])
    #expect(try whole(name, "author") == [id])
    #expect(try whole("Z, Z", "author") == [id, id + 1])
    try store.change(id) { $0.give(.author, bytes("Another")) }
    #expect(try whole(name) == [])
  }

  @Test(arguments: [
    ("gaiman", "", [1, 2, 4, 5, 6]), ("gaiman", "author", [1, 2, 4, 5]), ("HEANEY", "", [3]),
    ("lukasz", "foreword", [6]), ("gaiman", "narrator", [5]), ("x", "", []),
  ])
  func aPartOfANameIsFound(text: String, role: String, books: [Int64]) throws {
    #expect(
      try ids { try $0.filter(personContains: bytes(text), role: bytes(role)) } == books)
  }

  @Test func anAuthorIsFoundAmongTheContributors() throws {
    try store.change(1) { $0.give(.author, bytes("Two people")) }
    #expect(try ids { try $0.filter(.author, contains: bytes("pratch")) } == [1])
    #expect(try ids { try $0.filter(.author, contains: bytes("two")) } == [1])
    #expect(try ids { try $0.filter(.author, contains: bytes("heaney")) } == [])
  }

  @Test(arguments: [("", "name"), (" ", "name")])
  func aPersonHasAName(name: String, field: String) {
    #expect(failure { _ = try whole(name) }?.field == field)
    #expect(failure { _ = try whole("A", " ") }?.field == "role")
    #expect(failure { _ = try whole("A\0") }?.field == "name")
  }

  // MARK: The search line

  @Test(arguments: [
    ("author:pratchett", [1]), ("author:gaiman", [1, 2, 4, 5]), ("translator:heaney", [3]),
    ("illustrator:mckean", [4]), ("narrator:\"martin j\"", [1]), ("NARRATOR:gaiman", [5]),
    ("person:gaiman", [1, 2, 4, 5, 6]), ("person:lukasz", [6]), ("editor:gaiman", []),
    ("-person:gaiman", [3]), ("translator:heaney OR illustrator:mckean", [3, 4]),
    ("narrator:none", [2, 3, 4, 6]), ("-narrator:none", [1, 5]),
    ("person:gaiman -author:gaiman", [6]),
    ("narrator:\"none\"", []), ("author=\"neil GAIMAN\"", [1, 2, 4]), ("author=gaiman", []),
    ("narrator=\"Neil Gaiman\"", [5]), ("person=\"Łukasz Gaiman\"", [6]), ("person=gaiman", []),
    ("-narrator=none", [1, 5]),
  ])
  func theSearchLineFindsPeople(line: String, books: [Int64]) throws {
    let query = try SearchLine.query(bytes(line))
    #expect(try store.run(query).ids.sorted() == books)
  }

  @Test func aLineMayNotCompareThem() {
    let failure = failure { _ = try SearchLine.query(bytes("translator>a")) }
    #expect(failure?.offset == 10)
  }

  // MARK: Statistics

  private func authors(_ query: Query? = nil) throws -> [String] {
    let rows = try store.statistics(query, by: .author)
    return (0..<rows.count).map { row in
      "\(rows.group(row).name.map(string) ?? "") \(rows.statistics(row).books)"
    }
  }

  @Test func statisticsByAuthorCountEachPerson() throws {
    #expect(
      try authors()
        == [
          "Anonymous 1", "Neil Gaiman 3", "Jane Austen 1", "N. Gaiman 1", "Terry Pratchett 1",
        ])
    let facets = try store.facets(nil, by: .author, words: bytes("gai"), limit: 1)
    #expect(facets.count == 1 && facets.group(0).name.map(string) == "Neil Gaiman")
    var query = try Query()
    try query.filter(person: bytes("Terry Pratchett"), role: bytes(""))
    #expect(try authors(query) == ["Neil Gaiman 1", "Terry Pratchett 1"])
  }

  private func people(_ group: StatisticsGroup) throws -> [String] {
    let rows = try store.facets(nil, by: group, words: bytes(""), limit: -1)
    return (0..<rows.count).map { row in
      "\(rows.group(row).name.map(string) ?? "") \(rows.statistics(row).books)"
    }
  }

  @Test func facetsByRoleCountContributors() throws {
    #expect(try people(.narrator) == ["Martin Jarvis 1", "Neil Gaiman 1"])
    #expect(try people(.translator) == ["Seamus Heaney 1"])
    #expect(try people(.illustrator) == ["Dave McKean 1"])
    #expect(try people(.editor) == [])
  }

  @Test func aBookCountsOnceForAPersonWithTwoRoles() throws {
    try store.create(
      SampleBook("Read by its author", by: "Neil Gaiman").with {
        $0.contributors = [Person("Neil Gaiman"), Person("Neil Gaiman", "narrator")]
        $0.rating = 5
      })
    let rows = try store.facets(nil, by: .person, words: bytes("neil"), limit: -1)
    #expect(rows.count == 1 && rows.statistics(0).books == 5 && rows.statistics(0).rated == 1)
    #expect(try whole("Neil Gaiman").count == 5)
  }

  @Test func everyPersonCountsTheBooksThatTheirQueryFinds() throws {
    let rows = try store.facets(nil, by: .person, words: bytes(""), limit: -1)
    #expect(rows.count == 9)
    for row in 0..<rows.count {
      let name = rows.group(row).name.map(string) ?? ""
      #expect(try whole(name).count == Int(rows.statistics(row).books), "\(name)")
    }
    #expect(try store.statistics(nil, by: .person).count == 9)
  }

  /// There are more books than are read together. If few of them match, only the people of these
  /// are read.
  @Test func peopleOfManyBooksAreCounted() throws {
    let store = try openStore(folder.file("many"))
    func samples(_ number: Int) -> SampleBook {
      SampleBook("Book", by: "Author \(number % 3)").with {
        $0.year = Int32(number % 10)
        $0.rating = Int32(number % 6)
        $0.contributors = [Person("Zoë \(number % 7)", "translator")]
        if number % 2 == 0 { $0.contributors.append(Person("zoe \(number % 5)")) }
      }
    }
    let many = 9000
    try store.createMany(many) { samples($0).draft }
    for (line, isFound) in [("", { _ in true }), ("year:3..4", { (3...4).contains($0 % 10) })]
      as [(String, (Int) -> Bool)]
    {
      var translators: [String: [Int64]] = [:], people = translators, authors = translators
      for number in (0..<many).filter(isFound) {
        let author = number % 2 == 0 ? "zoe \(number % 5)" : "author \(number % 3)"
        for name in Set(["zoe \(number % 7)", author]) {
          people[name, default: .init(repeating: 0, count: 6)][number % 6] += 1
        }
        translators["zoe \(number % 7)", default: .init(repeating: 0, count: 6)][number % 6] += 1
        authors[author, default: .init(repeating: 0, count: 6)][number % 6] += 1
      }
      for (group, expected) in [
        (StatisticsGroup.translator, translators), (.person, people), (.author, authors),
      ] {
        let rows = try store.facets(
          SearchLine.query(bytes(line)), by: group, words: bytes(""), limit: -1)
        let found = (0..<rows.count).map { row in
          (
            string(rows.group(row).name!).lowercased().replacing("ë", with: "e"),
            (0...5).map { rows.statistics(row).ratings[$0] }
          )
        }
        #expect(Dictionary(uniqueKeysWithValues: found) == expected, "\(line) \(group)")
        let sizes = found.map { $1.reduce(0, +) }
        #expect(sizes == sizes.sorted(by: >))
      }
    }
  }

  @Test func withoutContributorsTheyAreAsBefore() throws {
    for id in [Int64(1), 3, 4, 5, 6] {
      try store.updateBook(id, BookDraft(), clear: .contributors)
    }
    #expect(
      try authors()
        == [
          "Anonymous 1", "Jane Austen 1", "N. Gaiman 1", "Neil Gaiman 2",
          "Terry Pratchett & Neil Gaiman 1",
        ])
  }

  // MARK: Renaming

  private func rename(_ name: String, _ new: String, sort: String = "") throws -> Int64 {
    try store.renamePerson(bytes(name), to: bytes(new), sort: bytes(sort))
  }

  @Test func twoSpellingsBecomeOneInOneStep() throws {
    let before = try dump(ofStore: folder.file("store"))
    try store.clearUndo()
    #expect(try rename("N. Gaiman", "Neil Gaiman") == 1)
    let book = try store.read(5)
    #expect(book.author == "Neil Gaiman")
    #expect(
      book.contributors
        == [Person("Neil Gaiman", sort: "Gaiman, Neil"), Person("Neil Gaiman", "narrator")])
    #expect(try whole("Neil Gaiman", "author") == [1, 2, 4, 5])
    #expect(try store.undoInfo().undoCount == 1)
    _ = try store.undo()
    #expect(differences(before, try dump(ofStore: folder.file("store"))) == [])
    #expect(try store.check().count == 0)
  }

  @Test func everyRoleAndEveryAuthorIsRenamed() throws {
    let new = "Neil Richard Gaiman"
    #expect(
      try rename("neil gaiman", new, sort: "Gaiman, N. R.") == 4)
    #expect(try whole("Neil Gaiman") == [] && whole(new) == [1, 2, 4, 5])
    #expect(try store.read(2).author == new && store.read(2).authorSort == "Gaiman, N. R.")
    #expect(try store.read(1).author == "Terry Pratchett & Neil Gaiman")
    #expect(try store.read(1).contributors[1] == Person(new, sort: "Gaiman, N. R."))
    #expect(try faults(inStore: folder.file("store")) == [])
    #expect(try store.check().count == 0)
  }

  @Test func whoHasBothSpellingsKeepsOne() throws {
    try store.change(5) {
      $0.give(contributors: [Person("Neil Gaiman"), Person("N. Gaiman"), Person("A", "editor")])
    }
    #expect(try store.read(5).author == "Neil Gaiman, N. Gaiman")
    #expect(try rename("N. Gaiman", "Neil Gaiman") == 1)
    #expect(try store.read(5).contributors.map(\.name) == ["Neil Gaiman", "A"])
    #expect(try store.read(5).author == "Neil Gaiman")
  }

  @Test func onlyCaseMayChange() throws {
    #expect(try rename("NEIL GAIMAN", "Neil Gaiman") == 1)
    #expect(try store.read(4).author == "Neil Gaiman")
    #expect(try store.read(1).contributors[1].sort == "Gaiman, Neil")
  }

  @Test func nobodyIsRenamedWhoIsNotThere() throws {
    try store.clearUndo()
    #expect(try rename("Nobody", "Somebody") == 0)
    #expect(try store.undoInfo().undoCount == 0)
    for (old, new, sort, field) in [
      ("", "A", "", "name"), ("A", " ", "", "new_name"), ("A", "B", " ", "sort"),
    ] {
      let failure = failure {
        _ = try rename(old, new, sort: sort)
      }
      #expect(failure?.field == field)
    }
  }

  @Test func aLivePageFollowsItsPeople() throws {
    var query = try Query()
    try query.filter(person: bytes("Terry Pratchett"), role: bytes(""))
    try query.setLimit(10)
    let observer = try store.observe(query, [])
    try store.change(2) { $0.give(contributors: [Person("A"), Person("terry pratchett")]) }
    #expect(try observer.hear().map(\.id) == [2])
    try store.change(1) { $0.give(contributors: [Person("Neil Gaiman")]) }
    #expect(try observer.hear().map(\.id) == [1])
  }
}
