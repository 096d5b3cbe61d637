// A kept history stores its steps in the store. The transaction that makes a change also writes the
// step, so the store has both or neither. StoredSteps reads them.
import BookwormRecords
import BookwormStorage

/// Each handle has its own object; all objects with one name have the same steps.
final class KeptHistory: @unchecked Sendable {
  let wanted: StepHistory
  private let lock = Lock()
  private var last: Int64 = 0
  /// The steps and bytes that this handle has added since it last removed the oldest steps; nil if
  /// it has not removed any yet. Guarded by the write lock.
  private var added: (steps: Int, bytes: Int)?
  /// The number of steps that the history has forgotten. Each new step records it. Guarded by the
  /// write lock.
  var forgotten: Int64 = 0

  init(_ wanted: StepHistory) { self.wanted = wanted }

  /// The last step recorded through this object, or 0.
  var lastStep: Int64 {
    get { lock.withLock { last } }
    set { lock.withLock { last = newValue } }
  }

  /// Returns an empty log for a new transaction.
  func makeLog() -> UndoLog {
    UndoLog(
      memoryLimit: wanted.bytes - UndoStep.overhead, file: nil,
      aboveLimits: .history(limit: wanted.bytes))
  }

  /// Called just before the transaction with the number `change` commits. `step` undoes that
  /// transaction. Returns the id of the step that the transaction carries out, undoes or redoes;
  /// nil if there is none.
  func record(
    _ step: UndoStep?, _ purpose: WritePurpose, _ connection: Connection, as change: Int64,
    at now: Milliseconds
  ) throws -> Int64? {
    let (moved, isUndone): (UndoStep, Bool)
    switch purpose {
    case .change:
      guard let step else { return nil }
      try trim(connection, step)
      try insert(step, connection, at: now)
      return change
    case .undo(let known): (moved, isUndone) = (known, true)
    case .redo(let known): (moved, isUndone) = (known, false)
    }
    added?.bytes += step?.memory ?? 0
    let move = try connection.statement(HistorySQL.move)
    try move.bind(1, .text(wanted.name))
    move.bind(2, moved.transaction)
    move.bind(3, change)
    move.bind(4, isUndone ? 1 : 0 as Int64)
    try move.bind(from: 5, logOf: step)
    try move.run()
    return moved.id
  }

  /// Removes the oldest steps, but only from time to time, because that takes longer than the rest
  /// of a small step.
  private func trim(_ connection: Connection, _ step: UndoStep) throws {
    let (steps, bytes) = ((added?.steps ?? 0) + 1, (added?.bytes ?? 0) + step.memory)
    let slack = (steps: wanted.steps / 16, bytes: wanted.bytes / 16)
    guard added == nil || steps > slack.steps || bytes > slack.bytes else {
      added = (steps, bytes)
      return
    }
    added = (0, 0)
    forgotten = try forgotten(connection)
    // The new step is not written yet.
    _ = try drop(HistorySQL.dropUnborn, step.transaction, connection)
    forgotten += try drop(HistorySQL.trimSteps, Int64(wanted.steps - 1), connection)
    forgotten += try drop(HistorySQL.trimBytes, Int64(wanted.bytes - step.memory), connection)
  }

  /// Returns the number of deleted steps.
  private func drop(_ sql: SQL, _ limit: Int64, _ connection: Connection) throws -> Int64 {
    let drop = try connection.statement(sql)
    try drop.bind(1, .text(wanted.name))
    drop.bind(2, limit)
    try drop.run()
    return connection.changes
  }

  func forgotten(_ connection: Connection) throws -> Int64 {
    let select = try connection.statement(HistorySQL.forgotten)
    defer { select.reset() }
    try select.bind(1, .text(wanted.name))
    return try select.step() ? select.int64(0) : 0
  }

  private func insert(_ step: UndoStep, _ connection: Connection, at now: Milliseconds) throws {
    let name = try step.name()
    let summary = try name.summary(of: step)
    let details = try summary.flatMap {
      $0.id == 0 ? nil : try UndoDetails($0, nil, deletedIn: step)
    }
    let columns = details?.sql(id: "?9", known: "?17")
    let insert = try connection.statement(
      composed: HistorySQL.insert(
        subject: columns?.subject ?? "NULL", value: columns?.value ?? "NULL"))
    insert.bind(1, step.transaction)
    try insert.bind(2, .text(wanted.name))
    insert.bind(3, now)
    insert.bind(4, name.number)
    try insert.bind(5, name.given.map { Statement.Value.text(Array($0.utf8)) } ?? .null)
    for (place, value) in summary.columns.enumerated() {
      try insert.bind(Int32(6 + place), value.map { Statement.Value.integer($0) } ?? .null)
    }
    try insert.bind(from: 12, logOf: step)
    if forgotten > 0 { insert.bind(16, forgotten) } else { insert.bindNull(16) }
    if let known = columns?.known { try insert.bind(17, known) }
    try insert.run()
  }
}

/// Selects a step of a history.
enum StepChoice {
  case next
  case step(Int64)
}

extension Optional<UndoSummary> {
  /// The values of a step's columns from `action` to `more`.
  fileprivate var columns: [Int64?] {
    guard let self else { return [Int64?](repeating: nil, count: 6) }
    return [
      self.change.rawValue, Int64(self.entity.rawValue), self.count, self.id,
      Int64(bitPattern: self.fields), self.hasMore ? 1 : 0,
    ]
  }
}

extension Statement {
  /// Binds the columns from `form` to `log`. The step must live until the statement has run.
  fileprivate func bind(from first: Int32, logOf step: UndoStep?) throws {
    bind(first, UndoStep.form)
    bind(first + 1, Int64(step?.memory ?? UndoStep.overhead))
    let log: Bytes?
    switch step?.log {
    case .kept(let bytes): log = bytes.buffer.bytes
    case .lost: log = nil
    // The undo or redo found nothing left to change.
    case nil: log = Bytes(start: nil, count: 0)
    }
    bind(first + 2, log.map(UndoStep.checksum) ?? 0)
    try bindBlob(first + 3, log)
  }
}
