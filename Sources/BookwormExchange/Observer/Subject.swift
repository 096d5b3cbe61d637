// A subject is the thing that an observer observes. Separate files define stores, books, lists,
// pages and statistics.
import BookwormRecords
import BookwormStorage
import BookwormStore

/// A subject keeps its place in the log, and the state needed to find what a change means for it.
/// It is a value type, so that a failed look leaves it unchanged.
protocol Subject {
  /// The last transaction that has been reported or skipped.
  var place: Int64 { get }

  /// The observed list as of the last report; nil if the subject is not a list.
  var page: RowSet? { get }

  /// Looks at the commits since the last look. Returns nil if none of them need to be reported. The
  /// connection sees one state of the store.
  mutating func look(_ connection: Connection) throws -> ChangeBatch?

  /// Also reports the changes after the transaction `since`. If they cannot be reported, reports
  /// that the subject must be read again.
  mutating func goBack(to since: Int64, _ connection: Connection) throws
}

extension Subject {
  var page: RowSet? { nil }
}

/// A place that no log has. A subject at this place has missed everything.
let placeUnknown: Int64 = -1

/// A subject that reports each transaction separately.
protocol StepwiseSubject: Subject {
  var place: Int64 { get set }

  /// Returns the meaning of a transaction. Nil if there are too many changes to report.
  mutating func changes(of runs: ChangeRuns, _ connection: Connection) throws -> ChangeSet?

  /// Returns the wanted part of a change; nil if none of it is wanted.
  func wanted(_ change: RowChange) -> RowChange?

  /// Reads the present state, if the changes that led to it are unknown.
  mutating func begin(_ connection: Connection) throws
}

extension StepwiseSubject {
  mutating func look(_ connection: Connection) throws -> ChangeBatch? {
    var subject = self
    var batch: ChangeBatch?
    var more = false
    try connection.changes(after: place) { news in
      guard batch == nil else {
        more = true
        return false
      }
      batch = try subject.take(news, connection)
      return true
    }
    self = subject
    batch?.more = more
    return batch
  }

  private mutating func take(_ news: LoggedNews, _ connection: Connection) throws -> ChangeBatch? {
    guard case .transaction(let transaction) = news else {
      place = try connection.lastChange()
      try begin(connection)
      return try .reread(place, Clock.now())
    }
    place = transaction.id
    var changes: ChangeSet? = nil
    if let runs = transaction.runs { changes = try self.changes(of: runs, connection) }
    guard let changes else {
      try begin(connection)
      return try .reread(place, transaction.committed)
    }
    let rows = try RowSet.changes(expecting: 4)
    try changes.forEach {
      guard let change = wanted($0) else { return }
      try rows.append(change, transaction: place, committed: transaction.committed)
    }
    return rows.count == 0 ? nil : ChangeBatch(rows: rows, more: false)
  }
}
