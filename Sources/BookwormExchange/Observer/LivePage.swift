// A live page is a page of a query that observers follow. Observers of the same page share it, so
// that the first to ask updates it once for all.
import BookwormBooks
import BookwormRecords
import BookwormStorage
import BookwormStore

final class LivePage: @unchecked Sendable {
  /// The turn that is held during every use of the page, from before the store is read.
  let turn: PageTurn
  let reader: PageReader
  private weak var store: Store?
  private var newest: PageState?
  /// The reported differences between earlier pages and the newest.
  private var differences: [(from: PageState, mask: ChangeMask, batch: ChangeBatch?)] = []
  /// The losses counted at the newest page: see LogWatch.
  private var losses = 0
  /// Whether a thread of the library runs the query.
  private var isReading = false
  /// The error, if the query failed.
  private var failure: (any Error)?

  /// For up to this many books, the caller waits while the query runs again. That takes less time
  /// than a thread costs.
  private static let fewBooks: Int64 = 1000

  init(_ reader: PageReader, _ store: Store) {
    (self.reader, self.store) = (reader, store)
    turn = PageTurn { [weak store] in store?.commitSignal.signalAll() }
  }

  /// Runs the query if needed. The connection sees one state of the store.
  func page(_ connection: Connection) throws -> PageState {
    forgetWhatWasLost()
    let last = try connection.lastChange()
    if let newest, newest.place == last { return newest }
    if let page = try judged(at: last, connection) { return page }
    if try takesLong(connection) { turn.willRunQuery() }
    return try read(at: last, connection)
  }

  /// Like page(), but returns nil while a thread of the library runs the query. All observers are
  /// woken when it is done.
  func pageIfRead(_ connection: Connection) throws -> PageState? {
    forgetWhatWasLost()
    if let failure {
      self.failure = nil
      throw failure
    }
    let last = try connection.lastChange()
    if let newest, newest.place == last { return newest }
    if isReading { return nil }
    if let page = try judged(at: last, connection) { return page }
    return try beginReading(connection) ? nil : try read(at: last, connection)
  }

  private func forgetWhatWasLost() {
    guard let count = store?.logWatch.count, count != losses else { return }
    (newest, differences, losses) = (nil, [], count)
  }

  /// Returns the page after applying the changes since it was read; nil if the query must run
  /// again.
  private func judged(at last: Int64, _ connection: Connection) throws -> PageState? {
    guard let newest else { return nil }
    let runs = try RunList(after: newest.place, connection)
    guard runs.isKnown,
      let page = try reader.page(after: newest, runs, at: last, connection)
    else { return nil }
    take(page)
    return page
  }

  private func read(at last: Int64, _ connection: Connection) throws -> PageState {
    let page = try reader.read(at: last, connection)
    take(page)
    return page
  }

  private func take(_ page: PageState) { (newest, differences) = (page, []) }

  /// Returns the newest page, and its differences from `page`; nil if none of them are reported.
  /// The newest page may still be an earlier one while the query runs. All observers are woken when
  /// it is done.
  func look(
    from page: PageState, _ mask: ChangeMask, _ connection: Connection
  ) throws -> (PageState, ChangeBatch?) {
    _ = try pageIfRead(connection)
    guard let newest, newest !== page else { return (page, nil) }
    if let known = differences.first(where: { $0.from === page && $0.mask == mask }) {
      return (newest, known.batch)
    }
    let batch = try difference(from: page, to: newest, mask, connection)
    if differences.count < LivePage.differenceLimit { differences.append((page, mask, batch)) }
    return (newest, batch)
  }

  /// Only a few differences are kept, since most observers have seen the same page and want the
  /// same fields.
  private static let differenceLimit = 8

  // MARK: A query that runs again

  /// Has a thread of the library run the query, if an event loop should not wait for it. Returns
  /// false if the caller should run it itself.
  private func beginReading(_ connection: Connection) throws -> Bool {
    guard let store, try takesLong(connection) else { return false }
    isReading = store.companion(LivePages.self).help { [self] in readAgain(store) }
    return isReading
  }

  private func takesLong(_ connection: Connection) throws -> Bool {
    guard let store, store.hasManyReaders else { return false }
    return try connection.countBooks() > LivePage.fewBooks
  }

  private func readAgain(_ store: Store) {
    let page = Result {
      try store.read { connection in
        try connection.inSnapshot { try reader.read(at: connection.lastChange(), connection) }
      }
    }
    turn.withLock {
      isReading = false
      switch page {
      // Another observer may have begun meanwhile, and may have read a newer page.
      case .success(let page): if page.place > newest?.place ?? 0 { take(page) }
      case .failure(let error): failure = error
      }
    }
    store.commitSignal.signalAll()
  }

  private func difference(
    from old: PageState, to new: PageState, _ mask: ChangeMask, _ connection: Connection
  ) throws -> ChangeBatch? {
    let runs = try RunList(after: old.place, through: new.place, connection)
    guard runs.isKnown else {
      return try .reread(new.place, runs.last?.committed ?? Clock.now())
    }
    guard let last = runs.last else { return nil }
    let rows = try RowSet.changes(expecting: 4)
    try PageTelling(old.rows, new.rows, runs, mask).tell {
      try rows.append($0, transaction: last.id, committed: last.committed)
    }
    return rows.count == 0 ? nil : ChangeBatch(rows: rows, more: false)
  }
}

/// The observed pages of a store.
final class LivePages: StoreCompanion, @unchecked Sendable {
  private struct Entry {
    weak var page: LivePage?
  }

  private let lock = Lock()
  private var entries: [Entry] = []
  private let helpers = Monitor()
  private var working = 0
  private var isOver = false
  private let forks = Fork.generation

  /// Returns the page that others already observe, or a new page.
  func page(of query: Query, in store: Store) throws -> LivePage {
    let reader = try PageReader(query)
    return lock.withLock {
      entries.removeAll { $0.page == nil }
      if let page = entries.lazy.compactMap(\.page).first(where: { $0.reader.query == query }) {
        return page
      }
      let page = LivePage(reader, store)
      entries.append(Entry(page: page))
      return page
    }
  }

  /// Runs work on a thread of the library. Returns false if no thread is available.
  func help(_ work: @escaping @Sendable () -> Void) -> Bool {
    let mayBegin = helpers.withLock {
      if !isOver { working += 1 }
      return !isOver
    }
    guard mayBegin else { return false }
    let hasBegun = HelperThread.run { [self] in
      work()
      end()
    }
    if !hasBegun { end() }
    return hasBegun
  }

  private func end() {
    helpers.withLock {
      working -= 1
      helpers.announce()
    }
  }

  /// Prevents new threads and waits until the running ones end. Otherwise a reader could be closed
  /// after the writer. The connection that is closed last must tidy up, for example remove SQLite's
  /// log, and only a writer can do that. A forked child has none of the threads.
  func storeCloses() {
    guard Fork.generation == forks else { return }
    helpers.withLock {
      isOver = true
      while working > 0 { helpers.wait() }
    }
  }
}
