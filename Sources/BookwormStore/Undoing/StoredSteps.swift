// Reads the steps of a history in the store.
import BookwormRecords
import BookwormStorage
import BookwormText

extension RowSet {
  private static let stepLayout = RowLayout([
    ColumnSpec(.int64),
    ColumnSpec(.instant),
    ColumnSpec(.flag),
    ColumnSpec(.flag),
    ColumnSpec(.int32),
    ColumnSpec(.text, optional: true),
    ColumnSpec(.int64, optional: true),
    ColumnSpec(.int64, optional: true),
    ColumnSpec(.int64, optional: true),
    ColumnSpec(.int64, optional: true),
    ColumnSpec(.int64, optional: true),
    ColumnSpec(.int64, optional: true),
    ColumnSpec(.text, optional: true),
    ColumnSpec(.int32, optional: true),
  ])

  static func steps(expecting rows: Int) throws -> RowSet {
    try RowSet(.steps, stepLayout, expecting: rows)
  }

  private static let historyLayout = RowLayout([
    ColumnSpec(.text), ColumnSpec(.int64), ColumnSpec(.int64), ColumnSpec(.instant),
    ColumnSpec(.int64),
  ])

  /// The histories of a store; the history with the latest step comes first.
  static func histories(_ connection: Connection) throws -> RowSet {
    let rows = try RowSet(.histories, historyLayout, expecting: 4)
    let select = try connection.statement(HistorySQL.histories)
    defer { select.reset() }
    try rows.append(rowsOf: select)
    return rows
  }

  /// Returns a row of a result of histories. `last` is when its latest step was first carried out.
  package func history(
    _ row: Int
  ) -> (name: Bytes, steps: Int64, bytes: Int64, last: Milliseconds, forgotten: Int64) {
    func number(_ column: Int) -> Int64 { self.number(layout.columns[column], row, as: Int64.self) }
    return (text(layout.columns[0], row), number(1), number(2), number(3), number(4))
  }

  /// Describes the step in a row of a result of steps.
  package func step(_ row: Int, _ language: Language) -> UndoStepInfo {
    var info = stepInfo(row)
    info.name = UndoSentence.of(stepName(row), info, language)
    return info
  }

  func stepName(_ row: Int) -> UndoStepName {
    let columns = layout.columns
    let name = isPresent(columns[5], row) ? text(columns[5], row) : Bytes(start: nil, count: 0)
    return UndoStepName(
      number: Int64(number(columns[4], row, as: Int32.self)),
      String(decoding: name, as: UTF8.self), stepInfo(row).summary)
  }

  private func stepInfo(_ row: Int) -> UndoStepInfo {
    let columns = layout.columns
    func number(_ column: Int) -> Int64 { self.number(columns[column], row, as: Int64.self) }
    func flag(_ column: Int) -> Bool { self.number(columns[column], row, as: Int32.self) == 1 }
    var info = UndoStepInfo()
    (info.step, info.done) = (number(0), number(1))
    (info.isUndone, info.isKept) = (flag(2), flag(3))
    if isPresent(columns[6], row), let change = UndoSummary.Change(rawValue: number(6)),
      let entity = Entity(rawValue: UInt8(truncatingIfNeeded: number(7)))
    {
      info.summary = UndoSummary(
        change: change, entity: entity, count: number(8), id: number(9),
        fields: UInt64(bitPattern: number(10)), hasMore: number(11) == 1)
    }
    if isPresent(columns[12], row) {
      info.subject = String(decoding: text(columns[12], row), as: UTF8.self)
    }
    if isPresent(columns[13], row) { info.value = self.number(columns[13], row, as: Int32.self) }
    // See HistorySQL.exactRating.
    if info.summary?.isExactRating == true, info.value > 5 {
      let exact = Double(info.value) / 100
      (info.exactRating, info.value) = (exact, ExactRating.rating(of: exact) ?? -1)
    }
    return info
  }
}

extension KeptHistory {
  /// The steps of the history, the last one first.
  func steps(_ connection: Connection) throws -> RowSet {
    try rows(HistorySQL.all, connection, expecting: 64)
  }

  /// Returns a result with the chosen step; an empty result if the step does not exist.
  func find(_ choice: StepChoice, redo: Bool, _ connection: Connection) throws -> RowSet {
    switch choice {
    case .next:
      try rows(redo ? HistorySQL.nextToRedo : HistorySQL.nextToUndo, connection, expecting: 1)
    case .step(let id): try rows(HistorySQL.one, connection, expecting: 1, id)
    }
  }

