// Groups books by texts, such as their publisher or the names of their people, and counts them. An
// engine would sort a row for every book and person by its key, which takes several times as long.
import BookwormRecords
import BookwormStorage
import Glibc

final class NamedGroups {
  struct Text: BitwiseCopyable {
    let start: Int
    let count: Int
  }

  struct Group: BitwiseCopyable {
    let key: Text
    var place: Text
    var name: Text
    /// An older group whose key has the same hash, or -1.
    let older: Int
    var first: Int64
    /// The last book that was counted.
    var last: Int64
    /// Whether its books change: see NameList.
    var isTouched = false
    /// The number of books with each rating.
    var ratings: InlineArray<6, Int64>

    var books: Int64 { (0...5).reduce(0) { $0 &+ ratings[$1] } }

    var statistics: Statistics {
      var lanes = SIMD8<Int64>.zero
      for rating in 0...5 { lanes[rating] = ratings[rating] }
      return Statistics(ratings: lanes)
    }
  }

  /// A book in a group.
  struct Link: BitwiseCopyable {
    let book: Int64
    let group: Int
    let rating: Int
  }

  private var groups = MemoryBuffer()
  var texts = MemoryBuffer()
  /// In the order of the books, if they are kept.
  var links = MemoryBuffer()
  private let keepsLinks: Bool
  /// The newest group for the hash of a key.
  private var newest = CheckedMap<Int, Int>()

  init(keepsLinks: Bool = false) { self.keepsLinks = keepsLinks }

  deinit {
    groups.free()
    texts.free()
    links.free()
  }

  var all: UnsafeMutableBufferPointer<Group> { groups.values(Group.self) }
  var allLinks: UnsafeMutableBufferPointer<Link> { links.values(Link.self) }

  // MARK: Counting

  /// Adds a book to the group with the key. Books come in the order of their ids; the first one
  /// gives the group its name, and its place in the order of groups. A book counts once in a group,
  /// such as that of a person with several roles.
  func add(_ book: Int64, rating: Int64, key: Bytes, place: Bytes, name: Bytes) throws {
    // A damaged store may hold any rating; the counters treat it in the same way.
    let rating = Int(min(max(rating, 0), 5))
    let number = try number(of: key, place: place, name: name, first: book)
    guard all[number].last != book else { return }
    all[number].last = book
    all[number].ratings[rating] &+= 1
    if keepsLinks { try links.append(Link(book: book, group: number, rating: rating)) }
  }

  /// Returns the number of the group with the key, which may be new.
  func number(of key: Bytes, place: Bytes, name: Bytes, first book: Int64) throws -> Int {
    let (number, hash, newest) = find(key)
    guard number < 0 else { return number }
    let (key, place, name) = (try text(key), try text(place), try text(name))
    let added = all.count
    try groups.append(
      Group(
        key: key, place: place, name: name, older: newest, first: book, last: Int64.min,
        ratings: .init(repeating: 0)))
    try self.newest.update(hash, first: added) { $0 = added }
    return added
  }

  /// Returns the number of the group with the key; nil for an unknown key.
  func number(of key: Bytes) -> Int? {
    let number = find(key).number
    return number < 0 ? nil : number
  }

