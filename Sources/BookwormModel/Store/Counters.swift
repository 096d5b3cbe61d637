// How many books have each rating, in the store and by genre and month: deltas are gathered while
// a transaction runs, and written once, just before it commits.
import BookwormStorage

/// What of a book the counters depend on.
struct BookFacts {
  var rating: Int32
  var created: Milliseconds
  /// Of its latest reading.
  var finished: Int32?
  /// How many readings it has.
  var readings: Int32
}

struct Counters {
  /// SQL: a row's numbers of books, by rating.
  static let ratings = "rated_0, rated_1, rated_2, rated_3, rated_4, rated_5"
  /// SQL: all the books that a row of counters counts.
  static let books = "rated_0 + rated_1 + rated_2 + rated_3 + rated_4 + rated_5"

  enum Kind: Int32 { case store, genre, monthAdded, monthFinished }

  struct Key: Hashable {
    /// A Kind's number; a damaged table may hold any.
    let kind: Int64
    let key: Int64

    init(kind: Int64, key: Int64) { (self.kind, self.key) = (kind, key) }
    fileprivate init(_ kind: Kind, _ key: Int64) { self.init(kind: Int64(kind.rawValue), key: key) }
  }

  /// By rating; the last two lanes stay 0. With room for what one book counts in, as it would else
  /// grow three times in a transaction that rates one.
  var deltas = [Key: SIMD8<Int64>](minimumCapacity: 6)

  var isEmpty: Bool { deltas.isEmpty }
  mutating func removeAll() { deltas.removeAll(keepingCapacity: true) }

  /// Counts a book in (`by` 1) or out (-1).
  mutating func count(_ book: BookFacts, genres: some Sequence<Int64>, by step: Int64) {
    add(.store, 0, book.rating, step)
    add(.monthAdded, CalendarDate.month(of: book.created), book.rating, step)
    for genre in genres { add(.genre, genre, book.rating, step) }
  }

  /// The same as to count `old` out and `new` in, with each counter looked up once where it can be:
  /// rating a book is mostly this. The genres' counters follow, see recountLink(), and those of the
  /// months in which it was finished, see recountReading().
  mutating func recount(from old: BookFacts, to new: BookFacts) {
    guard old.created == new.created else {
      count(old, genres: EmptyCollection(), by: -1)
      return count(new, genres: EmptyCollection(), by: 1)
    }
    guard old.rating != new.rating else { return }
    move(.store, 0, from: old.rating, to: new.rating)
    move(.monthAdded, CalendarDate.month(of: new.created), from: old.rating, to: new.rating)
  }

  mutating func countReading(finished: Int32, rating: Int32, by step: Int64) {
    add(.monthFinished, Int64(finished / 100), rating, step)
  }

  mutating func recountReading(finished: Int32, from old: Int32, to new: Int32) {
    move(.monthFinished, Int64(finished / 100), from: old, to: new)
  }

  mutating func recountLink(_ genre: Int64, from old: Int32, to new: Int32) {
    move(.genre, genre, from: old, to: new)
  }

  private mutating func move(_ kind: Kind, _ key: Int64, from old: Int32, to new: Int32) {
    var delta = SIMD8<Int64>.zero
    delta[Counters.lane(old)] &-= 1
    delta[Counters.lane(new)] &+= 1
    deltas[Key(kind, key), default: .zero] &+= delta
  }

  /// A damaged store may hold any rating.
  private static func lane(_ rating: Int32) -> Int { Int(min(max(rating, 0), 5)) }

  mutating func countLink(_ genre: Int64, rating: Int32, by step: Int64) {
    add(.genre, genre, rating, step)
  }

  private mutating func add(_ kind: Kind, _ key: Int64, _ rating: Int32, _ step: Int64) {
    deltas[Key(kind, key), default: .zero][Counters.lane(rating)] &+= step
  }

  /// The genre's counter goes with the genre.
  mutating func forgetGenre(_ id: Int64) { deltas[Key(.genre, id)] = nil }

  func write(to connection: Connection) throws {
    let upsert = try connection.statement(StoreSQL.addToCounter)
    for (key, delta) in deltas where delta != .zero {
      upsert.bind(1, key.kind)
      upsert.bind(2, key.key)
      for lane in 0..<6 { upsert.bind(Int32(lane + 3), delta[lane]) }
      try upsert.run()
    }
  }
}
