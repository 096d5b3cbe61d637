// A mirror store is a store as plain Swift values. The random test applies every operation to both
// stores.
import BookwormStorage
import TestSupport

@testable import BookwormBooks
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

struct MirrorStore: Equatable {
  struct Genre: Equatable {
    var name: String
    var colour: String
    var books = 0
  }

  var books: [Int64: SampleBook] = [:]
  var genres: [Int64: Genre] = [:]
  /// The readings of each book, in the order they were added. Those of deleted books may remain.
  var readings: [Int64: [Reading]] = [:]

  struct Reading: Equatable {
    var outcome: Int32
    var started: Int32?
    var finished: Int32?

    var endsBeforeItStarts: Bool { finished ?? .max < started ?? 0 }

    /// If an open reading has an end, removes it, and a start that is not later than the end, and
    /// returns them as an earlier reading.
    mutating func takeEarlier() -> Reading? {
      guard outcome == 1, let end = finished else { return nil }
      var earlier = Reading(outcome: 2, started: nil, finished: end)
      finished = nil
      if let start = started, start <= end { (earlier.started, started) = (start, nil) }
      return earlier
    }
  }

  /// The contents of a store, without the times of changes.
  init(of session: any Session) throws {
    var all = try Query()
    try all.setFields(.stored)
    for book in try session.run(all).books { books[book.id] = book.with { $0.updated = 0 } }
    let rows = try session.allGenres()
    for (index, id) in rows.ids.enumerated() {
      genres[id] = Genre(
        name: rows.texts(GenreFields.name)[index], colour: rows.texts(GenreFields.colour)[index],
        books: Int(rows.integers(.books)[index]))
    }
    let read = try session.readings(after: 0, limit: -1)
    for (book, reading) in zip(read.integers(bit: ReadingFields.book.rawValue), read.readings) {
      readings[book, default: []].append(
        Reading(
          outcome: reading.outcome, started: reading.started, finished: reading.finished))
    }
  }

  init() {}

  /// Counts the genres' books again.
  var counted: MirrorStore {
    var counted = self
    for id in genres.keys {
      counted.genres[id]?.books = books.values.filter { $0.genres.contains(id) }.count
    }
    return counted
  }

  /// The differences from a store with other contents.
  func differences(from other: MirrorStore) -> [String] {
    var differences: [String] = []
    for id in Set(books.keys).union(other.books.keys) where books[id] != other.books[id] {
      differences.append(
        "\(String(describing: books[id])) is \(String(describing: other.books[id]))")
    }
    for id in books.keys where readings[id, default: []] != other.readings[id, default: []] {
      differences.append(
        "readings of \(id) \(readings[id, default: []]) are \(other.readings[id, default: []])")
    }
    for id in Set(genres.keys).union(other.genres.keys) where genres[id] != other.genres[id] {
      differences.append(
        "genre \(id) \(String(describing: genres[id])) is \(String(describing: other.genres[id]))")
    }
    return differences
  }

  func genre(named name: String) -> Int64? {
    let key = genreKey(name)
    return genres.first { genreKey($0.value.name) == key }?.key
  }

  // MARK: Operations; false or nil if they are refused

  mutating func change(_ id: Int64, _ change: (inout SampleBook) -> Void) -> Bool {
    guard var book = books[id] else { return false }
    change(&book)
    books[id] = book
    return true
  }

  private func latestReading(of book: Int64) -> Int? {
    let all = readings[book] ?? []
    return all.indices.max { one, other in
      let orders = [one, other].map { place in
        [
          all[place].outcome == 1 ? 1 : 0, all[place].finished ?? all[place].started ?? 0,
          Int32(place),
        ]
      }
      return orders[0].lexicographicallyPrecedes(orders[1])
    }
  }

  private mutating func follow(_ id: Int64, leavingShelf: Bool) {
    guard let latest = latestReading(of: id).flatMap({ readings[id]?[$0] }) else { return }
    _ = change(id) { book in
      (book.started, book.finished) = (latest.started, latest.finished)
      if book.status != 0 || leavingShelf { book.status = latest.outcome }
    }
  }

  /// Adds the readings that a new book is created with, and derives the book's values from them.
  mutating func addFirstReadings(to book: SampleBook) {
    guard book.status != 0 || book.started != nil || book.finished != nil else { return }
    let outcome = book.status != 0 ? book.status : book.finished == nil ? 1 : 2
    var latest = Reading(outcome: outcome, started: book.started, finished: book.finished)
    let earlier = latest.takeEarlier()
    readings[book.id] = (earlier.map { [$0] } ?? []) + [latest]
    follow(book.id, leavingShelf: false)
  }

