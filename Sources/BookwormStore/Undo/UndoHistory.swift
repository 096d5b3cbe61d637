// An undo history holds the steps that a store's handle can undo and redo, and records which
// transactions in the log are its own.
import BookwormStorage

package struct UndoInfo: Sendable, Equatable {
  package var isOn = false
  package var undoCount = 0
  package var redoCount = 0
  package var memoryBytes = 0
  package var fileBytes = 0
  /// The names of the next steps; "" if there is nothing to undo or redo.
  package var undoName = ""
  package var redoName = ""
  /// For a history in the store: its bytes there, the number of steps that it has forgotten, and
  /// the last step recorded through this handle, or 0.
  package var storeBytes = 0
  package var forgotten: Int64 = 0
  package var lastStep: Int64 = 0
}

/// The purpose of a write.
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

  /// The maximum memory for steps, in bytes.
  let limit: Int
  /// Nil if steps are kept in memory only.
  let file: UndoFile?
  private let lock = Lock()
  private var done = UndoStack()
  private var undone = UndoStack()
  /// The ids of this handle's transactions in the log, in ascending order. Successive ids form one
  /// run.
  private var own: [Run] = []

  private static let stepLimit = 100_000
  /// The log never reaches back by more rows than this, even if it is trimmed late. A run that ends
  /// earlier is useless: the log no longer has the transaction by somebody else that follows the
  /// run, so steps of that age are refused anyway.
  private static let logLimit = 4 * ChangeLog.lengthForHistories

  init(limitKiB: Int32, _ file: UndoFile?) {
    limit = Int(limitKiB) * 1024
    self.file = file
  }

  /// Returns an empty log for a new transaction.
  func makeLog() -> UndoLog {
    UndoLog(
      memoryLimit: limit - UndoStep.overhead, file: file,
      aboveLimits: .limits(memory: limit, file: file?.limit ?? 0))
  }

  /// Returns the next step to undo or redo.
  func next(redo: Bool) -> UndoStep? { lock.withLock { redo ? undone.last : done.last } }

  /// Returns why there are no more steps, if some were forgotten; otherwise "".
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

  /// Returns the next step to undo or redo, and its name.
  func named(redo: Bool) throws -> (step: UndoStep, name: UndoStepName)? {
    try lock.withLock {
      guard let step = redo ? undone.last : done.last else { return nil }
      return (step, try step.name())
    }
  }

  func isOwn(_ transaction: Int64) -> Bool { lastOwn(after: transaction &- 1) >= transaction }

  /// Returns the last of this handle's transactions that follow this one without a transaction of
  /// another handle in between; the transaction itself if there is none.
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

  /// `log` undoes the write that was committed as `transaction`.
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
          // A step that was not kept is not noted as this handle's own. Its changes then count as
          // changes by others when earlier steps are undone.
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

  /// Removes the step from one stack, and adds the step of `log`, which reverses it, to the other.
  /// A step that was forgotten meanwhile stays forgotten, and `log` is then dropped.
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

  /// Moves the oldest steps to the file, and drops the oldest ones if that does not suffice. The
  /// newest step stays, because it fits by itself.
  private func trim(keeping kept: Kept) {
    let most = UndoLimits(
      memory: limit, file: file?.limit ?? 0, count: UndoHistory.stepLimit)
    let beside = most.beside(undone)
    guard !beside.allow(done.memory, done.file, done.count) else { return }
    // Moves more than necessary, so that not every step moves all the others.
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

  /// Forgets all steps. `reason` is for the error of later requests for steps.
  func clear(_ reason: String? = nil) {
    lock.withLock {
      done = UndoStack(emptyBecause: reason)
      undone = UndoStack(emptyBecause: reason)
    }
  }

  /// Forgets the next step to undo or redo. Returns false if there is none.
  func drop(redo: Bool) -> Bool {
    lock.withLock {
      let isThere = redo ? undone.last != nil : done.last != nil
      if redo { undone.pop() } else { done.pop() }
      return isThere
    }
  }
}
