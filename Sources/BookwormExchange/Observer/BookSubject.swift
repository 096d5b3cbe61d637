// A book subject observes a book: its fields, the rows that belong to it, and its genres.
import BookwormBooks
import BookwormRecords
import BookwormStorage
import BookwormStore

struct BookSubject: StepwiseSubject {
  let book: Int64
  let mask: ChangeMask
  var place: Int64
  private var exists = false
  private var genres: Set<Int64> = []
  /// The highest id of a genre so far. A genre that is inserted at or below it has been restored.
  private var lastGenre: Int64 = 0

  init(_ book: Int64, _ mask: ChangeMask, _ connection: Connection) throws {
    self.book = book
    self.mask = mask
    place = try connection.lastChange()
    try begin(connection)
    guard exists else { throw Failure.no(.book, book) }
  }

  mutating func begin(_ connection: Connection) throws {
    exists = try connection.factsIfAny(book) != nil
    genres = Set(try connection.genreIDs(ofBook: book))
    lastGenre = try connection.property(Entity.genre.descriptor.lastID) ?? 0
  }

  /// The genres that the book had at the transaction `since` are unknown. The log records a deleted
  /// genre without its books, so after such a deletion the book must be read again.
  mutating func goBack(to since: Int64, _ connection: Connection) throws {
    let hasLost = try connection.anyRun(after: since) {
      $0.entity == .genre && $0.operation == .delete
    }
    place = hasLost ? placeUnknown : since
  }

  mutating func changes(of runs: ChangeRuns, _ connection: Connection) throws -> ChangeSet? {
    let changes = ChangeSet()
    var runs = runs.makeIterator()
    while let run = runs.next() {
      switch run.entity {
      case .book: try take(bookRun: run, changes, connection)
      case .genre: try take(genreRun: run, changes, connection)
      default:
        guard BookSubject.owner(before: runs) == book else { continue }
        guard try changes.add(run) else { return nil }
      }
    }
    return changes
  }

  func wanted(_ change: RowChange) -> RowChange? {
    let isGenre = change.entity == .genre && change.kind != .updated
    return isGenre && !mask.includes(.genres) ? nil : mask.wanted(change)
  }

  /// Returns the owner of a run's rows. The log records the owner after the rows that belong to it.
  private static func owner(before rest: ChangeRuns.Iterator) -> Int64? {
    var rest = rest
    while let other = rest.next() {
      if other.entity.descriptor.owner?.entity == .book { continue }
      return other.entity == .book ? other.first : nil
    }
    return nil
  }

  private mutating func take(
    bookRun run: ChangeRun, _ changes: ChangeSet, _ connection: Connection
  ) throws {
    guard run.contains(book) else { return }
    try changes.add(run.operation, .book, book, run.fields)
    switch run.operation {
    case .insert:
      exists = true
      genres = Set(try connection.genreIDs(ofBook: book))
    case .update where BookFields(rawValue: run.fields).contains(.genres):
      genres = Set(try connection.genreIDs(ofBook: book))
    case .update: break
    case .delete:
      exists = false
      genres = []
    }
  }

  private mutating func take(
    genreRun run: ChangeRun, _ changes: ChangeSet, _ connection: Connection
  ) throws {
    switch run.operation {
    case .insert:
      // A new genre is added to the book by a change of the book; a restored genre comes back
      // without one.
      if run.first <= lastGenre, exists {
        let now = Set(try connection.genreIDs(ofBook: book))
        for genre in now.subtracting(genres).sorted() where run.contains(genre) {
          try changes.add(.insert, .genre, genre)
          try changes.add(.update, .book, book, BookFields.genres.rawValue)
          genres.insert(genre)
        }
      }
      lastGenre = max(lastGenre, run.end &- 1)
    case .update:
      for genre in genres.sorted() where run.contains(genre) {
        try changes.add(.update, .genre, genre, run.fields)
      }
    case .delete:
      for genre in genres.sorted() where run.contains(genre) {
        try changes.add(.delete, .genre, genre)
        try changes.add(.update, .book, book, BookFields.genres.rawValue)
        genres.remove(genre)
      }
    }
  }
}
