// Undoes and redoes, step by step.
import BookwormRecords
import BookwormStorage

extension Store {
  /// Returns what can be undone and redone.
  package func undoInfo() throws -> UndoInfo {
    try checkIsOpen()
    guard let kept else { return try history?.info() ?? UndoInfo() }
    var info = try read { try kept.info($0) }
    if isReadOnly { info.isOn = false }
    return info
  }

  /// The steps of the store's history, the last one first.
  package func listSteps() throws -> RowSet {
    try checkIsOpen()
    let kept = try keptHistory()
    return try read { try kept.steps($0) }
  }

  /// All histories of the store, whether or not it was opened with one.
  package func listHistories() throws -> RowSet {
    try checkIsOpen()
    return try read { try RowSet.histories($0) }
  }

  /// Undoes the next step. Returns undoInfo() as it was before the call; its `undoName` names the
  /// step that was undone.
  @discardableResult
  package func undo() throws -> UndoInfo { try move(.next, redo: false) }

  @discardableResult
  package func redo() throws -> UndoInfo { try move(.next, redo: true) }

  /// Undoes a step of the store's history, even if later steps follow it.
  @discardableResult
  package func undo(step: Int64) throws -> UndoInfo { try move(.step(step), redo: false) }

  @discardableResult
  package func redo(step: Int64) throws -> UndoInfo { try move(.step(step), redo: true) }

  private func keptHistory() throws -> KeptHistory {
    guard let kept else {
      throw Failure(.argument, "history", "the store was opened without the name of a history")
    }
    return kept
  }

  /// Returns the selected step, or nil. Only steps in the store need a connection.
  private func step(
    _ choice: StepChoice, redo: Bool, _ connection: Connection?
  ) throws -> UndoStep? {
    if let kept, let connection { return try kept.step(choice, redo: redo, connection) }
    if case .step = choice { _ = try keptHistory() }
    return history?.next(redo: redo)
  }

  /// Undoes or redoes a step completely. Throws, without any change, if others have changed the
  /// same rows since.
  private func move(_ choice: StepChoice, redo: Bool) throws -> UndoInfo {
    let field = redo ? "redo" : "undo"
    func wanted(_ connection: Connection?) throws -> UndoStep {
      guard let step = try step(choice, redo: redo, connection) else { throw nothing(redo) }
      try step.checkIsKept(field)
      return step
    }
    try checkIsOpen()
    // A step in memory is checked before waiting for the lock.
    if kept == nil { _ = try wanted(nil) }
    return try restoringUniqueValues(field) { writer in
      let step = try wanted(writer.connection)
      writer.purpose = redo ? .redo(step) : .undo(step)
      var info = try kept?.info(writer.connection) ?? history?.info() ?? UndoInfo()
      if case .step = choice {
        let name = try step.name().text
        if redo { info.redoName = name } else { info.undoName = name }
      }
      let conflicts = UndoConflicts(step: step, history: history, connection: writer.connection)
      var found = ConflictText()
      let touched = try conflicts.find { found.add($0) }
      if let text = try found.text({ try kept == nil ? "" : writer.connection.author($0) }) {
        throw Failure(.conflict, field, text)
      }
      do { try writer.replay(step, touched) } catch let failure as Failure
        where failure.kind == .conflict || failure.kind == .notFound
      {
        throw Failure(.conflict, field, "the store has changed since: \(failure.message)")
      }
      if let loss = writer.undoLog?.loss(&writer.pending.undo) {
        throw loss.refusal(field, redo ? info.redoName : info.undoName)
      }
      return info
    }
  }

  /// Writes in a transaction. If a later row has a unique value that the step restores, this is a
  /// conflict, even if the log no longer has the change. A server may report it only at the commit.
  private func restoringUniqueValues<R>(
    _ field: String, _ body: (Writer) throws -> R
  ) throws -> R {
    do {
      return try write { try body($0) }
    } catch let error as StorageError where error.isOfUniqueValue {
      throw Failure(
        .conflict, field,
        "the store has changed since: another row now has a global id that this step restores")
    }
  }

  /// Lists the changes by others that prevent the next step from being undone or redone.
  package func undoConflicts(redo: Bool) throws -> RowSet {
    try conflicts { try step(.next, redo: redo, $0) }
  }

