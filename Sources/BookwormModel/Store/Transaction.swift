// A transaction, and transactions within it. Used from any thread: they take turns.
import BookwormStorage

public final class Transaction: Session, @unchecked Sendable {
  public enum Mode: Sendable { case read, write }

  public override var store: Store? { owner }

  private let owner: Store
  private let core: TransactionCore
  private let level: Int

  init(_ owner: Store, _ core: TransactionCore, level: Int) {
    self.owner = owner
    self.core = core
    self.level = level
  }

  override func beginRead() throws -> Connection {
    core.lock.lock()
    do {
      try core.check(level, innermost: false)
      return try core.readable()
    } catch {
      core.lock.unlock()
      throw error
    }
  }

  override func endRead(_ connection: Connection) { core.lock.unlock() }

  override func writeCounters() throws { try core.writer?.writeCounters() }

  override func beginWrite(_ extent: WriteExtent) throws -> Writer {
    core.lock.lock()
    do {
      try core.check(level, innermost: true)
      let writer = try core.writable()
      if extent == .batch { try core.pushSavepoint() }
      return writer
    } catch {
      core.lock.unlock()
      throw error
    }
  }

  override func endWrite(_ writer: Writer, _ extent: WriteExtent, _ error: (any Error)?) throws {
    defer { core.lock.unlock() }
    if extent == .batch {
      do { try core.popSavepoint(keep: error == nil) } catch let other {
        // What went wrong first is what the caller must hear; the transaction is marked as failed.
        throw error ?? other
      }
    }
    // Storage failed within a step: what it had written cannot be told from what it had not.
    if extent == .step, error is StorageError { core.failed = true }
  }

  public override func begin(_ mode: Mode) throws -> Transaction {
    try core.lock.withLock {
      try core.check(level, innermost: true)
      if mode == .write { _ = try core.writable() }
      if core.writer != nil { try core.pushSavepoint() }
      core.depth += 1
      return Transaction(owner, core, level: core.depth)
    }
  }

  public func commit() throws {
    try core.lock.withLock {
      try core.check(level, innermost: true)
      if level > 1 {
        core.depth -= 1
        if core.writer != nil { try core.popSavepoint(keep: true) }
      } else {
        try core.end(keep: true)
      }
    }
  }

  /// True if it was open and could have written.
  @discardableResult
  public func rollBack() throws -> Bool {
    if level == 1 { return try core.rollBack() }
    return try core.lock.withLock {
      guard core.depth >= level else { return false }
      while core.depth >= level {
        core.depth -= 1
        if core.writer != nil { try core.popSavepoint(keep: false) }
      }
      return core.writer != nil
    }
  }
}

/// What a transaction and those within it share. `lock` is held around every use of the rest.
final class TransactionCore {
  let lock = Lock()
  /// Nil when the transaction is over: its connection is somebody else's then.
  private var connection: Connection?
  /// Nil also in a transaction that only reads.
  private(set) var writer: Writer?
  /// How many transactions are open, one within the other; 0 when all are over.
  var depth = 1
  var failed = false
  private var savepoints: [Writer.Pending] = []
  private var finish: ((_ keep: Bool) throws -> Void)?

  init(
    connection: Connection, writer: Writer?, finish: @escaping (_ keep: Bool) throws -> Void
  ) {
    self.connection = connection
    self.writer = writer
    self.finish = finish
  }

  func check(_ level: Int, innermost: Bool) throws {
    guard depth >= level else {
      throw Failure(.closed, "transaction", "the transaction is over")
    }
    if innermost, depth > level {
      throw Failure(.transaction, "transaction", "a transaction within this one is still open")
    }
    if failed {
      throw Failure(
        .transaction, "transaction", "an earlier write failed; only a rollback is possible")
    }
  }

  func readable() throws -> Connection {
    guard let connection else {
      throw Failure(.closed, "transaction", "the transaction is over")
    }
    return connection
  }

  func writable() throws -> Writer {
    guard let writer else {
      throw Failure(.readOnly, "transaction", "the transaction was begun for reading only")
    }
    return writer
  }

  func pushSavepoint() throws {
    guard let writer else { return }
    try writer.connection.statement(.savepoint).run()
    savepoints.append(writer.pending)
  }

  func popSavepoint(keep: Bool) throws {
    guard let writer, let saved = savepoints.popLast() else { return }
    do {
      if !keep, !writer.connection.inTransaction {
        // SQLite has rolled back everything by itself: the disk is full, or memory.
        failed = true
        return writer.pending = saved
      }
      if !keep {
        try writer.connection.statement(.rollBackTo).run()
        writer.pending = saved
      }
      try writer.connection.statement(.release).run()
    } catch {
      failed = true
      throw error
    }
  }

  var isOver: Bool { lock.withLock { depth == 0 } }

  /// True if it was open and could have written.
  func rollBack() throws -> Bool {
    try lock.withLock {
      guard depth > 0 else { return false }
      let couldWrite = writer != nil
      try end(keep: false)
      return couldWrite
    }
  }

  func end(keep: Bool) throws {
    let end = finish
    depth = 0
    (connection, writer, finish) = (nil, nil, nil)
    try end?(keep && !failed)
  }
}

extension SQL {
  // Savepoints of one name nest; each command means the innermost.
  fileprivate static let savepoint = SQL("SAVEPOINT step")
  fileprivate static let rollBackTo = SQL("ROLLBACK TO step")
  fileprivate static let release = SQL("RELEASE step")
}
