// A genre change replaces a book's genres, or removes some and adds some.
import BookwormRecords
import BookwormStorage
import BookwormStore

package struct GenreChange {
  /// Replaces the genres that the book has.
  package var all: [Int64]?
  /// Removed before others are added.
  var removed: [Int64] = []
  /// Genres that the book does not have are added after its others.
  var added: [Int64] = []

  package init(all: [Int64]? = nil, removed: [Int64] = [], added: [Int64] = []) {
    (self.all, self.removed, self.added) = (all, removed, added)
  }
}

/// The effect of a genre change on the links of one book.
struct LinkChange {
  fileprivate var removed: [Int64] = []
  fileprivate var added: [Int64] = []
  /// The position of the first added genre.
  fileprivate var position: Int64 = 0
  fileprivate var keepsSome = true
}

extension Writer {
  /// Returns nil if the book already has these genres. The genres are known to exist.
  func links(of book: Int64, _ change: GenreChange) throws -> LinkChange? {
    let links = try connection.links(ofBook: book).sorted { $0.position < $1.position }
    let had = links.map(\.genre)
    var result = LinkChange()
    var has: Set<Int64> = []
    if let all = change.all {
      let wanted = all.filter { has.insert($0).inserted }
      guard wanted != had else { return nil }
      result = LinkChange(removed: had, added: wanted, keepsSome: false)
    } else {
      let gone = Set(change.removed)
      let kept = links.filter { !gone.contains($0.genre) }
      has = Set(kept.map(\.genre))
      result.removed = had.filter { gone.contains($0) }
      result.added = change.added.filter { has.insert($0).inserted }
      result.position = (kept.last?.position ?? -1) &+ 1
      result.keepsSome = !kept.isEmpty
      if result.removed.isEmpty, result.added.isEmpty { return nil }
      if !result.added.isEmpty {
        try Rules.another(Int64(kept.count + result.added.count - 1), "genres", ofBook: book)
      }
    }
    return result
  }

  func write(_ change: LinkChange, of book: Int64, rating: Int32) throws {
    for genre in change.removed { try pending.counters.countLink(genre, rating: rating, by: -1) }
    try connection.readTitleKey(of: book, into: &titleKey)
    if !change.keepsSome {
      try unlinkAll(from: book, change.removed, titleKey: titleKey.bytes)
    } else {
      let delete = try connection.statement(BookGenreSQL.remove)
      for genre in change.removed {
        delete.bind(1, book)
        delete.bind(2, genre)
        try delete.run()
      }
      try unlinkByGenre(book, change.removed, titleKey: titleKey.bytes)
    }
    let linked = LinkedBook(id: book, titleKey: titleKey.bytes, rating: rating)
    var position = change.position
    for genre in change.added where try link(linked, genre, at: position) { position &+= 1 }
  }

  /// Returns false if the book already has these genres.
  func changeGenres(of book: Int64, _ change: GenreChange) throws -> Bool {
    guard let links = try links(of: book, change) else { return false }
    try willUpdate(book: book, .genres)
    try write(links, of: book, rating: try connection.bookFacts(book).rating)
    try updated(book: book, .genres)
    return true
  }
}
