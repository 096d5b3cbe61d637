// A database on a server, in the one schema that holds the store.

extension Database {
  /// Opens a store's schema on a server: see ServerAddress.
  public convenience init(server url: String, options: DatabaseOptions) throws {
    try self.init(PostgresDatabase(ServerAddress(url), options), options: options)
  }

  /// Begins a transaction that writes, with the schema of a store made by it where it is missing.
  public func beginMaking() throws -> Connection {
    let connection = try beginWrite { ($0.side as? PostgresConnection)?.makesSchema = true }
    do { try (connection.side as? PostgresConnection)?.makeSchema() } catch {
      rollBack(connection)
      throw error
    }
    return connection
  }
}

extension Connection {
  /// What no other schema of a server has, however an address names it: since when the server runs,
  /// as a copy of it may have the same numbers.
  func identityOnServer() throws -> String? {
    let select = try statement(
      composed: """
        SELECT extract(epoch FROM pg_postmaster_start_time()) || ' ' || oid || ' '
          || \(ServerAddress.ownSchema)::oid FROM pg_database WHERE datname = current_database()
        """)
    defer { select.reset() }
    guard try select.step(), !select.isNull(0) else { return nil }
    return String(decoding: select.text(0), as: UTF8.self)
  }
}

/// What an engine does with files is the server's.
extension PostgresConnection {
  var failures: EngineFailures { EngineFailures(reads: 0, allocations: 0) }
  func separateReaders() {}
  func setCache(_ kibibytes: Int32) {}
  func makeRoom() {}
  func isLost() -> Bool { pipe.isLost || pipe.hasEnded() }
  func tidyUp() {}
}

private final class PostgresDatabase: EngineDatabase {
  private let address: ServerAddress
  private let options: DatabaseOptions

  init(_ address: ServerAddress, _ options: DatabaseOptions) {
    var address = address
    address.lockTimeout = options.busyTimeout
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
  let identity: String? = nil
  var filePath: String? { nil }
  let fileMode: UInt32 = 0o600
  let logBytes: Int64 = 0
}
