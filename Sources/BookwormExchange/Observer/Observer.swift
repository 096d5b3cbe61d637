// An observer reports what has been committed since the last call, and waits for more. It observes
// a store, an entity, a book, a list, statistics or a page of a query. It is pulled: between the
// calls nothing runs, except the query of a page that must run again.
import BookwormRecords
import BookwormStorage
import BookwormStore

package final class Observer: @unchecked Sendable {
  private let store: Store
  private let waitHandle: WaitHandle
  private let lock = Lock()
  private var subject: any Subject
  /// For a store in memory, its number of commits at the last look.
  private var seen: Int?
  /// See LogWatch. After a loss, it is unknown what was reported before.
  private var losses: Int
  /// Held while the subject looks; nil if the subject shares no state with others.
  private let turn: PageTurn?

  fileprivate init(
    _ store: Store, turn: PageTurn? = nil, _ subject: (Connection) throws -> any Subject
  ) throws {
    (self.store, self.turn) = (store, turn)
    waitHandle = try WaitHandle()
    // The observer is registered before the first look, so that no change is missed in between.
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

  /// Ends all waiting.
  package func end() {
    store.commitSignal.remove(waitHandle)
    waitHandle.end()
  }

  /// Returns the changes of the next transaction that affects the observed rows. For a query, a
  /// list or statistics, returns the changes of all such transactions together. The result is empty
  /// if there are none in time. With `timeout` 0 it only looks; with -1 it waits without a limit.
  package func next(_ timeout: Milliseconds) throws -> RowSet {
    let deadline = try Observer.deadline(timeout)
    while true {
      if let batch = try look() { return batch.rows }
      guard try waitHandle.wait(until: deadline) else {
        return try RowSet.changes(nil, transaction: 0, committed: 0)
      }
    }
  }

  package static func deadline(_ timeout: Milliseconds) throws -> Milliseconds? {
    guard timeout >= -1 else {
      throw Failure(
        .argument, "timeout",
        "timeout is \(timeout); it must be 0 or more milliseconds, or -1 to wait for ever")
    }
    let (deadline, overflow) = Clock.monotonic().addingReportingOverflow(timeout)
    return timeout < 0 || overflow ? nil : deadline
  }

  /// Also reports changes committed after the transaction `since`: see bw_observer_resume().
  package func resume(after since: Int64) throws {
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

  /// The last transaction that has been reported or skipped.
  package var transaction: Int64 { lock.withLock { max(subject.place, 0) } }

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
        // There may be a change that has not been reported.
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

  /// Returns the rows of the observed page, as of the last report.
  package func page() throws -> RowSet {
    try lock.withLock {
      guard let page = subject.page else {
        throw Failure(.argument, "observer", "only an observer of a query or of a list has a page")
      }
      return page
    }
  }

  /// Becomes readable when there may be news. The observer owns it.
  package var descriptor: Int32 { waitHandle.descriptor }
}

extension Store {
  /// Reports all insertions and deletions, and updates of these fields, or of any field if none is
  /// given.
  package func observe(_ fields: BookFields) throws -> Observer {
    let mask = try ChangeMask(fields)
    return try Observer(self) { try StoreSubject(mask, $0) }
  }

  package func observe(book: Int64, _ fields: BookFields) throws -> Observer {
    let mask = try ChangeMask(fields)
    return try Observer(self) { try BookSubject(book, mask, $0) }
  }

  package func observe(_ query: Query, _ fields: BookFields) throws -> Observer {
    let mask = try ChangeMask(fields)
    let live = try companion(LivePages.self).page(of: query.observed(mask), in: self)
    return try Observer(self, turn: live.turn) { try QuerySubject(live, mask, $0) }
  }

  /// Reports orders that are placed or cancelled.
  package func observeOrders() throws -> Observer { try observe(.order, []) }

  /// Reports changes of all rows of an entity.
  package func observe(_ entity: Entity, _ fields: BookFields) throws -> Observer {
    let mask = try ChangeMask(fields)
    return try Observer(self) { try StoreSubject(mask, of: entity, $0) }
  }

  package func observe(list: ObservedList) throws -> Observer {
    try Observer(self) { try ListSubject(list, $0) }
  }

  /// Reports that the statistics of a query's books, or of all books, may have changed.
  package func observeStatistics(_ query: Query?) throws -> Observer {
    try Observer(self) { try StatisticsSubject(query, $0) }
  }

  /// Reads one state of the store. Waits for the turn first, because its holder waits for a reader.
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
