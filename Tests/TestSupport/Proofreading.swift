// A PostgreSQL server prepares every statement that tests run on SQLite, with the types of the
// bound values. A statement that it refuses fails the test that ran it. This works only if the
// tests run next to a server: see Tests/postgres/run.
#if DEBUG
  import CSQLite
  import Glibc

  @testable import BookwormStorage
  @testable import BookwormStore

  enum Proofreading {
    /// Checks the statements of the stores that `body` opens. Tests of the storage alone do not use
    /// this, because they have statements of their own.
    static func of<R>(_ body: () throws -> R) rethrows -> R {
      _ = begin
      return try $isOn.withValue(true, operation: body)
    }

    @TaskLocal private static var isOn = false
    private static let begin: Void = {
      guard TestServer.isThere else { return }
      Database.inserted = { isOn ? ProofreadDatabase($0) : $0 }
    }()

    private static let lock = Lock()
    nonisolated(unsafe) private static var drafts: [OpaquePointer: Draft] = [:]
    /// The statements read so far, with the types of their parameters.
    nonisolated(unsafe) private static var read: Set<String> = []
    private static let schema: Result<TestSchema, any Error> = Result {
      let schema = try TestSchema()
      try schema.execute(Schema.onServer)
      return schema
    }

    fileprivate static func add(_ handle: OpaquePointer, _ draft: Draft) {
      lock.withLock { drafts[handle] = draft }
    }
    fileprivate static func remove(_ handle: OpaquePointer) {
      lock.withLock { drafts[handle] = nil }
    }

    fileprivate static func bound(_ handle: OpaquePointer?, _ place: Int32, _ type: String) {
      guard let handle else { return }
      lock.withLock { drafts[handle]?.types[place] = type }
    }

    /// Returns whether the server accepts the statement too; if not, the connection's error says
    /// why.
    fileprivate static func isRight(_ handle: OpaquePointer?) -> Bool {
      guard let handle, let draft = lock.withLock({ drafts[handle] }) else { return true }
      let types = (1...max(1, draft.text.count)).map { draft.types[$0] ?? "unknown" }
      let list = draft.text.count == 0 ? "" : "(\(types.joined(separator: ", ")))"
      let statement = "PREPARE proof \(list) AS \(draft.text.text)"
      return lock.withLock {
        guard read.insert(statement).inserted else { return true }
        do {
          try schema.get().execute(statement + "; DEALLOCATE proof")
          return true
        } catch {
          read.remove(statement)
          let reason = (error as? RawServer.Fault)?.message ?? "\(error)"
          let message = """
            a statement is accepted by SQLite and refused by PostgreSQL. Write it in words that \
            both accept; if there are none, add a fragment to Dialect. A new table or column must \
            also be in SchemaOnServer.swift. See "Writing SQL" in Sources/README.md. \
            PostgreSQL says: \(reason)
            \(statement)

            """
          // Printed too, because the test may expect another failure.
          _ = Array(message.utf8).withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
          draft.connection.fault = StorageError(.unexpected, message)
          return false
        }
      }
    }
  }

  /// A statement as it is given to the server, and the types bound to its parameters.
  private final class Draft {
    let text: PostgresText
    unowned let connection: ProofreadConnection
    var types: [Int32: String] = [:]

    init(_ text: PostgresText, _ connection: ProofreadConnection) {
      (self.text, self.connection) = (text, connection)
    }

    /// Whether a statement differs by engine: it manages files or the schema, or uses the index of
    /// words.
    static func isEnginesOwn(_ text: String) -> Bool {
      let words = ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"]
      let own = ["book_search", "sqlite_", "temp.", "pragma_"]
      return !words.contains { text.hasPrefix($0 + " ") } || own.contains { text.contains($0) }
    }
  }

  /// Fragments of both engines, represented by a mark in a statement's text.
  private struct BothDialects: Dialect {
    static let lock = Lock()
    nonisolated(unsafe) static var fragments: [(sqlite: String, postgres: String)] = []

    private let sqlite = SQLiteDialect()
    private let postgres = PostgresDialect()

    private func mark(_ fragment: (any Dialect) -> String) -> String {
      let both = (sqlite: fragment(sqlite), postgres: fragment(postgres))
      return BothDialects.lock.withLock {
        let known = BothDialects.fragments.firstIndex { $0 == both }
        if known == nil { BothDialects.fragments.append(both) }
        return "\u{1}\(known ?? BothDialects.fragments.count - 1)\u{2}"
      }
    }

    /// Returns the text in one engine's syntax.
    static func render(_ text: String, _ side: KeyPath<(sqlite: String, postgres: String), String>)
      -> String
    {
      guard text.contains("\u{1}") else { return text }
      var pieces = text.split(separator: "\u{1}", omittingEmptySubsequences: false)[...]
      var rendered = String(pieces.removeFirst())
      for piece in pieces {
        let parts = piece.split(separator: "\u{2}", maxSplits: 1, omittingEmptySubsequences: false)
        let fragment = lock.withLock { Int(parts[0]).map { fragments[$0] } }
        rendered += fragment.map { render($0[keyPath: side], side) } ?? ""
        rendered += parts.last ?? ""
      }
      return rendered
    }

    var schemaVersion: String { mark { $0.schemaVersion } }
    var integrity: String? { sqlite.integrity }
    var beginWriting: String { mark { $0.beginWriting } }
    var beginReading: String { mark { $0.beginReading } }
    var joinInOrder: String { mark { $0.joinInOrder } }
    func planned(_ number: Int64) -> String? { sqlite.planned(number) }
    var isAmong: (before: String, after: String) {
      (mark { $0.isAmong.before }, mark { $0.isAmong.after })
    }
    var least: String { mark { $0.least } }
    var fullText: FullText { sqlite.fullText }
    var sums: Sums { sqlite.sums }
    var receipt: String? { sqlite.receipt }
    func inOrder(_ terms: @autoclosure () -> String) -> String {
      let terms = terms()
      return mark { $0.inOrder(terms) }
    }
    func inOrder(ofRowsInMemory alias: String) -> String {
      mark { $0.inOrder(ofRowsInMemory: alias) }
    }
    func month(ofInstant column: String) -> String { mark { $0.month(ofInstant: column) } }
    func isBlob(_ column: String) -> String { mark { $0.isBlob(column) } }
    func rowsInMemory(_ table: String, _ columns: String) -> String {
      mark { $0.rowsInMemory(table, columns) }
    }
    func allInMemory(_ table: String, _ columns: String) -> String {
      mark { $0.allInMemory(table, columns) }
    }
    func visiting(_ first: String, _ second: String) -> String {
      mark { $0.visiting(first, second) }
    }
    func contains(_ column: String, of row: String) -> String {
      mark { $0.contains(column, of: row) }
    }
    func equals(_ column: String, of row: String) -> String {
      mark { $0.equals(column, of: row) }
    }
    func holds(_ column: String) -> String { mark { $0.holds(column) } }
    func isKey(_ column: String) -> String { mark { $0.isKey(column) } }
  }

  private final class ProofreadDatabase: EngineDatabase {
    let inner: any EngineDatabase
    init(_ inner: any EngineDatabase) { self.inner = inner }

    var path: String { inner.path }
    var hasOneConnection: Bool { inner.hasOneConnection }
    func connectWriter(_ closing: ClosingFlag) throws -> any EngineConnection {
      ProofreadConnection(try inner.connectWriter(closing))
    }
    func connectReader(_ closing: ClosingFlag) throws -> any EngineConnection {
      ProofreadConnection(try inner.connectReader(closing))
    }
    var identity: String? { inner.identity }
    var filePath: String? { inner.filePath }
    var commitChannel: (any CommitChannel)? { inner.commitChannel }
    var fileMode: UInt32 { inner.fileMode }
    var logBytes: Int64 { inner.logBytes }
    var isCheckpointing: Bool { inner.isCheckpointing }
    func endHelpers() { inner.endHelpers() }
  }

  extension Connection {
    /// SQLite's part of a test's connection, even if a server checks its statements.
    package var sqlite: SQLiteConnection? {
      ((side as? ProofreadConnection)?.inner ?? side) as? SQLiteConnection
    }
  }

  private final class ProofreadConnection: EngineConnection {
    let inner: any EngineConnection
    var fault: StorageError?
    init(_ inner: any EngineConnection) { self.inner = inner }

    var engine: UnsafePointer<Engine> { Engine.proofread }
    var dialect: any Dialect { BothDialects() }

    func prepare(_ text: String) throws -> OpaquePointer {
      let handle = try inner.prepare(BothDialects.render(text, \.sqlite))
      let other = BothDialects.render(text, \.postgres)
      if !Draft.isEnginesOwn(other) { Proofreading.add(handle, Draft(PostgresText(other), self)) }
      return handle
    }
    func discard(_ statement: OpaquePointer) {
      Proofreading.remove(statement)
      inner.discard(statement)
    }
    func execute(_ text: String) throws { try inner.execute(BothDialects.render(text, \.sqlite)) }
    func error(_ code: Int32) -> StorageError {
      defer { fault = nil }
      return fault ?? inner.error(code)
    }

    func isReading(_ statement: OpaquePointer) -> Bool { inner.isReading(statement) }
    var busyTimeout: Milliseconds {
      get { inner.busyTimeout }
      set { inner.busyTimeout = newValue }
    }
    var rowsToCome: RowsToCome {
      get { inner.rowsToCome }
      set { inner.rowsToCome = newValue }
    }
    var inTransaction: Bool { inner.inTransaction }
    var failures: EngineFailures { inner.failures }
    var changes: Int64 { inner.changes }
    func version() throws -> Int64 { try inner.version() }
    func separateReaders() throws { try inner.separateReaders() }
    func setCache(_ kibibytes: Int32) { inner.setCache(kibibytes) }
    func makeRoom() { inner.makeRoom() }
    func inTurn(_ begin: () throws -> Void) throws { try inner.inTurn(begin) }
    func tidyUp() { inner.tidyUp() }
    var hasMetCheckpoint: Bool { inner.hasMetCheckpoint }
    func foldWholeLog(until deadline: Milliseconds) -> Bool { inner.foldWholeLog(until: deadline) }
    func fill(_ table: String, _ rows: any MemoryRows) throws { try inner.fill(table, rows) }
    func empty(_ table: String) { inner.empty(table) }
    var visitor: ((Int64, Int64) -> Void)? {
      get { inner.visitor }
      set { inner.visitor = newValue }
    }
    func copy(to path: String) throws -> any DatabaseCopy { try inner.copy(to: path) }
    func close() { inner.close() }
  }

  extension Engine {
    /// SQLite's functions, which also record the bound values.
    nonisolated(unsafe) fileprivate static let proofread: UnsafePointer<Engine> = {
      let sqlite = Engine.sqlite.pointee
      let engine = UnsafeMutablePointer<Engine>.allocate(capacity: 1)
      engine.initialize(
        to: Engine(
          bindInt64: { handle, place, value in
            Proofreading.bound(handle, place, "bigint")
            return sqlite3_bind_int64(handle, place, value)
          },
          bindDouble: { handle, place, value in
            Proofreading.bound(handle, place, "double precision")
            return sqlite3_bind_double(handle, place, value)
          },
          // NULL has no type, whatever was bound to this parameter before.
          bindNull: { handle, place in
            Proofreading.bound(handle, place, "unknown")
            return sqlite3_bind_null(handle, place)
          },
          bindText: { handle, place, text, count, release, encoding in
            Proofreading.bound(handle, place, "text")
            return sqlite3_bind_text64(handle, place, text, count, release, encoding)
          },
          bindBlob: { handle, place, blob, count, release in
            Proofreading.bound(handle, place, "bytea")
            return sqlite3_bind_blob64(handle, place, blob, count, release)
          },
          step: { Proofreading.isRight($0) ? sqlite3_step($0) : 1 }, reset: sqlite.reset,
          columnCount: sqlite.columnCount, columnType: sqlite.columnType,
          columnInt64: sqlite.columnInt64, columnDouble: sqlite.columnDouble,
          columnText: sqlite.columnText, columnBlob: sqlite.columnBlob,
          columnBytes: sqlite.columnBytes, columnValue: sqlite.columnValue,
          valueType: sqlite.valueType, valueInt64: sqlite.valueInt64,
          valueDouble: sqlite.valueDouble, valueText: sqlite.valueText,
          valueBlob: sqlite.valueBlob, valueBytes: sqlite.valueBytes))
      return UnsafePointer(engine)
    }()
  }
#endif
