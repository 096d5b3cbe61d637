// A transaction can contain nested transactions. Any thread can use it; threads take turns.
import BookwormRecords
import BookwormStorage
import Synchronization

package final class Transaction: Session, @unchecked Sendable {
  package enum Mode: Sendable { case read, write }

  package let store: Store
  private let core: TransactionCore
  /// The number of this transaction among those of the core.
  private let serial: Int
  private let mode: Mode

  init(_ store: Store, _ core: TransactionCore, serial: Int, _ mode: Mode) {
    self.store = store
    self.mode = mode
    self.core = core
    self.serial = serial
  }

  package func beginRead() throws -> Connection {
    core.lock.lock()
    do {
      try core.check(serial, innermost: false)
      return try core.readable()
    } catch {
      core.lock.unlock()
      throw error
    }
  }

  package func endRead(_ connection: Connection) { core.lock.unlock() }

  package func explained(_ error: any Error) -> any Error {
    if error is StorageError { core.lock.withLock { core.noteFailedRead() } }
    return error
  }

  package func writeCounters() throws {
    do { try core.writer?.writeCounters() } catch {
      // Some counters may have been written, and must not be written again.
      core.failed = true
      throw error
    }
  }

  package func beginWrite(
    _ extent: WriteExtent, asking: (Connection) throws -> Void
  ) throws -> Writer {
    core.lock.lock()
    do {
      try core.check(serial, innermost: true)
      let writer = try core.writable(mode)
      if extent == .batch { try core.pushSavepoint() }
      guard writer.connection.asksEarly else { return writer }
      do { try asking(writer.connection) } catch {
        core.failed = true
        throw error
      }
      return writer
    } catch {
      core.lock.unlock()
      throw error
    }
  }

  package func endWrite(_ writer: Writer, _ extent: WriteExtent, _ error: (any Error)?) throws {
    defer { core.lock.unlock() }
    if extent == .batch {
      do { try core.popSavepoint(keep: error == nil) } catch let other {
        // The caller must get the first error; the transaction is marked as failed.
        throw error ?? other
      }
    }
    // Storage or memory failed within a step, so it is unknown which part of it was written.
    let isMemory = (error as? Failure)?.kind == .memory
    if extent == .step, isMemory || error is StorageError { core.failed = true }
  }

  package func detachReader() -> DetachedReader? { nil }
  package func detachReaders(atLeast books: Int64) -> [DetachedReader] { [] }

  package func begin(_ mode: Mode) throws -> Transaction {
    try core.lock.withLock {
      try core.check(serial, innermost: true)
      if mode == .write { _ = try core.writable(self.mode) }
      return Transaction(store, core, serial: try core.beginInner(), mode)
    }
  }

  package func commit() throws {
    try core.lock.withLock {
      do { try core.check(serial, innermost: true) } catch let error as StorageError {
        // The server's session or the store's files are lost. The transaction is rolled back, so
        // that neither its session nor its writes remain.
        if serial == TransactionCore.outermost { _ = try? core.rollBack(serial) }
        throw error
      }
      try core.endInnermost(keep: true)
    }
  }

  /// Ends the transaction and those nested in it. Returns true if it was open and could have
  /// written.
  @discardableResult
  package func rollBack() throws -> Bool {
    try core.lock.withLock { try core.rollBack(serial) }
  }
}

/// The state that a transaction shares with those nested in it. `lock` is held around every use of
/// the rest, except `isOver`.
final class TransactionCore {
  let lock = Lock()
  /// Nil after the transaction has ended, because its connection has another owner then.
  private var connection: Connection?
  /// Nil after the transaction has ended, and in a read transaction.
  private(set) var writer: Writer?
  /// The serial numbers of the open transactions, each nested in the previous one.
  private var open = [TransactionCore.outermost]
  private var lastSerial = TransactionCore.outermost
  /// Read without the lock, because a call may hold it for a long time.
  private let over = Atomic<Bool>(false)
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

  static let outermost = 0

  var isOver: Bool { over.load(ordering: .relaxed) }

  func check(_ serial: Int, innermost: Bool) throws {
    guard open.contains(serial) else {
      throw Failure(.closed, "transaction", "the transaction is over")
    }
    if innermost, open.last != serial {
      throw Failure(.transaction, "transaction", "a transaction within this one is still open")
    }
    try connection?.checkIsThere()
    // An engine rolls everything back by itself if the disk or memory fails, even in a read.
    if let writer, !writer.connection.inTransaction { failed = true }
    if failed {
      throw Failure(
        .transaction, "transaction", "an earlier call in it failed; only a rollback is possible")
    }
  }

  /// Marks the transaction as failed if it is on a server: after a failed read, a server accepts no
  /// further statement in the transaction.
  func noteFailedRead() { if connection?.failureEndsTransaction == true { failed = true } }

  func readable() throws -> Connection {
    guard let connection else {
      throw Failure(.closed, "transaction", "the transaction is over")
    }
    return connection
  }

  func writable(_ mode: Transaction.Mode) throws -> Writer {
    guard let writer, mode == .write else {
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
        // The engine has rolled back everything by itself: the disk is full, or memory ran out.
        failed = true
        return writer.takeBack(to: saved)
      }
      if !keep {
        try writer.connection.statement(.rollBackTo).run()
        writer.takeBack(to: saved)
      }
      try writer.connection.statement(.release).run()
    } catch {
      failed = true
      throw error
    }
  }

  func beginInner() throws -> Int {
    if writer != nil { try pushSavepoint() }
    lastSerial += 1
    open.append(lastSerial)
    return lastSerial
  }

  func endInnermost(keep: Bool) throws {
    if open.count == 1 { return try end(keep: keep) }
    open.removeLast()
    if writer != nil { try popSavepoint(keep: keep) }
  }

  /// Returns true if the transaction was open and could have written.
  func rollBack(_ serial: Int) throws -> Bool {
    guard open.contains(serial) else { return false }
    let couldWrite = writer != nil
    if serial == TransactionCore.outermost {
      try end(keep: false)
    } else {
      while open.contains(serial) { try endInnermost(keep: false) }
    }
    return couldWrite
  }

  private func end(keep: Bool) throws {
    let end = finish
    open = []
    over.store(true, ordering: .relaxed)
    (connection, writer, finish) = (nil, nil, nil)
    try end?(keep && !failed)
  }
}
