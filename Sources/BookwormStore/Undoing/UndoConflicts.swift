// Searches the log of changes, from the step's own row on, for changes by others that prevent the
// step from being undone.
import BookwormRecords
import BookwormStorage

struct UndoConflict {
  let change: RowChange
  var transaction: Int64 = 0
  var committed: Milliseconds = 0
  /// The step of a history that made the change; otherwise 0.
  var step: Int64 = 0
}

/// Compares a step with the log.
struct UndoConflicts {
  let step: UndoStep
  /// The handle's history, for a step in memory; nil for a step in the store. The handle's own
  /// later steps are already undone, so its own transactions are never conflicts.
  let history: UndoHistory?
  let connection: Connection

  /// Reports each conflict, and returns the rows that the step touches. Returns nil if no
  /// transaction of others was compared: either there is none, or the log no longer has the
  /// changes. In the second case, a conflict is reported too.
  func find(_ tell: (UndoConflict) throws -> Void) throws -> TouchedRows? {
    var comparison: Comparison?
    let takenBack =
      history == nil ? try connection.movesTakenBack(after: step.transaction) : []
    let newest = try connection.lastChange()
    var next: Int64? = step.transaction
    while let place = next {
      next = nil
      // Skips the handle's own transactions, whether or not the log still has them. Does not go
      // beyond `newest`, because the handle may have committed since this snapshot was taken.
      let place = max(place, min(history?.lastOwn(after: place) ?? place, newest))
      try connection.changes(after: place) { news in
        guard case .transaction(let transaction) = news else {
          try tell(UndoConflict(change: .reread))
          return false
        }
        if history?.isOwn(transaction.id) == true {
          next = transaction.id
          return false
        }
        if takenBack.contains(transaction.id) { return true }
        guard let runs = transaction.runs else {
          try tell(UndoConflict(change: .reread))
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
  /// A row in the way: undoing the step would restore a unique value to another row, but this row
  /// has that value now.
  private struct Taken {
    let entity: Entity
    let id: Int64
    let field: UInt64
  }

  let touched = TouchedRows()
  private let connection: Connection
  /// Rows that the step inserted and that books may refer to. Undoing the step removes them from
  /// the books.
  private var made: [(entity: Entity, ids: Range<Int64>)] = []
  private let step: UndoStep
  private var taken: [Taken]?

  init(_ step: UndoStep, _ connection: Connection) throws {
    (self.step, self.connection) = (step, connection)
    var reader = UndoLogReader(step)
    while var record = try reader.next() { try take(&record) }
    touched.settle()
  }

  private func take(_ record: inout UndoRecord) throws {
    let (entity, id, descriptor) = (record.entity, record.id, record.entity.descriptor)
    switch record.kind {
    case .inserted:
      let count = record.number
      try touched.add(inserted: entity, id, count)
      if descriptor.users != nil { made.append((entity, id..<max(id, id &+ count))) }
    case .deleted:
      try touched.add(entity, id, TouchedRows.all)
      let row = try record.row()
      if let owner = descriptor.owner, let place = descriptor.place(of: owner.column) {
        try touched.add(owner.entity, row.integer(place), 0)
      }
      for list in descriptor.lists { try take(list, &record) }
    case .updated, .followed:
      let fields = record.fields
      try touched.add(entity, id, fields)
      if !OverwrittenColumns(entity, fields).names.isEmpty { _ = try record.row() }
      for list in descriptor.lists where list.fields & fields != 0 { try take(list, &record) }
    }
  }

  private func take(_ list: EntityList, _ record: inout UndoRecord) throws {
    try record.rows { row in
      if let names = list.names { try touched.add(names.entity, row.integer(0), names.fields) }
    }
  }

  func compare(
    _ transaction: LoggedTransaction, _ runs: ChangeRuns, _ tell: (UndoConflict) throws -> Void
  ) throws {
    func tellOf(_ run: ChangeRun, _ id: Int64) throws {
      let kind: RowChange.Kind =
        switch run.operation {
        case .insert: .inserted
        case .update: .updated
        case .delete: .deleted
        }
      let fields = run.operation == .update ? run.fields : 0
      let change = RowChange(kind, run.entity, id, fields)
      try tell(
        UndoConflict(
          change: change, transaction: transaction.id, committed: transaction.committed,
          step: transaction.step))
    }
    for run in runs {
      try forInserted(run) { try tellOf(run, $0) }
      try forRows(run) { try tellOf(run, $0) }
    }
    for run in runs where run.entity == .book { try forUsers(run) { try tellOf(run, $0) } }
    for run in runs { try forUniques(run) { try tellOf(run, $0) } }
  }

  /// Reports the rows that undoing the step would delete, but that somebody else has changed. Any
  /// change of them is a conflict.
  private func forInserted(_ run: ChangeRun, _ tell: (Int64) throws -> Void) throws {
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

  private func forRows(_ run: ChangeRun, _ tell: (Int64) throws -> Void) throws {
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
      } else if run.fields & run.entity.rowFields != 0 {
        rows[place].hasOtherChanges = true
      }
      place += 1
    }
  }

  /// Reports the books that somebody else has linked to a row that undoing the step would delete.
  private func forUsers(_ run: ChangeRun, _ tell: (Int64) throws -> Void) throws {
    for (entity, ids) in made {
      guard let users = entity.descriptor.users,
        run.operation == .insert || run.fields & users.field != 0
      else { continue }
      for id in ids {
        try connection.each(users.books, id) { select in
          let book = select.int64(0)
          if run.contains(book), !touched.isInserted(run.entity.rawValue, book) { try tell(book) }
        }
      }
    }
  }

  /// Reports the rows in the way (see Taken) that got the unique value, or were inserted, by this
  /// change.
  private func forUniques(_ run: ChangeRun, _ tell: (Int64) throws -> Void) throws {
    func isSet(_ field: UInt64) -> Bool { run.operation == .insert || run.fields & field != 0 }
    guard run.entity.descriptor.uniques.contains(where: { isSet($0.field) }) else { return }
    let taken = try self.taken ?? findTaken()
    self.taken = taken
    for row in taken where row.entity == run.entity && isSet(row.field) && run.contains(row.id) {
      if !touched.isInserted(run.entity.rawValue, row.id) { try tell(row.id) }
    }
  }

  private func findTaken() throws -> [Taken] {
    var taken: [Taken] = []
    var reader = UndoLogReader(step)
    func find(_ entity: Entity, _ id: Int64, _ columns: [String], _ row: [UndoValue]) throws {
      for unique in entity.descriptor.uniques {
        guard let place = columns.firstIndex(of: unique.column), place < row.count,
          case .blob(let key) = row[place],
          let other = try connection.first(unique.row, key: key, { $0.int64(0) }), other != id
        else { continue }
        taken.append(Taken(entity: entity, id: other, field: unique.field))
      }
    }
    while var record = try reader.next() {
      let (entity, descriptor) = (record.entity, record.entity.descriptor)
      switch record.kind {
      case .inserted: break
      case .deleted:
        try find(entity, record.id, descriptor.allColumns, record.row())
        for _ in descriptor.lists { try record.rows { _ in } }
        for child in entity.children {
          try record.rows { try find(child, $0.integer(0), child.descriptor.allColumns, $0) }
        }
      case .updated, .followed:
        let columns = OverwrittenColumns(entity, record.fields).names
        if !columns.isEmpty { try find(entity, record.id, columns, record.row()) }
      }
    }
    return taken
  }
}
