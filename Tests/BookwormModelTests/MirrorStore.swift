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

  mutating func setStatus(_ id: Int64, _ status: Int32, _ date: Int32) -> Bool {
    change(id) { book in
      guard book.status != status else { return }
      book.status = status
      switch status {
      case 0: (book.started, book.finished) = (nil, nil)
      case 1: (book.started, book.finished) = (book.started ?? date, nil)
      case 2: book.finished = book.finished ?? date
      default: book.finished = nil
      }
    }
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