  /// The same for a step of a history: the changes that prevent it from being undone or, if it is
  /// already undone, from being redone.
  package func conflicts(ofStep id: Int64) throws -> RowSet {
    let kept = try keptHistory()
    return try conflicts { try kept.step(.step(id), redo: nil, $0) }
  }

  private func conflicts(of step: (Connection) throws -> UndoStep?) throws -> RowSet {
    let rows = try RowSet.changes(expecting: 8)
    try read { connection in
      try connection.inSnapshot {
        guard let step = try step(connection), !step.isLost else { return }
        let conflicts = UndoConflicts(step: step, history: history, connection: connection)
        _ = try conflicts.find {
          try rows.append(
            $0.change, transaction: $0.transaction, committed: $0.committed, step: $0.step)
        }
      }
    }
    return rows
  }

  /// Forgets all steps.
  package func clearUndo() throws {
    try checkIsOpen()
    history?.clear()
    if let kept { try write { writer in try kept.clear(writer.connection) } }
  }

  /// Forgets the next step to undo, or to redo, without doing it.
  package func dropUndo(redo: Bool) throws {
    try checkIsOpen()
    if let kept {
      let isThere = try write { writer in try kept.drop(redo: redo, writer.connection) }
      guard isThere else { throw nothing(redo) }
    } else if history?.drop(redo: redo) != true {
      throw nothing(redo)
    }
  }

  func nothing(_ redo: Bool) -> Failure {
    let field = redo ? "redo" : "undo"
    let off = "undo is off, because of undo_limit or because the store is read-only"
    let why = kept == nil ? history?.whyNoMore(redo: redo) ?? off : ""
    return Failure(
      .notFound, field, "there is nothing to \(field)" + (why.isEmpty ? "" : "; \(why)"))
  }
}

extension Connection {
  /// Describes the author of a change that a step of a history made: see UndoConflict.step.
  fileprivate func author(_ step: Int64) throws -> String {
    guard step != 0 else { return " by another program" }
    guard let history = try history(ofStep: step) else { return " by the forgotten step \(step)" }
    return " by step \(step) of \"\(history.prefix(30))\""
  }
}

extension Transaction {
  /// Sets the name of the transaction's step. The last name that was set counts.
  package func setName(_ name: Bytes) throws {
    try Rules.name(name, "name", limit: Transaction.nameLimit)
    let name = String(decoding: name, as: UTF8.self)
    try write { $0.pending.name = .given(name) }
  }

  private static let nameLimit = 127
}

/// The first few conflicts in words. Each row is listed once, however often others have changed it.
private struct ConflictText {
  private struct Row: Hashable {
    let entity: Entity?
    let id: Int64
  }

  private static let mostCounted = 1000
  private var rows: Set<Row> = []
  private var named: [UndoConflict] = []
  private var isUnknown = false

  mutating func add(_ conflict: UndoConflict) {
    let change = conflict.change
    guard change.kind != .reread else { return isUnknown = true }
    guard rows.count < ConflictText.mostCounted,
      rows.insert(Row(entity: change.entity, id: change.id)).inserted, named.count < 3
    else { return }
    named.append(conflict)
  }

  private static func words(_ change: RowChange, _ author: String) -> String {
    let what = (change.entity ?? .book).descriptor.name
    let how =
      switch change.kind {
      case .inserted: "added"
      case .deleted: "deleted"
      default: "changed"
      }
    return "\(what) \(change.id) (\(how)\(author))"
  }

  /// Nil without conflicts. `author` returns words for the author of a change, given the id of the
  /// step that made it.
  func text(_ author: (Int64) throws -> String) rethrows -> String? {
    if !rows.isEmpty {
      let isMost = rows.count == ConflictText.mostCounted
      let others = (isMost ? "at least " : "") + "\(rows.count - named.count)"
      let more = rows.count > named.count ? " and \(others) more" : ""
      let rows = try named.map { ConflictText.words($0.change, try author($0.step)) }
      return "others have since changed what this step touches: "
        + rows.joined(separator: ", ") + more
    }
    return isUnknown
      ? "the store's log does not list all changes since this step; others may have changed what it"
        + " touches" : nil
  }
}
