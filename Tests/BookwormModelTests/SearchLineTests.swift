// Search lines: what they mean, and where they are wrong.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormModel

/// The refusal of a line that is no search line; nil where it is one.
func refusal(_ line: String) -> Failure? { failure { try SearchLine.query(bytes(line)) } }

@Suite struct SearchLineTests {
  let catalogue: Catalogue
  init() throws { catalogue = try Catalogue.shared.get() }

  /// The line finds what the query means.
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

  // MARK: What lines mean

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

  // MARK: What is wrong

  @Test(arguments: [
    // The line, the byte at fault, and a part of the message.
    ("autor:herbert", 0, "'autor' is no key; did you mean author?"),
    ("dune re:zero", 5, "'re' is no key"), ("제목:도서", 0, "'제목' is no key"),
    ("author:", 7, "a value is missing"), ("author: herbert", 7, "a value is missing"),
    ("rating>=", 8, "a value is missing"), ("genre:a,", 8, "a value is missing"),
    ("genre:a,,b", 8, "a value is missing"), ("genre:,a", 6, "a value is missing"),
    ("\"unclosed", 0, "not closed"), ("title:\"left hand", 6, "not closed"),
    ("title:“left hand", 6, "not closed"), ("title:\"a\"\"", 6, "not closed"),
    ("title:\"\"", 6, "nothing between"), ("author:\" \"", 7, "nothing between"),
    ("title:a\"b\"", 7, "within a word"), ("a\"b\"", 1, "within a word"),
    ("title:\"a\"b", 9, "a space or a comma"),
    ("rating>>3", 7, "begins with >"), ("rating=<3", 7, "begins with <"),
    ("rating:>=3", 7, "begins with >"), ("title::a", 6, "begins with :"),
    ("rating>=9", 8, "'9' is no rating; write 1 to 5"), ("rating:0", 7, "is no rating"),
    ("rating:three", 7, "'three' is no rating"), ("rating:..", 7, "is no rating"),
    ("rating:3...5", 7, "'.5' is no rating"), ("rating>=3..5", 8, "is no rating"),
    ("rating>5", 7, "no rating lies above '5'"), ("rating<1", 7, "no rating lies below '1'"),
    ("rating:5..3", 7, "leaves nothing"), ("rating>=4 rating<=2", 18, "leaves nothing"),
    ("rating:3 rating:4", 9, "given already"), ("rating>3 rating>2", 9, "given already"),
    ("rating:none rating:3", 12, "given already"), ("rating:3,none rating<5", 14, "given already"),
    ("rating:3,4", 9, "one value"), ("rating:none,3,4", 14, "one value"),
    ("rating:none,none", 12, "none is given twice"), ("year:none", 5, "is no year"),
    ("rating>none", 7, "only after : or ="), ("rating<none", 7, "only after : or ="),
    ("rating>=none", 8, "only after : or ="), ("rating<=NONE", 8, "only after : or ="),
    ("a rating >= 4", 9, "leave them out"), ("rating >=4", 7, "leave them out"),
    ("Year ≥ 4", 5, "leave them out"), ("status : completed", 7, "leave them out"),
    ("rating:≥4", 7, "'≥4' is no rating"), ("author≥b", 6, "':' is expected"),
    ("status:done", 7, "'done' is no status; there are on-shelf"),
    ("status:completed status:on-shelf", 17, "given already"),
    ("status>completed", 6, "':' is expected"), ("genre>=a", 5, "':' is expected"),
    ("title=dune", 5, "contains the text"), ("author<b", 6, "':' is expected"),
    ("title:a,b", 8, "one value"), ("favourite:maybe", 10, "yes or no"),
    ("is:read", 3, "favourite is expected"), ("is:favourite favorite:no", 13, "given already"),
    ("year:1970..1960", 5, "leaves nothing"), ("year:19x", 5, "'19x' is no year"),
    ("year:2147483648", 5, "is no year"), ("year:99999999999999999999", 5, "is no year"),
    ("year:--5", 5, "is no year"), ("year>2147483647", 5, "no year lies above"),
    ("created:24", 8, "'24' is no date; write 2024"), ("created:2024-2", 8, "is no date"),
    ("created:2023-02-29", 8, "is no date"), ("created:2024-13", 8, "is no date"),
    ("created:0000", 8, "is no date"), ("created:2024-01-01-01", 8, "is no date"),
    ("started:2024-", 8, "is no date"), ("finished:yesterday", 9, "is no date"),
    ("started>9999", 8, "no started lies above"), ("created<0001", 8, "no created lies below"),
    ("started:2024-05..2024-04", 8, "leaves nothing"),
    ("sort:-", 5, "'-' is no key to sort by; there are title"), ("sort:price", 5, "is no key"),
    ("sort:--title", 5, "is no key"), ("sort:title,-title", 11, "sorted by title already"),
    ("sort:title sort:rating", 11, "given already"), ("sort>title", 4, "':' is expected"),
    ("limit:-1", 6, "no number of books"), ("limit:many", 6, "no number of books"),
    ("limit:9223372036854775808", 6, "no number of books"), ("limit:3,4", 8, "one value"),
    ("limit:3 limit:4", 8, "given already"), ("-title:a", 0, "leaves out genres"),
    ("-rating:3", 0, "leaves out genres"), ("-autor:x", 0, "'autor' is no key"),
    ("\"a\"b", 3, "a space is expected"), ("\"a\"*b", 4, "a space is expected"),
    ("-\"a", 1, "not closed"), ("-a\"", 2, "within a word"), ("quote:a,b", 8, "one value"),
    ("notes=a", 5, "contains the text"), ("review:", 7, "a value is missing"),
  ])
  func aLineThatIsWrongSaysWhereAndWhatIsExpected(line: String, offset: Int64, says: String) {
    let failure = refusal(line)
    #expect(failure?.kind == .invalid)
    #expect(failure?.field == "line")
    #expect(failure?.offset == offset, "\(line)")
    #expect(failure?.message.contains(says) == true, "\(failure?.message ?? "none")")
  }

  @Test func offsetsAreBytes() {
    #expect(refusal("title:łódź rating:9")?.offset == 21)
    #expect(refusal("title:東京\u{3000}rating:9")?.offset == 22)
  }

  @Test func aMessageFitsIntoAnErrorOfC() {
    let long = String(repeating: "長", count: 100)
    for line in ["\(long):x", "status:\(long)", "rating:\(long)", "sort:\(long)", "limit:\(long)"] {
      #expect((refusal(line)?.message.utf8.count ?? 256) < 256, "\(line)")
    }
  }

  @Test func aLineIsUTF8AndOfBoundedLength() throws {
    let invalid = failure { try SearchLine.query(bytes(Array("title:".utf8) + [0xFF])) }
    #expect(invalid?.kind == .text && invalid?.field == "line" && invalid?.offset == 6)
    let nul = failure { try SearchLine.query(bytes("title:a\0")) }
    #expect(nul?.kind == .text && nul?.offset == 7)
    let longest = "title:" + String(repeating: "x", count: SearchLine.limit - 6)
    #expect(try SearchLine.query(bytes(longest)).contained.count == 1)
    #expect(refusal(longest + "x")?.kind == .tooLarge)
  }

  @Test func aLineOfTooManyConditionsIsRefusedWhereTheyAreTooMany() throws {
    let hundred = Array(repeating: "title:a", count: 100).joined(separator: " ")
    #expect(try SearchLine.query(bytes(hundred)).contained.count == 100)
    let failure = refusal(hundred + " -genre:b")
    #expect(failure?.kind == .tooLarge && failure?.field == "line" && failure?.offset == 800)
  }
}
