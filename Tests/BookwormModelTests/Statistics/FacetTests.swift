// Tests narrowing queries to facets, widening them again, and the facets' texts.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormFrontend
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

extension Query {
  fileprivate init(_ line: String) throws { self = try SearchLine.query(bytes(line)) }

  fileprivate func text() throws -> String { string(try line().onlyText) }

  fileprivate func adding(_ facet: Facet) throws -> Query {
    var query = self
    try query.add(facet)
    return query
  }

  fileprivate func removing(_ facet: Facet) throws -> Query {
    var query = self
    try query.remove(facet)
    return query
  }
}

extension Facet {
  fileprivate init(_ group: StatisticsGroup, _ name: String) throws {
    self = try Facet(group, key: 0, name: bytes(name))
  }

  fileprivate init(_ group: StatisticsGroup, _ key: Int64) throws {
    self = try Facet(group, key: key, name: nil)
  }
}

@Suite struct FacetTests {
  private func sample() throws -> Store {
    let store = try memoryStore()
    let fiction = try store.genre(named: "Science Fiction")
    let kids = try store.genre(named: "Kids")
    let books: [(String, String, [Int64], String?, Int32, Int32?)] = [
      ("Dune", "Frank Herbert", [fiction], "Penguin", 5, 1965),
      ("Dune Messiah", "Frank Herbert", [fiction, kids], "Penguin Books", 4, 1969),
      ("The Dispossessed", "Ursula Le Guin", [fiction], "penguin", 4, 1974),
      ("Iliad", "Homer", [], nil, 0, -750),
    ]
    for (title, author, genres, publisher, rating, year) in books {
      let book = try store.create(
        SampleBook(title, by: author).with {
          ($0.genres, $0.publisher, $0.rating, $0.year) = (genres, publisher, rating, year)
          ($0.series, $0.status) = (title.hasPrefix("Dune") ? title : nil, rating == 5 ? 2 : 0)
          ($0.language, $0.format) = (rating == 5 ? "en" : "en-GB", rating == 5 ? "ePub" : "epub 3")
          $0.created = 1_700_000_000_000 + Int64(rating) * 3_000_000_000
          $0.finished = rating == 5 ? 2024_02_29 : nil
          $0.contributors = [Person("Ann"), Person("Ann Lee", rating == 5 ? "narrator" : "editor")]
        })
      if rating == 5 { try store.read(book, SampleReading(.completed, nil, 2023_05_01)) }
    }
    return store
  }

