// Checks the invariants that every store has at every moment, computed from its tables.
import BookwormBooks
import BookwormRecords
import BookwormText

/// Returns the faults of the store at `path`: none for a sound store.
package func faults(inStore path: String) throws -> [String] {
  var inspection = Inspection(try RawStore(path))
  try inspection.run()
  return inspection.faults
}

private struct Inspection {
  let store: RawStore
  var faults: [String] = []

  init(_ store: RawStore) { self.store = store }

  mutating func run() throws {
    try database()
    try books()
    try genres()
    try links()
    faults += try identifierFaults(in: store) + contributorFaults(in: store)
    faults += try coverFaults(in: store) + titleFaults(in: store)
    try quotes()
    try readings()
    try mergedBooks()
    try globalIDs()
    try prices()
    try orders()
    try sources()
    try counters()
    try sequences()
    try changes()
    try search()
  }

  private mutating func expect(_ condition: Bool, _ fault: @autoclosure () -> String) {
    if !condition { faults.append(fault()) }
  }

  private mutating func database() throws {
    if TestStore.isOnServer { return }
    let answer = try store.rows("PRAGMA integrity_check").map { $0[0].text ?? "" }
    expect(answer == ["ok"], "integrity: \(answer)")
    let dangling = try store.rows("PRAGMA foreign_key_check")
    expect(dangling.isEmpty, "rows that refer to none: \(dangling)")
  }

  private mutating func books() throws {
    let rows = try store.rows(
      """
      SELECT id, title, title_key, coalesce(author_sort, author), author_key, series, series_key,
        rating, favourite, status, publisher, publisher_key, exact_rating
      FROM books
      """)
    for row in rows {
      let book = "book \(row[0].integer ?? -1)"
      for (text, key) in [(3, 4), (5, 6), (10, 11)] {
        expect(
          row[key].blob == row[text].text.map(sortKey),
          "\(book): the key of \(row[text].text ?? "NULL") is wrong")
      }
      expect((0...5).contains(row[7].integer ?? -1), "\(book): rating \(row[7])")
      if case .real(let exact) = row[12] {
        let rounded = SampleBook.rating(ofExact: exact).map(Int64.init)
        expect(row[7].integer == rounded, "\(book): rating \(row[7]), exact \(exact)")
      }
      expect((0...1).contains(row[8].integer ?? -1), "\(book): favourite \(row[8])")
      expect((0...3).contains(row[9].integer ?? -1), "\(book): status \(row[9])")
    }
  }

  private mutating func genres() throws {
    for row in try store.rows("SELECT id, name, name_key, sort_key, colour FROM genres") {
      let genre = "genre \(row[0].integer ?? -1)"
      let name = row[1].text ?? ""
      expect(row[2].blob == genreKey(name), "\(genre): the key of \(name) is wrong")
      expect(row[3].blob == sortKey(name), "\(genre): the sort key of \(name) is wrong")
      let colour = Array((row[4].text ?? "").utf8)
      let digits = Array("0123456789ABCDEF".utf8)
      expect(
        colour.count == 7 && colour[0] == UInt8(ascii: "#")
          && colour.dropFirst().allSatisfy(digits.contains), "\(genre): colour \(row[4])")
    }
  }

  private mutating func links() throws {
    // The two tables have the same links in different orders.
    let (byBook, byGenre) = (
      """
      SELECT l.genre, b.title_key, l.book FROM book_genres l LEFT JOIN books b ON b.id = l.book
      """, "SELECT genre, title_key, book FROM genre_books"
    )
    let missing = try store.rows("\(byBook) EXCEPT \(byGenre)")
    expect(missing.isEmpty, "links that genre_books lacks, or has with another key: \(missing)")
    let tooMany = try store.rows("\(byGenre) EXCEPT \(byBook)")
    expect(tooMany.isEmpty, "links that only genre_books has: \(tooMany)")
    let twice = try store.rows(
      "SELECT book, position FROM book_genres GROUP BY book, position HAVING count(*) > 1")
    expect(twice.isEmpty, "two genres of a book at one position: \(twice)")
    let negative = try store.rows("SELECT book FROM book_genres WHERE position < 0")
    expect(negative.isEmpty, "a link at a negative position: \(negative)")
  }

