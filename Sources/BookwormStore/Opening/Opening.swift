// Opens a store in a file: distinguishes it from other files, and creates and upgrades its tables.
import BookwormRecords
import BookwormStorage
import BookwormText
import Glibc

extension Store {
  /// Opens the store at a path, or at the address of a server.
  package convenience init(path given: Bytes, options: StoreOptions, rules: RulesOfEntities) throws
  {
    if let url = try Store.checkedAddress(given) {
      let (database, versions) = try Store.opened(options) { try Store.openServer(url, $0) }
      // The database's path is the address without its password.
      self.init(database.path, options, rules, database, versions)
    } else {
      let path = try Store.checkedPath(given)
      let (database, versions) = try Store.opened(options) { try Store.openDatabase(path, $0) }
      self.init(path, options, rules, database, versions)
    }
  }

  private static func opened(
    _ options: StoreOptions, _ open: (StoreOptions) throws -> (Database, Versions)
  ) throws -> (Database, Versions) {
    let (database, versions) = try open(options)
    guard versions.sortKeys > Int64(sortKeyRules), !options.readOnly else {
      return (database, versions)
    }
    // A library with newer rules wrote the store. It is only read here, because this library's keys
    // would break its order.
    var readOnly = options
    readOnly.readOnly = true
    database.close()
    return try open(readOnly)
  }

  static func openDatabase(_ path: String, _ options: StoreOptions) throws -> (Database, Versions) {
    let isMemory = path == ":memory:"
    if isMemory {
      if options.readOnly { throw nothingToRead(path) }
      return try openFound(path, options, isMemory: true)
    }
    let deadline = Clock.end(of: options.busyTimeout)
    while true {
      let file = StoreFile.identity(path)
      do { return try openFile(path, options) } catch let error as StorageError
        where error.kind == .cannotOpen
      {
        // A restore may meanwhile have put another file at this path.
        guard let file, let now = StoreFile.identity(path), now != file,
          Clock.monotonic() < deadline
        else { throw error }
      }
    }
  }

  private static func openFile(
    _ path: String, _ options: StoreOptions
  ) throws -> (Database, Versions) {
    try findFile(path, options)
    do { return try openFound(path, options, isMemory: false) } catch let error as StorageError
      where error.code != 0 && [.readOnly, .cannotOpen].contains(error.kind)
    {
      throw try StoreFile.whyNotBeside(path, readOnly: options.readOnly) ?? error
    }
  }

  private static func openFound(
    _ path: String, _ options: StoreOptions, isMemory: Bool
  ) throws -> (Database, Versions) {
    let database = try Database(path: path, options: DatabaseOptions(options))
    do {
      if isMemory { try makeTables(database) }
      var versions = try readVersions(database, path)
      if !options.readOnly, !isMemory {
        try database.separateReaders()
        try bringUp(database, path, &versions)
      }
      guard versions.schema == Schema.version else {
        throw Failure(
          .readOnly, "path", "\(path) has an older schema; open it once for writing to upgrade it")
      }
      return (database, versions)
    } catch {
      database.close()
      throw error
    }
  }

  /// Drops the statistics of ANALYZE, upgrades an older schema, and rebuilds keys of older rules.
  package static func bringUp(
    _ database: Database, _ path: String, _ versions: inout Versions
  ) throws {
    try dropStatistics(database)
    if versions.schema < Schema.version {
      try upgrade(database, path)
      versions = try readVersions(database, path)
    }
    if versions.sortKeys < Int64(sortKeyRules) {
      try rebuildSortKeys(database)
      versions = try readVersions(database, path)
    }
  }

  private static func nothingToRead(_ path: String) -> StorageError {
    StorageError(.cannotOpen, "there is no store to read at this path: \(path)")
  }

  /// Creates the store if there is none and the options allow it. Throws if the file is not a
  /// store.
  private static func findFile(_ path: String, _ options: StoreOptions) throws {
    let deadline = Clock.monotonic() + min(options.busyTimeout, 500)
    while try !isThere(path, options) {
      do {
        return try make(StoreFile.resolved(path), options, replacesEmpty: true)
      } catch let error as StorageError {
        // Another program may be creating the store at the same time.
        let isFaster = try error.kind == .exists && isThere(path, options)
        let isAboutTo = error.kind == .busy && Clock.monotonic() < deadline
        guard isFaster || isAboutTo else { throw error }
        usleep(1000)
      }
    }
  }

