// Rows in memory that SQL can SELECT from, so that one statement inserts them all: for many rows it
// takes a fraction of the time of binding and stepping an INSERT for each.

/// Where a table finds its rows: three integers and a blob each.
public protocol MemoryRows: AnyObject {
  var count: Int { get }
  func integer(_ row: Int, _ column: Int) -> Int64
  func blob(_ row: Int) -> Bytes
}

extension Connection {
  /// Makes `rows` readable as a table with the columns a, b, c (integers) and d (a blob) while
  /// `body` runs, under the name that Dialect.rowsInMemory() gives it.
  public func withTable<R>(
    _ name: String, _ rows: any MemoryRows, _ body: () throws -> R
  ) throws -> R {
    try side.fill(name, rows)
    defer { side.empty(name) }
    return try body()
  }

  /// While `run` runs statements that end in Dialect.visiting(), `each` is called with the two
  /// integers of each row that they delete.
  public func visiting(
    _ each: @escaping (Int64, Int64) -> Void, _ run: () throws -> Void
  ) rethrows {
    side.visitor = each
    defer { side.visitor = nil }
    try run()
  }
}
