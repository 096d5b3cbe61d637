// Opens a store on a PostgreSQL server: distinguishes it from other schemas, creates its tables if
// there are none, and upgrades those of an older library.
import BookwormRecords
import BookwormStorage

extension Store {
  /// `url` is an address for ServerAddress. A user who may only read gets a read-only store.
  static func openServer(_ url: String, _ options: StoreOptions) throws -> (Database, Versions) {
    let (database, versions) = try openWith(options, url)
    guard let versions else {
      database.close()
      var reading = options
      reading.readOnly = true
      let (database, versions) = try openWith(reading, url)
      return (database, versions ?? Versions(schema: Schema.version, sortKeys: 0))
    }
    return (database, versions)
  }

  /// Returns no versions if the store should be writable, but the user may not write or the server
  /// is a standby.
  private static func openWith(
    _ options: StoreOptions, _ url: String
  ) throws -> (Database, Versions?) {
    let database = try Database(server: url, options: DatabaseOptions(options))
    do {
      var state = try read(database) { try ServerState($0) }
      let mayWrite = !options.readOnly && !state.isReplica
      if state.isEmpty, mayWrite, options.create {
        try makeStore(in: database)
        state = try read(database) { try ServerState($0) }
      }
      try state.check(database.path)
      // Read from one snapshot, because another program may be upgrading the store.
      func versionsNow() throws -> Versions {
        try read(database) { connection in
          try connection.inSnapshot { try versionsOnServer(connection, database.path, options) }
        }
      }
      var versions = try versionsNow()
      if versions.schema < Schema.version {
        try state.checkMayBeUpgraded(options, database.path)
        try upgradeOnServer(database, options)
        versions = try versionsNow()
      }
      if !options.readOnly, state.isReplica || !state.mayBeWritten { return (database, nil) }
      if !options.readOnly, versions.sortKeys < Int64(sortKeyRules) {
        try rebuildSortKeys(database)
        versions = try versionsNow()
      }
      return (database, versions)
    } catch {
      database.close()
      throw error
    }
  }

  private static func read<R>(_ database: Database, _ body: (Connection) throws -> R) throws -> R {
    let connection = try database.borrowReader()
    defer { database.giveBack(reader: connection) }
    return try body(connection)
  }

  private static func makeStore(in database: Database) throws {
    do {
      let connection = try database.beginMaking()
      do { try makeTablesOnServer(connection) } catch {
        database.rollBack(connection)
        throw error
      }
      try database.commit(connection)
    } catch let error as StorageError where error.kind == .notPermitted {
      throw StorageError(
        error.kind, sqlState: error.sqlState,
        "this user may not make a store in \(database.path): \(error.message)")
    }
  }

  /// Creates the tables, unless another program has just done so.
  private static func makeTablesOnServer(_ connection: Connection) throws {
    guard try ServerState(connection).isEmpty else { return }
    try connection.execute(Schema.onServer)
    try connection.execute(Schema.indexes)
    try mark(connection)
    try connection.setProperty(sortKeyProperty, Int64(sortKeyRules))
  }

  private static func mark(_ connection: Connection) throws {
    try connection.setProperty(Schema.versionProperty, Int64(Schema.version))
    try connection.setProperty(idProperty, .random(in: 1 ... .max))
  }

  /// Begins a store in an empty schema, which a copy fills.
  package static func beginCopy(onServer url: String) throws -> CopyTarget {
    let database = try Database(server: url, options: DatabaseOptions(StoreOptions()))
    do {
      try read(database) { try ServerState($0) }.checkIsFree(database.path)
      let connection = try database.beginMaking()
      do {
        // Another program may have been faster.
        try ServerState(connection).checkIsFree(database.path)
        // With this, keys and indexes, which are created last, are sorted in memory.
        try connection.execute("SET LOCAL maintenance_work_mem = '256MB'")
        try connection.execute(Schema.tablesOnServer)
      } catch {
        database.rollBack(connection)
        throw error
      }
      return CopyTarget(database: database, connection: connection) { connection in
        try mark(connection)
        try connection.execute(Schema.indexesOnServer)
      }
    } catch {
      database.close()
      throw error
    }
  }

  /// Another program may do the same at the same time, so the version is read again under the write
  /// lock.
  private static func upgradeOnServer(_ database: Database, _ options: StoreOptions) throws {
    let path = database.path
    do {
      try writing(database) { connection in
        let schema = try schemaOnServer(connection, path, options)
        guard schema < Schema.version else { return }
        try Schema.upgradeOnServer(connection, from: schema, path)
      }
    } catch let error as StorageError where error.kind == .notPermitted {
      throw StorageError(
        error.kind, sqlState: error.sqlState, "\(ServerState.onlyOwner): \(error.message): \(path)")
    }
  }