  /// Returns false if a store must be created at this path.
  private static func isThere(_ path: String, _ options: StoreOptions) throws -> Bool {
    switch try StoreFile.look(at: path) {
    case .database(let header):
      try checkIsOurs(header, path)
      try StoreFile.checkFilesBeside(path)
      return true
    case .absent:
      if options.readOnly { throw nothingToRead(path) }
      guard options.create else {
        throw StorageError(.cannotOpen, "there is no such file: \(path)")
      }
    case .empty:
      if options.readOnly { throw nothingToRead(path) }
      guard options.create else {
        throw Failure(.notAStore, "path", "an empty file, not a Bookworm store: \(path)")
      }
    }
    return false
  }

  /// Creates a store in a file that gets its name when all of it, including the first contents, is
  /// on disk.
  package static func make(
    _ path: String, _ options: StoreOptions, replacesEmpty: Bool = false,
    filling: (Database, Versions) throws -> Void = { _, _ in }
  ) throws {
    let file = try NewFile(
      path: path, mode: 0o600, contents: .store(replacesEmpty: replacesEmpty))
    var own = DatabaseOptions(options)
    (own.readOnly, own.isBeingMade) = (false, true)
    let database = try Database(path: file.temporaryPath, options: own)
    do {
      try makeTables(database)
      try filling(database, try readVersions(database, path))
      database.close()
    } catch {
      database.close()
      throw error
    }
    try file.place()
  }

  /// Begins a store in a new file, which a copy fills.
  package static func beginCopy(into file: NewFile) throws -> CopyTarget {
    var own = DatabaseOptions(StoreOptions())
    own.isBeingMade = true
    let database = try Database(path: file.temporaryPath, options: own)
    do {
      try makeTables(database)
      // The copy brings all properties with the rows, even those that only a server has. The latter
      // are deleted when the copy is complete.
      try writing(database) { try $0.execute("DELETE FROM properties") }
      let ours =
        Entity.withLastIDs.map(\.descriptor.lastID) + [sortKeyProperty, articlesProperty]
      let list = ours.map { "'\($0)'" }.joined(separator: ", ")
      return CopyTarget(database: database, connection: try database.beginWrite()) {
        try $0.execute("DELETE FROM properties WHERE name NOT IN (\(list))")
      }
    } catch {
      database.close()
      throw error
    }
  }

  package static func checkIsOurs(_ header: StoreFile.Header, _ path: String) throws {
    guard header.applicationID == Schema.applicationID else {
      throw Failure(.notAStore, "path", "\(path) is a database, but not a Bookworm store")
    }
    guard header.userVersion <= Schema.version else {
      throw Failure(
        .newer, "path",
        "\(path) has schema version \(header.userVersion); this library knows versions up to"
          + " \(Schema.version)")
    }
  }

  /// Runs the steps that a store of this version lacks.
  private static func runSteps(from version: Int32, on connection: Connection) throws {
    for piece in Schema.steps.dropFirst(Int(version)) { try connection.execute(piece) }
    if version < Schema.indexesVersion {
      let globalIDs = GlobalIDMaker()
      try connection.giveGlobalIDs { try globalIDs.any(at: $2) }
      try connection.rebuildIdentifierKeys()
      try connection.cutLongKeys()
      try connection.execute(Schema.indexes)
    }
    if version < Schema.endsVersion { try connection.splitOpenReadings() }
    try connection.execute(
      """
      PRAGMA application_id = \(Schema.applicationID);
      PRAGMA user_version = \(Schema.version)
      """)
  }

  static func makeTables(_ database: Database) throws {
    try writing(database) { connection in
      try runSteps(from: 0, on: connection)
      try connection.setProperty(sortKeyProperty, Int64(sortKeyRules))
    }
  }

