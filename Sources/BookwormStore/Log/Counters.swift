// Counters are the numbers of books with each rating: in the store, by genre, by the month when the
// books were added, and by the month when a reading ended. A book counts in such a month once for
// each reading that ended in it. A transaction collects its changes of counters, and writes them
// just before it commits, or when it reads counters itself.
import BookwormRecords
import BookwormStorage

package struct Counters {
  package enum Kind: Int32 { case store, genre, monthAdded, monthFinished }

  package struct Key: Hashable, BitwiseCopyable {
    /// The number of a Kind; a damaged table may contain any number.
    package let kind: Int64
    package let key: Int64

    init(kind: Int64, key: Int64) { (self.kind, self.key) = (kind, key) }
    fileprivate init(_ kind: Kind, _ key: Int64) { self.init(kind: Int64(kind.rawValue), key: key) }
  }

  /// The changes of each counter, by rating; the last two lanes stay 0.
  private(set) var deltas = CheckedMap<Key, SIMD8<Int64>>()

  var isEmpty: Bool { deltas.isEmpty }
  mutating func removeAll() { deltas.removeAll() }

  /// Adds a book (`by` 1) or removes it (-1).
  package mutating func count(_ book: BookFacts, genres: some Sequence<Int64>, by step: Int64)
    throws
  {
    try add(.store, 0, book.rating, step)
    try add(.monthAdded, CalendarDate.month(of: book.created), book.rating, step)
    for genre in genres { try add(.genre, genre, book.rating, step) }
  }

  /// The same as removing `old` and adding `new`, but looks up each counter only once if possible:
  /// the look-ups are most of the work of rating a book. The counters of genres (recountLink()) and
  /// of the months when the book was finished (recountReading()) are changed separately.
  package mutating func recount(from old: BookFacts, to new: BookFacts) throws {
    guard old.created == new.created else {
      try count(old, genres: EmptyCollection(), by: -1)
      return try count(new, genres: EmptyCollection(), by: 1)
    }
    guard old.rating != new.rating else { return }
    try move(.store, 0, from: old.rating, to: new.rating)
    try move(.monthAdded, CalendarDate.month(of: new.created), from: old.rating, to: new.rating)
  }

  package mutating func countReading(finished: Int32, rating: Int32, by step: Int64) throws {
    try add(.monthFinished, Int64(finished / 100), rating, step)
  }

  package mutating func recountReading(finished: Int32, from old: Int32, to new: Int32) throws {
    try move(.monthFinished, Int64(finished / 100), from: old, to: new)
  }

  package mutating func recountLink(_ genre: Int64, from old: Int32, to new: Int32) throws {
    try move(.genre, genre, from: old, to: new)
  }

  private mutating func move(_ kind: Kind, _ key: Int64, from old: Int32, to new: Int32) throws {
    var delta = SIMD8<Int64>.zero
    delta[Counters.lane(old)] &-= 1
    delta[Counters.lane(new)] &+= 1
    try deltas.update(Key(kind, key), first: .zero) { $0 &+= delta }
  }

  /// Returns the lane of a rating. A damaged store may contain any rating; one outside 0...5 counts
  /// as the nearest of these.
  private static func lane(_ rating: Int32) -> Int { Int(min(max(rating, 0), 5)) }

  package mutating func countLink(_ genre: Int64, rating: Int32, by step: Int64) throws {
    try add(.genre, genre, rating, step)
  }

  private mutating func add(_ kind: Kind, _ key: Int64, _ rating: Int32, _ step: Int64) throws {
    let lane = Counters.lane(rating)
    try deltas.update(Key(kind, key), first: .zero) { $0[lane] &+= step }
  }

  /// Drops the deltas of a genre whose counter is deleted with it.
  package mutating func forgetGenre(_ id: Int64) throws { try settle(Key(.genre, id)) }

  /// Removes the delta of a counter that must not change.
  mutating func settle(_ key: Key) throws { try deltas.update(key, first: .zero) { $0 = .zero } }

  /// Writes the deltas into counter_news for the transaction (see CounterSQL), or into the counters
  /// themselves if no transaction is given.
  func write(to connection: Connection, asNewsOf transaction: Int64? = nil) throws {
    if let transaction { return try writeNews(of: transaction, to: connection) }
    let add = try connection.statement(CounterSQL.add)
    try deltas.forEach { key, delta in
      guard delta != .zero else { return }
      bind(key, delta, to: add, from: 1)
      try add.run()
    }
  }

  private func bind(
    _ key: Key, _ delta: SIMD8<Int64>, to add: Statement, from first: Int32
  ) {
    add.bind(first, key.kind)
    add.bind(first &+ 1, key.key)
    for lane in 0..<6 { add.bind(first &+ Int32(lane + 2), delta[lane]) }
  }

  /// Uses few statements, because each one costs a server some time.
  private func writeNews(of transaction: Int64, to connection: Connection) throws {
    var news: [(key: Key, delta: SIMD8<Int64>)] = []
    func write() throws {
      guard !news.isEmpty else { return }
      let add = try connection.statement(composed: CounterSQL.addNews(news.count))
      add.bind(1, transaction)
      for (row, item) in news.enumerated() {
        bind(item.key, item.delta, to: add, from: Int32(row * 8 + 2))
      }
      try add.run()
      news.removeAll(keepingCapacity: true)
    }
    try deltas.forEach { key, delta in
      guard delta != .zero else { return }
      news.append((key, delta))
      if news.count == CounterSQL.mostNews { try write() }
    }
    try write()
  }
}
