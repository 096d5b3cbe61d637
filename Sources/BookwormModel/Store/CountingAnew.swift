// The counters worked out from the rows that they count: to compare them, and to make them anew.
import BookwormStorage

extension Counters {
  init(countedBy connection: Connection) throws {
    self.init()
    let books = try connection.statement(.booksToCount)
    defer { books.reset() }
    while try books.step() { count(BookFacts(books), genres: EmptyCollection(), by: 1) }
    let links = try connection.statement(.linksToCount)
    defer { links.reset() }
    while try links.step() {
      countLink(links.int64(0), rating: links.int32(1), by: links.int64(2))
    }
  }

  /// Tells of each counter that is not what it should be. The counts are counted out by those in
  /// the table: what is left over is a fault.
  mutating func compare(with connection: Connection, _ fault: (Key) throws -> Void) throws {
    let rows = try connection.statement(.allCounters)
    defer { rows.reset() }
    while try rows.step() {
      var found = SIMD8<Int64>.zero
      for lane in 0..<6 { found[lane] = rows.int64(Int32(lane + 2)) }
      let key = Key(kind: rows.int64(0), key: rows.int64(1))
      let isOrphan = key.kind == Int64(Kind.genre.rawValue) && rows.int64(8) == 0
      if isOrphan || found != deltas[key, default: .zero] { try fault(key) }
      deltas[key] = nil
    }
    for (key, counts) in deltas where counts != .zero { try fault(key) }
  }
}

extension Connection {
  func rebuildCounters() throws {
    try statement(.forgetCounters).run()
    try Counters(countedBy: self).write(to: self)
  }
}

extension SQL {
  fileprivate static let booksToCount = SQL("SELECT rating, created, finished FROM books")
  fileprivate static let linksToCount = SQL(
    """
    SELECT l.genre, b.rating, count(*) FROM book_genres l JOIN books b ON b.id = l.book
    WHERE l.genre IN (SELECT id FROM genres) GROUP BY 1, 2
    """)
  fileprivate static let allCounters = SQL(
    """
    SELECT kind, key, \(Counters.ratings), key IN (SELECT id FROM genres) FROM counters
    """)
  fileprivate static let forgetCounters = SQL("DELETE FROM counters")
}
