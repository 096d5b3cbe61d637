// Gathers the links of books that a batch creates, so that one statement inserts them into each of
// the two tables of links in that table's own order. If they were inserted one by one, most of the
// time would be spent finding a place in the second table's B-tree for every link.
import BookwormRecords
import BookwormStorage
import Glibc

package final class PendingBookGenres: MemoryRows {
  private struct Row: BitwiseCopyable {
    var book: Int64
    var genre: Int64
    var position: Int64
    var keyStart: Int
    var keyLength: Int
  }

  private var rows = MemoryBuffer()
  private var keys = MemoryBuffer()
  private var titleKey = Bytes(start: nil, count: 0)
  /// The place of the book's key in `keys`, once the book has a link.
  private var keyStart: Int?
  private var genresOfBook: Set<Int64> = []

  package init() {}

  /// Large enough to make sorting worthwhile, and a few tens of megabytes at most.
  private static let limit = 1 << 18
  private static let keysLimit = 1 << 24

  package var count: Int { rows.count / MemoryLayout<Row>.stride }
  package var isFull: Bool {
    count >= PendingBookGenres.limit || keys.count >= PendingBookGenres.keysLimit
  }

  deinit {
    rows.free()
    keys.free()
  }

  /// `titleKey` is borrowed until the next book begins.
  package func beginBook(titleKey: Bytes) {
    genresOfBook.removeAll(keepingCapacity: true)
    self.titleKey = titleKey
    keyStart = nil
  }

  /// Returns false if the book already has the genre.
  package func add(book: Int64, genre: Int64, position: Int64) throws -> Bool {
    guard genresOfBook.insert(genre).inserted else { return false }
    let start = keyStart ?? keys.count
    if keyStart == nil {
      try keys.append(text: titleKey)
      keyStart = start
    }
    try rows.append(
      Row(
        book: book, genre: genre, position: position, keyStart: start, keyLength: titleKey.count))
    return true
  }

  package func write(to connection: Connection) throws {
    guard count > 0 else { return }
    try connection.withTable(BookGenreSQL.pendingTable, self) {
      try connection.statement(BookGenreSQL.addPending).run()
      sortByGenre()
      try connection.statement(BookGenreSQL.addPendingByGenre).run()
    }
    rows.removeAll()
    keys.removeAll()
  }

  private var all: UnsafeMutableBufferPointer<Row> {
    UnsafeMutableBufferPointer(
      start: rows.start?.assumingMemoryBound(to: Row.self), count: count)
  }

  /// Sorts in the order of genre_books' primary key.
  private func sortByGenre() {
    let keys = UnsafeRawPointer(keys.start)
    var rows = all
    rows.sort { left, right in
      if left.genre != right.genre { return left.genre < right.genre }
      if left.book == right.book { return false }
      let shorter = min(left.keyLength, right.keyLength)
      let order =
        keys.map { Int(memcmp($0 + left.keyStart, $0 + right.keyStart, shorter)) } ?? 0
      if order != 0 { return order < 0 }
      if left.keyLength != right.keyLength { return left.keyLength < right.keyLength }
      return left.book < right.book
    }
  }

  // MARK: MemoryRows

  package func integer(_ row: Int, _ column: Int) -> Int64 {
    switch column {
    case 0: all[row].book
    case 1: all[row].genre
    default: all[row].position
    }
  }

  package func blob(_ row: Int) -> Bytes {
    let place = all[row]
    guard let start = keys.start else { return Bytes(start: nil, count: 0) }
    return Bytes(
      start: (start + place.keyStart).assumingMemoryBound(to: UInt8.self), count: place.keyLength)
  }
}