  private func rows(
    _ sql: SQL, _ connection: Connection, expecting count: Int, _ step: Int64? = nil
  ) throws -> RowSet {
    let rows = try RowSet.steps(expecting: count)
    let select = try connection.statement(sql)
    defer { select.reset() }
    try select.bind(1, .text(wanted.name))
    select.bind(2, UndoStep.form)
    if let step { select.bind(3, step) }
    try rows.append(rowsOf: select)
    return rows
  }

  /// Returns a step with the log that undoes or redoes it; nil if no next step exists. Throws if
  /// a step with the given id does not exist, or if it cannot be undone or redone as `redo`
  /// requests. If `redo` is nil, both are accepted.
  func step(_ choice: StepChoice, redo: Bool?, _ connection: Connection) throws -> UndoStep? {
    let found = try find(choice, redo: redo ?? false, connection)
    guard found.count > 0 else {
      guard case .step(let id) = choice else { return nil }
      throw Failure(
        .notFound, "step", "this history has no step \(id); it may have been forgotten")
    }
    let info = found.step(0, .english)
    guard info.isUndone == redo ?? info.isUndone else {
      var failure = Failure(
        .invalid, "step",
        "the step \(info.step) is \(info.isUndone ? "undone already" : "not undone")")
      failure.reason = info.isUndone ? .undoneAlready : .notUndone
      throw failure
    }
    return try storedStep(info.step, found.stepName(0), connection)
  }

  func clear(_ connection: Connection) throws {
    let clear = try connection.statement(HistorySQL.clear)
    try clear.bind(1, .text(wanted.name))
    try clear.run()
    forgotten = 0
  }

  /// Forgets the next step. Returns false if there is none.
  func drop(redo: Bool, _ connection: Connection) throws -> Bool {
    let next = try find(.next, redo: redo, connection)
    guard next.count > 0 else { return false }
    // Perhaps only the dropped step records this number.
    let forgotten = try forgotten(connection)
    for (sql, number) in [
      (HistorySQL.drop, next.step(0, .english).step), (HistorySQL.setForgotten, forgotten),
    ] {
      let change = try connection.statement(sql)
      try change.bind(1, .text(wanted.name))
      change.bind(2, number)
      try change.run()
    }
    return true
  }

  func info(_ connection: Connection) throws -> UndoInfo {
    let counts = try connection.statement(HistorySQL.counts)
    defer { counts.reset() }
    try counts.bind(1, .text(wanted.name))
    var info = UndoInfo()
    info.isOn = true
    guard try counts.step() else { return info }
    (info.undoCount, info.redoCount) = (Int(counts.int64(0)), Int(counts.int64(1)))
    (info.storeBytes, info.forgotten) = (Int(counts.int64(2)), counts.int64(3))
    counts.reset()
    for redo in [false, true] {
      let next = try find(.next, redo: redo, connection)
      guard next.count > 0 else { continue }
      if redo {
        info.redoName = next.stepName(0).text
      } else {
        info.undoName = next.stepName(0).text
      }
    }
    info.lastStep = lastStep
    return info
  }

  private func storedStep(
    _ id: Int64, _ name: UndoStepName, _ connection: Connection
  ) throws -> UndoStep {
    let select = try connection.statement(HistorySQL.log)
    defer { select.reset() }
    try select.bind(1, .text(wanted.name))
    select.bind(2, id)
    guard try select.step() else { throw UndoRecord.broken }
    let (change, form) = (select.int64(0), select.int64(1))
    guard form == UndoStep.form, !select.isNull(4) else {
      let reason: UndoLoss.Reason = form == UndoStep.form ? .history(limit: nil) : .otherForm
      let loss = UndoLoss(reason: reason, size: Int(clamping: select.int64(2)))
      return UndoStep(.lost(loss), transaction: change, name: name, id: id)
    }
    let log = select.blob(4)
    guard UndoStep.checksum(log) == select.int64(3) else { throw UndoRecord.broken }
    var buffer = MemoryBuffer()
    try buffer.append(bytes: log)
    return UndoStep(
      .kept(UndoBytes(nil, from: 0, 0, buffer)), transaction: change, name: name, id: id)
  }
}

extension Connection {
  /// Returns the ids of later transactions that cancel each other. Of each two, one carried out or
  /// redid a step, and the other undid it.
  func movesTakenBack(after transaction: Int64) throws -> Set<Int64> {
    var open: [Int64: Int64] = [:]
    var takenBack: Set<Int64> = []
    try each(HistorySQL.moves, transaction) { select in
      let (move, step) = (select.int64(0), select.int64(1))
      if let first = open.removeValue(forKey: step) {
        takenBack.formUnion([first, move])
      } else {
        open[step] = move
      }
    }
    return takenBack
  }

  /// The name of a step's history; nil if the step is gone.
  func history(ofStep id: Int64) throws -> String? {
    try first(HistorySQL.owner, id) { String(decoding: $0.text(0), as: UTF8.self) }
  }
}