  /// Changes the latest reading. Adds one if there is none, or if the book is read again: if a
  /// finished reading is begun again, or if the book comes from the shelf on the `day` of that
  /// reading or later. An `earlier` reading is added first, unless one has the same end. Returns
  /// false if a reading would end before it starts, or if the book then has another status than the
  /// one it `mustHave`.
  mutating func changeReading(
    of book: Int64, status: Int32?, on day: Int32, after earlier: Reading? = nil,
    mustHave: Int32? = nil, _ change: (inout Reading) -> Void, orMake: Reading?
  ) -> Bool {
    let ends = readings[book, default: []].map(\.finished)
    if let earlier, !ends.contains(earlier.finished) {
      readings[book, default: []].append(earlier)
    }
    var written = latestReading(of: book)
    let isAgain = written.flatMap { readings[book]?[$0] }.map { reading in
      let isLater = day >= reading.finished ?? reading.started ?? 0
      return reading.outcome != 1 && (status == 1 || books[book]?.status == 0 && isLater)
    }
    if let latest = written, var reading = readings[book]?[latest],
      isAgain != true || status ?? 0 == 0
    {
      if let status, status != 0 { reading.outcome = status }
      change(&reading)
      if reading.endsBeforeItStarts { return false }
      // An end completes an open one.
      if reading.outcome == 1, reading.finished != nil { reading.outcome = 2 }
      readings[book]?[latest] = reading
    } else if let orMake {
      if orMake.endsBeforeItStarts { return false }
      readings[book, default: []].append(orMake)
      written = readings[book].map { $0.count - 1 }
    }
    // A reading that is over without a date ends today if an earlier one would otherwise be the
    // latest.
    if let written, status ?? 0 != 0, latestReading(of: book) != written,
      readings[book]?[written].finished == nil
    {
      readings[book]?[written].finished = CalendarDate.today()
      if readings[book]?[written].endsBeforeItStarts == true { return false }
    }
    follow(book, leavingShelf: status ?? 0 != 0)
    if status == 0 { _ = self.change(book) { $0.status = 0 } }
    return mustHave == nil || books[book]?.status == mustHave
  }

  mutating func setStatus(_ id: Int64, _ status: Int32, _ date: Int32) -> Bool {
    guard let book = books[id] else { return false }
    guard book.status != status else { return true }
    guard status != 0 else { return change(id) { $0.status = 0 } }
    let new = Reading(
      outcome: status, started: status == 1 ? date : nil, finished: status > 1 ? date : nil)
    var changed = self
    let isValid = changed.changeReading(
      of: id, status: status, on: date,
      { reading in
        switch status {
        case 1: reading.started = reading.started ?? date
        case 2: reading.finished = reading.finished ?? date
        default: reading.finished = date
        }
      }, orMake: new)
    if isValid { self = changed }
    return isValid
  }

  static func different(_ ids: [Int64]) -> [Int64] {
    ids.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Copies the `given` fields of `new`.
  mutating func update(
    _ id: Int64, _ new: SampleBook, _ given: BookFields, clear: BookFields
  ) -> Bool {
    guard !given.contains(.genres) || new.genres.allSatisfy({ genres[$0] != nil }) else {
      return false
    }
    let isThere = change(id) { book in
      if given.contains(.title) { book.title = new.title }
      if given.contains(.author) { book.author = new.author }
      if given.contains(.rating) { book.rate(new.rating) }
      if given.contains(.favourite) { book.favourite = new.favourite }
      if given.contains(.created) { book.created = new.created }
      if given.contains(.series) { book.series = new.series }
      if given.contains(.genres) { book.genres = Self.different(new.genres) }
      if given.isSuperset(of: .identifiers) { book.identifiers = new.identifiers }
      if given.contains(.contributorNames) { book.contributors = new.contributors }
      if clear.contains(.series) { book.series = nil }
      if clear.contains(.genres) { book.genres = [] }
      if !clear.isDisjoint(with: .identifiers) { book.identifiers = [] }
      if !clear.isDisjoint(with: .contributors) { book.contributors = [] }
    }
    guard isThere, !given.union(clear).isDisjoint(with: .followed) else { return isThere }
    let status = given.contains(.status) ? new.status : nil
    let outcome = status.flatMap { $0 == 0 ? nil : $0 }
    let end = given.contains(.finished) ? new.finished : nil
    var reading = Reading(
      outcome: outcome ?? (end == nil ? 1 : 2),
      started: given.contains(.started) ? new.started : nil, finished: end)
    let isMade = outcome != nil || reading.started != nil || end != nil
    // Next to the status in-progress, an end belongs to an earlier reading.
    let earlier = outcome == 1 ? reading.takeEarlier() : nil
    return changeReading(
      of: id, status: status, on: reading.finished ?? reading.started ?? CalendarDate.today(),
      after: earlier, mustHave: outcome,
      { latest in
        if reading.started != nil || clear.contains(.started) { latest.started = reading.started }
        if reading.finished != nil || clear.contains(.finished) {
          latest.finished = reading.finished
        }
      }, orMake: isMade ? reading : nil)
  }

  mutating func deleteGenre(_ id: Int64) -> Bool {
    guard genres.removeValue(forKey: id) != nil else { return false }
    for book in books.keys { books[book]?.genres.removeAll { $0 == id } }
    return true
  }

  mutating func addGenre(_ genre: Int64, _ book: Int64) -> Bool {
    guard genres[genre] != nil else { return false }
    return change(book) { if !$0.genres.contains(genre) { $0.genres.append(genre) } }
  }

  mutating func removeGenre(_ genre: Int64, _ book: Int64) -> Bool {
    guard genres[genre] != nil else { return false }
    return change(book) { $0.genres.removeAll { $0 == genre } }
  }

  mutating func setGenres(_ genres: [Int64], _ book: Int64) -> Bool {
    guard genres.allSatisfy({ self.genres[$0] != nil }) else { return false }
    return change(book) { book in
      book.genres = []
      for genre in genres where !book.genres.contains(genre) { book.genres.append(genre) }
    }
  }

  mutating func rename(_ id: Int64, _ name: String) -> Bool {
    guard genres[id] != nil, [nil, id].contains(genre(named: name)) else { return false }
    genres[id]?.name = name
    return true
  }
}
