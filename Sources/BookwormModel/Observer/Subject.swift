// What an observer observes. Stores, books, lists, pages and statistics are in their files.
import BookwormStorage

/// Keeps its place in the log, and what it must know to tell what a change means for it. A value,
/// so that a look that fails half-way leaves no trace.
protocol Subject {
  /// The last transaction that has been told or passed over.
  var place: Int64 { get }

  /// What is observed, as of what has been told; nil where that is no list.
  var page: RowSet? { get }

  /// Looks at what has been committed since; nil where nothing of that is to be told. The
  /// connection sees one state of the store.
  mutating func look(_ connection: Connection) throws -> ChangeBatch?

  /// Has what came after the transaction `since` told too, or, where that cannot be told, that it
  /// must be read again.
  mutating func goBack(to since: Int64, _ connection: Connection) throws
}

extension Subject {
  var page: RowSet? { nil }
}

/// A place that no log has: what comes after it has been missed.
let placeUnknown: Int64 = -1

/// Tells transaction by transaction.
protocol StepwiseSubject: Subject {
  var place: Int64 { get set }

  /// What a transaction means. Nil where there is too much to tell.
  mutating func changes(of runs: ChangeRuns, _ connection: Connection) throws -> ChangeSet?

  /// What of a change is wanted; nil where nothing is.
  func wanted(_ change: RowChange) -> RowChange?

  /// Gets to know the present state, when what led to it is not known.
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
