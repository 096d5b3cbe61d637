// A book as an observer follows it: its fields, its quotes, and the genres that it has.
import BookwormStorage

struct BookSubject: StepwiseSubject {
  let book: Int64
  let mask: ChangeMask
  var place: Int64
  private var exists = false
  private var genres: Set<Int64> = []
  /// No genre has had a higher id: one that is inserted below it has been brought back.
  private var lastGenre: Int64 = 0

  init(_ book: Int64, _ mask: ChangeMask, _ connection: Connection) throws {
    self.book = book
    self.mask = mask
    place = try connection.lastChange()
    try begin(connection)
    guard exists else { throw Failure.noBook(book) }
  }

  mutating func begin(_ connection: Connection) throws {
    exists = try connection.factsIfAny(book) != nil
    genres = Set(try connection.genreIDs(ofBook: book))
    lastGenre = try connection.property(Writer.IDSeries.genre.rawValue) ?? 0
  }

  mutating func changes(of runs: [LoggedRun], _ connection: Connection) throws -> [RowChange]? {
    var changes = ChangeSet()
    for (index, run) in runs.enumerated() {
      switch run.entity {
      case .book: try take(bookRun: run, &changes, connection)
      case .genre: try take(genreRun: run, &changes, connection)
      // The log has the book that quotes belong to right after them.
      case .quote where BookSubject.book(ofQuotes: runs[index...]) == book:
        guard changes.add(run) else { return nil }
      case .quote, .order: break
      }
    }
    return changes.list.compactMap { change in
      let isGenre = change.entity == .genre && change.kind != .updated
      return isGenre && !mask.includes(.genres) ? nil : mask.wanted(change)
    }
  }

  private static func book(ofQuotes runs: ArraySlice<LoggedRun>) -> Int64? {
    runs.first { $0.entity != .quote }.flatMap { $0.entity == .book ? $0.first : nil }
  }

  private mutating func take(
    bookRun run: LoggedRun, _ changes: inout ChangeSet, _ connection: Connection
  ) throws {
    guard run.contains(book) else { return }
    changes.add(run.operation, .book, book, run.fields)
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
    genreRun run: LoggedRun, _ changes: inout ChangeSet, _ connection: Connection
  ) throws {
    switch run.operation {
    case .insert:
      // A new genre comes to a book by a change of the book; one that is brought back, by itself.
      if run.first <= lastGenre, exists {
        let now = Set(try connection.genreIDs(ofBook: book))
        for genre in now.subtracting(genres).sorted() where run.contains(genre) {
          changes.add(.insert, .genre, genre)
          changes.add(.update, .book, book, BookFields.genres.rawValue)
          genres.insert(genre)
        }
      }
      lastGenre = max(lastGenre, run.end &- 1)
    case .update:
      for genre in genres.sorted() where run.contains(genre) {
        changes.add(.update, .genre, genre, run.fields)
      }
    case .delete:
      for genre in genres.sorted() where run.contains(genre) {
        changes.add(.delete, .genre, genre)
        changes.add(.update, .book, book, BookFields.genres.rawValue)
        genres.remove(genre)
      }
    }
  }
}
