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
    /// Of a store on a server: see Database.storeID.
    var storeID: Int64 = 0
  }

  static let sortKeyProperty = "sort_key_version"
  static let idProperty = "store_id"

  /// A store in a file is known by its file.
  static func checkIsSame(_ id: Int64?, _ database: Database) throws {
    guard id ?? 0 == database.storeID else {
      throw StorageError(
        .cannotOpen,
        "another store has taken the place of this one since it was opened: \(database.path)")
    }
  }

  static func openDatabase(_ path: String, _ options: StoreOptions) throws -> (Database, Versions) {
    let isMemory = path == ":memory:"
    if isMemory {
      if options.readOnly { throw nothingToRead(path) }
    } else {
      try findFile(path, options)
    }
    let database = try Database(path: path, options: DatabaseOptions(options))
    do {
      if isMemory { try makeTables(database) }
      var versions = try readVersions(database, path)
      if !options.readOnly, !isMemory {
        try database.separateReaders()
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
      guard versions.schema == Schema.version else {
        throw Failure(
          .readOnly, "path", "\(path) has an older schema; open it once for writing to upgrade it")
      }
      return (database, versions)
    } catch {
      database.close()
      if options.readOnly, let storage = error as? StorageError, storage.code != 0,
        storage.kind == .readOnly || storage.kind == .cannotOpen
      {
        throw StorageError(
          .cannotOpen, code: storage.code,
          "the folder must be writable, also for reading, while no program has it open: \(path)"
        )
      }
      throw error
    }
  }

  private static func nothingToRead(_ path: String) -> StorageError {
    StorageError(.cannotOpen, "there is no store to read at this path: \(path)")
  }

  /// Makes the store where there is none and the options allow it; throws if the file there is not
  /// one of ours.
  private static func findFile(_ path: String, _ options: StoreOptions) throws {
    let deadline = Clock.monotonic() + min(options.busyTimeout, 500)
    while try !isThere(path, options) {
      do {
        return try make(StoreFile.resolved(path), options, replacesEmpty: true)
      } catch let error as StorageError {
        // Another program makes it at the same time.
        let isFaster = try error.kind == .exists && isThere(path, options)
        let isAboutTo = error.kind == .busy && Clock.monotonic() < deadline
        guard isFaster || isAboutTo else { throw error }
        usleep(1000)
      }
    }
  }

  /// False if a store is to be made at this path.
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

  /// It stands under its name when all of it is on disk, and what it is filled with.
  static func make(
    _ path: String, _ options: StoreOptions, replacesEmpty: Bool = false,
    filling: (Store) throws -> Void = { _ in }
  ) throws {
    let file = try NewFile(
      path: path, mode: 0o600, contents: .store(replacesEmpty: replacesEmpty))
    var own = DatabaseOptions(options)
    (own.readOnly, own.isBeingMade) = (false, true)
    let database = try Database(path: file.temporaryPath, options: own)
    do {
      try makeTables(database)
      let versions = try readVersions(database, path)
      let store = Store(file.temporaryPath, options, database, versions)
      try filling(store)
      _ = try store.close()
    } catch {
      database.close()
      throw error
    }
    try file.place()
  }

  /// Begins a store in a file that is being made, which a copy fills.
  static func beginCopy(into file: NewFile) throws -> CopyTarget {
    var own = DatabaseOptions(StoreOptions())
    own.isBeingMade = true
    let database = try Database(path: file.temporaryPath, options: own)
    do {
      try makeTables(database)
      // They come with the rows, and with those that only a server has.
      try writing(database) { try $0.execute("DELETE FROM properties") }
      let ours = Entity.withLastIDs.map(\.descriptor.lastID) + [sortKeyProperty]
      let list = ours.map { "'\($0)'" }.joined(separator: ", ")
      return CopyTarget(database: database, connection: try database.beginWrite()) {
        try $0.execute("DELETE FROM properties WHERE name NOT IN (\(list))")
      }
    } catch {
      database.close()
      throw error
    }
  }

  /// Both versions may have risen since the store was opened.
  static func checkIsNotNewer(schema: Int64?, sortKeys: Int64?) throws {
    guard schema ?? 0 <= Int64(Schema.version) else {
      throw Failure(
        .newer, "store", "a newer library has upgraded the store to schema version \(schema ?? 0)")
    }
    guard sortKeys ?? 0 <= Int64(sortKeyRules) else {
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

  /// The steps that a store of a version lacks.
  private static func runSteps(from version: Int32, on connection: Connection) throws {
    for piece in Schema.steps.dropFirst(Int(version)) { try connection.execute(piece) }
    if version < Schema.indexesVersion {
      let globalIDs = GlobalIDMaker()
      try connection.giveGlobalIDs { try globalIDs.any(at: $2) }
      try connection.rebuildIdentifierKeys()
      try connection.cutLongKeys()
      try connection.execute(Schema.indexes)
    }
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

  /// Another process may be doing the same: what is there is looked at under the write lock.
  private static func upgrade(_ database: Database, _ path: String) throws {
    try writing(database) { connection in
      let schema = try checkedSchema(connection, path)
      guard schema < Schema.version else { return }
      try runSteps(from: schema, on: connection)
      // Earlier versions had no index of the books' words, or one of fewer fields.
      try connection.rebuildSearchIndex()
    }
  }

  /// What ANALYZE has left would have queries take other indexes than those that they are made for.
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

  /// The schema's version, of a database that is made as this library makes it.
  private static func checkedSchema(_ connection: Connection, _ path: String) throws -> Int32 {
    let header = StoreFile.Header(
      applicationID: Int32(
        truncatingIfNeeded: try connection.integer("PRAGMA application_id") ?? 0),
      userVersion: Int32(truncatingIfNeeded: try connection.integer("PRAGMA user_version") ?? 0))
    try checkIsOurs(header, path)
    guard header.userVersion >= 1 else {
      throw Failure(
        .corrupt, "path", "\(path) has schema version \(header.userVersion), which never was")
    }
    try Schema.check(connection, isOfVersion: header.userVersion, path)
    return header.userVersion
  }

  private static func readVersions(_ database: Database, _ path: String) throws -> Versions {
    let connection = try database.borrowReader()
    defer { database.giveBack(reader: connection) }
    let schema = try checkedSchema(connection, path)
    guard let sortKeys = try connection.property(sortKeyProperty) else {
      throw Failure(.corrupt, "path", "the store does not say how its names are sorted: \(path)")
    }
    return Versions(schema: schema, sortKeys: sortKeys)
  }

  /// Makes every sort key, and the search index, anew by this library's rules.
  static func rebuildSortKeys(_ database: Database) throws {
    try writing(database) { connection in
      guard try connection.property(sortKeyProperty) ?? 0 < Int64(sortKeyRules) else { return }
      try connection.rebuildKeys(refusesSameNames: false)
      try connection.setProperty(sortKeyProperty, Int64(sortKeyRules))
    }
  }
}

extension DatabaseOptions {
  init(_ options: StoreOptions) {
    self.init()
    readOnly = options.readOnly
    busyTimeout = options.busyTimeout
    syncEveryCommit = options.syncEveryCommit
    cacheKiB = options.cacheKiB
    contains = containsPredicate
    receipts = StoreSQL.wasKept
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
