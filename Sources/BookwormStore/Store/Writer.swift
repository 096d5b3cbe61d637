// A writer is the state of a running write transaction: its connection, and everything that is
// written once, just before it commits.
import BookwormRecords
import BookwormStorage
import BookwormText

package final class Writer {
  package let connection: Connection
  package let rules: RulesOfEntities
  package var pending = Pending()
  /// Nil if the writes cannot be undone.
  private(set) var undoLog: UndoLog?
  /// The row of the log that was written, or 0 if nothing changed.
  private(set) var logged = LogPlace()
  private let globalIDs: GlobalIDMaker
  /// The history that keeps this step; nil if it is kept in memory.
  private let kept: KeptHistory?
  /// The id of the new step in that history; 0 if there is none.
  private(set) var newStep: Int64 = 0
  var purpose = WritePurpose.change
  /// The last id that this transaction has assigned for each entity. A rollback to a savepoint does
  /// not restore these ids, because an id is never assigned twice.
  private var lastIDs: [Entity: Int64] = [:]
  /// The time of change for changed books; nil means now.
  package var changedAt: Milliseconds?
  /// Whether this is an undo or redo, which also restores the time of a book's last change.
  package var isReplaying: Bool { if case .change = purpose { false } else { true } }
  package var now: Milliseconds { changedAt ?? Clock.now() }
  /// Collects the links of books while a batch creates them.
  package var pendingLinks: PendingBookGenres? {
    didSet { connection.rowsToCome = pendingLinks == nil ? .few : .many }
  }
  // Reused from row to row, because each written book needs keys.
  package var titleKey = ByteBuffer()
  /// The keys of a written book, one after another.
  package var sortKeys = ByteBuffer()
  /// The fields that the previous book may have left bound in the statements that insert books.
  package var boundPlain = BookFields.row
  package var boundWhole = BookFields.row
  /// Genres that are known to exist: the write lock keeps others from deleting them.
  private var knownGenres = CheckedMap<Int64, Bool>()
  /// Holds a text in its stored form.
  package var storedText = ByteBuffer()
  package var otherKey = ByteBuffer()
  /// The SELECT that last compared a book with a change.
  package var comparison: (columns: BookFields, sql: String)?
  private(set) lazy var searchDocument = SearchDocument()

  /// Whether the key of a title has a leading article at the end.
  package private(set) var articlesLast: Bool

  /// The last row of the log before this transaction's own.
  private let lastChange: Int64
  /// The store's properties if they have already been read.
  private let properties: [String: Int64]?

  init(
    _ connection: Connection, _ rules: RulesOfEntities, _ undoLog: UndoLog?, _ kept: KeptHistory?,
    _ globalIDs: GlobalIDMaker, lastChange: Int64, properties: [String: Int64]?,
    articlesLast: Bool
  ) {
    (self.connection, self.rules, self.articlesLast) = (connection, rules, articlesLast)
    (self.undoLog, self.globalIDs, self.lastChange) = (undoLog, globalIDs, lastChange)
    (self.kept, self.properties) = (kept, properties)
  }

  /// Whether the writes can be undone. A write that cannot be undone sets this to false before it
  /// changes anything. Its changes then count as changes by others when earlier steps are undone.
  package var isUndoable: Bool {
    get { undoLog != nil }
    set { if !newValue { undoLog = nil } }
  }

  /// Whether the commit discards all undo steps of the handle.
  package var forgetsSteps = false

  /// The state that a savepoint must be able to restore.
  package struct Pending {
    package var log = ChangeLog()
    package var counters = Counters()
    /// The change of the index of words.
    var words = SearchTotal()
    var undo = UndoLogPosition()
    /// The transaction's name for undo.
    package var name: UndoStepName?
  }

  func takeBack(to saved: Pending) {
    pending = saved
    knownGenres.removeAll()
  }

  package func isKnown(genre id: Int64) -> Bool { knownGenres[id] ?? false }

  package func know(genre id: Int64) throws {
    // A caller decides the number of genres, but not how much memory this takes.
    guard knownGenres.count < Writer.mostKnownGenres || knownGenres[id] != nil else { return }
    try knownGenres.update(id, first: true) { $0 = true }
  }
  private static let mostKnownGenres = 1 << 16

  package func forget(genre id: Int64) throws {
    if isKnown(genre: id) { try knownGenres.update(id, first: false) { $0 = false } }
  }

  /// Returns the last assigned id: no row has, or ever had, a higher one.
  package func lastID(_ entity: Entity) throws -> Int64 {
    if let known = lastIDs[entity] { return known }
    let name = entity.descriptor.lastID
    return try properties.map { $0[name] ?? 0 } ?? connection.property(name) ?? 0
  }

  /// Assigns an id that no row has, or ever had.
  package func nextID(_ entity: Entity) throws -> Int64 {
    let last = try lastID(entity)
    guard last < Rules.highestID else { throw StorageError(.full, "the store has run out of ids") }
    lastIDs[entity] = last + 1
    return last + 1
  }

  /// Runs an INSERT after binding the row's global id: the known one, or a new one.
  package func run(
    _ insert: Statement, globalID place: Int32, _ known: GlobalID?, at now: Milliseconds
  ) throws {
    let id = try known ?? globalIDs.next(at: now)
    try id.withBytes {
      try insert.bindBlob(place, $0)
      try insert.run()
    }
  }

  /// Records an id that was assigned elsewhere, so that it is not assigned again.
  package func takeID(_ id: Int64, _ entity: Entity) {
    lastIDs[entity] = max(lastIDs[entity] ?? 0, id)
  }

  /// Runs a DELETE of the rows that belong to one id.
  package func delete(_ sql: SQL, _ id: Int64) throws {
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

  /// The number of the transaction in counter_news: see CounterSQL. It is higher than that of any
  /// transaction whose additions are in the counters, even if the log was emptied. Nil if the store
  /// changes the counters themselves.
  private var news: Int64? {
    guard connection.sums == .asNews else { return nil }
    return max(lastChange, properties?[CounterSQL.folded] ?? 0) &+ 1
  }

  /// Sets whether the key of a title has a leading article at the end. Returns false if that is
  /// already the rule. The caller rebuilds the keys of all books.
  package func setArticlesLast(_ isOn: Bool) throws -> Bool {
    guard isOn != articlesLast else { return false }
    try connection.setProperty(Store.articlesProperty, isOn ? 1 : 0)
    articlesLast = isOn
    return true
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

  /// Records the step if a history in the store keeps it. Returns the id of the step that the
  /// transaction carries out, undoes or redoes; nil if there is none.
  private func recordStep(at now: Milliseconds) throws -> Int64? {
    guard let kept, let undoLog else { return nil }
    let change = lastChange &+ 1
    let step = undoLog.finish(pending.undo, transaction: change, name: pending.name)
    return try kept.record(step, purpose, connection, as: change, at: now)
  }

  func flush() throws {
    for (entity, last) in lastIDs {
      try connection.setProperty(entity.descriptor.lastID, last)
    }
    try writeCounters()
    guard !pending.log.isEmpty else { return }
    let now = Clock.now()
    let step = try recordStep(at: now)
    if case .change = purpose { newStep = step ?? 0 }
    logged = try pending.log.write(to: connection, at: now, after: lastChange, step: step)
    try foldNews()
  }
}

extension Connection {
  package func property(_ name: String) throws -> Int64? {
    var name = name
    return try name.withUTF8 {
      let select = try statement(StoreSQL.property)
      defer { select.reset() }
      try select.bindText(1, $0)
      return try select.step() ? select.int64(0) : nil
    }
  }

  package func setProperty(_ name: String, _ value: Int64) throws {
    var name = name
    try name.withUTF8 {
      let upsert = try statement(StoreSQL.setProperty)
      try upsert.bindText(1, $0)
      upsert.bind(2, value)
      try upsert.run()
    }
  }

  /// Whether the key of a title has a leading article at the end.
  package func articlesLast() throws -> Bool { try property(Store.articlesProperty) != 0 }
}