  private mutating func quotes() throws {
    let rows = try store.rows(
      """
      SELECT q.id, q.text, q.page, b.id FROM quotes q LEFT JOIN books b ON b.id = q.book
      """)
    for row in rows {
      let quote = "quote \(row[0].integer ?? -1)"
      expect(!isBlank(row[1].text ?? ""), "\(quote): the text is blank")
      expect(row[2] == .null || !isBlank(row[2].text ?? ""), "\(quote): the page is blank")
      expect(row[3] != .null, "\(quote): there is no such book")
    }
  }

  /// The values that a book takes from its latest reading match that reading.
  private mutating func readings() throws {
    var latest: [Int64: (order: [Int64], row: [RawStore.Value], count: Int64)] = [:]
    let rows = try store.rows(
      "SELECT book, id, outcome, started, finished, created FROM readings ORDER BY global_id")
    for (place, row) in rows.enumerated() {
      let (book, id, outcome) = (
        row[0].integer ?? 0, row[1].integer ?? 0, row[2].integer ?? 0
      )
      expect((1...3).contains(outcome), "reading \(id): outcome \(outcome)")
      let order = [
        outcome == 1 ? 1 : 0, row[4].integer ?? row[3].integer ?? 0, row[5].integer ?? 0,
        Int64(place),
      ]
      let known = latest[book]
      let isLater = known.map { $0.order.lexicographicallyPrecedes(order) } ?? true
      let newest = isLater ? row : known?.row ?? row
      latest[book] = (
        isLater ? order : known?.order ?? order, newest, (known?.count ?? 0) + 1
      )
    }
    for row in try store.rows("SELECT id, status, started, finished, reading_count FROM books") {
      let book = row[0].integer ?? 0
      let reading = latest.removeValue(forKey: book)
      let dates = reading.map { [$0.row[3], $0.row[4]] } ?? [.null, .null]
      expect([row[2], row[3]] == dates, "book \(book): \(row) beside its readings \(dates)")
      let status = row[1].integer ?? -1
      expect(
        status == 0 || status == reading?.row[2].integer,
        "book \(book): status \(status) beside its readings")
      expect(row[4].integer == reading?.count ?? 0, "book \(book): readings \(row[4])")
    }
    expect(latest.isEmpty, "readings of books that are not there: \(latest.keys)")
  }

  private mutating func mergedBooks() throws {
    let wrong = try store.rows(
      """
      SELECT m.id FROM merged_books m LEFT JOIN books b ON b.id = m.book WHERE b.id IS NULL
        OR EXISTS (SELECT 1 FROM books o WHERE o.id = m.id OR o.global_id = m.global_id)
      """)
    expect(wrong.isEmpty, "merged books that lead nowhere, or are there: \(wrong)")
  }

  private mutating func globalIDs() throws {
    let tables = "books genres quotes orders readings shelves book_sources merged_books"
    for table in tables.split(separator: " ") {
      let wrong = try store.rows("SELECT id, global_id FROM \(table)").filter { row in
        let id = row[1].blob ?? []
        return id.count != 16 || ![7, 8].contains(id[6] >> 4) || id[8] >> 4 < 8
      }
      expect(wrong.isEmpty, "\(table) without a UUID of version 7 or 8: \(wrong)")
    }
  }

  /// The keys are right, and each row has the id of a book, which may have been deleted.
  private mutating func sources() throws {
    let last = try store.integers("SELECT value FROM properties WHERE name = 'last_book_id'")
    for row in try store.rows("SELECT id, book, source, source_id, key, taken FROM book_sources") {
      let name = "source \(row[0].integer ?? -1)"
      let key = (row[2].text ?? "") + "\0" + (row[3].text ?? "")
      expect(row[4].blob == Array(key.utf8), "\(name): the key is \(row[4])")
      expect(
        (1...(last.first ?? 0)).contains(row[1].integer ?? 0), "\(name): of the book \(row[1])")
      expect(row[5].text?.hasSuffix("\n") != false, "\(name): taken is \(row[5])")
    }
  }

  private func isCurrency(_ code: String) -> Bool {
    code.utf8.count == 3 && code.utf8.allSatisfy { (65...90).contains($0) }
  }

  private mutating func prices() throws {
    let rows = try store.rows(
      "SELECT id, price, currency FROM books WHERE price IS NOT NULL OR currency IS NOT NULL")
    for row in rows {
      expect(
        row[1].integer ?? -1 >= 0 && isCurrency(row[2].text ?? ""),
        "book \(row[0]): the price is \(row[1]) \(row[2])")
    }
  }

