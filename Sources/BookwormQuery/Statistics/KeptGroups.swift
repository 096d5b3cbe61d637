// Keeps the groups of all books by author, and other groups that no counters count. The log reports
// which books were added, deleted, or changed in the counted field. If these books are few and the
// groups have names, only these books are counted again.
import BookwormRecords
import BookwormStorage
import BookwormStore

final class KeptGroups: StoreCompanion, @unchecked Sendable {
  fileprivate struct Kept {
    var list: GroupList
    /// The last transaction whose changes were looked at.
    var place: Int64
    /// The changed fields of books that the list does not reflect.
    var changed: BookFields = []
    /// The losses (see LogWatch) and the day when the list was read, because a shelf's line may say
    /// "today".
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
    _ group: StatisticsGroup, of fields: BookFields, losses: Int, _ connection: Connection
  ) throws -> GroupList {
    let (place, day) = (try connection.lastChange(), CalendarDate.today())
    if var known = take(group, at: place), known.losses == losses, known.day == day {
      if known.place != place {
        try known.update(group, to: place, connection)
        keep(known, group)
      }
      if known.changed.isDisjoint(with: fields) { return known.list }
    }
    let list = try connection.groupList(by: group)
    if list.count <= KeptGroups.limit {
      keep(Kept(list: list, place: place, losses: losses, day: day), group)
    }
    return list
  }

  /// Takes out a list that must be updated, so that no other thread gets it.
  private func take(_ group: StatisticsGroup, at place: Int64) -> Kept? {
    lock.withLock {
      guard let known = kept[group], known.place != place else { return kept[group] }
      kept[group] = nil
      return known
    }
  }

  /// Does not replace a list of a later state, which another thread has read.
  private func keep(_ known: Kept, _ group: StatisticsGroup) {
    lock.withLock {
      if let other = kept[group], other.losses == known.losses, other.place > known.place { return }
      kept[group] = known
    }
  }
}

extension KeptGroups.Kept {
  fileprivate mutating func update(
    _ group: StatisticsGroup, to place: Int64, _ connection: Connection
  ) throws {
    let news = try connection.changedBooks(after: self.place, group.fields.union(.rating))
    self.place = place
    guard group == .shelf || !news.fields.isEmpty else { return }
    // Another thread may still read the list.
    let isUpdated =
      try isKnownUniquelyReferenced(&list)
      && news.ids.map {
        try $0.withUnsafeBufferPointer { books in
          try list.update(books) { try connection.namedGroups(ofBooks: $0, by: group) }
        }
      } ?? false
    if !isUpdated { changed.formUnion(group == .shelf ? .everything : news.fields) }
  }
}

extension BookFields {
  fileprivate static let everything = BookFields(rawValue: .max)
}

extension Connection {
  /// Returns the changed fields of books: all fields if books were added or deleted, or if the log
  /// does not list the changes. Also returns the ids of these books in ascending order; nil if
  /// there are many, or if the log does not list them. Ignores changes without a field of
  /// `counted`.
  fileprivate func changedBooks(
    after place: Int64, _ counted: BookFields
  ) throws -> (fields: BookFields, ids: [Int64]?) {
    let most: Int64 = 1000
    var fields: BookFields = []
    var ids: Set<Int64>? = []
    try changes(after: place) { news in
      guard case .transaction(let transaction) = news, let runs = transaction.runs else {
        (fields, ids) = (.everything, nil)
        return false
      }
      for run in runs where run.entity == .book {
        let changed = run.operation == .update ? BookFields(rawValue: run.fields) : .everything
        guard !changed.isDisjoint(with: counted) else { continue }
        fields.formUnion(changed)
        if let known = ids, run.count <= most - Int64(known.count) {
          ids?.formUnion(run.first..<run.end)
        } else {
          ids = nil
        }
      }
      return ids != nil || fields != .everything
    }
    return (fields, ids?.sorted())
  }
}

extension StatisticsGroup {
  /// The fields that decide a book's group.
  package var fields: BookFields {
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
      return try readCounters { try $0.groupList(by: group) }
    }
    let losses = store.logWatch.count
    return try read { connection in
      try connection.inSnapshot {
        try store.companion(KeptGroups.self).list(
          group, of: rated ? group.fields.union(.rating) : group.fields, losses: losses, connection)
      }
    }
  }
}
