// Tests completing search lines at a place.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormFrontend
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

/// One row of a result of completions.
private struct Row: Equatable, CustomStringConvertible {
  let kind: Completion.Kind?
  let key: String?
  let text: String
  let label: String
  let range: Range<Int64>
  let count: Int64?

  var description: String { "\(text) (\(label)) \(range) \(count ?? -1)" }
}

extension Session {
  /// The place is marked by a '|' in the line.
  fileprivate func completions(
    _ line: String, _ language: Language = .english, limit: Int64 = 100
  ) throws -> [Row] {
    let parts = line.split(separator: "|", omittingEmptySubsequences: false)
    let rows = try complete(
      bytes(parts.joined()), at: parts.count == 1 ? -1 : Int64(parts[0].utf8.count), language,
      limit: limit)
    return (0..<rows.count).map { row in
      let row = rows.completion(row)
      return Row(
        kind: Completion.Kind(rawValue: row.kind), key: row.key.map(string),
        text: string(row.text), label: string(row.label), range: row.start..<row.end,
        count: row.count)
    }
  }

  fileprivate func texts(_ line: String, _ language: Language = .english) throws -> [String] {
    try completions(line, language).map(\.text)
  }
}

@Suite struct CompletionTests {
  private func sample() throws -> Store {
    let store = try memoryStore()
    let (fiction, kids) = (
      try store.genre(named: "Science Fiction"), try store.genre(named: "Kids")
    )
    _ = try store.genre(named: "Empty")
    let books: [(String, [Int64], String?, Int32, Int32)] = [
      ("Frank Herbert", [fiction], "Dune", 5, 2), ("Frank Herbert", [fiction], "Dune", 4, 2),
      ("Ursula K. Le Guin", [fiction, kids], "Hainish, the Cycle", 4, 1),
      ("Mary \"Max\" Hill", [kids], nil, 0, 0), ("émile Zola", [], nil, 0, 0),
    ]
    for (author, genres, series, rating, status) in books {
      try store.create(
        SampleBook("A", by: author).with {
          ($0.genres, $0.series, $0.rating, $0.status) = (genres, series, rating, status)
          ($0.publisher, $0.language) = ("Hodder \(author.count % 2)", "pt-BR")
          ($0.year, $0.created) = (1960 + rating, 1_700_000_000_000)
        })
    }
    _ = try store.createShelf(bytes("To read"), line: bytes("status:on-shelf sort:-created"))
    _ = try store.createShelf(bytes("Best"), line: bytes("rating>=5"))
    return store
  }

