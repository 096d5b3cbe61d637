// Tests the meaning of search lines.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormQuery
@testable import BookwormRecords

@Suite struct SearchLineTests {
  let catalogue: Catalogue
  init() throws { catalogue = try Catalogue.shared.get() }

  /// Checks that the line finds the same books as the query.
  private func expect(
    _ line: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (inout SampleQuery) -> Void
  ) throws {
    var sample = SampleQuery()
    change(&sample)
    let expected = sample.answer(catalogue.books)
    let query = try SearchLine.query(bytes(line))
    #expect(
      try catalogue.store.run(query).ids == expected, "\(line)", sourceLocation: sourceLocation)
  }

  @Test func anEmptyLineFindsEverything() throws {
    for line in ["", " ", "\t\u{3000}\n"] { try expect(line) { _ in } }
  }

  @Test func textsThatAreContained() throws {
    try expect("title:łO") { $0.title = [("łO", "lo")] }
    try expect(#"title:"OK 1""#) { $0.title = [("ok 1", "ok 1")] }
    try expect("author:zo title:o author:o") {
      $0.author = [("zo", "zo"), ("o", "o")]
      $0.title = [("o", "o")]
    }
    try expect("series:book") { $0.series = [("book", "book")] }
    try expect(#"title:"""x""""#) { $0.title = [(#""x""#, #""x""#)] }
  }

  @Test(
    arguments: [
      ("dune", "dune", Match.all), ("dune  SAND", "dune SAND", .all),
      ("dune rating:3 sand", "dune sand", .all), (#""a b"* c*"#, #""a b"* c*"#, .all),
      ("“a b”", #""a b""#, .all), (#"say "he ""said"" so""#, #"say "he said so""#, .all),
      (#""re:zero""#, #""re zero""#, .all), ("Dune: Messiah", "Dune Messiah", .all),
      ("-x -\"y z\"", "x \"y z\"", .none), ("-5", "5", .none), ("- dune", "dune", .all),
      ("12:30 <3 a.b", "12:30 3 a.b", .all), ("don't --x", "don't x", .all),
      ("東京 도서", "東京 도서", .all), ("–x", "x", .none), ("—x", "x", .none),
      ("−\"y z\"", "\"y z\"", .none), ("Dune – Messiah", "Dune Messiah", .all),
      ("1914–18", "1914–18", .all), ("love is <3", "love is 3", .all),
      ("\"rating\" >= 4", "rating 4", .all),
    ] as [(String, String, Match)])
  func wordsAreSearched(line: String, text: String, match: Match) throws {
    var same = try Query()
    try same.search(bytes(text), [], match)
    let searches = try SearchLine.query(bytes(line)).searches
    #expect(searches.map(\.terms) == same.searches.map(\.terms), "\(line)")
    #expect(searches.map(\.match) == [match])
    #expect(searches.map(\.fields) == [.searched])
  }

  @Test(arguments: ["-!!!", "-*", "-–", "–!", "-", "--", "-… -?"])
  func leavingOutNoWordLeavesOutNothing(line: String) throws {
    try expect(line) { _ in }
    let searches = try SearchLine.query(bytes("dune \(line)")).searches.filter { $0.match == .all }
    #expect(searches.map(\.terms.count) == [1])
  }

  @Test func wordsWithoutWhichAndWordsOfOneField() throws {
    let both = try SearchLine.query(bytes("a -b c -d")).searches
    #expect(both.map(\.match) == [.all, .none] && both.map(\.terms.count) == [2, 2])
    let fields: [(String, BookFields)] = [
      ("synopsis:a", .synopsis), ("review:a", .review), ("NOTES:a*", .notes), ("quote:a", .quotes),
    ]
    for (line, field) in fields {
      let search = try SearchLine.query(bytes(line)).searches
      #expect(search.map(\.fields) == [field] && search.map(\.match) == [.all], "\(line)")
    }
    let phrase = try SearchLine.query(bytes(#"quote:"a b""#)).searches
    #expect(phrase.first?.terms.map(\.tokens.count) == [2])
  }

  @Test func genresOfEveryMatch() throws {
    let ids = catalogue.genres
    try expect("genre:fantasy") { $0.genres = [(.any, [ids[0]])] }
    try expect("genre:FANTASY,horror") { $0.genres = [(.any, [ids[0], ids[1]])] }
    try expect("genre:fantasy genre:horror") {
      $0.genres = [(.any, [ids[0]]), (.any, [ids[1]])]
    }
    try expect("–genre:fantasy") { $0.genres = [(.none, [ids[0]])] }
    try expect("-genre:fantasy") { $0.genres = [(.none, [ids[0]])] }
    try expect(#"-genre:"Łódź",kids Genre=horror"#) {
      $0.genres = [(.none, [ids[3], ids[2]]), (.any, [ids[1]])]
    }
    try expect("genre:unknown") { $0.genres = [(.any, [99])] }
  }

  @Test(
    arguments: [
      ("rating:3", (3, 3, 0)), ("rating=3", (3, 3, 0)), ("rating>=4", (4, 5, 0)),
      ("rating>4", (5, 5, 0)), ("rating<=2", (1, 2, 0)), ("rating<2", (1, 1, 0)),
      ("rating:2..4", (2, 4, 0)), ("rating:2..", (2, 5, 0)), ("rating:..2", (1, 2, 0)),
      ("rating:none", (0, 0, 0)), ("RATING:NONE", (0, 0, 0)), ("rating:4..5,none", (4, 5, 1)),
      ("rating:none,3", (3, 3, 1)), ("rating:none,4..5", (4, 5, 1)),
      ("rating≥4", (4, 5, 0)), ("rating≤2", (1, 2, 0)), ("rating>=4,none", (4, 5, 1)),
      ("rating>=2 rating<4", (2, 3, 0)),
      ("rating=2..4", (2, 4, 0)), ("rating:\"3\"", (3, 3, 0)),
    ] as [(String, (Int32, Int32, Int32))])
  func ratings(line: String, means: (Int32, Int32, Int32)) throws {
    try expect(line) { $0.rating = means }
  }

  @Test func favouritesAndStatuses() throws {
    for line in ["favourite:yes", "favorite:yes", "is:favourite", "IS:Favorite", "favourite=YES"] {
      try expect(line) { $0.favourite = 1 }
    }
    try expect("favourite:no") { $0.favourite = 0 }
    try expect("status:on-shelf") { $0.statuses = [0] }
    try expect("status:In-Progress,completed") { $0.statuses = [1, 2] }
    try expect("status:did-not-finish,did-not-finish") { $0.statuses = [3] }
  }

  @Test(
    arguments: [
      ("year:1965", (1965, 1965)), ("year>=1960", (1960, .max)), ("year>1965", (1966, .max)),
      ("year<=0", (.min, 0)), ("year<0", (.min, -1)), ("year:-750", (-750, -750)),
      ("year:-800..-700", (-800, -700)), ("year:1960..1970", (1960, 1970)),
      ("year:..", nil), ("year:1966..", (1966, .max)), ("year:..-1", (.min, -1)),
      ("year>=0 year<1966", (0, 1965)), ("year:-2147483648..2147483647", (.min, .max)),
    ] as [(String, (Int32, Int32)?)])
  func years(line: String, means: (Int32, Int32)?) throws {
    guard let means else { return #expect(refusal(line)?.offset == 5) }
    try expect(line) { $0.year = means }
  }

  @Test(
    arguments: [
      ("started:2021-06-15", (2021_06_15, 2021_06_15)),
      ("started:2021-06", (2021_06_01, 2021_06_30)),
      ("started:2021", (2021_01_01, 2021_12_31)), ("started>=2021-06", (2021_06_01, nil)),
      ("started>2021-06-15", (2021_06_16, nil)), ("started>2021-06", (2021_07_01, nil)),
      ("started>2020", (2021_01_01, nil)), ("started<2021-06-16", (nil, 2021_06_15)),
      ("started<2021-07", (nil, 2021_06_30)), ("started<2021", (nil, 2020_12_31)),
      ("started<=2021-06", (nil, 2021_06_30)),
      ("started:2020..2021-06-15", (2020_01_01, 2021_06_15)),
      ("started:..2021-06-15", (nil, 2021_06_15)), ("started:2021-06-16..", (2021_06_16, nil)),
      ("started<=2024-02", (nil, 2024_02_29)), ("started>2024-02-28", (2024_02_29, nil)),
      ("started:0001-01-01..9999-12-31", (1_01_01, 9999_12_31)),
    ] as [(String, (Int32?, Int32?))])
  func days(line: String, means: (Int32?, Int32?)) throws {
    try expect(line) { $0.started = means }
    try expect(line.replacing("started", with: "finished")) { $0.finished = means }
  }

  @Test(
    arguments: [
      ("created:1970-01-01", (0, 86_400_000)), ("created:1969", (-31_536_000_000, 0)),
      ("created<1970", (.min, 0)), ("created>=1970", (0, .max)),
      ("created>1970-01-01", (86_400_000, .max)), ("created<=1969-12", (.min, 0)),
      ("created:2023-11", (1_698_796_800_000, 1_701_388_800_000)),
      ("created:9999-12-31", (253_402_214_400_000, 253_402_300_800_000)),
      ("created:0001-01-01", (-62_135_596_800_000, -62_135_510_400_000)),
      ("created:1600-02-29..2000-02-29", (-11_670_998_400_000, 951_868_800_000)),
    ] as [(String, (Int64, Int64))])
  func instants(line: String, means: (Int64, Int64)) throws {
    try expect(line) { $0.created = means }
    let created = try SearchLine.query(bytes(line)).created
    #expect(created == means.0..<means.1)
  }

  @Test func ordersAndParts() throws {
    let query = try SearchLine.query(bytes("sort:-rating,Title,favorite,-series limit:50"))
    #expect(
      query.sort == [
        SortTerm(.rating, descending: true), SortTerm(.title, descending: false),
        SortTerm(.favourite, descending: false), SortTerm(.series, descending: true),
      ])
    #expect(query.limit == 50)
    for key in SortKey.allCases {
      #expect(
        try SearchLine.query(bytes("sort=-\(key.name)")).sort == [SortTerm(key, descending: true)])
    }
    for rank in ["rank", "relevance"] {
      #expect(
        try SearchLine.query(bytes("sort:\(rank)")).sort == [SortTerm(.rank, descending: false)])
    }
    #expect(try SearchLine.query(bytes("limit:0")).limit == 0)
    #expect(try SearchLine.query(bytes("limit=9223372036854775807")).limit == .max)
  }

  @Test func allConditionsHoldTogether() throws {
    try expect("genre:horror rating>=2 -genre:kids title:o year<1970 sort:author") {
      $0.genres = [(.any, [catalogue.genres[1]]), (.none, [catalogue.genres[2]])]
      $0.rating = (2, 5, 0)
      $0.title = [("o", "o")]
      $0.year = (.min, 1969)
      $0.sort = [SortTerm(.author, descending: false)]
    }
  }

  @Test func typographicQuotesAndWideSpacesDoToo() throws {
    for line in ["title:“ok 1”", "title:„ok 1“", "title:\"ok 1”\u{3000}rating:3"] {
      try expect(line) {
        $0.title = [("ok 1", "ok 1")]
        if line.hasSuffix("3") { $0.rating = (3, 3, 0) }
      }
    }
  }

  @Test func aQueryTellsWhatItAsksFor() throws {
    let fields: [(String, BookFields)] = [
      ("", []), ("title:a", .title), ("author:a", .author), ("series:a", .series),
      ("genre:a", .genres), ("-genre:a", .genres), ("rating:1", .rating),
      ("status:on-shelf", .status),
      ("is:favourite", .favourite), ("year:1", .year), ("created:2024", .created),
      ("started:2024", .started), ("finished:2024", .finished), ("sort:title limit:3", []),
      ("dune", .matched), ("-dune", .matched), ("notes:dune", .matched),
    ]
    for (line, filtered) in fields {
      #expect(try SearchLine.query(bytes(line)).filteredFields == filtered, "\(line)")
    }
    var query = try SearchLine.query(bytes("sort:-rating"))
    query.clearSort()
    #expect(query.sort.isEmpty)
  }

  @Test(
    arguments: [
      ("genre:none", .genres, 1), ("-genre:none", .genres, 0), ("year:NONE", .year, 1),
      ("-year:none", .year, 0), ("series=none", .series, 1), ("series>none", nil, 1),
      ("series:none", .series, 1),
      ("finished:none", .finished, 1), ("-rating:none", .rating, 0),
    ] as [(String, BookFields?, Int32)])
  func whatABookHasNoneOf(line: String, fields: BookFields?, absent: Int32) throws {
    guard let fields else { return #expect(refusal(line)?.offset == 6) }
    try expect(line) { $0.absences = [(fields, absent)] }
    try expect(line + " title:o") {
      $0.absences = [(fields, absent)]
      $0.title = [("o", "o")]
    }
  }

  @Test func aMinusLeavesOutWhatAConditionFinds() throws {
    func without(_ line: String, _ change: (inout SampleQuery) -> Void) throws {
      var other = SampleQuery()
      change(&other)
      for spelling in ["-", "–"] { try expect(spelling + line) { $0.excluded = [other] } }
    }
    try without("author:zo") { $0.author = [("zo", "zo")] }
    try without("status:completed,on-shelf") { $0.statuses = [0, 2] }
    try without("rating:5") { $0.rating = (5, 5, 0) }
    try without("rating>=2") { $0.rating = (2, 5, 0) }
    try without("is:favourite") { $0.favourite = 1 }
    try without("year:1960..1970") { $0.year = (1960, 1970) }
    try expect("-rating:5 rating>=4") {
      $0.rating = (4, 5, 0)
      var five = SampleQuery()
      five.rating = (5, 5, 0)
      $0.excluded = [five]
    }
    try expect(#"-title:"none""#) {
      var none = SampleQuery()
      none.title = [("none", "none")]
      $0.excluded = [none]
    }
  }

  @Test func alternativesStandBetweenOR() throws {
    var horror = SampleQuery()
    horror.genres = [(.any, [catalogue.genres[1]])]
    horror.rating = (1, 2, 0)
    var year = SampleQuery()
    year.year = (1965, 1965)
    for line in [
      "rating>=4 title:o OR genre:horror rating<3 OR year:1965",
      "rating>=4 title:o | genre:horror rating<3 | year:1965 |",
      "OR rating>=4 title:o sort:id OR OR genre:horror rating<3 OR year:1965 OR limit:999",
    ] {
      try expect(line) {
        $0.rating = (4, 5, 0)
        $0.title = [("o", "o")]
        $0.alternatives = [horror, year]
        if line.hasPrefix("OR") { $0.sort = [SortTerm(.id, descending: false)] }
      }
    }
    for line in ["(x) dune (y) | emma (z", "\"(\" dune | emma", "dune) | (emma"] {
      #expect(throws: Never.self, "\(line)") { try SearchLine.query(bytes(line)) }
    }
    for line in ["OR", "|", "OR | OR"] { try expect(line) { _ in } }
    #expect(try SearchLine.query(bytes("\"OR\" dune")).searches.first?.terms.count == 2)
  }

  @Test(arguments: [
    ("rating:0", "rating:none"), ("rating=0", "rating:none"), ("rating:0,4..5", "rating:4..5,none"),
    ("status:read", "status:completed"), ("status:Finished", "status:completed"),
    ("status:reading,unread", "status:in-progress,on-shelf"),
    ("status:abandoned", "status:did-not-finish"), ("edition_year:2000", "edition:2000"),
    ("genres:horror sort:edition_year", "genre:horror sort:edition"),
    ("quotes:spice -identifiers:none", "quote:spice -identifier:none"),
  ])
  func otherWordsMeanTheSame(line: String, same: String) throws {
    let (one, other) = (try SearchLine.query(bytes(line)), try SearchLine.query(bytes(same)))
    #expect(try catalogue.store.run(one).ids == catalogue.store.run(other).ids, "\(line)")
    #expect(one.filteredFields == other.filteredFields)
  }

  @Test func todayAndYesterdayAreDaysOfTheClock() throws {
    let store = try memoryStore()
    let today = CalendarDate.today()
    for day in [today, CalendarDate.dayBefore(today)] {
      try store.create(SampleBook("Day").with { ($0.started, $0.finished) = (day, day) })
    }
    let isSameDay = { CalendarDate.today() == today }
    let found = try ["finished:today", "finished:Yesterday", "started>=yesterday"].map {
      try store.run(try SearchLine.query(bytes($0))).ids.sorted()
    }
    #expect(found == [[1], [2], [1, 2]] || !isSameDay())
  }

  @Test(arguments: [
    ("https://x.org/dune", 4), ("6\" pipes", 2), ("'left hand'", 2), ("a\"b\"", 2),
    ("say 5\"x3\"", 3),
  ])
  func whatAPersonPastesIsSearched(line: String, words: Int) throws {
    let searches = try SearchLine.query(bytes(line)).searches
    #expect(searches.flatMap(\.terms).flatMap(\.tokens).count == words, "\(line)")
  }
}
