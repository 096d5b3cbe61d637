// Provides a catalogue, and computes the meaning of queries in plain Swift: filters, order and
// NULLs.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormRecords

/// Words with their search forms, written by hand.
let words: [(text: String, folded: String)] = [
  ("Dune", "dune"), ("DUNE", "dune"), ("Łódź", "lodz"), ("lodz", "lodz"), ("Straße", "strasse"),
  ("Book 2", "book 2"), ("Book 10", "book 10"), ("book 02", "book 02"), ("Émile", "emile"),
  ("emile zola", "emile zola"), ("ﬁn", "fin"), ("Zoo", "zoo"),
]
let needles: [(text: String, folded: String)] = [
  ("DUNE", "dune"), ("łO", "lo"), ("ß", "ss"), ("ok 1", "ok 1"), ("É", "e"), ("o", "o"),
  ("ﬁ", "fi"), ("xyz", "xyz"), ("2", "2"),
]

/// Books full of duplicates and of absent fields.
func catalogue(_ count: Int, genres: [Int64], seed: UInt64) -> [SampleBook] {
  var dice = Dice(seed)
  func maybe<T>(_ value: T) -> T? { dice.once(in: 3) ? nil : value }
  return (0..<count).map { number in
    SampleBook(dice.pick(words).text, by: dice.pick(words).text).with {
      $0.rating = Int32.random(in: 0...5, using: &dice)
      if $0.rating > 0, dice.once(in: 2) {
        $0.exactRating = min(5, Double($0.rating) + dice.pick([-0.5, -0.25, 0, 0.25]))
      }
      $0.favourite = Int32.random(in: 0...1, using: &dice)
      $0.status = Int32.random(in: 0...3, using: &dice)
      $0.created = dice.pick([-86_400_000, -1, 0, 1, 1_700_000_000_000, 1_700_000_000_001])
      $0.started = maybe(dice.pick([2020_01_01, 2021_06_15, 2021_06_16, 9999_12_31]))
      $0.finished = maybe(dice.pick([1_01_01, 2021_06_15, 2021_07_01]))
      // A book in progress with an end would have two readings.
      if $0.status == 1 || $0.finished ?? .max < $0.started ?? 0 { $0.finished = nil }
      $0.series = maybe(dice.pick(words).text)
      $0.year = maybe(dice.pick([-750, 0, 1965, 2024]))
      $0.seriesNumber = maybe(dice.pick([0, 1, 1.5, 2, 10]))
      $0.genres = genres.filter { _ in dice.once(in: 3) }
      $0.publisher = maybe(dice.pick(words).text)
      $0.pages = maybe(dice.pick([1, 2, 320, 1_000_000]))
      $0.language = maybe(dice.pick(["de", "en", "en-GB", "pl"]))
      $0.editionYear = maybe(dice.pick([-750, 0, 1965, 2024]))
      $0.price = maybe(SampleBook.Price(dice.pick([0, 999, 1299]), dice.pick(["EUR", "KRW"])))
      $0.spoilers = number % 4 == 0 ? 1 : 0
      $0.titleSort = number % 3 == 0 ? words[number % words.count].text : nil
    }
  }
}

/// A query as plain values.
struct SampleQuery: CustomStringConvertible {
  var genres: [(match: Match, ids: [Int64])] = []
  var rating: (Int32, Int32, Int32)?
  var exactRating: (Double, Double, Int32)?
  var favourite: Int32?
  var spoilers: Int32?
  var statuses: [Int32] = []
  var title: [(text: String, folded: String)] = []
  var author: [(text: String, folded: String)] = []
  var series: [(text: String, folded: String)] = []
  var year: (Int32, Int32)?
  var created: (Int64, Int64)?
  var started: (Int32?, Int32?)?
  var finished: (Int32?, Int32?)?
  var absences: [(fields: BookFields, absent: Int32)] = []
  var excluded: [SampleQuery] = []
  var alternatives: [SampleQuery] = []
  var sort: [SortTerm] = []

  var description: String {
    """
    genres \(genres) rating \(String(describing: rating)) \
    exact \(String(describing: exactRating)) favourite \(favourite ?? -1) spoilers \(spoilers ?? -1) \
    statuses \(statuses) title \(title) author \(author) series \(series) \
    year \(String(describing: year)) created \(String(describing: created)) \
    started \(String(describing: started)) finished \(String(describing: finished)) \
    absences \(absences) not \(excluded) or \(alternatives) \
    sort \(sort.map { "\($0.key)\($0.descending ? " down" : "")" })
    """
  }

