// Very many rows on their way into a table, by COPY in its binary form: see Dialect.insertMany().
// What is bound to a statement is in that form already.

extension PostgresConnection {
  /// So many bytes of a table's rows are sent together: few enough to be on their way while the
  /// server works on those before.
  private static let piece = 256 << 10

  /// Takes the row that is bound.
  func copy(_ statement: PostgresStatement) throws {
    if statement.rows.isEmpty, !copying.contains(where: { $0 === statement }) {
      copying.append(statement)
    }
    statement.appendRow()
    hasChanged = true
    if statement.rows.count >= PostgresConnection.piece { try sendRows(of: statement) }
  }

  private func sendRows(of statement: PostgresStatement) throws {
    defer { statement.rows.removeAll(keepingCapacity: true) }
    state += 1
    do { try pipe.copy(statement.text.text, statement.rows) } catch let failure as FlightFailure {
      throw failure.error
    }
  }

  /// Sends what has been taken of each table.
  func sendRows() throws {
    let statements = copying
    copying = []
    for statement in statements where !statement.rows.isEmpty { try sendRows(of: statement) }
  }

  func forgetRows() {
    for statement in copying { statement.rows = [] }
    copying = []
  }
}

extension PostgresStatement {
  fileprivate func appendRow() {
    rows.append(network: Int16(truncatingIfNeeded: count))
    for place in 0..<count {
      guard let start = values[place] else {
        rows.append(network: -1 as Int32)
        continue
      }
      rows.append(network: lengths[place])
      rows.append(contentsOf: UnsafeRawBufferPointer(start: start, count: Int(lengths[place])))
    }
  }
}

extension [UInt8] {
  /// In the network's order of bytes.
  mutating func append(network number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
  }
}

/// What Statement.bindBlob() takes for a column of arrays of integers on a server.
public enum IntegerArray {
  public static func set(_ bytes: inout [UInt8], count: Int, _ element: (Int) -> Int32) {
    bytes.removeAll(keepingCapacity: true)
    // Dimensions, whether there are absent ones, their type, how many there are, the first number.
    for number in [1, 0, Int32(PostgresType.int32), Int32(clamping: count), 1] {
      bytes.append(network: number)
    }
    for index in 0..<count {
      bytes.append(network: 4 as Int32)
      bytes.append(network: element(index))
    }
  }
}