  private mutating func orders() throws {
    let rows = try store.rows(
      """
      SELECT id, book, quantity, unit_price, total, title, currency FROM orders ORDER BY id
      """)
    for (place, row) in rows.enumerated() {
      let order = "order \(row[0].integer ?? -1)"
      expect(row[0].integer == Int64(place + 1), "\(order) is the one at \(place + 1)")
      expect(row[1].integer ?? 0 > 0, "\(order): book \(row[1])")
      let quantity = row[2].integer ?? 0
      expect((1...20).contains(quantity), "\(order): quantity \(quantity)")
      let price = row[3].integer ?? -1
      let (total, overflow) = price.multipliedReportingOverflow(by: quantity)
      expect(
        price >= 0 && !overflow && row[4].integer == total,
        "\(order): \(quantity) at \(price) are not \(row[4])")
      expect(!isBlank(row[5].text ?? ""), "\(order): the title is blank")
      expect(isCurrency(row[6].text ?? ""), "\(order): currency \(row[6])")
    }
  }

  /// The index has the words of every book, each at its place, and nothing else.
  private mutating func search() throws {
    let columns = ["title", "author", "synopsis", "review", "notes", "subtitle", "publisher"]
    var expected: [Int64: Set<String>] = [:]
    func add(_ words: [String], _ column: String, of book: Int64) {
      for (place, word) in words.enumerated() {
        expected[book, default: []].insert("\(column) \(place) \(word)")
      }
    }
    var books: Set<Int64> = []
    for row in try store.rows("SELECT id, \(columns.joined(separator: ", ")) FROM books") {
      let book = row[0].integer ?? 0
      books.insert(book)
      for (column, text) in zip(columns, row.dropFirst()) {
        add(tokens(text.text ?? ""), column, of: book)
      }
    }
    var quotes: [Int64: [[String]]] = [:]
    for row in try store.rows("SELECT book, text FROM quotes ORDER BY id") {
      quotes[row[0].integer ?? 0, default: []].append(tokens(row[1].text ?? ""))
    }
    for (book, quotes) in quotes {
      // A word that no text contains separates two quotes.
      add(Array(quotes.joined(separator: ["\u{10FFFF}"])), "quotes", of: book)
    }
    var found: [Int64: Set<String>] = [:]
    for row in try store.tokens() {
      let token = "\(row[1].text ?? "") \(row[2]) \(row[3].text ?? "")"
      found[row[0].integer ?? 0, default: []].insert(token)
    }
    for book in Set(expected.keys).union(found.keys) where expected[book] != found[book] {
      let difference = (expected[book] ?? []).symmetricDifference(found[book] ?? [])
      faults.append("book \(book) in the search index: \(difference)")
    }
    let counted = try store.booksInIndex()
    expect(Set(counted) == books, "books in the search index: \(counted)")
  }

  private struct Counter: Hashable {
    let kind: Int64
    let key: Int64
  }

  private mutating func counters() throws {
    var expected: [Counter: [Int64]] = [:]
    func count(_ kind: Int64, _ key: Int64, _ rating: Int) {
      guard (0...5).contains(rating) else { return }
      expected[Counter(kind: kind, key: key), default: [0, 0, 0, 0, 0, 0]][rating] += 1
    }
    var ratings: [Int64: Int] = [:]
    for row in try store.rows("SELECT id, rating, created FROM books") {
      let rating = Int(row[1].integer ?? 0)
      ratings[row[0].integer ?? 0] = rating
      count(0, 0, rating)
      count(2, month(ofMilliseconds: row[2].integer ?? 0), rating)
    }
    for row in try store.rows("SELECT book, finished FROM readings WHERE finished IS NOT NULL") {
      count(3, (row[1].integer ?? 0) / 100, ratings[row[0].integer ?? 0] ?? 0)
    }
    for row in try store.rows("SELECT book, genre FROM book_genres") {
      count(1, row[1].integer ?? 0, ratings[row[0].integer ?? 0] ?? 0)
    }
    var found: [Counter: [Int64]] = [:]
    for row in try store.rows("SELECT * FROM counters") {
      let numbers = row.map { $0.integer ?? -1 }
      // A counter may remain at zero.
      guard numbers[2...].contains(where: { $0 != 0 }) else { continue }
      found[Counter(kind: numbers[0], key: numbers[1])] = Array(numbers[2...])
    }
    for key in Set(found.keys).union(expected.keys) where found[key] != expected[key] {
      faults.append("counter \(key): \(found[key] ?? []), but it is \(expected[key] ?? [])")
    }
    let orphans = try store.integers(
      "SELECT key FROM counters WHERE kind = 1 AND key NOT IN (SELECT id FROM genres)")
    expect(orphans.isEmpty, "counters of genres that are gone: \(orphans)")
  }

