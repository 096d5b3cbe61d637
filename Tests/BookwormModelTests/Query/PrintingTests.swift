// Tests printing queries as search lines with the same meaning.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormQuery
@testable import BookwormRecords

extension Query {
  fileprivate func text() throws -> String { string(try line().onlyText) }
}

@Suite struct PrintingTests {
  private func line(_ make: (inout Query) throws -> Void) throws -> String {
    var query = try Query()
    try make(&query)
    return try query.text()
  }

  @Test(
    arguments: [
      ("", ""), ("dune  SAND", "dune SAND"), ("“left hand”*", #""left hand"*"#), ("dun*", "dun*"),
      ("-vampire -\"a b\" x", #"x -vampire -"a b""#), ("Łódź 東京", "Łódź 東京"),
      (#"rating:3 "rating" 12 "OR""#, #"rating "12" "OR" rating:3"#),
      (#"author:"Le Guin" title:Dun"#, "author:\"Le Guin\" title:Dun"),
      (
        #"genre:"Science Fiction",horror -genre:Kids"#,
        #"genre:"Science Fiction",horror -genre:Kids"#
      ),
      ("rating>3 rating<5", "rating:4"), ("rating:2..", "rating>=2"),
      ("rating:0,4..5", "rating>=4,none"),
      ("rating:4.25", "rating:4.25"), ("rating>=3.5", "rating>=3.5"),
      ("rating<4.5", "rating<=4.25"),
      ("rating:none", "rating:none"), ("rating:0.25..5", "rating>=0.25"),
      ("status:gelesen,unread", "status:on-shelf,completed"), ("favorite:yes", "is:favourite"),
      ("favourite:no", "favourite:no"), ("year<0", "year<=-1"),
      ("year:-750..1960", "year:-750..1960"),
      ("pages<200", "pages<=199"), ("edition:2000", "edition:2000"),
      ("created:2024-02", "created:2024-02"), ("finished:2024", "finished:2024"),
      ("started>2024-02-28", "started>=2024-02-29"), ("created<2024", "created<=2023-12-31"),
      ("finished:2024-01..2024-02", "finished:2024-01-01..2024-02-29"),
      ("isbn:0-441-17271-7", "isbn:9780441172719"), ("978-0-441-17271-9", "isbn:9780441172719"),
      ("identifier:DOI:10.1000/182", #"identifier:"doi:10.1000/182""#),
      ("genre:none -review:none", "genre:none -review:none"), (#"genre:"none""#, #"genre:"none""#),
      ("-rating:5 -author:herbert", "-rating:5 -author:herbert"),
      ("notes:lent quote:\"mind-killer\"", #"notes:lent quote:mind-killer"#),
      ("language:PT-br", "language:pt-BR"), ("!!!", #""!""#),
      ("dune | rating:5 sort:-rating,title limit:5", "dune OR rating:5 sort:-rating,title limit:5"),
      (#"title:"a ""b"" c""#, #"title:"a ""b"" c""#),
      (#"publisher="Penguin Books" format=EPUB"#, #"publisher="Penguin Books" format=EPUB"#),
      (#"person="Ann Lee" author=Ann"#, #"person="Ann Lee" author=Ann"#),
      ("-language=en series:dune series=Dune", "series:dune series=Dune -language=en"),
    ])
  func aLineIsPrintedInOneForm(line: String, printed: String) throws {
    let query = try SearchLine.query(bytes(line))
    #expect(try query.text() == printed)
    #expect(try SearchLine.query(bytes(printed)).meansTheSame(as: query))
    #expect(try SearchLine.query(bytes(printed)).text() == printed)
  }

  @Test func whatAProgramAsksIsPrintedToo() throws {
    #expect(try line { try $0.search(bytes("dune \"a b"), [], .all) } == #"dune "a b""#)
    #expect(try line { try $0.filter([.review, .year], absent: 0) } == "-review:none -year:none")
    #expect(
      try line { try $0.filterGenres(.all, names: 2) { bytes(["a", "b c"][$0]) } }
        == #"genre:a genre:"b c""#)
    #expect(try line { try $0.filterRating(1, 5, orNotRated: 0) } == "rating:1..5")
    #expect(
      try line {
        var other = try Query()
        try other.filterStatus(2)
        try $0.exclude(other)
      } == "-status:completed")
    #expect(
      try line {
        try $0.sort(by: SortTerm(.exactRating, descending: true))
        try $0.setLimit(3)
        try $0.setOffset(7)
      } == "sort:-exact_rating limit:3")
  }

  @Test func whatNoLineSaysIsRefused() throws {
    let makers: [(inout Query) throws -> Void] = [
      { try $0.search(bytes("a b"), [], .any) }, { try $0.search(bytes("a"), .title, .all) },
      { try $0.filterGenres(.any, [1]) }, { try $0.filterGenres(.any, [] as [Int64]) },
      { try $0.filter(.authorSort, contains: bytes("a")) }, { try $0.filterCreated(1, 2) },
      { try $0.filter(.price, absent: 1) }, { try $0.filter(.pages, .min, .max) },
      { try $0.filter(.spoilers, 0, 1) },
      {
        var both = try Query()
        try both.filterFavourite(1)
        try both.filterStatus(1)
        try $0.exclude(both)
      },
      {
        try $0.filterFavourite(1)
        try $0.orElse(try Query())
        try $0.filterFavourite(0)
      },
      {
        try $0.filterRating(4, 5, orNotRated: 0)
        try $0.filterExactRating(4.25, 4.5, orNotRated: 0)
      },
    ]
    for make in makers {
      let failure = failure { try line(make) }
      #expect(
        failure?.kind == .invalid && failure?.field == "query", "\(String(describing: failure))")
    }
  }

  @Test func thePartsAreThoseOfTheLine() throws {
    let line = #"dune -x genre:a,"b c" OR rating>=4 -year:none sort:title"#
    let parts = try SearchLine.query(bytes(line)).conditions()
    let rows = (0..<parts.count).map { row in
      let part = parts.condition(row)
      return "\(part.alternative)\(part.isNegated) \(part.key.map(string) ?? "") "
        + "\(part.comparison.map(string) ?? "") \(string(part.value))|\(string(part.text))"
    }
    #expect(
      rows == [
        "00   dune|dune", "01   x|-x", #"00 genre : a,"b c"|genre:a,"b c""#,
        "10 rating >= 4|rating>=4", "11 year : none|-year:none",
      ])
  }

  // MARK: At random

  private static let parts = [
    "dune", "-x", "\"a b\"*", "-\"c d\"", "12", "東京", "pre*", "author:zo", "title:\"a, b\"",
    "-author:q", "genre:a", "genre:\"b c\",d", "-genre:e,f", "genre:none", "-genre:none",
    "rating>=4", "rating:2..3,none", "rating:4.25", "rating:none", "-rating:5",
    "status:completed,unread", "-status:reading", "is:favourite", "favourite:no", "year:1960..1970",
    "spoilers:yes", "-spoilers:no",
    "year<0", "-year:none", "pages>100", "-pages:1..9", "edition:2000..", "created:2024-02",
    "-created>2024", "started<2024-02-03", "finished:2023..2024", "-finished:2024",
    "isbn:9780441172719", "-9780441172719", "identifier:doi:10.1/2", "notes:lent*",
    "-review:\"so so\"", "quote:none", "language:pt-br", "publisher:\"none\"", "-series:none",
  ]

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func theLineOfALineIsTheSameQuery(seed: UInt64) throws {
    var dice = Dice(seed)
    var queries = 0
    for _ in 0..<400 {
      var words: [String] = []
      for _ in 0...Int.random(in: 0...2, using: &dice) {
        if !words.isEmpty { words.append("OR") }
        for _ in 0...Int.random(in: 0...4, using: &dice) { words.append(dice.pick(Self.parts)) }
      }
      if dice.once(in: 2) { words.append("sort:-\(dice.pick(SortKey.allCases).name),id") }
      if dice.once(in: 3) { words.append("limit:\(Int.random(in: 0...99, using: &dice))") }
      // Some conditions may occur only once.
      guard let query = try? SearchLine.query(bytes(words.joined(separator: " "))) else { continue }
      queries += 1
      let line = try query.text()
      let again = try SearchLine.query(bytes(line))
      #expect(again == query, "\(words.joined(separator: " ")): \(line)")
      #expect(try again.text() == line)
    }
    #expect(queries > 100)
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func theLineOfAnyQueryFindsTheSameBooks(seed: UInt64) throws {
    let catalogue = try Catalogue.shared.get()
    var dice = Dice(seed)
    var lines = 0
    for _ in 0..<300 {
      var sample = SampleQuery.random(&dice, genres: catalogue.genres)
      if !dice.once(in: 4) { sample.genres = [] }
      let query = try sample.query()
      let line: String
      do { line = try query.text() } catch let failure as Failure {
        #expect(failure.kind == .invalid && failure.field == "query")
        continue
      }
      lines += 1
      let again = try SearchLine.query(bytes(line))
      #expect(try catalogue.store.run(again).ids == catalogue.store.run(query).ids, "\(line)")
    }
    #expect(lines > 20, "\(lines)")
  }
}
