// This file opens a database on a server, in the one schema that holds the store.
import Synchronization

extension Database {
  /// Opens a store's schema on a server: see ServerAddress.
  public convenience init(server url: String, options: DatabaseOptions) throws {
    try self.init(PostgresDatabase(ServerAddress(url), options), options: options)
  }

  /// Begins a transaction that writes, and creates the store's schema in it if it is missing.
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
  /// Makes room in tables of a store on a server for new rows.
  public func vacuum(_ tables: [String]) throws {
    try (side as? PostgresConnection)?.vacuum(tables)
  }
}

/// The server does the work that an engine would do with files.
extension PostgresConnection {
  var failures: EngineFailures { EngineFailures(reads: 0, allocations: 0) }
  func separateReaders() {}
  func setCache(_ kibibytes: Int32) {}
  func makeRoom() {}
  func loss() -> StorageError? { pipe.isLost || pipe.hasEnded() ? pipe.loss : nil }
  func tidyUp() {}
}

private final class PostgresDatabase: EngineDatabase {
  private let address: ServerAddress
  private let options: DatabaseOptions
  /// Whether the address has led to a server. From then on, no call waits longer than the store
  /// allows.
  private let isOpen = Atomic<Bool>(false)

  init(_ address: ServerAddress, _ options: DatabaseOptions) {
    var address = address
    address.lockTimeout = options.busyTimeout
    (self.address, self.options) = (address, options)
    timeOfIdleReaders = options.timeOfIdleReaders
  }

  var path: String { address.shown }
  let hasOneConnection = false

  let timeOfIdleReaders: Milliseconds?

  func connectWriter(_ closing: ClosingFlag) throws -> any EngineConnection {
    try connect(readOnly: false, closing)
  }
  func connectReader(_ closing: ClosingFlag) throws -> any EngineConnection {
    try connect(readOnly: true, closing)
  }

  private func connect(readOnly: Bool, _ closing: ClosingFlag) throws -> PostgresConnection {
    let limit =
      isOpen.load(ordering: .relaxed) ? ServerAddress.patience(options.busyTimeout) : nil
    let made = try PostgresConnection(
      address, options, readOnly: readOnly, closing, within: limit)
    isOpen.store(true, ordering: .relaxed)
    return made
  }

  var commitChannel: (any CommitChannel)? { ServerChannel(address) }

  // A server's database has no file.
  let identity: String? = nil
  /// It includes the server's start time, since a copy of the server may have the same numbers.
  let identitySQL: String? = """
    SELECT extract(epoch FROM pg_postmaster_start_time()) || ' ' || oid || ' '
      || \(ServerAddress.ownSchema)::oid FROM pg_database WHERE datname = current_database()
    """
  var filePath: String? { nil }
  let fileMode: UInt32 = 0o600
  let logBytes: Int64 = 0
}
