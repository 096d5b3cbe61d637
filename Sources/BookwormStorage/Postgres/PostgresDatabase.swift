// A database on a server, in the one schema that holds the store.

extension Database {
  /// Opens a store's schema on a server: see ServerAddress.
  public convenience init(server url: String, options: DatabaseOptions) throws {
    try self.init(PostgresDatabase(ServerAddress(url), options), options: options)
  }

  /// Makes the schema of a store where it is missing and this user may make it.
  public func makeRoomForStore() throws {
    try withWriter { try ($0.side as? PostgresConnection)?.makeSchema() }
  }
}

/// What an engine does with files is the server's.
extension PostgresConnection {
  var failures: EngineFailures { EngineFailures(reads: 0, allocations: 0) }
  func separateReaders() {}
  func setCache(_ kibibytes: Int32) {}
  func makeRoom() {}
  func tidyUp() {}
}

private final class PostgresDatabase: EngineDatabase {
  private let address: ServerAddress
  private let options: DatabaseOptions

  init(_ address: ServerAddress, _ options: DatabaseOptions) {
    (self.address, self.options) = (address, options)
  }

  var path: String { address.shown }
  let hasOneConnection = false

  func connectWriter(_ closing: ClosingFlag) throws -> any EngineConnection {
    try PostgresConnection(address, options, readOnly: false)
  }
  func connectReader(_ closing: ClosingFlag) throws -> any EngineConnection {
    try PostgresConnection(address, options, readOnly: true)
  }

  var commitChannel: (any CommitChannel)? { ServerChannel(address) }

  // There is no file.
  func whyLost() -> StorageError? { nil }
  var identity: String? { path }
  var filePath: String? { nil }
  let fileMode: UInt32 = 0o600
  let logBytes: Int64 = 0
}
