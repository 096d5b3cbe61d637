// Tests that bindings/search-line.md is true: its lines are run on its books, and its errors are
// checked.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

/// The tables of the page, each as rows of cells, found by the headings of its columns.
private struct Page {
  private var tables: [[String]: [[String]]] = [:]

  static let shared = Page()

  private init() {
    var head: [String]?
    for line in SourceTree.lines(of: "bindings/search-line.md") {
      guard line.hasPrefix("|") else {
        head = nil
        continue
      }
      let cells = line.dropFirst().dropLast().split(
        separator: "|", omittingEmptySubsequences: false
      ).map { String($0).trimmed }
      if let head {
        if !cells.allSatisfy({ $0.hasPrefix("---") }) { tables[head, default: []].append(cells) }
      } else {
        head = cells
      }
    }
  }

  func rows(_ head: String...) -> [[String]] {
    tables.first { $0.key.starts(with: head) }?.value ?? []
  }
}

extension String {
  fileprivate var trimmed: String {
    let start = drop { $0 == " " }
    return String(start.reversed().drop { $0 == " " }.reversed())
  }

  /// The texts between backticks.
  fileprivate var code: [String] {
    split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }
}

@Suite struct SearchLinePageTests {
  /// Returns a store with the page's books.
  private func shelf() throws -> Store {
    let store = try memoryStore()
    func date(_ text: String) -> Int32? { Int32(text.replacing("-", with: "")) }
    for row in Page.shared.rows("Title", "Author") {
      let names = row[2].split(separator: ",").map { String($0).trimmed }
      let genres = try names.map { try store.genre(named: $0) }
      let status = try #require(Page.statuses.firstIndex(of: row[4]))
      let added = CalendarDate.dayNumber(of: try #require(date(row[8])))
      let book = SampleBook(row[0], by: row[1]).with {
        $0.genres = genres
        $0.rating = Int32(row[3]) ?? 0
        $0.status = Int32(status)
        $0.favourite = row[5] == "yes" ? 1 : 0
        $0.series = row[6].isEmpty ? nil : row[6]
        $0.year = Int32(row[7])
        $0.created = added * 86_400_000 + 43_200_000
        $0.started = date(row[9])
        $0.finished = date(row[10])
        $0.notes = row[11].isEmpty ? nil : row[11]
        $0.publisher = row[13].isEmpty ? nil : row[13]
        $0.language = row[14].isEmpty ? nil : row[14]
        $0.pages = Int32(row[15])
        let pair = row[16].split(separator: " ").map { String($0) }
        $0.identifiers = pair.isEmpty ? [] : [SampleBook.Identifier(pair[0], pair[1])]
      }
      let id = try store.create(book)
      guard !row[12].isEmpty else { continue }
      var quote = QuoteDraft()
      quote.given = .text
      quote.text = bytes(row[12])
      _ = try store.addQuote(quote, toBook: id)
    }
    return store
  }

  @Test func everyExampleFindsWhatThePageSays() throws {
    let store = try shelf()
    let examples = Page.shared.rows("Line", "It finds")
    #expect(examples.count > 30)
    for example in examples {
      let line = try #require(example[0].code.first)
      let found = try store.run(try SearchLine.query(bytes(line))).texts(.title)
      #expect(found.joined(separator: "; ") == example[1], "\(line)")
    }
  }

  @Test func everyExampleOfAKeyIsASearchLine() throws {
    let store = try shelf()
    let keys = Page.shared.rows("Key", "Value").flatMap { row in row[3].code.map { (row[0], $0) } }
    let words = Page.shared.rows("You write").flatMap { row in row[0].code.map { ("", $0) } }
    #expect(keys.count > 20 && words.count > 5)
    for (key, line) in keys + words {
      let query = try SearchLine.query(bytes(line))
      _ = try store.run(query)
      let isNamed = key.code.contains { line.hasPrefix($0) }
      #expect(key.isEmpty || isNamed, "\(line) is no example of \(key)")
    }
    // The line at the beginning of the page, and its rule about quotes.
    for line in [
      #"author:herbert genre:"Science Fiction" rating>=4 status:completed sort:-rating dune"#,
      #"genre:"Science Fiction""#, #""re:zero""#, "1960..", "rating>=2 rating<5",
    ] {
      #expect(SourceTree.text(of: "bindings/search-line.md").contains(line))
      _ = try SearchLine.query(bytes(line))
    }
  }

  @Test func thePageNamesEveryKeyStatusAndSortKey() {
    let keys = Page.shared.rows("Key", "Value").flatMap { $0[0].code }
    #expect(Set(keys) == Set(SearchLine.Key.allCases.map(\.rawValue)))
    let page = SourceTree.text(of: "bindings/search-line.md")
    for name in Page.statuses + SortKey.allCases.map(\.name) {
      #expect(page.contains("`\(name)`"), "\(name)")
    }
    #expect(page.contains("\(Rules.lineLimit >> 10) KiB"))
  }

  @Test func everyErrorIsAsThePageSays() throws {
    let errors = Page.shared.rows("Line", "Offset")
    #expect(errors.count > 8)
    for error in errors {
      let line = try #require(error[0].code.first)
      let failure = refusal(line)
      #expect(failure?.message == error[2], "\(line)")
      #expect(failure?.offset == Int64(error[1]), "\(line)")
    }
  }
}

extension Page {
  fileprivate static let statuses = ["on-shelf", "in-progress", "completed", "did-not-finish"]
}
