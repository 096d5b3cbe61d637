// A page of a query that observers follow: those of the same page share it, so that it is brought
// up to date once, whoever asks first.
import BookwormStorage

final class LivePage: @unchecked Sendable {
  /// Held around every use, from before the store is read.
  let turn = Lock()
  let reader: PageReader
  private var newest: PageState?
  /// What is told of how earlier pages became the newest.
  private var told: [(from: PageState, mask: ChangeMask, batch: ChangeBatch?)] = []

  init(_ reader: PageReader) { self.reader = reader }

  /// The connection sees one state of the store.
  func page(_ connection: Connection) throws -> PageState {
    let last = try connection.lastChange()
    if let newest, newest.place == last { return newest }
    var page: PageState?
    if let newest {
      let runs = try RunList(after: newest.place, connection)
      if runs.isKnown { page = try reader.page(after: newest, runs, at: last, connection) }
    }
    let made = try page ?? reader.read(at: last, connection)
    (newest, told) = (made, [])
    return made
  }

  /// The newest page, and how it came from `page`; nil where nothing of that is told.
  func look(
    from page: PageState, _ mask: ChangeMask, _ connection: Connection
  ) throws -> (PageState, ChangeBatch?) {
    let newest = try self.page(connection)
    if newest === page { return (newest, nil) }
    if let known = told.first(where: { $0.from === page && $0.mask == mask }) {
      return (newest, known.batch)
    }
    let batch = try difference(from: page, to: newest, mask, connection)
    if told.count < LivePage.toldLimit { told.append((page, mask, batch)) }
    return (newest, batch)
  }

  /// Observers that have heard the same, of the same fields, are few kinds.
  private static let toldLimit = 8

  private func difference(
    from old: PageState, to new: PageState, _ mask: ChangeMask, _ connection: Connection
  ) throws -> ChangeBatch? {
    let runs = try RunList(after: old.place, connection)
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

  /// The one that others observe already, or a new one.
  func page(of query: Query) throws -> LivePage {
    let reader = try PageReader(query)
    return lock.withLock {
      entries.removeAll { $0.page == nil }
      if let page = entries.lazy.compactMap(\.page).first(where: { $0.reader.query == query }) {
        return page
      }
      let page = LivePage(reader)
      entries.append(Entry(page: page))
      return page
    }
  }
}
