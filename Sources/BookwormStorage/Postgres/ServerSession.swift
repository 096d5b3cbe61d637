// This file opens a session on a server and applies the settings common to all of our sessions.
import CPostgres

struct ServerSession {
  let connection: OpaquePointer
  /// Whether a pooler may give the server's session to others a moment later. Such a session keeps
  /// no settings, and each transaction begins with ServerAddress.sharedSettings().
  let isShared: Bool
  /// Identifies the server: see ServerAddress.beginning.
  let server: String
}

extension ServerAddress {
  /// Opens a session that reads or writes, within `limit`; nil uses the address's limit. The caller
  /// closes the session. Sending in it never blocks.
  func connect(readOnly: Bool, within limit: Milliseconds? = nil) throws -> ServerSession {
    let limit = limit.map { max($0, ServerAddress.shortest) }
    let (made, isLate) = try begin(parameters, within: limit)
    do {
      try check(made, isLate: isLate)
      _ = pq_setnonblocking(made, 1)
      return try set(made, readOnly: readOnly, until: limit.map { Clock.end(of: $0) } ?? .max)
    } catch {
      pq_finish(made)
      throw error
    }
  }

  private func check(_ connection: OpaquePointer, isLate: Bool) throws {
    guard pq_status(connection) == Int32(CPOSTGRES_CONNECTION_OK) else {
      let reason = pq_errorMessage(connection).map { String(cString: $0) } ?? "no connection"
      if reason.hasPrefix("out of memory") { throw ServerAddress.noMemory }
      guard isLate else { throw fault(reason) }
      throw fault("a server did not answer in time" + (reason.isEmpty ? "" : ": " + reason))
    }
    func parameter(_ name: String) -> String? {
      pq_parameterStatus(connection, name).map { String(cString: $0) }
    }
    // CockroachDB and YugabyteDB use PostgreSQL's protocol, but lack its locks or its
    // notifications, or commit in another order than they report.
    let version = parameter("server_version") ?? ""
    guard parameter("crdb_version") == nil, !version.split(separator: "-").contains("YB") else {
      throw fault("the server only resembles PostgreSQL; a store needs PostgreSQL itself")
    }
    guard pq_serverVersion(connection) >= ServerAddress.oldestServer else {
      throw fault("the server is PostgreSQL \(version); a store needs version 13 or newer")
    }
    let encoding = parameter("server_encoding") ?? "nothing"
    guard encoding == "UTF8" else {
      throw fault("the database has the encoding \(encoding); a store needs UTF8")
    }
  }

  static let noMemory = StorageError(
    .memory, "there was not enough memory to connect to the server")

  private static let oldestServer: Int32 = 130_000
  /// The version that introduced client_connection_check_interval.
  private static let noticesGoneClients: Int32 = 140_000

  /// Names in the store's schema take precedence over others, such as temporary tables. Planning a
  /// query would take the server seconds if it could order the joins of ten filters.
  private var always: [(String, String)] {
    [
      ("client_min_messages", "error"), ("jit", "off"), ("join_collapse_limit", "3"),
      ("quote_all_identifiers", "off"), ("row_security", "off"),
      ("search_path", "\(quoted(schema)), pg_temp"),
      // 0 would wait without limit.
      ("lock_timeout", "\(max(1, lockTimeout))"),
    ]
  }

  func sharedSettings(readOnly: Bool) -> String {
    "SELECT "
      + settings(always + (readOnly ? [("transaction_read_only", "on")] : []), isLocal: "true")
  }

  private func settings(_ settings: [(String, String)], isLocal: String) -> String {
    settings.map { name, value in
      "set_config('\(name)', \(literal(value)), \(isLocal))"
    }.joined(separator: ", ")
  }

  /// A pooler reports the number of one of its own processes to its client, so another number shows
  /// a shared session. A session that writes leaves an operator's default_transaction_read_only as
  /// it is.
  private func set(
    _ connection: OpaquePointer, readOnly: Bool, until: Milliseconds
  ) throws -> ServerSession {
    var own = [
      ("default_transaction_isolation", "read committed"),
      ("default_transaction_deferrable", "off"), ("tcp_keepalives_idle", "30"),
      ("tcp_keepalives_interval", "10"), ("tcp_keepalives_count", "3"),
      // Covers the loss of the last answer, too.
      ("tcp_user_timeout", "60000"),
    ]
    if readOnly { own.append(("default_transaction_read_only", "on")) }
    if pq_serverVersion(connection) >= ServerAddress.noticesGoneClients {
      own.append(("client_connection_check_interval", "10000"))
    }
    let isShared = "pg_backend_pid() <> \(pq_backendPID(connection))"
    let question =
      "SELECT \(isShared), \(ServerAddress.beginning), " + settings(always + own, isLocal: isShared)
    guard let result = ServerSocket.answer(of: connection, to: question, until: until) else {
      throw pq_status(connection) == Int32(CPOSTGRES_CONNECTION_OK)
        ? fault("a server did not answer in time") : StorageError.connectionLost
    }
    defer { pq_clear(result) }
    guard pq_resultStatus(result) == Int32(CPOSTGRES_TUPLES_OK) else {
      throw StorageError.from(result, of: connection)
    }
    func text(_ column: Int32) -> String {
      pq_getvalue(result, 0, column).map { String(cString: $0) } ?? ""
    }
    return ServerSession(connection: connection, isShared: text(0) == "t", server: text(1))
  }

  /// A text as an SQL literal.
  func literal(_ text: String) -> String {
    "'" + text.map { $0 == "'" ? "''" : String($0) }.joined() + "'"
  }

  /// A name as an SQL identifier.
  func quoted(_ name: String) -> String {
    "\"" + name.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
  }

  func fault(_ reason: String) -> StorageError {
    let line = reason.split(separator: "\n").joined(separator: " ")
    return StorageError(.cannotOpen, "\(line): cannot open \(shown)")
  }
}

/// Texts as a C array with a null pointer at its end.
func withStrings<R>(
  _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> R
) -> R {
  var bytes: [CChar] = []
  var starts: [Int] = []
  for text in texts {
    starts.append(bytes.count)
    bytes += text.utf8CString
  }
  return bytes.withUnsafeBufferPointer { bytes in
    var list: [UnsafePointer<CChar>?] = starts.map { start in
      bytes.baseAddress.map { $0 + start }
    }
    list.append(nil)
    return list.withUnsafeBufferPointer { body($0.baseAddress) }
  }
}