  func query(fields: BookFields = .id) throws -> Query {
    var query = try Query()
    for (match, ids) in genres { try query.filterGenres(match, ids) }
    if let (low, high, orNotRated) = rating {
      try query.filterRating(low, high, orNotRated: orNotRated)
    }
    if let (low, high, orNotRated) = exactRating {
      try query.filterExactRating(low, high, orNotRated: orNotRated)
    }
    if let favourite { try query.filterFavourite(favourite) }
    if let spoilers { try query.filter(.spoilers, spoilers, spoilers) }
    for status in statuses { try query.filterStatus(status) }
    for needle in title { try query.filter(.title, contains: bytes(needle.text)) }
    for needle in author { try query.filter(.author, contains: bytes(needle.text)) }
    for needle in series { try query.filter(.series, contains: bytes(needle.text)) }
    if let year { try query.filter(.year, year.0, year.1) }
    if let created { try query.filterCreated(created.0, created.1) }
    if let started { try query.filterStarted(started.0, started.1) }
    if let finished { try query.filterFinished(finished.0, finished.1) }
    for (fields, absent) in absences { try query.filter(fields, absent: absent) }
    for other in excluded { try query.exclude(try other.query()) }
    for other in alternatives { try query.orElse(try other.query()) }
    for term in sort { try query.sort(by: term) }
    try query.setFields(fields)
    return query
  }

  // MARK: Meaning

  func matches(_ book: SampleBook) -> Bool {
    if alternatives.contains(where: { $0.matches(book) }) { return true }
    if excluded.contains(where: { $0.matches(book) }) { return false }
    for (fields, absent) in absences {
      let has: [(BookFields, Bool)] = [
        (.rating, book.rating != 0), (.genres, !book.genres.isEmpty), (.year, book.year != nil),
        (.series, book.series != nil), (.exactRating, book.exactRating != nil),
        (.finished, book.finished != nil),
      ]
      for (field, has) in has where fields.contains(field) && has == (absent == 1) { return false }
    }
    for (match, ids) in genres {
      let has = ids.map(book.genres.contains)
      switch match {
      case .any: if !has.contains(true) { return false }
      case .all: if has.contains(false) { return false }
      case .none: if has.contains(true) { return false }
      }
    }
    if let (low, high, orNotRated) = rating {
      guard (low...high).contains(book.rating) || orNotRated == 1 && book.rating == 0 else {
        return false
      }
    }
    if let (low, high, orNotRated) = exactRating {
      let rating = book.exactRating ?? Double(book.rating)
      guard (low...high).contains(rating) || orNotRated == 1 && rating == 0 else { return false }
    }
    if let favourite, book.favourite != favourite { return false }
    if let spoilers, book.spoilers != spoilers { return false }
    if !statuses.isEmpty, !statuses.contains(book.status) { return false }
    func folded(_ text: String) -> String { words.first { $0.text == text }?.folded ?? "" }
    guard title.allSatisfy({ folded(book.title).contains($0.folded) }),
      author.allSatisfy({ folded(book.author).contains($0.folded) })
    else { return false }
    guard
      series.allSatisfy({ needle in
        book.series.map { folded($0).contains(needle.folded) } ?? false
      })
    else { return false }
    if let (first, last) = year {
      guard let year = book.year, first <= year, year <= last else { return false }
    }
    if let (from, until) = created, let instant = book.created {
      guard from <= instant, instant < until else { return false }
    }
    for (range, date) in [(started, book.started), (finished, book.finished)] {
      guard let (first, last) = range else { continue }
      guard let date, date >= first ?? .min, date <= last ?? .max else { return false }
    }
    return true
  }

  private enum Value: Comparable {
    case absent
    case number(Double)
    case key([UInt8])

    static func < (one: Value, other: Value) -> Bool {
      switch (one, other) {
      case (.absent, .absent): false
      case (.absent, _): true
      case (.number(let one), .number(let other)): one < other
      case (.key(let one), .key(let other)): one.lexicographicallyPrecedes(other)
      default: false
      }
    }
  }