  /// Finds the group with the key: its number is -1 if there is none. `newest` is the newest group
  /// with the same hash.
  private func find(_ key: Bytes) -> (number: Int, hash: Int, newest: Int) {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(key))
    let hash = hasher.finalize()
    let newest = newest[hash] ?? -1
    var number = newest
    while number >= 0, !isEqual(all[number].key, key) { number = all[number].older }
    return (number, hash, newest)
  }

  func text(_ bytes: Bytes) throws -> Text {
    let start = texts.count
    try texts.append(bytes: bytes)
    return Text(start: start, count: bytes.count)
  }

  func bytes(_ text: Text) -> Bytes {
    Bytes(rebasing: texts.bytes[text.start..<(text.start + text.count)])
  }

  private func isEqual(_ text: Text, _ other: Bytes) -> Bool {
    guard text.count == other.count, text.count > 0 else { return text.count == other.count }
    guard let start = texts.start, let other = other.baseAddress else { return false }
    return memcmp(start + text.start, other, text.count) == 0
  }

  // MARK: Rows

  /// Returns at most `limit` groups, or all if it is negative, whose names match the filter: by
  /// their places, or the largest first. Equal ones are ordered by key.
  func rows(
    largestFirst: Bool, _ filter: NameFilter? = nil, limit: Int64 = -1
  ) throws -> RowSet {
    let rows = try RowSet(.statistics, RowSet.statisticsLayout, expecting: 64)
    var memory = MemoryBuffer()
    defer { memory.free() }
    let filter = filter.flatMap { $0.matchesAll ? nil : $0 }
    let least = largestFirst && filter == nil && limit >= 0 ? least(ofLargest: limit) : 0
    let wanted = all.indices.lazy.filter { self.all[$0].books >= least }
    for ranked in try sorted(wanted, largestFirst, in: &memory) {
      guard limit < 0 || rows.count < limit else { break }
      let group = all[ranked.group]
      let name = bytes(group.name)
      if let filter, try !filter.matches(name) { continue }
      try rows.append(group.statistics, key: 0, name: name)
    }
    return rows
  }

  /// Returns a number such that `limit` groups or more have at least this many books; 0 if there is
  /// none.
  private func least(ofLargest limit: Int64) -> Int64 {
    var counts = InlineArray<64, Int64>(repeating: 0)
    for group in all { counts[Int(min(max(group.books, 0), 63))] &+= 1 }
    var found: Int64 = 0
    for books in (0...63).reversed() {
      found &+= counts[books]
      if found >= limit { return Int64(books) }
    }
    return 0
  }
}

// MARK: Sorting

extension NamedGroups {
  /// A group while groups are sorted.
  struct Ranked: BitwiseCopyable {
    let group: Int
    /// 0 if groups are sorted by place alone.
    fileprivate let books: Int64
    /// The first bytes of the place, which decide most comparisons.
    fileprivate let start: UInt64
    fileprivate let place, key: (start: UnsafeRawPointer, count: Int)

    fileprivate func compare(_ other: Ranked) -> Int32 {
      if books != other.books { return books > other.books ? -1 : 1 }
      if start != other.start { return start < other.start ? -1 : 1 }
      let places = Ranked.compare(place, other.place)
      return places != 0 ? places : Ranked.compare(key, other.key)
    }

    private static func compare(
      _ one: (start: UnsafeRawPointer, count: Int), _ other: (start: UnsafeRawPointer, count: Int)
    ) -> Int32 {
      let order = memcmp(one.start, other.start, min(one.count, other.count))
      return order != 0 ? order : Int32(clamping: one.count - other.count)
    }
  }

  private func ranked(_ number: Int, _ largestFirst: Bool, _ start: UnsafeRawPointer) -> Ranked {
    let group = all[number]
    let place = (start: start + group.place.start, count: group.place.count)
    var first: UInt64 = 0
    withUnsafeMutableBytes(of: &first) {
      $0.copyMemory(
        from: UnsafeRawBufferPointer(start: place.start, count: min(place.count, 8)))
    }
    return Ranked(
      group: number, books: largestFirst ? group.books : 0, start: UInt64(bigEndian: first),
      place: place, key: (start + group.key.start, group.key.count))
  }

  /// Sorts groups by their places, or the largest first.
  func sorted(
    _ numbers: some Sequence<Int>, _ largestFirst: Bool, in memory: inout MemoryBuffer
  ) throws -> UnsafeMutableBufferPointer<Ranked> {
    guard let start = UnsafeRawPointer(texts.start) else { return memory.values(Ranked.self) }
    for number in numbers { try memory.append(ranked(number, largestFirst, start)) }
    let ranked = memory.values(Ranked.self)
    ranked.sortInPlace { one, other in
      guard let one = one?.loadUnaligned(as: Ranked.self),
        let other = other?.loadUnaligned(as: Ranked.self)
      else { return 0 }
      return one.compare(other)
    }
    return ranked
  }

  /// Whether a group comes before a ranked one if the largest groups come first.
  func isBefore(_ number: Int, _ other: Ranked) -> Bool {
    guard let start = UnsafeRawPointer(texts.start) else { return false }
    return ranked(number, true, start).compare(other) < 0
  }
}
