// A page of a query that observers follow: those of the same page share it, so that it is brought
// up to date once, whoever asks first.
import BookwormStorage

final class LivePage: @unchecked Sendable {
  /// Held around every use, from before the store is read.
  let turn: PageTurn
  let reader: PageReader
  private weak var store: Store?
  private var newest: PageState?
  /// What is told of how earlier pages became the newest.
  private var differences: [(from: PageState, mask: ChangeMask, batch: ChangeBatch?)] = []
  /// As of the newest page: see LogWatch.
  private var losses = 0
  /// Whether a thread of the library runs the query.
  private var isReading = false
  /// Why it could not.
  private var failure: (any Error)?

  /// Of so many books the query runs again while its caller waits: in less than a thread costs.
  private static let fewBooks: Int64 = 1000

  init(_ reader: PageReader, _ store: Store) {
    (self.reader, self.store) = (reader, store)
    turn = PageTurn { [weak store] in store?.commitSignal.signalAll() }
  }

  /// Runs the query where it must. The connection sees one state of the store.
  func page(_ connection: Connection) throws -> PageState {
    forgetWhatWasLost()
    let last = try connection.lastChange()
    if let newest, newest.place == last { return newest }
    if let page = try judged(at: last, connection) { return page }
    if try takesLong(connection) { turn.willRunQuery() }
    return try read(at: last, connection)
  }

  /// The same, but nil while a thread of the library runs the query: once it has, all observers are
  /// woken.
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

  /// As the changes since make it; nil where the query must run again.
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

  /// The newest page, and how it came from `page`; nil where nothing of that is told. It may still
  /// be an earlier one, while the query runs; once it has, all observers are woken.
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

  /// Observers that have heard the same, of the same fields, are few kinds.
  private static let differenceLimit = 8

  // MARK: A query that runs again

  /// Has a thread of the library run the query, for which an event loop should not wait. False
  /// where the caller may as well run it.
  private func beginReading(_ connection: Connection) throws -> Bool {
    guard let store, try takesLong(connection) else { return false }
    isReading = store.livePages.help { [self] in readAgain(store) }
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
      // Somebody may have begun to observe it meanwhile, and have read it for that.
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

/// The pages of a store that are observed.
final class LivePages: @unchecked Sendable {
  private struct Entry {
    weak var page: LivePage?
  }

  private let lock = Lock()
  private var entries: [Entry] = []
  private let helpers = Monitor()
  private var working = 0
  private var isOver = false
  private let forks = Fork.generation

  /// The one that others observe already, or a new one.
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

  /// Runs work on a thread of the library. False where there is none to have.
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

  /// Lets none begin, and waits until none works: who reads a store last cannot put in order what
  /// its writer leaves. A forked child has none of them.
  func endHelpers() {
    guard Fork.generation == forks else { return }
    helpers.withLock {
      isOver = true
      while working > 0 { helpers.wait() }
    }
  }
}