  /// Another process may do the same at the same time, so the version is read again under the write
  /// lock.
  private static func upgrade(_ database: Database, _ path: String) throws {
    try writing(database) { connection in
      let schema = try checkedSchema(connection, path)
      guard schema < Schema.version else { return }
      try runSteps(from: schema, on: connection)
      // The first versions had no index of words, or one of fewer fields.
      if schema < Schema.indexesVersion { try connection.rebuildSearchIndex() }
    }
  }

  /// Deletes the statistics of ANALYZE. With them, queries would use other indexes than intended.
  private static func dropStatistics(_ database: Database) throws {
    let reader = try database.borrowReader()
    let count: Int64?
    do {
      defer { database.giveBack(reader: reader) }
      count = try reader.integer(StoreSQL.countStatistics)
    }
    guard count ?? 0 > 0 else { return }
    try writing(database) { try $0.execute(StoreSQL.dropStatistics) }
  }

  static func writing(_ database: Database, _ body: (Connection) throws -> Void) throws {
    let connection = try database.beginWrite()
    do { try body(connection) } catch {
      database.rollBack(connection)
      throw error
    }
    try database.commit(connection)
  }

  /// Returns the schema's version. Throws if the database is not a store, or does not have the
  /// schema of its version.
  private static func checkedSchema(_ connection: Connection, _ path: String) throws -> Int32 {
    let header = StoreFile.Header(
      applicationID: Int32(
        truncatingIfNeeded: try connection.integer("PRAGMA application_id") ?? 0),
      userVersion: Int32(truncatingIfNeeded: try connection.integer("PRAGMA user_version") ?? 0))
    try checkIsOurs(header, path)
    guard header.userVersion >= 1 else {
      throw Failure(
        .corrupt, "path", "\(path) has schema version \(header.userVersion), which no library uses")
    }
    try Schema.check(connection, isOfVersion: header.userVersion, path)
    return header.userVersion
  }

  package static func readVersions(_ database: Database, _ path: String) throws -> Versions {
    let connection = try database.borrowReader()
    defer { database.giveBack(reader: connection) }
    // Another program may upgrade the store at the same time.
    return try connection.inSnapshot {
      let schema = try checkedSchema(connection, path)
      guard let sortKeys = try connection.property(sortKeyProperty) else {
        throw Failure(.corrupt, "path", "the store does not say how its names are sorted: \(path)")
      }
      return Versions(schema: schema, sortKeys: sortKeys)
    }
  }

  /// Rebuilds all keys and the search index by this library's rules, unless they are up to date.
  static func rebuildSortKeys(_ database: Database) throws {
    try writing(database) { connection in
      guard try connection.property(sortKeyProperty) ?? 0 < Int64(sortKeyRules) else { return }
      try connection.rebuildKeys(refusesSameNames: false)
      try connection.setProperty(sortKeyProperty, Int64(sortKeyRules))
    }
  }
}

extension DatabaseOptions {
  package init(_ options: StoreOptions) {
    self.init()
    readOnly = options.readOnly
    busyTimeout = options.busyTimeout
    syncEveryCommit = options.syncEveryCommit
    cacheKiB = options.cacheKiB
    (contains, equals) = (containsPredicate, equalsPredicate)
    receipts = StoreSQL.wasKept
  }
}

private final class Scratch { var buffer = ByteBuffer() }

/// Makes the predicate for Dialect.contains(): whether the text contains the text of the key, with
/// case and accents folded.
@Sendable private func containsPredicate() -> Predicate {
  let scratch = Scratch()
  return Predicate {
    let found = UTF8Text.foldedContains($0, needleSearchKey: $1, scratch: &scratch.buffer)
    return scratch.buffer.isExhausted ? nil : found
  }
}

/// Makes the predicate for Dialect.equals().
@Sendable private func equalsPredicate() -> Predicate {
  let scratch = Scratch()
  return Predicate {
    scratch.buffer.removeAll()
    UTF8Text.searchKey($0, into: &scratch.buffer)
    return scratch.buffer.isExhausted ? nil : scratch.buffer.bytes.elementsEqual($1)
  }
}