  private static func values(_ key: SortKey, _ book: SampleBook) -> [Value] {
    func number<T: BinaryInteger>(_ value: T?) -> Value {
      value.map { .number(Double($0)) } ?? .absent
    }
    switch key {
    // No title begins with an article.
    case .title: return [.key(sortKey(book.titleSort ?? book.title))]
    case .author: return [.key(sortKey(book.author))]
    case .rating: return [number(book.rating)]
    case .status: return [number(book.status)]
    case .created: return [number(book.created)]
    case .updated: return [number(book.updated)]
    case .started: return [number(book.started)]
    case .finished: return [number(book.finished)]
    case .favourite: return [number(book.favourite)]
    case .series:
      return [
        book.series.map { .key(sortKey($0)) } ?? .absent,
        book.seriesNumber.map { .number($0) } ?? .absent,
      ]
    // No sample searches for words, so all ranks are equal.
    case .rank: return []
    case .id: return [number(book.id)]
    case SortKey(12): return [book.publisher.map { .key(sortKey($0)) } ?? .absent]
    case SortKey(13): return [number(book.pages)]
    case SortKey(14): return [book.language.map { .key(Array($0.utf8)) } ?? .absent]
    case SortKey(15): return [number(book.editionYear)]
    case .year: return [number(book.year)]
    case .price:
      return [
        book.price.map { .key(Array($0.currency.utf8)) } ?? .absent,
        book.price.map { .number(Double($0.amount)) } ?? .absent,
      ]
    case .exactRating: return [.number(book.exactRating ?? Double(book.rating))]
    // Genres are named in the order of their ids.
    case .genre: return [number(book.genres.first)]
    default:
      Issue.record("SampleBook has nothing to sort by \(key.name)")
      return []
    }
  }

  /// Returns the ids of the books that match, in order.
  func answer(_ books: [SampleBook]) -> [Int64] {
    let order =
      sort.isEmpty
      ? [SortTerm(.title, descending: false), SortTerm(.author, descending: false)] : sort
    let keyed = books.filter(matches).map { book in
      (
        id: book.id,
        values: order.map { (SampleQuery.values($0.key, book), $0.descending) }
      )
    }
    return keyed.sorted { one, other in
      for ((values, descending), (others, _)) in zip(one.values, other.values) {
        for (value, other) in zip(values, others) where value != other {
          return descending ? other < value : value < other
        }
      }
      return one.id < other.id
    }.map(\.id)
  }

  // MARK: Any query

  static func random(_ dice: inout Dice, genres: [Int64], depth: Int = 0) -> SampleQuery {
    var query = SampleQuery()
    for _ in 0..<3 where dice.once(in: 4) {
      let some = (genres + [99]).filter { _ in dice.once(in: 3) }
      query.genres.append((dice.pick([.any, .all, .none]), some))
    }
    if dice.once(in: 4) {
      let low = Int32.random(in: 0...5, using: &dice)
      let high = low == 0 ? 0 : Int32.random(in: low...5, using: &dice)
      query.rating = (low, high, Int32.random(in: 0...1, using: &dice))
    }
    if dice.once(in: 6) {
      let low = dice.pick([0.25, 2.5, 3, 4.25])
      query.exactRating = (low, dice.pick([low, 4.25, 5]), Int32.random(in: 0...1, using: &dice))
    }
    if dice.once(in: 6) { query.favourite = Int32.random(in: 0...1, using: &dice) }
    if dice.once(in: 6) { query.spoilers = Int32.random(in: 0...1, using: &dice) }
    for _ in 0..<2 where dice.once(in: 4) {
      query.statuses.append(Int32.random(in: 0...3, using: &dice))
    }
    if dice.once(in: 5) { query.title.append(dice.pick(needles)) }
    if dice.once(in: 5) { query.author.append(dice.pick(needles)) }
    if dice.once(in: 6) { query.series.append(dice.pick(needles)) }
    if dice.once(in: 6) { query.year = dice.pick([(.min, -1), (0, 1965), (1965, .max)]) }
    if dice.once(in: 6) { query.created = dice.pick([(.min, 0), (0, .max), (-1, 2), (5, 5)]) }
    if dice.once(in: 6) { query.started = dice.pick([(nil, nil), (2021_06_16, nil)]) }
    if dice.once(in: 6) {
      query.finished = dice.pick([(nil, 2021_06_15), (1_01_01, 2021_06_15), (2021_06_15, nil)])
    }
    if dice.once(in: 4) {
      query.absences.append(
        (
          dice.pick([.rating, .exactRating, .genres, [.year, .series], .finished]),
          Int32.random(in: 0...1, using: &dice)
        ))
    }
    if depth < 3, dice.once(in: 4) {
      query.excluded.append(random(&dice, genres: genres, depth: depth + 1))
    }
    if depth < 3, dice.once(in: 4) {
      query.alternatives.append(random(&dice, genres: genres, depth: depth + 1))
    }
    if depth == 0 { query.sort = randomOrder(&dice) }
    return query
  }

  static func randomOrder(_ dice: inout Dice) -> [SortTerm] {
    let count = dice.pick([0, 1, 1, 2, 3, 10])
    return SortKey.allCases.shuffled(using: &dice).prefix(count).map {
      SortTerm($0, descending: dice.once(in: 2))
    }
  }
}
