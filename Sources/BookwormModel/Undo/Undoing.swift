// Undoing and redoing, step by step.
import BookwormStorage

extension Store {
  /// What can be undone and redone.
  public func undoInfo() throws -> UndoInfo {
    try checkIsOpen()
    return try history?.info() ?? UndoInfo()
  }

  /// Answers what could be undone before, the step that has been undone first.
  @discardableResult
  public func undo() throws -> UndoInfo { try move(redo: false) }

  @discardableResult
  public func redo() throws -> UndoInfo { try move(redo: true) }

  /// All of a step, or nothing where others have since changed the same rows.
  private func move(redo: Bool) throws -> UndoInfo {
    let field = redo ? "redo" : "undo"
    func next() throws -> UndoStep {
      guard let step = history?.next(redo: redo) else { throw nothing(redo) }
      try step.checkIsKept(field)
      return step
    }
    try checkIsOpen()
    // Before the lock is waited for.
    _ = try next()
    return try write { writer in
      guard let history else { throw Failure.closedHandle }
      let step = try next()
      writer.purpose = redo ? .redo(step) : .undo(step)
      let info = try history.info()
      let conflicts = UndoConflicts(step: step, history: history, connection: writer.connection)
      var found = ConflictText()
      let touched = try conflicts.find { found.add($0) }
      if let text = found.text {
        throw Failure(.conflict, field, text)
      }
      do { try writer.replay(step, touched) } catch let failure as Failure
        where failure.kind == .conflict || failure.kind == .notFound
      {
        throw Failure(.conflict, field, "the store has changed since: \(failure.message)")
      }
      return info
    }
  }

  /// What keeps the next step from being undone, or redone: the changes of others, oldest first.
  public func undoConflicts(redo: Bool) throws -> RowSet {
    let rows = try RowSet.changes(expecting: 8)
    try read { connection in
      guard let history, let step = history.next(redo: redo), !step.isLost else { return }
      try connection.inSnapshot {
        let conflicts = UndoConflicts(step: step, history: history, connection: connection)
        _ = try conflicts.find {
          try rows.append($0.change, transaction: $0.transaction, committed: $0.committed)
        }
      }
    }
    return rows
  }

  /// Forgets all steps.
  public func clearUndo() throws {
    try checkIsOpen()
    history?.clear()
  }

  /// Forgets the next step to undo, or to redo, without doing it.
  public func dropUndo(redo: Bool) throws {
    try checkIsOpen()
    guard history?.drop(redo: redo) == true else { throw nothing(redo) }
  }

  func nothing(_ redo: Bool) -> Failure {
    let field = redo ? "redo" : "undo"
    let off = "undo is off, by an undo_limit of 0 or as the store is read-only"
    let why = history?.whyNoMore(redo: redo) ?? off
    return Failure(
      .notFound, field, "there is nothing to \(field)" + (why.isEmpty ? "" : "; \(why)"))
  }
}

extension Transaction {
  /// What undoing it will be called; the last name that is given counts.
  public func setName(_ name: Bytes) throws {
    try Rules.name(name, "name", limit: Transaction.nameLimit)
    let name = String(decoding: name, as: UTF8.self)
    try write { $0.pending.name = .given(name) }
  }

  private static let nameLimit = 127
}

/// The first few conflicts in words: each row once, however often others have changed it.
private struct ConflictText {
  private struct Row: Hashable {
    let entity: Entity?
    let id: Int64
  }

  private static let mostCounted = 1000
  private var rows: Set<Row> = []
  private var named: [String] = []
  private var isUnknown = false

  mutating func add(_ conflict: UndoConflict) {
    let change = conflict.change
    guard change.kind != .reread else { return isUnknown = true }
    guard rows.count < ConflictText.mostCounted,
      rows.insert(Row(entity: change.entity, id: change.id)).inserted, named.count < 3
    else { return }
    let what = (change.entity ?? .book).descriptor.name
    let how =
      switch change.kind {
      case .inserted: "added"
      case .deleted: "deleted"
      default: "changed"
      }
    named.append("\(what) \(change.id) (\(how))")
  }

  var text: String? {
    if !rows.isEmpty {
      let isMost = rows.count == ConflictText.mostCounted
      let others = (isMost ? "at least " : "") + "\(rows.count - named.count)"
      let more = rows.count > named.count ? " and \(others) more" : ""
      return "others have since changed what this step touches: "
        + named.joined(separator: ", ") + more
    }
    return isUnknown
      ? "others have changed more since than the store's log can tell; it may be what this step"
        + " touches" : nil
  }
}
