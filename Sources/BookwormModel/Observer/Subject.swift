// What an observer observes: a whole store here; a book and a query in files of their own.
import BookwormStorage

/// What a look at the log has brought.
struct Told {
  let changes: [RowChange]
  /// The last transaction that they are of.
  let transaction: Int64
  let committed: Milliseconds
  /// There may be more to tell.
  let more: Bool
}

/// Keeps its place in the log, and what it must know to tell what a change means for it. A value,
/// so that a look that fails half-way leaves no trace.
protocol Subject {
  /// The last transaction that has been told or passed over.
  var place: Int64 { get }

  /// Looks at what has been committed since; nil where nothing of that is to be told. The
  /// connection sees one state of the store.
  mutating func look(_ connection: Connection) throws -> Told?
}

/// Tells transaction by transaction.
protocol StepwiseSubject: Subject {
  var place: Int64 { get set }

  /// What a transaction means. Nil where there is too much to tell.
  mutating func changes(of runs: [ChangeRun], _ connection: Connection) throws -> [RowChange]?

  /// Gets to know the present state, when what led to it is not known.
  mutating func begin(_ connection: Connection) throws
}

extension StepwiseSubject {
  mutating func look(_ connection: Connection) throws -> Told? {
    var subject = self
    var told: Told?
    var more = false
    try connection.changes(after: place) { news in
      guard told == nil else {
        more = true
        return false
      }
      told = try subject.take(news, connection)
      return true
    }
    self = subject
    return told.map {
      Told(
        changes: $0.changes, transaction: $0.transaction, committed: $0.committed, more: more)
    }
  }

  private mutating func take(_ news: LoggedNews, _ connection: Connection) throws -> Told? {
    guard case .transaction(let transaction) = news else {
      place = try connection.lastChange()
      try begin(connection)
      return Told(
        changes: [.reread], transaction: place, committed: Clock.now(), more: false)
    }
    place = transaction.id
    var changes: [RowChange]? = nil
    if let runs = transaction.runs { changes = try self.changes(of: runs, connection) }
    if changes == nil { try begin(connection) }
    if changes?.isEmpty == true { return nil }
    return Told(
      changes: changes ?? [.reread], transaction: transaction.id,
      committed: transaction.committed, more: false)
  }
}

struct StoreSubject: StepwiseSubject {
  let mask: ChangeMask
  var place: Int64

  init(_ mask: ChangeMask, _ connection: Connection) throws {
    self.mask = mask
    place = try connection.lastChange()
  }

  mutating func begin(_ connection: Connection) throws {}

  mutating func changes(of runs: [ChangeRun], _ connection: Connection) throws -> [RowChange]? {
    var changes = ChangeSet()
    for run in runs where !changes.add(run) { return nil }
    return changes.list.compactMap { mask.wanted($0) }
  }
}