  @Test(arguments: StatisticsGroup.allCases.filter { ![.shelf, .contributorRole].contains($0) })
  func aFacetFindsItsBooksAndIsRemovedAgain(group: StatisticsGroup) throws {
    let store = try sample()
    let facets = try store.facets(nil, by: group, words: bytes(""), limit: -1)
    #expect(
      facets.count > 0 || group == .translator || group == .illustrator || group == .introduction)
    for line in ["", "e* sort:-title limit:3", "dune OR iliad OR dispossessed"] {
      let query = try Query(line)
      for row in 0..<facets.count {
        let (key, name) = facets.group(row)
        let facet = try Facet(group, key: key, name: name)
        #expect(try !query.has(facet))
        let narrowed = try query.adding(facet)
        if line.isEmpty {
          #expect(try store.count(narrowed) == facets.statistics(row).books, "\(facet)")
        }
        #expect(try narrowed.has(facet))
        #expect(try narrowed.adding(facet) == narrowed)
        let text = try narrowed.text()
        let again = try Query(text)
        #expect(try again.has(facet) && again.meansTheSame(as: narrowed), "\(text)")
        #expect(try narrowed.removing(facet) == query)
        #expect(try query.removing(facet) == query)
      }
    }
  }

  @Test func rolesAreCountedOnceForABook() throws {
    let store = try sample()
    func counted(_ line: String?) throws -> [String: Int64] {
      let query = try line.map { try Query($0) }
      let rows = try store.facets(
        query, by: .contributorRole, words: bytes(""), limit: -1)
      return (0..<rows.count).reduce(into: [:]) {
        $0[rows.group($1).name.map(string) ?? "-"] = rows.statistics($1).books
      }
    }
    #expect(try counted(nil) == ["author": 4, "editor": 3, "narrator": 1])
    let book = try store.create(
      SampleBook("Atlas", by: "Nobody").with {
        $0.contributors = [
          Person("Bo", "Cartographer"), Person("Li", "CARTOGRAPHER"), Person("Bo", "Editor"),
        ]
      })
    #expect(
      try counted(nil) == ["author": 5, "editor": 4, "narrator": 1, "Cartographer": 1])
    #expect(try counted("atlas") == ["author": 1, "editor": 1, "Cartographer": 1])
    #expect(try counted("publisher:penguin -dune") == ["author": 1, "editor": 1])
    _ = try store.deleteBook(book)
    #expect(try counted(nil) == ["author": 4, "editor": 3, "narrator": 1])
    #expect(
      failure { try Facet(.contributorRole, "editor").query() }?.kind == .argument)
  }

  @Test func daysFindTheBooksWithAnyReadingOnThem() throws {
    let store = try sample()
    func found(_ line: String) throws -> [String] {
      try store.run(Query(line + " sort:id")).books.map(\.title)
    }
    let others = ["Dune Messiah", "The Dispossessed", "Iliad"]
    #expect(try found("finished:2023-05") == ["Dune"])
    #expect(try found("finished:2024-02") == ["Dune"])
    #expect(try found("finished:2023-06..2024-01") == [])
    #expect(try found("finished>=2024-03") == [])
    #expect(try found("-finished:2023") == others)
    #expect(try found("finished:2023 OR iliad") == ["Dune", "Iliad"])
    let dune = try #require(try store.run(Query("title=dune")).ids.first)
    try store.setStatus(dune, 1, date: 2025_01_01)
    #expect(try found("finished:2024") == ["Dune"])
    #expect(try found("started:2025") == ["Dune"])
    // The days of the book itself are those of the latest reading.
    #expect(try found("finished:none") == ["Dune"] + others)
  }

  @Test func aConditionThatALineHasOnceIsNarrowedOrReplaced() throws {
    func line(_ line: String, _ facet: Facet) throws -> String {
      try Query(line).adding(facet).text()
    }
    let sixties = try Facet(.decade, 1960)
    #expect(try line("year>=1965", sixties) == "year:1965..1969")
    #expect(try line("year:1970", sixties) == "year:1960..1969")
    #expect(try line("year:1961 OR dune", sixties) == "year:1961 OR dune year:1960..1969")
    #expect(try line("rating>=4", Facet(.rating, 5)) == "rating:5")
    #expect(try line("rating>=4.25", Facet(.rating, 0)) == "rating:none")
    #expect(try line("status:unread,reading", Facet(.status, 2)) == "status:completed")
    #expect(
      try line("finished>=2024-02-10", Facet(.monthFinished, 2024_02))
        == "finished:2024-02-10..2024-02-29")
    #expect(try line("created:2023", Facet(.monthAdded, 2024_12)) == "created:2024-12")
    #expect(try line("genre:a", Facet(.genre, "b c")) == #"genre:a genre:"b c""#)
    #expect(
      try line("publisher:pen", Facet(.publisher, "Penguin"))
        == "publisher:pen publisher=Penguin")
  }

  @Test func wideningAnAlternativeToEverythingFindsEverything() throws {
    let query = try Query("rating:5 OR rating:5 dune sort:-title")
    #expect(try query.removing(Facet(.rating, 5)).text() == "sort:-title")
    #expect(try query.removing(Facet(.rating, 4)) == query)
    let one = try Query("rating:5 OR dune")
    #expect(try !one.has(Facet(.rating, 5)))
    #expect(try one.removing(Facet(.rating, 5)).text() == "")
  }

  @Test(arguments: [
    ("", "rating:5", "rating:5"), ("dune", "dune", "dune"), ("dune", "messiah", "dune messiah"),
    ("a b -c", "b -c -d", "a b -c -d"), ("-genre:a", "-genre:a genre:b", "-genre:a genre:b"),
    ("status:completed", "-finished:none pages:none", "status:completed -finished:none pages:none"),
    ("finished:2024-03-10..2024-04", "finished:2024-03", "finished:2024-03-10..2024-03-31"),
    ("finished>=2023-11", "finished:2023", "finished:2023-11-01..2023-12-31"),
    ("finished:2024-05", "finished:2024", "finished:2024-05"),
    ("year:-8..3", "year<0", "year:-8..-1"),
    ("started<=2024", "started>=2023", "started:2023-01-01..2024-12-31"),
    ("pages:90..1200", "pages:100..", "pages:100..1200"), ("rating>=3", "rating<=4", "rating:3..4"),
    ("rating:none", "rating>=4", "rating>=4"),
    ("rating:4.25..5", "rating<=4.5", "rating:4.25..4.5"),
    ("status:reading,unread", "status:unread,read", "status:on-shelf"),
    ("favourite:no", "is:favourite", "is:favourite"), ("-rating:5", "-rating:5", "-rating:5"),
    ("a | b sort:-title limit:3", "rating:5", "a rating:5 OR b rating:5 sort:-title limit:3"),
    ("isbn:0441172717", "isbn:9780441172719", "isbn:9780441172719"),
    ("year:none", "year:none", "year:none"),
    ("notes:x", "notes:y", "notes:x notes:y"),
    ("author:a person:b", "author:a person:b", "author:a person:b"),
  ])
  func conditionsOfALineAreAdded(line: String, other: String, both: String) throws {
    var query = try Query(line)
    try query.add(Query(other))
    let text = try query.text()
    #expect(try query.meansTheSame(as: Query(both)), "\(text)")
    let added = query
    try query.add(Query(other))
    #expect(query == added)
  }

  @Test(arguments: [
    ("dune messiah rating:5", "rating:5 dune", "messiah"), ("a OR b", "a", ""), ("a b", "c", "a b"),
    ("a x OR b x", "x", "a OR b"), ("-a -genre:b", "-genre:b -a", ""),
    ("year:1960..1970", "year:1960", "year:1960..1970"),
    (
      "started>=2024 finished:none -rating:5 is:favourite",
      "started>=2024 finished:none -rating:5 is:favourite", ""
    ),
    ("rating:4.5 status:reading created:2024", "created:2024 status:reading rating:4.5", ""),
    ("isbn:0441172717 title:a author=b", "author=b title:a 9780441172719", ""),
  ])
  func conditionsOfALineAreRemoved(line: String, other: String, rest: String) throws {
    var query = try Query(line)
    try query.remove(Query(other))
    #expect(try query.text() == rest)
  }

  @Test func onlyConditionsAreAdded() throws {
    for other in ["a limit:3", "a OR b"] {
      let failure = failure {
        var query = try Query(); try query.add(Query(other))
      }
      #expect(failure?.kind == .argument && failure?.field == "other")
    }
    let many = try Query((0..<60).map { "genre:g\($0)" }.joined(separator: " "))
    var query = try Query((60..<120).map { "genre:g\($0)" }.joined(separator: " "))
    #expect(failure { try query.add(many) }?.kind == .tooLarge)
    try query.add(Query("a sort:title"))
    #expect(query.sort.isEmpty)
  }

  @Test func whatIsNoFacetIsRefused() throws {
    let keys: [(StatisticsGroup, Int64)] = [
      (.status, 4), (.rating, 6), (.rating, -1), (.monthAdded, 2024_13), (.monthFinished, 0),
      (.year, .max), (.decade, Int64(Int32.max)), (.decade, .min), (.decade, 1961),
      (.monthAdded, .min),
    ]
    for (group, key) in keys {
      let failure = failure { _ = try Facet(group, key) }
      #expect(failure?.kind == .argument && failure?.field == "key", "\(group) \(key)")
    }
    #expect(failure { _ = try Facet(.genre, " ") }?.kind == .invalid)
    #expect(failure { _ = try Facet(.author, key: 0, name: nil) }?.field == "name")
    #expect(failure { _ = try Facet(.year, key: 0, name: bytes([0xFF])) }?.kind == .text)
    #expect(failure { _ = try Query().adding(Facet(.shelf, "Best")) }?.field == "group")
    #expect(failure { _ = try Query().adding(Facet(.language, "e*")) }?.kind == .invalid)
  }

  @Test(
    arguments: [
      (StatisticsGroup.decade, 1960, ["1960–1969", "1960–1969", "1960–1969", "1960–1969"]),
      (
        .decade, -750,
        ["750–741 BCE", "750–741 v. Chr.", "750–741 p.n.e.", "기원전 750–741년"]
      ),
      (.year, -44, ["44 BCE", "44 v. Chr.", "44 p.n.e.", "기원전 44년"]),
      (.year, 1965, ["1965", "1965", "1965", "1965"]),
      (.monthAdded, 2024_02, ["February 2024", "Februar 2024", "luty 2024", "2024년 2월"]),
      (.status, 2, ["Completed", "Gelesen", "Przeczytana", "다 읽음"]),
      (.rating, 0, ["Not rated", "Nicht bewertet", "Bez oceny", "평가 없음"]),
    ] as [(StatisticsGroup, Int64, [String])])
  func aNumberHasAText(group: StatisticsGroup, key: Int64, texts: [String]) throws {
    let facet = try Facet(group, key)
    let found = try Language.allCases.map { String(decoding: try facet.label($0), as: UTF8.self) }
    #expect(found == texts)
  }

  @Test func aNameIsShownInTheLanguage() throws {
    func label(_ group: StatisticsGroup, _ name: String) throws -> String {
      String(decoding: try Facet(group, name).label(.german), as: UTF8.self)
    }
    #expect(try label(.genre, "poetry") == "Lyrik")
    #expect(try label(.genre, "My own") == "My own")
    #expect(try label(.language, "de") == "Deutsch")
    #expect(try label(.language, "x-own") == "x-own")
    #expect(try label(.narrator, "Ann") == "Ann")
    #expect(try label(.contributorRole, "translator") == "Übersetzer")
    #expect(try label(.contributorRole, "Kartograf") == "Kartograf")
    #expect(StatisticsGroup.author.label(.polish).description == "Autor")
  }

  @Test(arguments: StatisticsGroup.allCases, Language.allCases)
  func everyGroupHasAName(group: StatisticsGroup, language: Language) {
    #expect(!group.label(language).description.isEmpty)
  }

  @Test func wholeTextsAreCompared() throws {
    let store = try sample()
    func titles(_ line: String) throws -> [String] {
      try store.run(Query(line)).texts(.title)
    }
    #expect(try titles("publisher=PENGUIN") == ["The Dispossessed", "Dune"])
    #expect(try titles("publisher:penguin").count == 3)
    #expect(try titles("title=dune") == ["Dune"])
    #expect(try titles("title=\"the dispossessed\"") == ["The Dispossessed"])
    #expect(try titles("title=Dispossessed") == [])
    #expect(try titles("format=epub") == ["Dune"])
    #expect(try titles("-format=EPUB -format=none").count == 3)
    #expect(try titles("language=en") == ["Dune"])
    #expect(try titles("language:en").count == 4)
    #expect(try titles("series=dune") == ["Dune"])
    #expect(try titles("subtitle=x") == [])
    #expect(failure { _ = try Query("notes=x") }?.reason == .colon)
    func fault(_ field: BookFields, _ text: String) -> Failure? {
      failure {
        var query = try Query()
        try query.filter(field, equals: bytes(text))
      }
    }
    #expect(fault(.notes, "x")?.field == "field")
    #expect(fault(.title, " ")?.kind == .invalid)
  }
}
