// Opening a store: telling ours from other files, making and upgrading its tables.
import BookwormStorage
import BookwormText
import Glibc

/// The version of the rules by which names sort, as this library knows them.
let sortKeyRules = UTF8Text.sortKeyVersion

extension Store {
  struct Versions {
    var schema: Int32
    var sortKeys: Int64
  }

  private static let sortKeyProperty = "sort_key_version"

  static func openDatabase(_ path: String, _ options: StoreOptions) throws -> (Database, Versions) {
    let deadline = Clock.monotonic() + min(options.busyTimeout, 500)
    let isNew = try path == ":memory:" || isAbsent(path, options, until: deadline)
    if isNew, options.readOnly {
      throw StorageError(
        .cannotOpen, "there is no store to read at this path: \(path)")
    }
    var storage = DatabaseOptions()
    storage.readOnly = options.readOnly
    storage.busyTimeout = options.busyTimeout
    storage.syncEveryCommit = options.syncEveryCommit
    storage.cacheKiB = options.cacheKiB
    storage.contains = containsPredicate
    let database = try Database(path: path, options: storage)
    do {
      if !options.readOnly {
        if try isNew || !isUpToDate(database) {
          try bringUpToDate(database, path, mayCreate: options.create)
        }
        try database.separateReaders()
      }
      let versions = try readVersions(database, path)
      guard versions.sortKeys < Int64(sortKeyRules), !options.readOnly else {
        return (database, versions)
      }
      try rebuildSortKeys(database)
      return (database, try readVersions(database, path))
    } catch {
      database.close()
      if options.readOnly, let storage = error as? StorageError, storage.kind == .readOnly {
        throw StorageError(
          .cannotOpen, code: storage.code,
          "the folder must be writable, also for reading, while no program has it open: \(path)"
        )
      }
      throw error
    }
  }

  /// True if a store is to be made at this path; throws if the file there is not one of ours.
  private static func isAbsent(
    _ path: String, _ options: StoreOptions, until deadline: Milliseconds
  ) throws -> Bool {
    switch try StoreFile.look(at: path) {
    case .absent:
      guard options.create else {
        throw StorageError(.cannotOpen, "there is no such file: \(path)")
      }
      try StoreFile.checkFolder(of: path)
      return true
    case .empty:
      guard options.create else {
        // Another process may be making it: its file is empty until all of it is written.
        if Clock.monotonic() < deadline {
          usleep(1000)
          return try isAbsent(path, options, until: deadline)
        }
        throw Failure(.notAStore, "path", "an empty file, not a Bookworm store: \(path)")
      }
      return true
    case .database(let header):
      try checkIsOurs(header, path)
      return false
    }
  }

  /// Both versions may have risen since the store was opened.
  static func checkIsNotNewer(_ connection: Connection) throws {
    let schema = try connection.integer("PRAGMA user_version") ?? 0
    guard schema <= Int64(Schema.version) else {
      throw Failure(
        .newer, "store", "a newer library has upgraded the store to schema version \(schema)")
    }
    guard try connection.property(sortKeyProperty) ?? 0 <= Int64(sortKeyRules) else {
      throw Failure(
        .readOnly, "store", "a newer library sorts this store's names now; open it again to read")
    }
  }

  private static func checkIsOurs(_ header: StoreFile.Header, _ path: String) throws {
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

  private static func checkVersion(_ schema: Int32, _ path: String) throws {
    guard schema >= 1 else {
      throw Failure(.corrupt, "path", "\(path) has schema version \(schema), which never was")
    }
  }

  /// Looked at without the write lock: an open must not wait for a writer.
  private static func isUpToDate(_ database: Database) throws -> Bool {
    let connection = try database.borrowReader()
    defer { database.giveBack(reader: connection) }
    return try connection.integer("PRAGMA user_version") == Int64(Schema.version)
  }

  /// Another process may be doing the same: what is there is looked at under the write lock.
  private static func bringUpToDate(
    _ database: Database, _ path: String, mayCreate: Bool
  ) throws {
    let connection = try database.beginWrite()
    do {
      let header = StoreFile.Header(
        applicationID: Int32(
          truncatingIfNeeded: try connection.integer("PRAGMA application_id") ?? 0),
        userVersion: Int32(truncatingIfNeeded: try connection.integer("PRAGMA user_version") ?? 0))
      let tables = try connection.integer("SELECT count(*) FROM sqlite_schema") ?? 0
      let isEmpty = header.applicationID == 0 && tables == 0
      if !(mayCreate && isEmpty) {
        try checkIsOurs(header, path)
        try checkVersion(header.userVersion, path)
      }
      guard header.userVersion < Schema.version else { return database.rollBack(connection) }
      for step in Schema.steps.dropFirst(Int(max(0, header.userVersion))) {
        try connection.execute(step)
      }
      if header.userVersion < 3 {
        let globalIDs = GlobalIDMaker()
        try connection.giveGlobalIDs { try globalIDs.any(at: $2) }
        try connection.execute(Schema.indexes)
      }
      // Earlier versions had books, and no index of their words, or one of fewer fields.
      if !isEmpty { try connection.rebuildSearchIndex() }
      try connection.execute(
        """
        PRAGMA application_id = \(Schema.applicationID);
        PRAGMA user_version = \(Schema.version)
        """)
      if isEmpty { try connection.setProperty(sortKeyProperty, Int64(sortKeyRules)) }
    } catch {
      database.rollBack(connection)
      throw error
    }
    try database.commit(connection)
  }

  private static func readVersions(_ database: Database, _ path: String) throws -> Versions {
    let connection = try database.borrowReader()
    defer { database.giveBack(reader: connection) }
    let schema = Int32(truncatingIfNeeded: try connection.integer("PRAGMA user_version") ?? 0)
    try checkIsOurs(
      StoreFile.Header(applicationID: Schema.applicationID, userVersion: schema), path)
    try checkVersion(schema, path)
    guard schema == Schema.version else {
      throw Failure(
        .readOnly, "path", "\(path) has an older schema; open it once for writing to upgrade it")
    }
    let present = try connection.integer(
      "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN (\(Schema.tableNames))")
    guard present == Int64(Schema.tables.count),
      let sortKeys = try connection.property(sortKeyProperty)
    else { throw Failure(.corrupt, "path", "\(path) lacks tables that every store has") }
    return Versions(schema: schema, sortKeys: sortKeys)
  }

  /// Makes every sort key, and the search index, anew by this library's rules.
  private static func rebuildSortKeys(_ database: Database) throws {
    let connection = try database.beginWrite()
    do {
      if try connection.property(sortKeyProperty) ?? 0 < Int64(sortKeyRules) {
        try connection.rebuildBookKeys()
        try connection.rebuildGenreKeys()
        // Words are folded by the same rules.
        try connection.rebuildSearchIndex()
        try connection.setProperty(sortKeyProperty, Int64(sortKeyRules))
      }
    } catch {
      database.rollBack(connection)
      throw error
    }
    try database.commit(connection)
  }
}

private final class Folding { var buffer = ByteBuffer() }

/// Dialect.contains(): whether the text holds what the key was made of, case and accents
/// folded.
@Sendable private func containsPredicate() -> Predicate {
  let folding = Folding()
  return Predicate {
    let found = UTF8Text.foldedContains($0, needleSearchKey: $1, scratch: &folding.buffer)
    return folding.buffer.isExhausted ? nil : found
  }
}
