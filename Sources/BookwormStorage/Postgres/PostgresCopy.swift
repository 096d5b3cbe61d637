// This file sends many rows into a table. They are gathered in the binary form of a COPY until
// something else is sent: see Connection.rowsToCome. Many rows are then sent by COPY, a piece at a
// time, and few rows one by one.

extension PostgresConnection {
  /// The number of bytes of a table's rows to send together. A piece of this size travels while the
  /// server works on the previous piece.
  private static let piece = 256 << 10
  /// A COPY costs two round trips, which fewer rows do not justify.
  private static let fewRows = 32

  /// Adds the row of bound values. A large row is sent immediately rather than held twice.
  func gather(_ statement: PostgresStatement) throws {
    if let first = statement.text.arrays.first { return try gather(table: first.table, statement) }
    guard statement.rowSize < PostgresConnection.piece else { return try change(statement) }
    isGathering(statement)
    statement.gatherRow()
    if statement.rows.bytes.count >= PostgresConnection.piece { try sendRows(of: statement) }
  }

  private func isGathering(_ statement: PostgresStatement) {
    if !statement.rows.isGathered {
      gathered.append(statement)
      statement.rows.isGathered = true
    }
    hasChanged = true
    state += 1
  }

  /// Gathers all rows of a table in memory. A server inserts such rows in less time than it needs
  /// to build rows from arrays.
  private func gather(table name: String, _ statement: PostgresStatement) throws {
    guard let table = memoryTables[name], table.count >= PostgresConnection.fewRows else {
      return try change(statement)
    }
    isGathering(statement)
    for row in 0..<table.count {
      statement.gatherRow(row, of: table)
      if statement.rows.bytes.count >= PostgresConnection.piece { try sendRows(of: statement) }
    }
  }

  private func sendRows(of statement: PostgresStatement) throws {
    defer { statement.rows.removeAll() }
    guard let text = statement.text.ofManyRows,
      statement.rows.count >= PostgresConnection.fewRows || !statement.text.arrays.isEmpty
    else {
      return try statement.forEachRow {
        try pipe.send(statement)
        if pipe.isLong { try wait() }
      }
    }
    try wait()
    do {
      try pipe.copy(text + (rowsToCome == .wholeTables ? ", FREEZE)" : ")"), statement.rows.bytes)
    } catch let failure as FlightFailure { throw failure.error }
  }

  /// Sends the gathered rows of each table.
  func sendRows() throws {
    let statements = gathered
    forgetTables()
    // Also drops the rows if another table fails: no row may be sent with a later transaction.
    defer { for statement in statements { statement.rows.removeAll() } }
    for statement in statements where statement.rows.count > 0 { try sendRows(of: statement) }
  }

  private func forgetTables() {
    for statement in gathered { statement.rows.isGathered = false }
    gathered = []
  }

  func forgetRows() {
    for statement in gathered { statement.rows.removeAll() }
    forgetTables()
  }

  func copy(to path: String) throws -> any DatabaseCopy {
    throw StorageError(.unexpected, "a store on a server is copied row by row")
  }

  func bindIntegers(
    _ statement: OpaquePointer, _ index: Int32, _ count: Int, _ element: (Int) -> Int32
  ) throws {
    let code = PostgresStatement.of(statement)
      .bindMade(index, PostgresType.int32Array, PostgresArray.size(count, 4 * count)) { bytes in
        var place = PostgresArray.writeHead(of: PostgresType.int32, count, to: bytes)
        for number in 0..<count {
          bytes.store(network: 4 as Int32, at: place)
          bytes.store(network: element(number), at: place + 4)
          place += 8
        }
      }
    guard code == 0 else { throw error(code) }
  }
}

extension PostgresStatement {
  fileprivate var rowSize: Int { (0..<count).reduce(0) { $0 + 4 + Int(lengths[$1]) } }

  fileprivate func gatherRow() {
    rows.count += 1
    rows.bytes.append(network: Int16(truncatingIfNeeded: count))
    for place in 0..<count {
      guard let start = values[place] else {
        rows.bytes.append(network: -1 as Int32)
        continue
      }
      rows.bytes.append(network: lengths[place])
      rows.bytes.append(
        contentsOf: UnsafeRawBufferPointer(start: start, count: Int(lengths[place])))
    }
  }

  fileprivate func gatherRow(_ row: Int, of table: any MemoryRows) {
    rows.count += 1
    rows.bytes.append(network: Int16(truncatingIfNeeded: count))
    for column in text.arrays {
      if column.isOfBlobs {
        let blob = table.blob(row)
        rows.bytes.append(network: Int32(truncatingIfNeeded: blob.count))
        rows.bytes.append(contentsOf: blob)
      } else {
        rows.bytes.append(network: 8 as Int32)
        rows.bytes.append(network: table.integer(row, column.column))
      }
    }
  }

  /// Binds one row after the other, and then restores the previous values.
  fileprivate func forEachRow(_ body: () throws -> Void) rethrows {
    let bound = (0..<count).map { (values[$0], lengths[$0]) }
    defer { for place in 0..<count { (values[place], lengths[place]) = bound[place] } }
    try rows.bytes.withUnsafeBytes { bytes in
      var offset = 0
      for _ in 0..<rows.count {
        offset += 2
        for place in 0..<count {
          let length = Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self))
          offset += 4
          lengths[place] = max(length, 0)
          values[place] =
            length < 0
            ? nil : (bytes.baseAddress.map { $0 + offset })?.assumingMemoryBound(to: CChar.self)
          offset += Int(lengths[place])
        }
        try body()
      }
    }
  }
}

extension [UInt8] {
  /// Appends a number in network byte order.
  mutating func append(network number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
  }
}
