// This file lets SQL SELECT from rows in memory, so that one statement inserts them all. For many
// rows this takes a fraction of the time of binding and stepping an INSERT for each.

/// The source of a table's rows: three integers and a blob each.
public protocol MemoryRows: AnyObject {
  var count: Int { get }
  func integer(_ row: Int, _ column: Int) -> Int64
  func blob(_ row: Int) -> Bytes
}

extension Connection {
  /// Makes `rows` readable as a table while `body` runs, under the name from
  /// Dialect.rowsInMemory(). Its columns are a, b, c (integers) and d (a blob).
  public func withTable<R>(
    _ name: String, _ rows: any MemoryRows, _ body: () throws -> R
  ) throws -> R {
    try side.fill(name, rows)
    defer { side.empty(name) }
    return try body()
  }

  /// Calls `each` with the two integers of each row that is deleted while `run` runs. The
  /// statements must end in Dialect.visiting().
  public func visiting(
    _ each: @escaping (Int64, Int64) -> Void, _ run: () throws -> Void
  ) rethrows {
    side.visitor = each
    defer { side.visitor = nil }
    try run()
  }
}
