// One session on a server: how it is opened, and what every session of ours is set to.
import CPostgres

extension ServerAddress {
  /// Opens a session that reads or writes. Whoever opens it closes it. It is shared where a pooler
  /// stands between, so that others may have the server's session a moment later: then it keeps no
  /// settings, and each transaction begins with `sharedSettings`.
  func connect(readOnly: Bool, within limit: Milliseconds? = nil) throws
    -> (connection: OpaquePointer, isShared: Bool)
  {
    var parameters = parameters
    // Whole seconds, of which libpq takes two at least. Of two values it takes the last one.
    if let limit { parameters.append(("connect_timeout", "\(max(2, limit / 1000))")) }
    let (made, isLate) = try begin(parameters)
    do {
      try check(made, isLate: isLate)
      return (made, try set(made, readOnly: readOnly))
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
    // They speak as PostgreSQL does, and lack its locks or its notifications, or commit in another
    // order than they say.
    let version = parameter("server_version") ?? ""
    guard parameter("crdb_version") == nil, !version.split(separator: "-").contains("YB") else {
      throw fault("the server is not PostgreSQL itself, which alone keeps what a store promises")
    }
    guard pq_serverVersion(connection) >= ServerAddress.oldestServer else {
      throw fault("the server is PostgreSQL \(version); a store takes version 13 or newer")
    }
    let encoding = parameter("server_encoding") ?? "nothing"
    guard encoding == "UTF8" else {
      throw fault("the database holds \(encoding); a store takes a database with UTF8")
    }
  }

  static let noMemory = StorageError(
    .memory, "there was not enough memory to connect to the server")

  private static let oldestServer: Int32 = 130_000
  /// In which client_connection_check_interval came.
  private static let noticesGoneClients: Int32 = 140_000

  /// A name in the store's schema is not taken from another one, such as that of temporary tables.
  /// To plan a query takes the server seconds where it may order the joins of ten filters.
  private var always: [(String, String)] {
    [
      ("client_min_messages", "error"), ("jit", "off"), ("join_collapse_limit", "3"),
      ("row_security", "off"), ("search_path", "\(quoted(schema)), pg_temp"),
      // 0 would be to wait for ever.
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

  /// Returns whether it is shared: a pooler has told its client a process of its own.
  private func set(_ connection: OpaquePointer, readOnly: Bool) throws -> Bool {
    var own = [
      ("default_transaction_isolation", "read committed"),
      ("default_transaction_deferrable", "off"),
      ("default_transaction_read_only", readOnly ? "on" : "off"), ("tcp_keepalives_idle", "30"),
      ("tcp_keepalives_interval", "10"), ("tcp_keepalives_count", "3"),
      // Where the last answer was lost on its way, too.
      ("tcp_user_timeout", "60000"),
    ]
    if pq_serverVersion(connection) >= ServerAddress.noticesGoneClients {
      own.append(("client_connection_check_interval", "10000"))
    }
    let isShared = "pg_backend_pid() <> \(pq_backendPID(connection))"
    let question = "SELECT \(isShared), " + settings(always + own, isLocal: isShared)
    guard let result = pq_exec(connection, question) else { throw StorageError.connectionLost }
    defer { pq_clear(result) }
    guard pq_resultStatus(result) == Int32(CPOSTGRES_TUPLES_OK) else {
      throw StorageError.from(result, of: connection)
    }
    return pq_getvalue(result, 0, 0).map { String(cString: $0) } == "t"
  }

  /// A text as SQL has it.
  func literal(_ text: String) -> String {
    "'" + text.map { $0 == "'" ? "''" : String($0) }.joined() + "'"
  }

  /// A name as SQL has it.
  func quoted(_ name: String) -> String {
    "\"" + name.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
  }

  func fault(_ reason: String) -> StorageError {
    let line = reason.split(separator: "\n").joined(separator: " ")
    return StorageError(.cannotOpen, "\(line): cannot open \(shown)")
  }
}

/// Texts as C has a list of them, with a null pointer at its end.
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
