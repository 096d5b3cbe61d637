// This file begins and ends transactions on a server.
import CPostgres

extension PostgresConnection {
  /// Begins a transaction that writes, in one flight. Only this call waits for other writers, so a
  /// transaction never fails half-way because the store is locked. The lock is a separate
  /// statement: each statement sees the commits before its start, so the next one sees those of the
  /// last holder. The questions asked in advance see them too.
  func lockAndBegin() throws {
    let questions = asked
    asked = []
    state += 1
    rowsToCome = .few
    // Rows may be left that were gathered in a session that is lost.
    forgetRows()
    do {
      try renewing {
        try sendLock(for: busyTimeout)
        for question in questions { try sendQuestion(question) }
        try collect()
      }
      try checkMayWrite()
      (inTransaction, isWriting, hasChanged, receipt) = (true, true, false, 0)
    } catch {
      abandon()
      throw error
    }
  }

  /// Throws if the server refuses writes.
  private func checkMayWrite() throws {
    defer { settings.clear() }
    guard settings.next() else { return }
    let isStandby = settings.cell(2).int64 == 2
    guard isStandby || settings.cell(2).int64 == 1 else { return }
    let error = StorageError(
      .readOnly, sqlState: "25006",
      isStandby
        ? "the server is a standby, which is read-only"
        : "default_transaction_read_only is on for this server, database or user; to allow writes,"
          + " use ALTER DATABASE (or ROLE, SYSTEM) ... RESET default_transaction_read_only")
    abandon()
    // The setting of an open session cannot change.
    throw pipe.end(error)
  }

  /// Rolls back a transaction that failed after its beginning.
  func abandon() {
    guard !pipe.isLost else { return }
    (inTransaction, isWriting) = (true, true)
    try? endAll()
  }

  /// Sends the beginning of a transaction, which waits for the lock for up to `timeout`.
  func sendLock(for timeout: Milliseconds, endingOf backend: Int32? = nil) throws {
    let number = try schemaNumber ?? findSchema() ?? (makesSchema ? 0 : nil)
    guard let number else {
      throw StorageError(.cannotOpen, "there is no store in \(address.shown)")
    }
    try send(beginWriting)
    // 0 would wait without limit.
    _ = settings.bindCopy(1, PostgresType.text, Array("\(max(1, timeout))".utf8))
    try send(settings)
    if let backend {
      _ = endHolder.bindNumber(1, PostgresType.int64, UInt64(bitPattern: number))
      _ = endHolder.bindNumber(2, PostgresType.int64, UInt64(bitPattern: Int64(backend)))
      try send(endHolder)
    }
    try sendLock(ofSchema: number)
  }

  /// Commits everything. The words that the server has answered to COMMIT and to the flush decide
  /// the outcome; a failure later in the flight does not change it.
  func commitAll() throws {
    guard isWriting else { return try endAll() }
    // Without changes there is nothing to announce or to find again.
    guard hasChanged else { return try endReading() }
    if let loss = pipe.loss {
      inTransaction = false
      throw loss
    }
    var failure: (any Error)?
    do {
      try sendCommit()
      try pipe.collect()
    } catch { failure = error }
    switch commit.word {
    case "COMMIT": (inTransaction, makesSchema) = (false, false)
    case nil where pipe.isLost: inTransaction = false
    case nil: throw failure ?? StorageError.connectionLost
    default:
      inTransaction = false
      throw StorageError(.inputOutput, "an earlier failure has rolled the transaction back")
    }
    let isFlushed = !options.syncEveryCommit || flush.word != nil && !pipe.isLost
    if commit.word == nil || !isFlushed { try findOutcome() }
  }

  /// The commit itself does not wait for the disk, so the lock is released before the flush. The
  /// last transaction in the same flight makes the flush, which covers the commit. The answers to
  /// both are waited for together, and one flush can cover the commits of other sessions too.
  func sendCommit() throws {
    (commit.word, flush.word) = (nil, nil)
    if let number = schemaNumber {
      _ = place.bindNumber(1, PostgresType.int64, UInt64(bitPattern: number))
      try send(place)
    }
    try send(commit)
    try pipe.sync()
    if let channel = schemaNumber.map(ServerChannel.name) {
      _ = notify.bindCopy(1, PostgresType.text, Array(channel.utf8))
      try send(notify)
      try pipe.sync()
    }
    if options.syncEveryCommit { try send(flush) }
  }

  /// See Connection.receipt(forNumber:).
  func receipt(forNumber number: Int64) -> Int64 {
    receipt = Receipt.new(forNumber: number)
    return receipt
  }

  /// Does not wait for the rollback: the server's reply is read with the next answer.
  private func endReading() throws {
    let hasBegun = beginning != .isDue
    (inTransaction, beginning) = (false, .isDone)
    state += 1
    guard hasBegun, !pipe.isLost else { return }
    // A statement whose rows were not read may have failed.
    try? pipe.collect()
    try pipe.send(rollBack)
    try pipe.sync()
  }

  func endAll() throws {
    if inTransaction, !isWriting { return try endReading() }
    state += 1
    // The schema may have been created in this transaction.
    if makesSchema { (schemaNumber, makesSchema) = (nil, false) }
    forgetRows()
    defer { (inTransaction, beginning) = (false, .isDone) }
    guard inTransaction, beginning != .isDue, !pipe.isLost else { return }
    // A failure at this point is rolled back too.
    try? pipe.collect()
    guard !pipe.isLost else { return }
    try pipe.send(rollBack)
    try pipe.collect()
  }
}
