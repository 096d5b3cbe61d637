// Keeps the groups of all books that are not counted by counters, such as those by author. They are
// kept until the log reports that books were added or deleted, or changed in the counted field.
import BookwormRecords
import BookwormStorage
import BookwormStore

final class KeptGroups: StoreCompanion, @unchecked Sendable {
  private struct Kept {
    let list: GroupList
    /// The last transaction looked at, and the changes of books since the list was read.
    var place: Int64
    var changed: BookFields = []
    /// The losses and the day when the list was read: see LogWatch, and SearchLine for the meaning
    /// of today.
    let losses: Int
    let day: Int32
  }

  private let lock = Lock()
  private var kept: [StatisticsGroup: Kept] = [:]

  /// Longer lists of names are not kept, because they may take more memory than the store's cache.
  private static let limit = 200_000

  /// `fields` are the fields of books that the caller counts. The connection sees one state of the
  /// store.
  func list(
    _ group: StatisticsGroup, of fields: BookFields, losses: Int, _ connection: Connection,
    read: () throws -> RowSet
  ) throws -> GroupList {
    let (place, day) = (try connection.lastChange(), CalendarDate.today())
    if var known = lock.withLock({ kept[group] }), known.losses == losses, known.day == day {
      if known.place != place {
        known.changed.formUnion(
          group == .shelf ? .everything : try connection.changedFields(after: known.place))
        known.place = place
        lock.withLock { kept[group] = known }
      }
      if known.changed.isDisjoint(with: fields) { return known.list }
    }
    let list = try GroupList(try read())
    if list.rows.count <= KeptGroups.limit {
      lock.withLock { kept[group] = Kept(list: list, place: place, losses: losses, day: day) }
    }
    return list
  }
}

extension BookFields {
  fileprivate static let everything = BookFields(rawValue: .max)
}

extension Connection {
  /// The changed fields of books. Every bit, if books were added or deleted, or the log does not
  /// list the changes.
  fileprivate func changedFields(after place: Int64) throws -> BookFields {
    var changed: BookFields = []
    try changes(after: place) { news in
      guard case .transaction(let transaction) = news, let runs = transaction.runs else {
        changed = .everything
        return false
      }
      for run in runs where run.entity == .book {
        changed.formUnion(run.operation == .update ? BookFields(rawValue: run.fields) : .everything)
      }
      return changed != .everything
    }
    return changed
  }
}

extension StatisticsGroup {
  /// The fields that decide a book's group.
  var fields: BookFields {
    switch self {
    case .genre: .genres
    case .author, .person: [.author, .authorSort, .contributors]
    case .editor, .translator, .illustrator, .narrator, .introduction: .contributors
    case .contributorRole: .contributors
    case .monthAdded: .created
    case .monthFinished: [.finished, .readings]
    case .series: .series
    case .publisher: .publisher
    case .language: .language
    case .format: .format
    case .status: .status
    case .rating: .rating
    case .year, .decade: .year
    case .shelf: .everything
    }
  }
}

extension Session {
  /// Returns the groups of the whole store. If `rated` is false, the ratings may be outdated.
  package func groupList(by group: StatisticsGroup, rated: Bool) throws -> GroupList {
    guard let store = self as? Store, group.counters == nil else {
      return try GroupList(try readGroups(by: group))
    }
    let losses = store.logWatch.count
    return try read { connection in
      try connection.inSnapshot {
        try store.companion(KeptGroups.self).list(
          group, of: rated ? group.fields.union(.rating) : group.fields, losses: losses, connection
        ) { try connection.groups(by: group) }
      }
    }
  }

  private func readGroups(by group: StatisticsGroup) throws -> RowSet {
    try readCounters { try $0.groups(by: group) }
  }
}
