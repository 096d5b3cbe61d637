// An observer of a store, of a book, or of a page of a query: tells what has been committed since
// it was asked last, and waits for more. It pulls: nothing runs between the calls, but the query of
// a page that has to run again.
import BookwormStorage

public final class Observer: @unchecked Sendable {
  private let store: Store
  private let waitHandle: WaitHandle
  private let lock = Lock()
  private var subject: any Subject
  /// What a store in memory had counted at the last look.
  private var seen: Int?
  /// See LogWatch; what was told before the last of them is not known.
  private var losses: Int
  /// Held while the subject looks, where it shares what it holds.
  private let turn: PageTurn?

  fileprivate init(
    _ store: Store, turn: PageTurn? = nil, _ subject: (Connection) throws -> any Subject
  ) throws {
    (self.store, self.turn) = (store, turn)
    waitHandle = try WaitHandle()
    // Heard before it is looked at, so that nothing falls between.
    try store.commitSignal.add(waitHandle)
    do {
      seen = store.commitSignal.count
      losses = store.logWatch.count
      self.subject = try store.readInTurn(turn, subject)
    } catch {
      store.commitSignal.remove(waitHandle)
      throw error
    }
  }

  deinit { store.commitSignal.remove(waitHandle) }

  /// Lets nothing more be waited for.
  public func end() {
    store.commitSignal.remove(waitHandle)
    waitHandle.end()
  }

  /// The changes of the next transaction that means something for what is observed; of all of them,
  /// where it is a query. Without rows where there have been none in time. `timeout` 0 only looks,
  /// -1 waits for ever.
  public func next(_ timeout: Milliseconds) throws -> RowSet {
    let deadline = try Observer.deadline(timeout)
    while true {
      if let batch = try look() { return batch.rows }
      guard try waitHandle.wait(until: deadline) else {
        return try RowSet.changes(nil, transaction: 0, committed: 0)
      }
    }
  }

  static func deadline(_ timeout: Milliseconds) throws -> Milliseconds? {
    guard timeout >= -1 else {
      throw Failure(
        .argument, "timeout",
        "timeout is \(timeout); it must be 0 or more milliseconds, or -1 to wait for ever")
    }
    let (deadline, overflow) = Clock.monotonic().addingReportingOverflow(timeout)
    return timeout < 0 || overflow ? nil : deadline
  }

  /// Has what was committed after the transaction `since` told too: see bw_observer_resume().
  public func resume(after since: Int64) throws {
    guard since >= 0 else {
      throw Failure(
        .argument, "since", "since is \(since); it must be the number of a transaction, or 0")
    }
    try lock.withLock {
      try check()
      var changed = subject
      try store.readInTurn(turn) { try changed.goBack(to: since, $0) }
      (subject, seen) = (changed, nil)
      waitHandle.signal()
    }
  }

  /// The last transaction that has been told or passed over.
  public var transaction: Int64 { lock.withLock { max(subject.place, 0) } }

  private func look() throws -> ChangeBatch? {
    try lock.withLock {
      try check()
      store.commitSignal.clear(waitHandle)
      do {
        try check()
        let count = store.commitSignal.count
        if count != nil, count == seen { return nil }
        guard turn?.takeToLook() ?? true else { return nil }
        defer { turn?.give() }
        var changed = subject
        var losses = losses
        let batch = try store.readOneState { connection in
          if losses != store.logWatch.count {
            losses = store.logWatch.count
            try changed.goBack(to: placeUnknown, connection)
          }
          return try changed.look(connection)
        }
        (subject, self.losses) = (changed, losses)
        if batch?.more == true {
          waitHandle.signal()
        } else {
          seen = count
        }
        return batch
      } catch {
        // There may be something that has not been told.
        waitHandle.signal()
        throw error
      }
    }
  }

  private func check() throws {
    if waitHandle.isOver {
      throw Failure(.closed, "observer", "the observer has been freed")
    }
    if store.commitSignal.isClosed { throw Failure.closedHandle }
  }

  /// The rows of the observed page as of what has been told.
  public func page() throws -> RowSet {
    try lock.withLock {
      guard let page = subject.page else {
        throw Failure(.argument, "observer", "only an observer of a query or of a list has a page")
      }
      return page
    }
  }

  /// Readable when there may be news. It belongs to the observer.
  public var descriptor: Int32 { waitHandle.descriptor }
}

extension Store {
  /// Hears of all that is inserted and deleted, and of updates of these fields, or of any where
  /// none is named.
  public func observe(_ fields: BookFields) throws -> Observer {
    let mask = try ChangeMask(fields)
    return try Observer(self) { try StoreSubject(mask, $0) }
  }

  public func observe(book: Int64, _ fields: BookFields) throws -> Observer {
    let mask = try ChangeMask(fields)
    return try Observer(self) { try BookSubject(book, mask, $0) }
  }

  public func observe(_ query: Query, _ fields: BookFields) throws -> Observer {
    let mask = try ChangeMask(fields)
    let live = try livePages.page(of: query.observed(mask), in: self)
    return try Observer(self, turn: live.turn) { try QuerySubject(live, mask, $0) }
  }

  /// Hears of orders that are placed.
  public func observeOrders() throws -> Observer { try observe(.order, []) }

  /// Hears of all rows of an entity.
  func observe(_ entity: Entity, _ fields: BookFields) throws -> Observer {
    let mask = try ChangeMask(fields)
    return try Observer(self) { try StoreSubject(mask, of: entity, $0) }
  }

  public func observe(list: ObservedList) throws -> Observer {
    try Observer(self) { try ListSubject(list, $0) }
  }

  /// Hears that the statistics of what the query finds, or of all books, may have changed.
  public func observeStatistics(_ query: Query?) throws -> Observer {
    try Observer(self) { try StatisticsSubject(query, $0) }
  }

  /// Reads one state of the store. The turn is waited for first: who holds it waits for a reader.
  fileprivate func readInTurn<R>(
    _ turn: PageTurn?, _ body: (Connection) throws -> R
  ) throws -> R {
    turn?.take()
    defer { turn?.give() }
    return try readOneState(body)
  }

  fileprivate func readOneState<R>(_ body: (Connection) throws -> R) throws -> R {
    let seen = logWatch.seen
    return try read { connection in
      try connection.inSnapshot {
        if connection.leavesReceipts {
          try look(at: try LogState(connection, after: seen), after: seen)
        }
        return try body(connection)
      }
    }
  }
}