  /// Returns the schema's version. Throws if this library does not know it.
  private static func schemaOnServer(
    _ connection: Connection, _ path: String, _ options: StoreOptions
  ) throws -> Int32 {
    guard let schema = try connection.property(Schema.versionProperty) else {
      throw Failure(.notAStore, "path", "there is no Bookworm store in \(path)")
    }
    guard schema <= Int64(Schema.version) else {
      throw Failure(
        .newer, "path",
        "\(path) has schema version \(schema); this library knows versions up to \(Schema.version)")
    }
    guard schema >= Int64(options.oldestOnServer) else {
      throw Failure(
        .corrupt, "path", "\(path) has schema version \(schema), which no library uses on a server")
    }
    return Int32(truncatingIfNeeded: schema)
  }

  private static func versionsOnServer(
    _ connection: Connection, _ path: String, _ options: StoreOptions
  ) throws -> Versions {
    let schema = try schemaOnServer(connection, path, options)
    guard schema == Schema.version else { return Versions(schema: schema, sortKeys: 0) }
    try Schema.checkOnServer(connection, path)
    guard let sortKeys = try connection.property(sortKeyProperty) else {
      throw Failure(.corrupt, "path", "the store does not say how its names are sorted: \(path)")
    }
    return Versions(
      schema: schema, sortKeys: sortKeys, storeID: try connection.property(idProperty) ?? 0)
  }
}

/// The contents of the schema, and this user's rights.
private struct ServerState {
  /// Whether the server is a standby, which follows another server.
  let isReplica: Bool
  private let isThere: Bool
  private let mayBeUsed: Bool
  private let tables: Int64
  private let hasProperties: Bool
  /// The tables of the store that this user may not read.
  private let unreadable: String
  let mayBeWritten: Bool

  /// Whether the schema is absent, or usable and without tables.
  var isEmpty: Bool { !isThere || mayBeUsed && tables == 0 }

  init(_ connection: Connection) throws {
    let select = try connection.statement(ServerState.select)
    defer { select.reset() }
    _ = try select.step()
    func isTrue(_ column: Int32) -> Bool { select.int64(column) != 0 }
    (isReplica, isThere, mayBeUsed) = (isTrue(0), isTrue(1), isTrue(2))
    (tables, hasProperties) = (select.int64(3), isTrue(4))
    unreadable = String(decoding: select.text(5), as: UTF8.self)
    mayBeWritten = isTrue(6)
  }

  /// Throws if no store can be created.
  func checkIsFree(_ path: String) throws {
    guard tables == 0 else {
      throw StorageError(.exists, "there are tables already in \(path)")
    }
    // If this user may not use the schema, the tables would be created in another one.
    if isThere { try checkUse(path) }
  }

  private func checkUse(_ path: String) throws {
    guard mayBeUsed else {
      throw StorageError(.notPermitted, "this user may not use the schema of \(path)")
    }
  }

  func check(_ path: String) throws {
    guard isThere else { throw StorageError(.cannotOpen, "there is no such schema: \(path)") }
    try checkUse(path)
    guard tables > 0, hasProperties else {
      throw Failure(.notAStore, "path", "there is no Bookworm store in \(path)")
    }
    guard unreadable.isEmpty else {
      throw StorageError(
        .notPermitted, "this user may not read the tables \(unreadable) of \(path)")
    }
  }

  static let onlyOwner =
    "the store has an older schema; open it once as its owner, who may alter its tables"

  func checkMayBeUpgraded(_ options: StoreOptions, _ path: String) throws {
    guard !isReplica else {
      throw Failure(
        .readOnly, "path",
        "the store has an older schema; open it once, as its owner, on the server that this one"
          + " follows: \(path)")
    }
    guard mayBeWritten else {
      throw StorageError(.notPermitted, "\(ServerState.onlyOwner): \(path)")
    }
    guard !options.readOnly else {
      throw Failure(
        .readOnly, "path",
        "the store has an older schema; open it once for writing, as its owner: \(path)")
    }
  }

  /// The schema is the first one of the search path: see ServerAddress.
  private static let select = SQL(
    """
    WITH s AS (
      SELECT n.oid FROM pg_namespace n
      WHERE n.nspname = (parse_ident(current_setting('search_path'), false))[1]
    ), t AS (
      SELECT c.oid, c.relname FROM pg_class c
      WHERE c.oid IN (\(ServerAddress.tables(of: "(SELECT s.oid FROM s)")))
        AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
    ), ours AS (
      SELECT oid, relname FROM t WHERE \(Schema.isOurTable)
    )
    SELECT pg_is_in_recovery(), EXISTS (SELECT 1 FROM s),
      coalesce((SELECT has_schema_privilege(oid, 'USAGE') FROM s), false),
      (SELECT count(*) FROM t), EXISTS (SELECT 1 FROM t WHERE relname = 'properties'),
      coalesce((SELECT string_agg(relname, ', ' ORDER BY relname) FROM ours
        WHERE NOT has_table_privilege(oid, 'SELECT')), ''),
      coalesce((SELECT bool_and(has_table_privilege(oid, 'INSERT')
        AND has_table_privilege(oid, 'UPDATE') AND has_table_privilege(oid, 'DELETE')) FROM ours),
        true)
    """)
}
