// Whether the search index holds what the rows should give it: found out without trusting either.
import BookwormStorage
import Glibc

extension Connection {
  /// What is wrong with the index, none for a sound one. Reads all of it and every book, from one
  /// state of the store; needs no right to write.
  func checkSearchIndex() throws -> [SearchFault] {
    try inSnapshot { try SearchCheck(self).run() }
  }
}

struct SearchFault: Equatable {
  /// 0 where it is not of one book.
  let book: Int64
  let text: String
}

private struct SearchCheck {
  private let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  /// Books are compared by sums of hashes of their words and places, many books to a sum. Those of
  /// sums that differ are then compared one by one.
  private static let sums = 1 << 16
  private static let most = 100

  func run() throws -> [SearchFault] {
    do { return try faults() } catch let error as StorageError where error.kind == .corrupt {
      return [SearchFault(book: 0, text: error.message)]
    }
  }

  private func faults() throws -> [SearchFault] {
    var faults = try unknownBooks()
    guard let sums = calloc(SearchCheck.sums, 8)?.assumingMemoryBound(to: UInt64.self) else {
      throw Failure(.memory, "", "not enough memory to check the search index")
    }
    defer { free(sums) }
    try compare { book, hash in sums[Int(book & 0xFFFF)] &+= hash }
    let differing = Set(
      (0..<SearchCheck.sums).lazy.filter { sums[$0] != 0 }.prefix(SearchCheck.most))
    guard !differing.isEmpty else { return faults }
    var books: [Int64: UInt64] = [:]
    try compare { book, hash in
      if differing.contains(Int(book & 0xFFFF)) { books[book, default: 0] &+= hash }
    }
    for book in books.filter({ $0.value != 0 }).keys.sorted().prefix(SearchCheck.most) {
      faults.append(
        SearchFault(book: book, text: "the search index holds other words than the book \(book)"))
    }
    return faults
  }

  /// The index counts the words of each book in a table of its own.
  private func unknownBooks() throws -> [SearchFault] {
    var faults: [SearchFault] = []
    for (one, other, what) in [
      ("books", "book_search_docsize", "lacks the book"),
      ("book_search_docsize", "books", "holds a book that there is not, with the id"),
    ] {
      let select = try connection.statement(
        composed: "SELECT id FROM \(one) EXCEPT SELECT id FROM \(other) LIMIT \(SearchCheck.most)")
      defer { select.reset() }
      while try select.step() {
        let book = select.int64(0)
        faults.append(SearchFault(book: book, text: "the search index \(what) \(book)"))
      }
    }
    return faults
  }

  /// Adds each word of each book, and takes away each that the index has.
  private func compare(_ add: (Int64, UInt64) -> Void) throws {
    let document = SearchDocument()
    let books = try connection.statement(SearchSQL.books)
    defer { books.reset() }
    while try books.step() {
      let book = books.int64(0)
      try connection.withDocument(ofBook: book, document) {
        $0.forEachToken { column, place, token in
          add(book, SearchCheck.hash(token, book, column, place))
        }
      }
    }
    try withIndexedTokens { book, column, place, token in
      add(book, 0 &- SearchCheck.hash(token, book, column, place))
    }
  }

  /// FTS5 shows its tokens as a table, which is made for the moment, in the connection's own
  /// temporary schema.
  private func withIndexedTokens(_ each: (Int64, Int, Int, Bytes) -> Void) throws {
    let isReader = try connection.integer("PRAGMA query_only") == 1
    if isReader { try connection.execute("PRAGMA query_only = OFF") }
    // Cannot fail, and would do no harm: the library writes through another connection.
    defer { if isReader { try? connection.execute("PRAGMA query_only = ON") } }
    try connection.execute(
      """
      DROP TABLE IF EXISTS temp.book_search_tokens;
      CREATE VIRTUAL TABLE temp.book_search_tokens USING fts5vocab(main, book_search, instance)
      """)
    // Where it fails, the next check drops the table.
    defer { try? connection.execute("DROP TABLE IF EXISTS temp.book_search_tokens") }
    let select = try connection.statement(
      composed: "SELECT doc, col, offset, term FROM temp.book_search_tokens")
    defer { select.reset() }
    let names = SearchSQL.columns.map { Array($0.name.utf8) }
    while try select.step() {
      let column = names.firstIndex { $0.elementsEqual(select.text(1)) } ?? -1
      each(select.int64(0), column, Int(truncatingIfNeeded: select.int64(2)), select.text(3))
    }
  }

  /// FTS5 cuts off what a token has beyond this.
  private static let tokenLimit = 32768

  private static func hash(_ token: Bytes, _ book: Int64, _ column: Int, _ place: Int) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in token.prefix(tokenLimit) {
      let folded = byte &- 0x41 < 26 ? byte | 0x20 : byte
      hash = (hash ^ UInt64(folded)) &* 0x100_0000_01B3
    }
    for number in [book, Int64(column), Int64(place)] {  // SplitMix64
      hash = (hash ^ UInt64(bitPattern: number)) &+ 0x9E37_79B9_7F4A_7C15
      hash = (hash ^ hash >> 30) &* 0xBF58_476D_1CE4_E5B9
      hash = (hash ^ hash >> 27) &* 0x94D0_49BB_1331_11EB
      hash ^= hash >> 31
    }
    return hash
  }
}

extension SearchDocument {
  /// Cuts as FTS5 does.
  fileprivate func forEachToken(_ each: (_ column: Int, _ place: Int, _ token: Bytes) -> Void) {
    for column in 0..<SearchSQL.columns.count {
      let text = bytes(column)
      var (place, start, offset) = (0, 0, 0)
      while offset <= text.count {
        if offset < text.count, SearchDocument.isTokenByte(text[offset]) {
          offset &+= 1
          continue
        }
        if start < offset {
          each(column, place, Bytes(rebasing: text[start..<offset]))
          place &+= 1
        }
        offset &+= 1
        start = offset
      }
    }
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10
  }
}
