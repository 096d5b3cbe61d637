// An observer of a store, of a book, or of a page of a query: tells what has been committed since
// it was asked last, and waits for more. It pulls: nothing runs between the calls.
import BookwormStorage

public final class Observer: @unchecked Sendable {
  private let store: Store
  private let bell: Bell
  private let lock = Lock()
  private var subject: any Subject
  /// What a store in memory had counted at the last look.
  private var seen: Int?

  fileprivate init(
    _ store: Store, _ subject: (Connection) throws -> any Subject
  ) throws {
    self.store = store
    bell = try Bell()
    // Heard before it is looked at, so that nothing falls between.
    try store.wake.join(bell)
    do {
      seen = store.wake.count
      self.subject = try store.read { connection in
        try connection.inSnapshot { try subject(connection) }
      }
    } catch {
      store.wake.leave(bell)
      throw error
    }
  }

  deinit { store.wake.leave(bell) }

  /// Lets nothing more be waited for.
  public func end() {
    store.wake.leave(bell)
    bell.end()
  }

  /// The changes of the next transaction that means something for what is observed; of all of them,
  /// where it is a query. Without rows where there have been none in time. `timeout` 0 only looks,
  /// -1 waits for ever.
  public func next(_ timeout: Milliseconds) throws -> RowSet {
    let deadline = try Observer.deadline(timeout)
    while true {
      if let told = try look() {
        return try RowSet.changes(
          told.changes, transaction: told.transaction, committed: told.committed)
      }
      guard try bell.wait(until: deadline) else {
        return try RowSet.changes([], transaction: 0, committed: 0)
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

  private func look() throws -> Told? {
    try lock.withLock {
      try check()
      store.wake.hush(bell)
      do {
        try check()
        let count = store.wake.count
        if count != nil, count == seen { return nil }
        var changed = subject
        let told = try store.read { connection in
          try connection.inSnapshot { try changed.look(connection) }
        }
        subject = changed
        if told?.more == true {
          bell.ring()
        } else {
          seen = count
        }
        return told
      } catch {
        // There may be something that has not been told.
        bell.ring()
        throw error
      }
    }
  }

  private func check() throws {
    if bell.isOver {
      throw Failure(.closed, "observer", "the observer has been freed")
    }
    if store.wake.isClosed { throw Failure.closedHandle }
  }

  /// The rows of the observed page as of what has been told.
  public func page() throws -> RowSet {
    try lock.withLock {
      guard let subject = subject as? QuerySubject else {
        throw Failure(.argument, "observer", "only an observer of a query has a page")
      }
      return subject.page
    }
  }

  /// Readable when there may be news. It belongs to the observer.
  public var descriptor: Int32 { bell.descriptor }
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
    return try Observer(self) { try QuerySubject(query, mask, $0) }
  }
}
