// The steps that a store's handle can undo and redo, and which of the log's transactions are its
// own.
import BookwormStorage

/// What was done by one call, or by one transaction.
final class UndoStep: @unchecked Sendable {
  private var heap: Heap
  /// Its row in the log of changes.
  let transaction: Int64
  /// As its caller named it, or else made when it is asked for. Guarded by the history's lock.
  fileprivate private(set) var known: String?

  /// Takes the memory over.
  init(_ log: Heap, transaction: Int64, name: String?) {
    heap = log
    self.transaction = transaction
    known = name
  }

  deinit { heap.free() }

  var log: Bytes {
    Bytes(
      start: heap.start.map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) },
      count: heap.count)
  }

  /// With what it takes beside its log.
  var size: Int { heap.count + UndoStep.overhead }
  static let overhead = 256

  /// Called under the history's lock.
  fileprivate func name() throws -> String {
    if let known { return known }
    let made = try UndoName(of: self).text
    known = made
    return made
  }
}

public struct UndoInfo: Sendable {
  public var isOn = false
  public var undoCount = 0
  public var redoCount = 0
  public var bytes = 0
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
  /// The last is the next to be undone.
  private struct Stack {
    private(set) var steps: [UndoStep] = []
    private(set) var size = 0

    mutating func push(_ step: UndoStep) {
      steps.append(step)
      size += step.size
    }

    /// Drops the oldest until size and count are as they should be.
    mutating func drop(until isEnough: (_ size: Int, _ count: Int) -> Bool, keepLast: Bool) {
      let droppable = keepLast ? max(steps.count - 1, 0) : steps.count
      var dropped = 0
      while dropped < droppable, !isEnough(size, steps.count - dropped) {
        size -= steps[dropped].size
        dropped += 1
      }
      steps.removeFirst(dropped)
    }

    mutating func pop() { if let last = steps.popLast() { size -= last.size } }
  }

  private struct Run {
    var first: Int64
    var end: Int64
  }

  /// Bytes.
  let limit: Int
  private let lock = Lock()
  private var done = Stack()
  private var undone = Stack()
  /// The ids in the log of the transactions that were committed here, in rising order; those that
  /// follow one another are one run, however many they are.
  private var own: [Run] = []

  private static let stepLimit = 100_000
  /// A store's log has no rows that are older than the newest by so many, also where it is trimmed
  /// late. A run that ends before them is followed by a transaction of somebody else that the log
  /// no longer has: steps that are as old are refused in any case, and the run is of no use.
  private static let logLimit = 4 * ChangeLog.lengthLimit

  init(limitKiB: Int32) { limit = Int(limitKiB) * 1024 }

  var nextUndo: UndoStep? { lock.withLock { done.steps.last } }
  var nextRedo: UndoStep? { lock.withLock { undone.steps.last } }

  func info() throws -> UndoInfo {
    try lock.withLock {
      UndoInfo(
        isOn: true, undoCount: done.steps.count, redoCount: undone.steps.count,
        bytes: done.size + undone.size, undoName: try done.steps.last?.name() ?? "",
        redoName: try undone.steps.last?.name() ?? "")
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

  /// `log` is what undoes the write that was committed as `transaction`; nil where there is none.
  func committed(
    _ purpose: WritePurpose, _ log: Heap?, lost: Bool, transaction: Int64, name: String?
  ) {
    lock.withLock {
      note(own: transaction)
      switch purpose {
      case .change:
        if lost {
          (done, undone) = (Stack(), Stack())
        } else if let log {
          undone = Stack()
          done.push(UndoStep(log, transaction: transaction, name: name))
        }
      case .undo(let step):
        move(step, from: &done, to: &undone, log, lost: lost, transaction)
      case .redo(let step):
        move(step, from: &undone, to: &done, log, lost: lost, transaction)
      }
      if case .undo = purpose { trim(keeping: .redo) } else { trim(keeping: .undo) }
    }
  }

  /// A step that was forgotten meanwhile stays so, and what undoes it too.
  private func move(
    _ step: UndoStep, from: inout Stack, to: inout Stack, _ log: Heap?, lost: Bool,
    _ transaction: Int64
  ) {
    guard from.steps.last === step else { return log?.free() ?? () }
    from.pop()
    if lost { to = Stack() }
    if let log { to.push(UndoStep(log, transaction: transaction, name: step.known)) }
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

  /// The oldest go first, but never the last of those to be kept, which fits by itself.
  private func trim(keeping kept: Kept) {
    let count = done.steps.count + undone.steps.count
    guard done.size + undone.size > limit || count > UndoHistory.stepLimit else { return }
    // Some more than must be, so that not every step moves all the others.
    let most = UndoHistory.stepLimit / 16 * 15
    let aim = limit / 16 * 15
    done.drop(
      until: { $0 <= aim - undone.size && $1 <= most - undone.steps.count },
      keepLast: kept == .undo)
    undone.drop(
      until: { $0 <= limit - done.size && $1 <= most }, keepLast: kept == .redo)
  }

  func clear() { lock.withLock { (done, undone) = (Stack(), Stack()) } }

  /// Forgets the next step to undo, or to redo; false where there is none.
  func drop(redo: Bool) -> Bool {
    lock.withLock {
      let isThere = redo ? !undone.steps.isEmpty : !done.steps.isEmpty
      if redo { undone.pop() } else { done.pop() }
      return isThere
    }
  }
}
