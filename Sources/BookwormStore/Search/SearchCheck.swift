// Checks that the search index matches the rows, without trusting either of them.
import BookwormRecords
import BookwormStorage
import Glibc

extension Connection {
  /// Returns the faults of the index. Reads the whole index and every book, from one snapshot of
  /// the store. Does not need the right to write.
  package func checkSearchIndex() throws -> [SearchFault] {
    try inSnapshot { try SearchCheck(self).run() }
  }
}

package struct SearchFault: Equatable {
  /// The book that the fault concerns; 0 if the fault is not about a single book.
  package let book: Int64
  package let text: String
}

private struct SearchCheck {
  private let connection: Connection
  private let index: any SearchIndex

  init(_ connection: Connection) {
    self.connection = connection
    index = connection.fullText.index
  }

  /// Books are compared by sums of hashes of their words and places, with many books in each sum.
  /// The books of the first `most` wrong sums are then compared one by one. At most `most` of them
  /// are reported.
  private static let sums = 1 << 16
  private static let most = 100

  func run() throws -> [SearchFault] {
    do { return try faults() } catch let error as StorageError where error.kind == .corrupt {
      return [SearchFault(book: 0, text: error.message)]
    }
  }

  private func faults() throws -> [SearchFault] {
    var faults = try unknownBooks()
    try index.checkFolded(connection) { book in
      guard faults.count < SearchCheck.most else { return }
      faults.append(
        SearchFault(book: book, text: "the folded texts of the book \(book) are wrong"))
    }
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

  private func unknownBooks() throws -> [SearchFault] {
    var faults: [SearchFault] = []
    for (one, other, what) in [
      ("id FROM books", index.idsOfBooks, "lacks the book"),
      (index.idsOfBooks, "id FROM books", "contains a book that does not exist, with the id"),
    ] {
      let select = try connection.statement(
        composed: SearchSQL.onlyIn(one, not: other, atMost: SearchCheck.most))
      defer { select.reset() }
      while try select.step() {
        let book = select.int64(0)
        faults.append(SearchFault(book: book, text: "the search index \(what) \(book)"))
      }
    }
    return faults
  }

  /// Passes to `add` the hash of each word of each book, and the negated hash of each word in the
  /// index. If both agree, the hashes of a book add up to 0.
  private func compare(_ add: (Int64, UInt64) -> Void) throws {
    let document = SearchDocument()
    try connection.each(SearchSQL.books) { books in
      let book = books.int64(0)
      try connection.withDocument(ofBook: book, document) {
        $0.forEachToken { column, place, token in
          let hash =
            index.stored(token)?.withUnsafeBufferPointer {
              SearchCheck.hash($0, book, column, place)
            } ?? SearchCheck.hash(token, book, column, place)
          add(book, hash)
        }
      }
    }
    try index.forEachToken(connection) { book, column, place, token in
      add(book, 0 &- SearchCheck.hash(token, book, column, place))
    }
  }

  private static func hash(_ token: Bytes, _ book: Int64, _ column: Int, _ place: Int) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in token {
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