  @Test func aWordBecomesAKey() throws {
    let store = try sample()
    #expect(
      try store.completions("dune ra|") == [
        Row(kind: .key, key: "rating", text: "rating:", label: "Rating", range: 5..<7, count: nil)
      ])
    #expect(try store.texts("-STA|") == ["status:", "started:"])
    #expect(try store.texts("verl", .german) == ["publisher:"])
    #expect(try store.texts("st|>=2020").sorted() == ["started", "status"])
    #expect(try store.completions("r|at").first?.range == 0..<3)
  }

  @Test func aKeyHasOperators() throws {
    let store = try sample()
    #expect(try store.texts("rating") == [":", ">=", "<=", ">", "<"])
    let genre = try store.completions("genre|")
    #expect(genre.map(\.text).first == ":" && genre.first?.range == 5..<5)
    #expect(genre.first?.kind == .operator && genre.first?.key == "genre")
    let more = try store.completions("rating:").filter { $0.kind == .operator }
    #expect(more.map(\.text) == [">=", "<=", ">", "<"] && more.allSatisfy { $0.range == 6..<7 })
    #expect(try store.texts("rating|>=4") == [])
  }

  @Test func genresComeByEitherOfTheirNames() throws {
    let store = try sample()
    #expect(
      try store.completions("genre:") == [
        Row(
          kind: .value, key: "genre", text: #""Science Fiction""#, label: "Science Fiction",
          range: 6..<6, count: 3),
        Row(kind: .value, key: "genre", text: "Kids", label: "Kids", range: 6..<6, count: 2),
        Row(kind: .value, key: "genre", text: "none", label: "none", range: 6..<6, count: nil),
      ])
    #expect(try store.texts("genre:fic") == [#""Science Fiction""#])
    #expect(try store.texts("genre:ience") == [])
    #expect(try store.texts("genre:kids,|") == [#""Science Fiction""#])
    #expect(try store.texts("-genre:k", .german) == ["Kinderbuch"])
    #expect(try store.texts("genre:dla", .polish) == [#""Dla dzieci""#])
    _ = try store.genre(named: "Kinderbuch")
    #expect(try store.texts("genre:k", .german) == ["Kids"])
    for row in try store.completions("genre:", .korean) where row.text != "none" {
      let found = try store.count(SearchLine.query(bytes("genre:\(row.text)")))
      #expect(found == row.count, "\(row)")
    }
  }

  @Test func namesComeInQuotesAndTheLargestFirst() throws {
    let store = try sample()
    #expect(
      try store.texts("author:") == [
        #""Frank Herbert""#, #""émile Zola""#, #""Mary ""Max"" Hill""#, #""Ursula K. Le Guin""#,
      ])
    let open = try store.completions(#"author:"fra|nk h" dune"#)
    #expect(open.map(\.text) == [#""Frank Herbert""#] && open[0].range == 7..<16)
    #expect(open[0].count == 2)
    #expect(try store.texts("author:EMI") == [#""émile Zola""#])
    #expect(try store.texts("author:le|") == [#""Ursula K. Le Guin""#])
    #expect(try store.texts("author:frank,h") == [])
    #expect(try store.texts("series:cy") == [#""Hainish, the Cycle""#])
    #expect(try store.texts("publisher:hod") == [#""Hodder 1""#, #""Hodder 0""#])
    #expect(try store.texts("language:p") == ["pt-BR"])
    for row in try store.completions("author:") {
      #expect(try store.count(SearchLine.query(bytes("author:\(row.text)"))) == row.count)
    }
  }

  @Test func peopleComeByTheirRole() throws {
    let store = try sample()
    for (title, name, role) in [
      ("A", "Ann Lee", "translator"), ("B", "ann lee", "Translator"), ("C", "Bo Lee", "narrator"),
      ("D", "Bo Lee", "colourist"),
    ] {
      try store.create(
        SampleBook(title, by: "Zoë").with { $0.contributors = [Person(name, role)] })
    }
    #expect(
      try store.completions("translator:") == [
        Row(
          kind: .value, key: "translator", text: #""Ann Lee""#, label: "Ann Lee", range: 11..<11,
          count: 2),
        Row(
          kind: .value, key: "translator", text: "none", label: "none", range: 11..<11, count: nil),
      ])
    #expect(try store.texts("-narrator:LE") == [#""Bo Lee""#])
    #expect(try store.texts("editor:a") == [])
    #expect(
      try store.completions("person:lee").map { "\($0.text) \($0.count ?? -1)" }
        == [#""Ann Lee" 2"#, #""Bo Lee" 2"#])
    #expect(try store.texts("translator") == [":", "="])
    #expect(try store.texts("lee") == [])
    for key in ["translator", "narrator", "person"] {
      for row in try store.completions(key + "=") where row.text != "none" {
        let found = try store.count(SearchLine.query(bytes("\(key)=\(row.text)")))
        #expect(found == row.count, "\(row)")
      }
    }
  }

  @Test func statusesRatingsYearsAndMonthsAreCounted() throws {
    let store = try sample()
    #expect(
      try store.completions("status:com") == [
        Row(
          kind: .value, key: "status", text: "completed", label: "Completed", range: 7..<10,
          count: 2)
      ])
    #expect(try store.completions("status:", .polish).map(\.label).first == "Na półce")
    #expect(try store.texts("status:gel", .english) == ["completed"])
    #expect(
      try store.texts("status:completed,re|") == ["on-shelf", "in-progress", "did-not-finish"])
    let equal = try store.completions("rating:").filter { $0.kind == .value }
    #expect(equal.map(\.text) == ["5", "4", "3", "2", "1", "none"])
    #expect(equal.map(\.count) == [1, 2, 0, 0, 0, nil])
    #expect(try store.completions("rating>=4").map(\.count) == [3])
    #expect(try store.completions("year>196").map(\.text) == ["1965", "1964", "1960"])
    #expect(try store.completions("year>196").map(\.count) == [0, 1, 3])
    let months = try store.completions("created:2|")
    #expect(months.map(\.text) == ["2023-11"] && months.map(\.count) == [5])
    #expect(try store.texts("finished:to") == ["today"])
  }

  @Test func orderAndFlagsHaveWords() throws {
    let store = try sample()
    let sort = try store.completions("sort:-title,-ra", .german)
    #expect(sort.map(\.text) == ["rating", "rank", "exact_rating"] && sort[0].range == 13..<15)
    #expect(sort[0].label == "Bewertung")
    #expect(try !store.texts("sort:-title,|").contains("title"))
    #expect(try store.texts("is:f") == ["favourite"])
    #expect(try store.texts("favourite:") == ["yes", "no"])
  }

  @Test func shelvesTakeThePlaceOfTheLine() throws {
    let store = try sample()
    let all = try store.completions("", limit: 2)
    #expect(all.map(\.label) == ["Best", "To read"] && all.map(\.count) == [1, 2])
    #expect(
      try store.completions(" to re").first
        == Row(
          kind: .shelf, key: nil, text: "status:on-shelf sort:-created", label: "To read",
          range: 0..<6, count: 2))
    #expect(try !store.completions("rating:5 to").contains { $0.kind == .shelf })
    #expect(try !store.completions("to| dune").contains { $0.kind == .shelf })
  }

  @Test func aWordBecomesTheConditionOfAName() throws {
    let store = try sample()
    let found = try store.completions("dune h")
    #expect(
      found.filter { $0.kind == .value }.map(\.text) == [
        #"publisher:"Hodder 1""#, #"author:"Frank Herbert""#, #"author:"Mary ""Max"" Hill""#,
        #"series:"Hainish, the Cycle""#, #"publisher:"Hodder 0""#,
      ])
    #expect(found.last?.range == 5..<6)
  }

  @Test(arguments: [
    "\"left", "\"left hand\"", "title:du", "isbn:9", "identifier:doi:1", "unknown:a", "notes:a",
    "limit:1", "title:a\"b", "status:,a", "pages:1",
  ])
  func whereAnyTextMayStandNothingComes(line: String) throws {
    #expect(try sample().completions(line) == [], "\(line)")
  }

  @Test(arguments: finishedLines) func nothingThatIsTypedIsAnError(line: String) throws {
    let store = try sample()
    for place in 0...line.utf8.count {
      let isMiddle = place < line.utf8.count && Array(line.utf8)[place] & 0xC0 == 0x80
      let failure = failure {
        let rows = try store.complete(bytes(line), at: Int64(place), .english, limit: 50)
        for row in (0..<rows.count).map({ rows.completion($0) }) {
          #expect(row.start >= 0 && row.start <= Int64(place) && row.end >= Int64(place))
          #expect(row.end <= Int64(line.utf8.count))
        }
      }
      #expect((failure?.kind == .argument && failure?.field == "place") == isMiddle, "\(place)")
      #expect((failure == nil) == !isMiddle)
    }
  }

  @Test func whatIsOutsideOfTheLineIsRefused() throws {
    let store = try memoryStore()
    for (place, limit) in [(-2, 1), (5, 1), (0, -1), (0, 1001)] as [(Int64, Int64)] {
      let failure = failure { try store.complete(bytes("dune"), at: place, .english, limit: limit) }
      #expect(failure?.kind == .argument, "\(place) \(limit)")
    }
    let bad = failure { try store.complete(bytes([0x61, 0xFF]), at: 1, .english, limit: 1) }
    #expect(bad?.kind == .text && bad?.offset == 1)
    #expect(try store.complete(bytes("a"), at: 1, .english, limit: 0).count == 0)
  }

  // MARK: Compared with a plain model

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func namesAreThoseOfAPlainModel(seed: UInt64) throws {
    let store = try memoryStore()
    var dice = Dice(seed)
    // Without "Book 2" and "book 02", which have one key but differ in more than case and accents.
    let names = words.filter { !$0.text.contains("2") }
    var authors: [String] = []
    for _ in 0..<40 {
      let name = "\(dice.pick(names).text) \(dice.pick(names).text)"
      authors.append(name)
      try store.create(SampleBook("T", by: name))
    }
    func folded(_ name: String) -> String {
      name.split(separator: " ").map { word in
        names.first { $0.text == word }?.folded ?? word.lowercased()
      }.joined(separator: " ")
    }
    for typed in ["", "d", "du", "lo", "z", "zo", "e", "st", "b", "book", "1", "10", "x"] {
      var counts: [String: Int64] = [:]
      for author in authors.map(folded)
      where typed.isEmpty || author.hasPrefix(typed) || author.contains(" " + typed) {
        counts[author, default: 0] += 1
      }
      let found = try store.completions("author:\(typed)|")
      var answer: [String: Int64] = [:]
      for row in found { answer[folded(row.label)] = row.count }
      #expect(answer == counts, "\(typed)")
      #expect(zip(found, found.dropFirst()).allSatisfy { ($0.count ?? 0) >= ($1.count ?? 0) })
    }
  }

  @Test func theNamesFollowEveryChange() throws {
    let folder = TemporaryFolder()
    let store = try openStore(folder.file("store"))
    let other = try openStore(folder.file("store"))
    func authors() throws -> [String] {
      try store.completions("author:").map { "\($0.label) \($0.count ?? -1)" }
    }
    #expect(try authors() == [])
    let book = try store.create(SampleBook("A", by: "Ann").with { $0.rating = 3 })
    #expect(try authors() == ["Ann 1"])
    try other.create(SampleBook("B", by: "Ann"))
    #expect(try authors() == ["Ann 2"])
    var draft = BookDraft()
    draft.give(.author, bytes("Bob"))
    try other.updateBook(book, draft, clear: [])
    #expect(try authors() == ["Ann 1", "Bob 1"])
    try other.setRating(book, 5)
    #expect(try authors() == ["Ann 1", "Bob 1"])
    let facets = try store.facets(nil, by: .author, words: bytes("bob"), limit: -1)
    #expect(facets.statistics(0).ratings[5] == 1)
    try other.deleteBook(book)
    #expect(try authors() == ["Ann 1"])
    let transaction = try store.begin(.write)
    try transaction.create(SampleBook("C", by: "Cora"))
    #expect(try transaction.texts("author:") == ["Ann", "Cora"])
    #expect(try authors() == ["Ann 1"])
    _ = try transaction.rollBack()
    #expect(try authors() == ["Ann 1"])
  }
}
