// A name list keeps groups of all books, the largest first, if the groups have names. It applies
// changes of books to them, which takes a hundredth of the time of counting again.
import BookwormRecords
import BookwormStorage
import BookwormText

final class NameList {
  private let groups: NamedGroups
  /// The numbers of the groups that have books, the largest first.
  private var order = MemoryBuffer()
  /// The search key of each group's name.
  private var folded = MemoryBuffer()
  /// The length of the texts just after all books were counted.
  private var counted = 0

  /// `groups` must keep its links.
  init(_ groups: NamedGroups) throws {
    self.groups = groups
    for number in groups.all.indices { try folded.append(foldedName(number)) }
    var memory = MemoryBuffer()
    defer { memory.free() }
    for ranked in try groups.sorted(groups.all.indices, true, in: &memory) {
      try order.append(ranked.group)
    }
    counted = groups.texts.count
  }

  deinit {
    order.free()
    folded.free()
  }

  private var numbers: UnsafeMutableBufferPointer<Int> { order.values(Int.self) }
  private var keys: UnsafeMutableBufferPointer<NamedGroups.Text> {
    folded.values(NamedGroups.Text.self)
  }

  var count: Int { numbers.count }

  /// Passes each group that matches the filter to `body`, until that returns false.
  func forEach(
    _ filter: NameFilter, _ body: (Bytes, Statistics) throws -> Bool
  ) rethrows {
    for number in numbers where filter.matches(folded: groups.bytes(keys[number])) {
      let group = groups.all[number]
      guard try body(groups.bytes(group.name), group.statistics) else { return }
    }
  }

  private func foldedName(_ number: Int) throws -> NamedGroups.Text {
    var key = ByteBuffer()
    UTF8Text.searchKey(groups.bytes(groups.all[number].name), into: &key)
    try Keys.check(key)
    return try groups.text(key.bytes)
  }

  // MARK: Changes

  /// Whether so many old names are kept that counting again is better.
  private var isWasteful: Bool { groups.texts.count > 2 * counted + 65_536 }

  /// Counts these books again. Their ids must be in ascending order. `read` returns the groups that
  /// books have now. If this throws, discard the list. Returns false if nothing was done.
  func update(
    _ books: UnsafeBufferPointer<Int64>,
    _ read: (UnsafeBufferPointer<Int64>) throws -> NamedGroups
  ) throws -> Bool {
    guard !isWasteful else { return false }
    let news = try read(books)
    var touched = MemoryBuffer()
    defer { touched.free() }
    try replaceLinks(ofBooks: books, news, &touched)
    let touchedGroups = touched.values(Int.self)
    let renaming = try findFirst(touchedGroups, books, news)
    if !renaming.ids.isEmpty {
      let firsts = try read(renaming.ids)
      for link in firsts.allLinks {
        let key = firsts.bytes(firsts.all[link.group].key)
        if let number = groups.number(of: key), groups.all[number].first == link.book {
          try rename(number, firsts, link.group)
        }
      }
    }
    try sort(touchedGroups)
    return true
  }

  private func touch(_ number: Int, _ touched: inout MemoryBuffer) throws {
    guard !groups.all[number].isTouched else { return }
    groups.all[number].isTouched = true
    try touched.append(number)
  }

  private func replaceLinks(
    ofBooks books: UnsafeBufferPointer<Int64>, _ news: NamedGroups, _ touched: inout MemoryBuffer
  ) throws {
    var links = MemoryBuffer()
    defer { links.free() }
    var (next, nextBook) = (0, 0)
    let new = news.allLinks
    func add(before book: Int64) throws {
      while next < new.count, new[next].book < book {
        let number = try number(of: news, new[next].group)
        let link = NamedGroups.Link(
          book: new[next].book, group: number, rating: new[next].rating)
        groups.all[number].ratings[link.rating] &+= 1
        try touch(number, &touched)
        try links.append(link)
        next += 1
      }
    }
    for link in groups.allLinks {
      while nextBook < books.count, books[nextBook] < link.book { nextBook += 1 }
      if nextBook < books.count, books[nextBook] == link.book {
        groups.all[link.group].ratings[link.rating] &-= 1
        try touch(link.group, &touched)
      } else {
        try add(before: link.book)
        try links.append(link)
      }
    }
    try add(before: Int64.max)
    swap(&links, &groups.links)
  }

  /// Returns the number of the group that has the key of a group of `news`. Adds the group if it is
  /// new.
  private func number(of news: NamedGroups, _ other: Int) throws -> Int {
    let group = news.all[other]
    let number = try groups.number(
      of: news.bytes(group.key), place: news.bytes(group.place), name: news.bytes(group.name),
      first: group.first)
    if number == keys.count { try folded.append(foldedName(number)) }
    return number
  }

  /// Finds the first book of each touched group, which gives the group its name. Returns the first
  /// books whose names must still be read.
  private func findFirst(
    _ touched: UnsafeMutableBufferPointer<Int>, _ books: UnsafeBufferPointer<Int64>,
    _ news: NamedGroups
  ) throws -> IDList {
    var firsts = CheckedMap<Int, Int64>()
    for link in groups.allLinks where groups.all[link.group].isTouched {
      try firsts.update(link.group, first: link.book) { _ in }
    }
    let changed = try CheckedMap(placesIn: books)
    var missing = IDList()
    for number in touched {
      guard let first = firsts[number] else { continue }
      let before = groups.all[number].first
      groups.all[number].first = first
      if changed[first] != nil {
        let key = groups.bytes(groups.all[number].key)
        if let new = news.number(of: key) { try rename(number, news, new) }
      } else if first != before {
        try missing.append(first)
      }
    }
    return try missing.distinct()
  }

  private func rename(_ number: Int, _ other: NamedGroups, _ same: Int) throws {
    let group = other.all[same]
    let (place, name) = (other.bytes(group.place), other.bytes(group.name))
    if !groups.bytes(groups.all[number].place).elementsEqual(place) {
      groups.all[number].place = try groups.text(place)
    }
    if !groups.bytes(groups.all[number].name).elementsEqual(name) {
      groups.all[number].name = try groups.text(name)
      keys[number] = try foldedName(number)
    }
  }

  private func sort(_ touched: UnsafeMutableBufferPointer<Int>) throws {
    var (memory, sorted) = (MemoryBuffer(), MemoryBuffer())
    defer {
      memory.free()
      sorted.free()
    }
    let moved = try groups.sorted(
      touched.lazy.filter { self.groups.all[$0].books > 0 }, true, in: &memory)
    var next = 0
    for number in numbers where !groups.all[number].isTouched {
      while next < moved.count, !groups.isBefore(number, moved[next]) {
        try sorted.append(moved[next].group)
        next += 1
      }
      try sorted.append(number)
    }
    for ranked in moved[next...] { try sorted.append(ranked.group) }
    for number in touched { groups.all[number].isTouched = false }
    swap(&order, &sorted)
  }
}

extension IDList {
  /// Sorts the ids, and removes equal ones.
  fileprivate consuming func distinct() throws -> IDList {
    let sorted = self.sorted()
    var distinct = IDList()
    var last: Int64?
    for id in sorted.ids where id != last {
      try distinct.append(id)
      last = id
    }
    return distinct
  }
}
