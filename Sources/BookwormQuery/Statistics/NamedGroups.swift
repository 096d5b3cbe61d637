// Groups books by texts, such as their publisher or the names of their people, and counts them. An
// engine would sort a row for every book and person by its key, which takes several times as long.
import BookwormRecords
import BookwormStorage
import Glibc

final class NamedGroups {
  private struct Text: BitwiseCopyable {
    let start: Int
    let count: Int
  }

  private struct Group: BitwiseCopyable {
    let key: Text
    let place: Text
    let name: Text
    /// An older group whose key has the same hash, or -1.
    let older: Int
    /// The last book that was counted.
    var last: Int64
    /// The number of books with each rating.
    var ratings: InlineArray<6, Int64>
  }

  /// A group while groups are sorted.
  private struct Ranked: BitwiseCopyable {
    let group: Int
    /// 0 if groups are sorted by place alone.
    let books: Int64
    let place, key: (start: UnsafeRawPointer, count: Int)
  }

  private var groups = MemoryBuffer()
  private var texts = MemoryBuffer()
  /// The newest group for the hash of a key.
  private var newest = CheckedMap<Int, Int>()

  deinit {
    groups.free()
    texts.free()
  }

  private var all: UnsafeMutableBufferPointer<Group> { groups.values(Group.self) }

  // MARK: Counting

  /// Adds a book to the group with the key. Books come in the order of their ids; the first one
  /// gives the group its name, and its place in the order of groups. A book counts once in a group,
  /// such as that of a person with several roles.
  func add(_ book: Int64, rating: Int64, key: Bytes, place: Bytes, name: Bytes) throws {
    // A damaged store may hold any rating; the counters treat it in the same way.
    let rating = Int(min(max(rating, 0), 5))
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(key))
    let hash = hasher.finalize()
    let first = newest[hash] ?? -1
    var number = first
    while number >= 0, !isEqual(all[number].key, key) { number = all[number].older }
    if number >= 0 {
      guard all[number].last != book else { return }
      all[number].last = book
      all[number].ratings[rating] &+= 1
      return
    }
    let (key, place, name) = (try text(key), try text(place), try text(name))
    var group = Group(
      key: key, place: place, name: name, older: first, last: book, ratings: .init(repeating: 0))
    group.ratings[rating] = 1
    let added = all.count
    try groups.append(group)
    try newest.update(hash, first: added) { $0 = added }
  }

  private func text(_ bytes: Bytes) throws -> Text {
    let start = texts.count
    try texts.append(bytes: bytes)
    return Text(start: start, count: bytes.count)
  }

  private func bytes(_ text: Text) -> Bytes {
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
    for ranked in try sorted(largestFirst, in: &memory) {
      guard limit < 0 || rows.count < limit else { break }
      let group = all[ranked.group]
      let name = bytes(group.name)
      if let filter, try !filter.matches(name) { continue }
      var ratings = SIMD8<Int64>.zero
      for rating in 0...5 { ratings[rating] = group.ratings[rating] }
      try rows.append(Statistics(ratings: ratings), key: 0, name: name)
    }
    return rows
  }

  private func sorted(
    _ largestFirst: Bool, in memory: inout MemoryBuffer
  ) throws -> UnsafeMutableBufferPointer<Ranked> {
    let size = all.count * MemoryLayout<Ranked>.stride
    let ranked = try memory.extend(size).bindMemory(to: Ranked.self)
    guard let start = UnsafeRawPointer(texts.start) else { return ranked }
    for (number, group) in all.enumerated() {
      let books = largestFirst ? (0...5).reduce(0) { $0 &+ group.ratings[$1] } : 0
      ranked.initializeElement(
        at: number,
        to: Ranked(
          group: number, books: books, place: (start + group.place.start, group.place.count),
          key: (start + group.key.start, group.key.count)))
    }
    ranked.sortInPlace { one, other in
      guard let one = one?.loadUnaligned(as: Ranked.self),
        let other = other?.loadUnaligned(as: Ranked.self)
      else { return 0 }
      if one.books != other.books { return one.books > other.books ? -1 : 1 }
      let places = NamedGroups.compare(one.place, other.place)
      return places != 0 ? places : NamedGroups.compare(one.key, other.key)
    }
    return ranked
  }

  private static func compare(
    _ one: (start: UnsafeRawPointer, count: Int), _ other: (start: UnsafeRawPointer, count: Int)
  ) -> Int32 {
    let order = memcmp(one.start, other.start, min(one.count, other.count))
    return order != 0 ? order : Int32(clamping: one.count - other.count)
  }
}