  private mutating func sequences() throws {
    for (property, table) in [
      ("last_book_id", "books"), ("last_genre_id", "genres"), ("last_quote_id", "quotes"),
      ("last_reading_id", "readings"), ("last_shelf_id", "shelves"),
      ("last_source_id", "book_sources"),
    ] {
      let last = try store.integers("SELECT value FROM properties WHERE name = '\(property)'")
      let highest = try store.integers("SELECT coalesce(max(id), 0) FROM \(table)")
      expect((last.first ?? 0) >= highest[0], "\(property) is \(last), but an id is \(highest)")
    }
  }

  private mutating func changes() throws {
    for row in try store.rows("SELECT id, entries FROM changes") {
      let entries = row[1].blob ?? []
      guard entries != [0xFF] else { continue }
      let list = Change.list(entries) ?? []
      expect(!list.isEmpty, "changes \(row[0]): no list: \(entries)")
      for change in list {
        expect(change.first > 0, "changes \(row[0]): \(change)")
        let fields = Inspection.fields(of: change.entity)
        expect(
          change.fields & ~fields == 0, "changes \(row[0]): \(change)")
      }
      // A change of a quote, a reading or a merged book is also a change of its book.
      for (entity, field) in [
        (Change.Entity.quote, BookFields.quotes), (.reading, .readings), (.merged, .mergedBooks),
      ] {
        expect(
          !list.contains { $0.entity == entity }
            || list.contains {
              $0.entity == .book && ($0.operation != .update || $0.fields & field.rawValue != 0)
            }, "changes \(row[0]): \(entity) without its book: \(list)")
      }
    }
  }

  /// The fields that an update may report.
  private static func fields(of entity: Change.Entity) -> UInt64 {
    switch entity {
    case .book: BookFields.stored.union([.quotes, .readings, .mergedBooks, .cover]).rawValue
    case .genre: GenreFields([.name, .colour, .globalID]).rawValue
    case .quote: QuoteFields([.book, .text, .page]).rawValue
    case .reading:
      ReadingFields([.book, .outcome, .started, .finished, .page, .percent, .note]).rawValue
    case .source: SourceFields([.book, .taken, .raw, .globalID]).rawValue
    case .order: OrderFields([.book, .cancelled]).rawValue
    case .shelf: ShelfFields([.name, .line, .globalID]).rawValue
    case .merged: MergedBookFields.book.rawValue
    }
  }
}

func isBlank(_ text: String) -> Bool { UTF8Text.isBlank(bytes(text)) }

package func sortKey(_ text: String) -> [UInt8] {
  var key = ByteBuffer()
  UTF8Text.sortKey(bytes(text), into: &key)
  return Array(key.bytes)
}

/// The folded words that can be searched in a text.
package func tokens(_ text: String) -> [String] {
  var words = ByteBuffer()
  UTF8Text.tokens(of: bytes(text), into: &words)
  // Splits bytes, because a word may begin with a mark, which forms one Character with the space
  // before it.
  return words.bytes.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
}

package func genreKey(_ text: String) -> [UInt8] {
  var key = ByteBuffer()
  UTF8Text.genreKey(bytes(text), into: &key)
  return Array(key.bytes)
}

/// The month of an instant, YYYYMM in UTC, found by counting years.
package func month(ofMilliseconds instant: Int64) -> Int64 {
  let day: Int64 = 86_400_000
  var days = instant / day - (instant % day < 0 ? 1 : 0)
  func isLeap(_ year: Int64) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
  var year: Int64 = 1970
  while days < 0 {
    year -= 1
    days += isLeap(year) ? 366 : 365
  }
  while days >= (isLeap(year) ? 366 : 365) {
    days -= isLeap(year) ? 366 : 365
    year += 1
  }
  var month: Int64 = 1
  for length in [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
    if days < Int64(length) { break }
    days -= Int64(length)
    month += 1
  }
  return year * 100 + month
}
