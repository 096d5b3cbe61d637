// A store object is a store that is open in this process.
import BookwormRecords
import BookwormStorage
import BookwormText

package final class Store: Session, @unchecked Sendable {
  package var store: Store { self }

  /// The path as given, or an address without its password. It lives as long as the store.
  package let path: Bytes
  package let schemaVersion: Int32
  package let sortKeyVersion: Int32
  package var isReadOnly: Bool { database.options.readOnly }

  private let database: Database
  private let rules: RulesOfEntities
  /// Nil if nothing can be undone, or if the steps are kept in the store.
  let history: UndoHistory?
  let kept: KeptHistory?
  /// Notifies observers of commits.
  package let commitSignal: CommitSignal
  /// The companions by their types. Guarded by the lock.
  private var companions: [ObjectIdentifier: any StoreCompanion] = [:]
  private let lock = Lock()
  private var open = true
  /// The number of the last writing connection, its last dataVersion(), and the last row of the
  /// log. Guarded by the write lock.
  private var lastWriter = 0
  private var lastDataVersion: Int64 = -1
  private var lastChange: Int64 = 0
  /// Whether keys of titles have leading articles last. Guarded by the write lock.
  private var articlesLast = true
  /// Remembers how much of the log has been seen.
  package let logWatch = LogWatch()
  /// Guarded by the write lock.
  private let globalIDs = GlobalIDMaker()
  /// The open transactions, which are ended when the store is closed.
  private var transactions: [TransactionCore] = []

  /// Creates the object for a database that holds a store.
  package init(
    _ path: String, _ options: StoreOptions, _ rules: RulesOfEntities, _ database: Database,
    _ versions: Versions
  ) {
    (self.database, self.rules) = (database, rules)
    database.storeID = versions.storeID
    kept = options.history.map { KeptHistory($0) }
    let keepsHistory = kept == nil && options.undoKiB > 0 && !database.options.readOnly
    let file =
      options.undoFileKiB > 0
      ? UndoFile(inFolder: database.temporaryFolder, limitKiB: options.undoFileKiB) : nil
    history = keepsHistory ? UndoHistory(limitKiB: options.undoKiB, file) : nil
    commitSignal = CommitSignal(database)
    schemaVersion = versions.schema
    sortKeyVersion = Int32(clamping: versions.sortKeys)
    let length = path.utf8.count
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: length + 1)
    copy.initialize(repeating: 0)
    _ = copy.update(fromContentsOf: path.utf8)
    self.path = Bytes(rebasing: Bytes(copy)[..<length])
  }

  deinit { path.deallocate() }

  package func isSame(as other: Store) throws -> Bool { try database.isSame(as: other.database) }

  /// Returns the address of a server; nil if the text is a path.
  package static func checkedAddress(_ given: Bytes) throws -> String? {
    let start = String(decoding: given.prefix(addressStart), as: UTF8.self)
    guard ServerAddress.isOne(start) else { return nil }
    try Rules.text(given, "path", limit: addressLimit)
    return String(decoding: given, as: UTF8.self)
  }

  /// Returns the path of a file.
  package static func checkedPath(_ given: Bytes, _ parameter: String = "path") throws -> String {
    try Rules.text(given, parameter, limit: pathLimit)
    guard !given.isEmpty else {
      throw Failure(
        .argument, parameter, "\(parameter) is empty; \":memory:\" opens a store in memory")
    }
    return try Rules.noAddress(given, parameter)
  }

  /// SQLite's own limit is 512. It applies to the absolute path with an ending: that of a file next
  /// to the store, such as `-wal`, or that of a new store before it gets its name.
  private static let pathLimit = 480
  private static let addressLimit = 2000
  private static let addressStart = 64

  /// Whether the store is on a server.
  package var isOnServer: Bool { database.isOnServer }

  /// Whether several threads can read at the same time.
  package var hasManyReaders: Bool { !database.hasOneConnection }

  func checkIsOpen() throws { try database.checkIsOpen() }

  /// The mode of the store's file.
  package var fileMode: UInt32 { database.fileMode }

  /// The size of the log next to the store's file.
  package var logBytes: Int64 { database.logBytes }

  /// Whether a commit whose outcome was unknown was kept: see Database.wasKept().
  package func wasKept(receipt: Int64) throws -> Bool {
    guard isOnServer else {
      throw Failure(
        .argument, "receipt",
        "only a commit to a server leaves a receipt; of this store every outcome is known")
    }
    guard receipt > 0 else {
      throw Failure(.argument, "receipt", "receipt is \(receipt); it must be that of an error")
    }
    guard let kept = try database.wasKept(receipt: receipt, checkIsSame) else {
      throw Failure(.notFound, "receipt", "the store's log no longer reaches back to this commit")
    }
    return kept
  }

  // MARK: any Session

  package func beginRead() throws -> Connection { try database.borrowReader() }
  package func endRead(_ connection: Connection) { database.giveBack(reader: connection) }

  /// Does nothing: only a transaction has counters that have yet to be written.
  package func writeCounters() {}

  package func explained(_ error: any Error) -> any Error {
    // While the store is being closed, nothing waits for another process's lock. So `busy` then
    // means that the store is closed.
    let isBusy = (error as? StorageError)?.kind == .busy
    return isBusy && database.isClosing ? Failure.closedHandle : error
  }

  package func detachReader() throws -> DetachedReader? {
    database.hasOneConnection ? nil : try DetachedReader(database)
  }

  package func detachReaders(atLeast books: Int64) throws -> [DetachedReader] {
    database.hasOneConnection ? [] : try DetachedReader.pair(database, atLeast: books)
  }

  package func beginWrite(
    _ extent: WriteExtent, asking: (Connection) throws -> Void
  ) throws -> Writer {
    let seen = logWatch.seen
    let connection = try database.beginWrite {
      guard $0.asksEarly else { return }
      try LogState.ask($0, after: seen)
      try asking($0)
    }
    do {
      let properties = try checkStillOurs(connection, after: seen)
      return Writer(
        connection, rules, kept?.makeLog() ?? history?.makeLog(), kept, globalIDs,
        lastChange: lastChange, properties: properties, articlesLast: articlesLast)
    } catch {
      database.rollBack(connection)
      throw error
    }
  }

  /// Calls `body` outside of any transaction, while no other write through this store can begin.
  package func withWriter<R>(_ body: (Connection) throws -> R) throws -> R {
    try database.withWriter { connection in
      _ = try checkStillOurs(connection, after: logWatch.seen)
      return try body(connection)
    }
  }

  /// Throws if this library must no longer write: a newer library may have upgraded the store since
  /// it was opened here, or another store may be in its place on a server. Called under the write
  /// lock. Returns the properties if one statement read them all.
  private func checkStillOurs(
    _ connection: Connection, after place: LogPlace
  ) throws -> [String: Int64]? {
    guard !connection.leavesReceipts else {
      let state = try LogState(connection, after: place)
      try check(state)
      try Store.checkIsNotNewer(
        schema: state.properties[Schema.versionProperty],
        sortKeys: state.properties[Store.sortKeyProperty])
      note(state, after: place)
      lastChange = state.last.transaction
      articlesLast = state.properties[Store.articlesProperty] != 0
      return state.properties
    }
    let seen = try connection.dataVersion()
    guard lastWriter != connection.number || seen != lastDataVersion else { return nil }
    try Store.checkIsNotNewer(
      schema: try connection.integer(connection.dialect.schemaVersion),
      sortKeys: try connection.property(Store.sortKeyProperty))
    lastChange = try connection.lastChange()
    articlesLast = try connection.articlesLast()
    (lastWriter, lastDataVersion) = (connection.number, seen)
    return nil
  }

  /// Throws if another store is in place of this one.
  package func checkIsSame(_ connection: Connection) throws {
    try Store.checkIsSame(try connection.property(Store.idProperty), database)
  }

  private func check(_ state: LogState) throws {
    try Store.checkIsSame(state.properties[Store.idProperty], database)
  }

  /// `seen` must be read before the state.
  package func look(at state: LogState, after seen: LogPlace) throws {
    try check(state)
    note(state, after: seen)
  }

  private func note(_ state: LogState, after seen: LogPlace) {
    guard logWatch.look(state, after: seen) else { return }
    history?.clear("the server has lost commits that this handle had seen")
    kept?.lastStep = 0
  }

  package func endWrite(_ writer: Writer, _ extent: WriteExtent, _ error: (any Error)?) throws {
    try end(writer, keep: error == nil)
  }

  private func end(_ writer: Writer, keep: Bool) throws {
    guard keep else { return database.rollBack(writer.connection) }
    guard writer.connection.inTransaction else {
      database.rollBack(writer.connection)
      throw Failure(.transaction, "transaction", "an earlier failure has rolled it back")
    }
    do { try writer.flush() } catch {
      database.rollBack(writer.connection)
      throw error
    }
    try database.commit(writer.connection) { committed(writer) }
  }

  /// Called after each commit, in the order of commits, while no other write can begin.
  private func committed(_ writer: Writer) {
    articlesLast = writer.articlesLast
    if writer.forgetsSteps { history?.clear("the store's rebuilding has ended all steps") }
    let logged = writer.logged.transaction
    guard logged > 0 else { return }
    lastChange = logged
    if writer.logged.receipt != 0 { logWatch.committed(writer.logged) }
    if writer.newStep != 0 { kept?.lastStep = writer.newStep }
    if let history, let undoLog = writer.undoLog {
      history.committed(
        writer.purpose, undoLog, writer.pending.undo, transaction: logged,
        name: writer.pending.name)
    }
    commitSignal.announce()
  }

  // MARK: Transactions

  package func begin(_ mode: Transaction.Mode) throws -> Transaction {
    let core: TransactionCore
    switch mode {
    case .write:
      let writer = try beginWrite(.step, asking: { _ in })
      core = TransactionCore(connection: writer.connection, writer: writer) { [unowned self] keep in
        // A transaction keeps its store alive.
        try end(writer, keep: keep)
      }
    case .read:
      let reader = try DetachedReader(database)
      // The core releases this closure, and with it the reader, when it ends.
      core = TransactionCore(connection: reader.connection, writer: nil) { _ in
        withExtendedLifetime(reader) {}
      }
    }
    let stillOpen = lock.withLock {
      transactions.removeAll { $0.isOver }
      transactions.append(core)
      return open
    }
    guard stillOpen else {
      _ = try core.lock.withLock { try core.rollBack(TransactionCore.outermost) }
      throw Failure.closedHandle
    }
    return Transaction(self, core, serial: TransactionCore.outermost, mode)
  }

  /// Returns the companion of a type, which is created when it is first needed.
  package func companion<Companion: StoreCompanion>(_ type: Companion.Type) -> Companion {
    lock.withLock {
      if let known = companions[ObjectIdentifier(type)] as? Companion { return known }
      let made = Companion()
      companions[ObjectIdentifier(type)] = made
      return made
    }
  }

  /// Closes the store. Returns true if a transaction that could write was open and has been rolled
  /// back.
  package func close() throws -> Bool {
    let left = lock.withLock {
      open = false
      defer { transactions = [] }
      return transactions
    }
    commitSignal.close()
    for companion in lock.withLock({ companions.values }) { companion.storeCloses() }
    var rolledBack = false
    for transaction in left {
      if try transaction.lock.withLock({ try transaction.rollBack(TransactionCore.outermost) }) {
        rolledBack = true
      }
    }
    database.close()
    history?.clear()
    return rolledBack
  }
}
