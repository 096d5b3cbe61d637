// This file creates the schema of a store, and explains errors when the schema is no longer the
// same.
import CPostgres

extension PostgresConnection {
  /// Called in a transaction that was begun to create the schema and holds the lock shared by all
  /// programs that do so.
  func makeSchema() throws {
    guard schemaNumber == nil else { return }
    if try findSchema() == nil {
      try execute("CREATE SCHEMA \(address.quoted(address.schema))")
      _ = try findSchema()
    }
    // Another program may have created the schema just before, and may be using it. So its lock is
    // taken.
    guard let schemaNumber else { throw StorageError.connectionLost }
    try sendLock(ofSchema: schemaNumber)
    try wait()
  }

  /// The schema's number, if the schema exists.
  func findSchema() throws -> Int64? {
    _ = schema.bindCopy(1, PostgresType.text, Array(address.schema.utf8))
    schemaNumber = try number(schema)
    return schemaNumber
  }

  func sendLock(ofSchema number: Int64) throws {
    _ = lock.bindNumber(1, PostgresType.int64, UInt64(bitPattern: number))
    try send(lock)
  }

  /// Explains an error of this session. Another session finds out why a table is missing, because
  /// the transaction of this one has failed.
  func explained(_ error: StorageError) -> StorageError {
    switch error.sqlState {
    case StorageError.isDividedByZero:
      schemaNumber = nil
      return address.gone("moved, deleted or replaced")
    case StorageError.tableIsMissing, StorageError.schemaIsMissing:
      return address.whyTableIsMissing(error)
    default: return error
    }
  }
}

extension ServerAddress {
  /// The error to report if a statement has not found its table.
  func whyTableIsMissing(_ error: StorageError) -> StorageError {
    guard let session = try? connect(readOnly: true, within: 2000).connection else {
      return error
    }
    defer { pq_finish(session) }
    let answer = ServerSocket.answer(
      of: session,
      to: """
        SELECT has_schema_privilege(n.oid, 'USAGE'),
          EXISTS (\(ServerAddress.tables(of: "n.oid")))
        FROM pg_namespace n WHERE n.nspname = \(literal(schema))
        """, until: Clock.end(of: 2000))
    defer { pq_clear(answer) }
    guard pq_resultStatus(answer) == Int32(CPOSTGRES_TUPLES_OK) else { return error }
    func isTrue(_ column: Int32) -> Bool {
      pq_getvalue(answer, 0, column).map { String(cString: $0) } == "t"
    }
    if pq_ntuples(answer) == 0 { return gone("moved or deleted") }
    // Without the right to use a schema, its tables appear to be missing.
    guard isTrue(0) else { return mayNotUse }
    return isTrue(1) ? error : gone("deleted")
  }

  private var mayNotUse: StorageError {
    StorageError(.notPermitted, "this user may not use the schema of \(shown)")
  }

  func gone(_ what: String) -> StorageError {
    StorageError(.cannotOpen, "the store has been \(what) since it was opened: \(shown)")
  }
}
