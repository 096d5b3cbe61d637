// The state of a running write transaction: its connection, and what is to be written once, just
// before it commits.
import BookwormStorage
import BookwormText

final class Writer {
  let connection: Connection
  var pending = Pending()
  /// Nil where what is written cannot be undone.
  private(set) var undoLog: UndoLog?
  /// The row of the log that has been written, 0 where nothing was changed.
  private(set) var logged = LogPlace()
  private let globalIDs: GlobalIDMaker
  var purpose = WritePurpose.change
  /// Not taken back with a savepoint: an id is not given twice.
  private var lastIDs: [Entity: Int64] = [:]
  /// When books that are changed say that they were, where it is not now.
  var changedAt: Milliseconds?
  /// Puts back when a book was changed, too.
  var isReplaying: Bool { if case .change = purpose { false } else { true } }
  var now: Milliseconds { changedAt ?? Clock.now() }
  /// While a batch creates books, where their links are gathered.
  var pendingLinks: PendingBookGenres? {
    didSet { connection.rowsToCome = pendingLinks == nil ? .few : .many }
  }
  // Reused from row to row: keys are made for every book written.
  var titleKey = ByteBuffer()
  /// The keys of a book that is written, one behind the other.
  var sortKeys = ByteBuffer()
  /// What the statements that insert books may have bound to their parameters.
  var boundPlain = BookFields.row
  var boundWhole = BookFields.row
  /// Genres that are known to exist: the write lock keeps others from deleting them.
  private var knownGenres = CheckedMap<Int64, Bool>()
  /// A text in the form in which it is stored.
  var storedText = ByteBuffer()
  var otherKey = ByteBuffer()
  /// The SELECT by which a book was last compared with a change.
  var comparison: (columns: BookFields, sql: String)?
  private(set) lazy var searchDocument = SearchDocument()

  /// The last row of the log before this writes one.
  private let lastChange: Int64
  /// The store's properties where they have been read already.
  private let properties: [String: Int64]?

  init(
    _ connection: Connection, _ undoLog: UndoLog?, _ globalIDs: GlobalIDMaker, lastChange: Int64,
    properties: [String: Int64]?
  ) {
    self.connection = connection
    (self.undoLog, self.globalIDs, self.lastChange) = (undoLog, globalIDs, lastChange)
    self.properties = properties
  }

  /// Made false by a write that is no step to undo, before it changes anything: earlier steps then
  /// look on what it changes as on the work of others.
  var isUndoable: Bool {
    get { undoLog != nil }
    set { if !newValue { undoLog = nil } }
  }

  /// Whether the handle forgets all its steps to undo when this commits.
  var forgetsSteps = false

  /// What a savepoint must be able to take back.
  struct Pending {
    var log = ChangeLog()
    var counters = Counters()
    /// What the index of words has got, or lost.
    var words = SearchTotal()
    var undo = UndoLogPosition()
    /// What the transaction is called when it is to be undone.
    var name: UndoStepName?
  }

  func takeBack(to saved: Pending) {
    pending = saved
    knownGenres.removeAll()
  }

  func isKnown(genre id: Int64) -> Bool { knownGenres[id] ?? false }

  func know(genre id: Int64) throws {
    // A caller decides how many genres there are, but not how much memory this takes.
    guard knownGenres.count < Writer.mostKnownGenres || knownGenres[id] != nil else { return }
    try knownGenres.update(id, first: true) { $0 = true }
  }
  private static let mostKnownGenres = 1 << 16

  func forget(genre id: Int64) throws {
    if isKnown(genre: id) { try knownGenres.update(id, first: false) { $0 = false } }
  }

  /// No row has or ever had a higher one.
  func lastID(_ entity: Entity) throws -> Int64 {
    if let known = lastIDs[entity] { return known }
    let name = entity.descriptor.lastID
    return try properties.map { $0[name] ?? 0 } ?? connection.property(name) ?? 0
  }

  /// An id that no row has or ever had.
  func nextID(_ entity: Entity) throws -> Int64 {
    let last = try lastID(entity)
    guard last < Rules.highestID else { throw StorageError(.full, "the store has run out of ids") }
    lastIDs[entity] = last + 1
    return last + 1
  }

  /// Runs an INSERT that has yet to bind a global id: the row's own, or a new one.
  func run(
    _ insert: Statement, globalID place: Int32, _ known: GlobalID?, at now: Milliseconds
  ) throws {
    let id = try known ?? globalIDs.next(at: now)
    try id.withBytes {
      try insert.bindBlob(place, $0)
      try insert.run()
    }
  }

  /// Notes an id that was given elsewhere, so that it is not given again.
  func takeID(_ id: Int64, _ entity: Entity) { lastIDs[entity] = max(lastIDs[entity] ?? 0, id) }

  /// Runs a DELETE of what belongs to one id.
  func delete(_ sql: SQL, _ id: Int64) throws {
    let delete = try connection.statement(sql)
    delete.bind(1, id)
    try delete.run()
  }

  func writeCounters() throws {
    if !pending.words.isZero {
      try connection.fullText.index.add(pending.words, connection)
      pending.words = SearchTotal()
    }
    guard !pending.counters.isEmpty else { return }
    try pending.counters.write(to: connection, asNewsOf: news)
    pending.counters.removeAll()
  }

  /// The transaction whose news the counters' changes are, where they are any: see CounterSQL. No
  /// number that was folded already, even if the log was emptied.
  private var news: Int64? {
    guard connection.sums == .asNews else { return nil }
    return max(lastChange, properties?[CounterSQL.folded] ?? 0) &+ 1
  }

  private func foldNews() throws {
    guard let news, news % CounterSQL.foldedEvery == 0 else { return }
    try connection.fullText.index.fold(connection)
    for sql in CounterSQL.fold {
      let fold = try connection.statement(sql)
      fold.bind(1, news)
      try fold.run()
    }
    try connection.setProperty(CounterSQL.folded, news)
  }

  func flush() throws {
    for (entity, last) in lastIDs {
      try connection.setProperty(entity.descriptor.lastID, last)
    }
    try writeCounters()
    guard !pending.log.isEmpty else { return }
    logged = try pending.log.write(to: connection, at: Clock.now(), after: lastChange)
    try foldNews()
  }
}

extension Connection {
  func property(_ name: String) throws -> Int64? {
    var name = name
    return try name.withUTF8 {
      let select = try statement(StoreSQL.property)
      defer { select.reset() }
      try select.bindText(1, $0)
      return try select.step() ? select.int64(0) : nil
    }
  }

  func setProperty(_ name: String, _ value: Int64) throws {
    var name = name
    try name.withUTF8 {
      let upsert = try statement(StoreSQL.setProperty)
      try upsert.bindText(1, $0)
      upsert.bind(2, value)
      try upsert.run()
    }
  }
}
