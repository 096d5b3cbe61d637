// What others have changed since a step was done that keeps it from being undone: found in the log
// of changes, from the step's own row on.
import BookwormStorage

struct UndoConflict {
  let change: RowChange
  let transaction: Int64
  let committed: Milliseconds
}

/// Compares a step with the log.
struct UndoConflicts {
  let step: UndoStep
  let history: UndoHistory
  let connection: Connection

  /// Tells of each conflict. The answer is nil where nobody else has changed anything.
  func find(_ tell: (UndoConflict) throws -> Void) throws -> TouchedRows? {
    var comparison: Comparison?
    // What else this handle committed meanwhile is not in this snapshot.
    let newest = try connection.lastChange()
    var next: Int64? = step.transaction
    while let place = next {
      next = nil
      // Past the handle's own transactions, whether or not the log still has them.
      let place = max(place, min(history.lastOwn(after: place), newest))
      try connection.changes(after: place) { news in
        guard case .transaction(let transaction) = news else {
          try tell(UndoConflict(change: .reread, transaction: 0, committed: 0))
          return false
        }
        if history.isOwn(transaction.id) {
          next = transaction.id
          return false
        }
        guard let runs = transaction.runs else {
          try tell(UndoConflict(change: .reread, transaction: 0, committed: 0))
          return false
        }
        if comparison == nil { comparison = try Comparison(step, connection) }
        try comparison?.compare(transaction, runs, tell)
        return true
      }
    }
    return comparison?.touched
  }
}

private final class Comparison {
  let touched = TouchedRows()
  private let connection: Connection
  /// Genres that the step made: it takes them off every book.
  private var madeGenres: [Range<Int64>] = []
  /// Keys of names that genres are to have again.
  private var names: [(key: [UInt8], genre: Int64)] = []

  init(_ step: UndoStep, _ connection: Connection) throws {
    self.connection = connection
    var reader = TapeReader(step.tape)
    while var record = try reader.next() { try take(&record) }
    touched.settle()
  }

  private func take(_ record: inout TapeRecord) throws {
    if record.kind == .inserted {
      let (entity, first, count) = (try record.entity(), try record.number(), try record.number())
      try touched.add(inserted: entity, first, count)
      if entity == .genre { madeGenres.append(first..<max(first, first &+ count)) }
      return
    }
    let id = try record.number()
    switch record.kind {
    case .inserted: break
    case .bookDeleted:
      try touched.add(.book, id, TouchedRows.all)
      _ = try record.row()
      try record.rows { try touched.add(.genre, $0.integer(0), 0) }
    case .bookChanged:
      let fields = try record.fields()
      try touched.add(.book, id, fields)
      if !OverwrittenColumns(BookFields(rawValue: fields)).columns.isEmpty { _ = try record.row() }
      if BookFields(rawValue: fields).contains(.genres) {
        try record.rows { try touched.add(.genre, $0.integer(0), 0) }
      }
    case .genreDeleted:
      try touched.add(.genre, id, TouchedRows.all)
      let row = try record.row()
      if row.count > 3, case .blob(let key) = row[3] { names.append((Array(key), id)) }
      try record.rows { try touched.add(.book, $0.integer(0), BookFields.genres.rawValue) }
    case .genreChanged:
      let fields = try record.fields()
      try touched.add(.genre, id, fields)
      let row = try record.row()
      if GenreFields(rawValue: fields).contains(.name), row.count == 4, case .blob(let key) = row[2]
      {
        names.append((Array(key), id))
      }
    case .quoteDeleted:
      try touched.add(.quote, id, TouchedRows.all)
      try touched.add(.book, try record.row().integer(1), 0)
    case .quoteChanged:
      try touched.add(.quote, id, try record.fields())
    }
  }

  func compare(
    _ transaction: LoggedTransaction, _ runs: [LoggedRun], _ tell: (UndoConflict) throws -> Void
  ) throws {
    func tellOf(_ run: LoggedRun, _ id: Int64) throws {
      let kind: RowChange.Kind =
        switch run.operation {
        case .insert: .inserted
        case .update: .updated
        case .delete: .deleted
        }
      let fields = run.operation == .update ? run.fields : 0
      let change = RowChange(kind, RowChange.Entity(run.entity), id, fields)
      try tell(
        UndoConflict(change: change, transaction: transaction.id, committed: transaction.committed))
    }
    for run in runs {
      try forInserted(run) { try tellOf(run, $0) }
      try forRows(run) { try tellOf(run, $0) }
    }
    for run in runs where run.entity == .book { try forUsers(run) { try tellOf(run, $0) } }
    for run in runs where run.entity == .genre { try forNames(run) { try tellOf(run, $0) } }
  }

  /// Any change of a row that is to go is in the way.
  private func forInserted(_ run: LoggedRun, _ tell: (Int64) throws -> Void) throws {
    let entity = run.entity.rawValue
    let inserted = touched.runs
    var place = touched.runPlace(entity, run.first)
    while place < inserted.count, inserted[place].entity == entity, inserted[place].first < run.end
    {
      let first = max(inserted[place].first, run.first)
      for id in first..<max(first, min(inserted[place].end, run.end)) { try tell(id) }
      place += 1
    }
  }

  private func forRows(_ run: LoggedRun, _ tell: (Int64) throws -> Void) throws {
    let entity = run.entity.rawValue
    let rows = touched.rows
    var place = touched.place(entity, run.first)
    while place < rows.count, rows[place].entity == entity, rows[place].id < run.end {
      let row = rows[place]
      let isInTheWay =
        switch run.operation {
        case .insert: row.fields != 0
        case .update: row.fields & run.fields != 0
        case .delete: true
        }
      if isInTheWay {
        if !touched.isInserted(entity, row.id) { try tell(row.id) }
      } else if !BookFields(rawValue: run.fields).isSubset(of: [.genres, .quotes]) {
        rows[place].hasOtherChanges = true
      }
      place += 1
    }
  }

  /// Books to which somebody else has given a genre that is to go.
  private func forUsers(_ run: LoggedRun, _ tell: (Int64) throws -> Void) throws {
    guard run.operation == .insert || BookFields(rawValue: run.fields).contains(.genres) else {
      return
    }
    for genre in madeGenres.joined() {
      let select = try connection.statement(BookGenreSQL.booksUnordered)
      defer { select.reset() }
      select.bind(1, genre)
      while try select.step() {
        let book = select.int64(0)
        if run.contains(book), !touched.isInserted(run.entity.rawValue, book) { try tell(book) }
      }
    }
  }

  /// Genres that somebody else has given a name that is needed again.
  private func forNames(_ run: LoggedRun, _ tell: (Int64) throws -> Void) throws {
    guard run.operation == .insert || GenreFields(rawValue: run.fields).contains(.name) else {
      return
    }
    for (key, genre) in names {
      guard let other = try connection.genre(withKey: key), other != genre, run.contains(other)
      else { continue }
      if !touched.isInserted(run.entity.rawValue, other) { try tell(other) }
    }
  }
}
