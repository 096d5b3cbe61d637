// A store in plain Swift values, to which every operation of the random test is done too.
import BookwormStorage
import TestSupport

@testable import BookwormModel

struct MirrorStore: Equatable {
  struct Genre: Equatable {
    var name: String
    var colour: String
    var books = 0
  }

  var books: [Int64: SampleBook] = [:]
  var genres: [Int64: Genre] = [:]
  /// Of each book, in the order in which they were added. Not compared: what books have of them is.
  var readings: [Int64: [Reading]] = [:]

  struct Reading: Equatable {
    var outcome: Int32
    var started: Int32?
    var finished: Int32?
  }

  /// What a store holds, but for when it was changed.
  init(of session: Session) throws {
    var all = try Query()
    try all.setFields(.stored)
    for book in try session.run(all).books { books[book.id] = book.with { $0.updated = 0 } }
    let rows = try session.allGenres()
    for (index, id) in rows.ids.enumerated() {
      genres[id] = Genre(
        name: rows.texts(GenreFields.name)[index], colour: rows.texts(GenreFields.colour)[index],
        books: Int(rows.integers(.books)[index]))
    }
  }

  init() {}

  /// With the genres' books counted anew.
  var counted: MirrorStore {
    var counted = self
    for id in genres.keys {
      counted.genres[id]?.books = books.values.filter { $0.genres.contains(id) }.count
    }
    return counted
  }

  /// What differs in a store that holds something else.
  func differences(from other: MirrorStore) -> [String] {
    var differences: [String] = []
    for id in Set(books.keys).union(other.books.keys) where books[id] != other.books[id] {
      differences.append(
        "\(String(describing: books[id])) is \(String(describing: other.books[id]))")
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

  // MARK: What operations do; false or nil where they are refused

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

  /// What a book is created with.
  mutating func addFirstReading(to book: SampleBook) {
    guard book.status != 0 || book.started != nil || book.finished != nil else { return }
    let outcome = book.status != 0 ? book.status : book.finished == nil ? 1 : 2
    readings[book.id] = [
      Reading(outcome: outcome, started: book.started, finished: book.finished)
    ]
  }

  /// Changes the latest reading, or adds one where there is none or the book is read again: where
  /// what is over is begun, or comes from the shelf on that day or later.
  mutating func changeReading(
    of book: Int64, status: Int32?, on day: Int32, _ change: (inout Reading) -> Void,
    orMake: Reading?
  ) {
    let latest = latestReading(of: book)
    let isAgain = latest.flatMap { readings[book]?[$0] }.map { reading in
      let isLater = day >= reading.finished ?? reading.started ?? 0
      return reading.outcome != 1 && (status == 1 || books[book]?.status == 0 && isLater)
    }
    if let latest, var reading = readings[book]?[latest],
      isAgain != true || status ?? 0 == 0
    {
      if let status, status != 0 { reading.outcome = status }
      change(&reading)
      readings[book]?[latest] = reading
    } else if var orMake {
      if isAgain == true, orMake.outcome != 1, orMake.started == nil, orMake.finished == nil {
        orMake.finished = day
      }
      readings[book, default: []].append(orMake)
    }
    follow(book, leavingShelf: status ?? 0 != 0)
    if status == 0 { _ = self.change(book) { $0.status = 0 } }
  }

  mutating func setStatus(_ id: Int64, _ status: Int32, _ date: Int32) -> Bool {
    guard let book = books[id] else { return false }
    guard book.status != status else { return true }
    guard status != 0 else { return change(id) { $0.status = 0 } }
    let new = Reading(
      outcome: status, started: status == 1 ? date : nil, finished: status > 1 ? date : nil)
    changeReading(
      of: id, status: status, on: date,
      { reading in
        switch status {
        case 1: (reading.started, reading.finished) = (reading.started ?? date, nil)
        case 2: reading.finished = reading.finished ?? date
        default: reading.finished = date
        }
      }, orMake: new)
    return true
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
