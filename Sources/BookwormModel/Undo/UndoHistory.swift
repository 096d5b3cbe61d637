// The steps that a store's handle can undo and redo, and which of the log's transactions are its
// own.
import BookwormStorage

public struct UndoInfo: Sendable {
  public var isOn = false
  public var undoCount = 0
  public var redoCount = 0
  public var memoryBytes = 0
  public var fileBytes = 0
  /// "" where there is nothing to undo, or redo.
  public var undoName = ""
  public var redoName = ""
}

/// What a write is for.
enum WritePurpose {
  case change
  case undo(UndoStep)
  case redo(UndoStep)
}

final class UndoHistory: @unchecked Sendable {
  private struct Run {
    var first: Int64
    var end: Int64
  }

  /// Bytes in memory.
  let limit: Int
  /// Nil where steps are kept in memory only.
  let file: UndoFile?
  private let lock = Lock()
  private var done = UndoStack()
  private var undone = UndoStack()
  /// The ids in the log of the transactions that were committed here, in rising order; those that
  /// follow one another are one run, however many they are.
  private var own: [Run] = []

  private static let stepLimit = 100_000
  /// A store's log has no rows that are older than the newest by so many, also where it is trimmed
  /// late. A run that ends before them is followed by a transaction of somebody else that the log
  /// no longer has: steps that are as old are refused in any case, and the run is of no use.
  private static let logLimit = 4 * ChangeLog.lengthLimit

  init(limitKiB: Int32, _ file: UndoFile?) {
    limit = Int(limitKiB) * 1024
    self.file = file
  }

  /// Of a transaction that begins.
  func makeLog() -> UndoLog { UndoLog(memoryLimit: limit - UndoStep.overhead, file: file) }

  /// The step that comes next.
  func next(redo: Bool) -> UndoStep? { lock.withLock { redo ? undone.last : done.last } }

  /// Why there is nothing more, where steps have been forgotten; else "".
  func whyNoMore(redo: Bool) -> String {
    lock.withLock { redo ? undone.whyNoMore : done.whyNoMore }
  }

  func info() throws -> UndoInfo {
    try lock.withLock {
      UndoInfo(
        isOn: true, undoCount: done.count, redoCount: undone.count,
        memoryBytes: done.memory + undone.memory, fileBytes: done.file + undone.file,
        undoName: try done.last?.name().text ?? "",
        redoName: try undone.last?.name().text ?? "")
    }
  }

  /// The step that comes next, and what it is called.
  func named(redo: Bool) throws -> (step: UndoStep, name: UndoStepName)? {
    try lock.withLock {
      guard let step = redo ? undone.last : done.last else { return nil }
      return (step, try step.name())
    }
  }

  func isOwn(_ transaction: Int64) -> Bool { lastOwn(after: transaction &- 1) >= transaction }

  /// The last of the transactions of this handle that follow this one without another's between
  /// them; the transaction itself where there is none.
  func lastOwn(after transaction: Int64) -> Int64 {
    let next = transaction &+ 1
    return lock.withLock {
      var (low, high) = (0, own.count)
      while low < high {
        let middle = (low + high) / 2
        if own[middle].end <= next { low = middle + 1 } else { high = middle }
      }
      return low < own.count && own[low].first <= next ? own[low].end &- 1 : transaction
    }
  }

  /// `log` is what undoes the write that was committed as `transaction`.
  func committed(
    _ purpose: WritePurpose, _ log: UndoLog, _ position: UndoLogPosition, transaction: Int64,
    name: UndoStepName?
  ) {
    lock.withLock {
      switch purpose {
      case .change:
        if let step = log.finish(position, transaction: transaction, name: name) {
          undone = UndoStack()
          done.push(step)
          // Earlier steps then look on what it changed as on the work of others.
          if step.isLost { return }
        }
      case .undo(let step):
        move(step, from: &done, to: &undone, log, position, transaction)
      case .redo(let step):
        move(step, from: &undone, to: &done, log, position, transaction)
      }
      note(own: transaction)
      if case .undo = purpose { trim(keeping: .redo) } else { trim(keeping: .undo) }
    }
  }

  /// A step that was forgotten meanwhile stays so, and what undoes it too.
  private func move(
    _ step: UndoStep, from: inout UndoStack, to: inout UndoStack, _ log: UndoLog,
    _ position: UndoLogPosition, _ transaction: Int64
  ) {
    guard from.last === step else { return }
    from.pop()
    if let back = log.finish(position, transaction: transaction, name: step.known) {
      to.push(back)
    }
  }

  private func note(own transaction: Int64) {
    if let last = own.last, last.end == transaction {
      own[own.count - 1].end = transaction &+ 1
    } else {
      own.append(Run(first: transaction, end: transaction &+ 1))
    }
    let oldest = transaction &- UndoHistory.logLimit
    if let first = own.first, first.end <= oldest { own.removeAll { $0.end <= oldest } }
  }

  private enum Kept { case undo, redo }

  /// The oldest go first: to the file, and then for good. The last of those to be kept stays: it
  /// fits by itself.
  private func trim(keeping kept: Kept) {
    let most = UndoLimits(
      memory: limit, file: file?.limit ?? 0, count: UndoHistory.stepLimit)
    let beside = most.beside(undone)
    guard !beside.allow(done.memory, done.file, done.count) else { return }
    // Some more than must be, so that not every step moves all the others.
    let aim = most.lowered
    var reason = "undo_limit and undo_file_limit had no room for them"
    if let file, done.memory + undone.memory > limit {
      do {
        try done.move(to: file) { $0 + undone.memory <= aim.memory }
        try undone.move(to: file) { $0 + done.memory <= aim.memory }
      } catch { reason = (error as? StorageError)?.message ?? reason }
    }
    done.drop(
      until: aim.beside(undone).allow, keepLast: kept == .undo, because: reason)
    undone.drop(
      until: most.beside(done).allow, keepLast: kept == .redo, because: reason)
  }

  /// `reason`: to be told to whoever asks for more of them.
  func clear(_ reason: String? = nil) {
    lock.withLock {
      done = UndoStack(emptyBecause: reason)
      undone = UndoStack(emptyBecause: reason)
    }
  }

  /// Forgets the next step to undo, or to redo; false where there is none.
  func drop(redo: Bool) -> Bool {
    lock.withLock {
      let isThere = redo ? undone.last != nil : done.last != nil
      if redo { undone.pop() } else { done.pop() }
      return isThere
    }
  }
}
