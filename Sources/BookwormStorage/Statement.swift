// A prepared statement: bind, step, read the columns, reset.
import CSQLite

public typealias Bytes = UnsafeBufferPointer<UInt8>

extension StaticString {
  /// They live as long as the program.
  public var bytes: Bytes { Bytes(start: utf8Start, count: utf8CodeUnitCount) }
}

/// One column of a row. Quicker than to ask the statement again and again: the connection is used
/// by one thread at a time, so SQLite's "unprotected" values may be read.
public struct Cell {
  let value: OpaquePointer?

  public var isNull: Bool { sqlite3_value_type(value) == SQLITE_NULL }
  public var int64: Int64 { sqlite3_value_int64(value) }
  public var int32: Int32 { Int32(truncatingIfNeeded: sqlite3_value_int64(value)) }
  public var double: Double { sqlite3_value_double(value) }
  public var blob: Bytes {
    guard let start = sqlite3_value_blob(value) else { return Statement.nothing }
    return Bytes(
      start: start.assumingMemoryBound(to: UInt8.self), count: Int(sqlite3_value_bytes(value)))
  }
  public var text: Bytes {
    guard let start = sqlite3_value_text(value) else { return Statement.nothing }
    return Bytes(start: start, count: Int(sqlite3_value_bytes(value)))
  }
}

public struct Statement {
  let handle: OpaquePointer
  unowned(unsafe) let connection: Connection

  // Bound texts are not copied: they must live until the statement is reset.

  public func bind(_ index: Int32, _ value: Int64) { sqlite3_bind_int64(handle, index, value) }
  public func bind(_ index: Int32, _ value: Int32) {
    sqlite3_bind_int64(handle, index, Int64(value))
  }
  public func bind(_ index: Int32, _ value: Double) { sqlite3_bind_double(handle, index, value) }
  public func bind(_ index: Int32, _ value: Int32?) {
    if let value { bind(index, value) } else { bindNull(index) }
  }
  public func bindNull(_ index: Int32) { sqlite3_bind_null(handle, index) }

  public func bindText(_ index: Int32, _ value: Bytes?) throws {
    guard let value else { return bindNull(index) }
    try bound(
      sqlite3_bind_text64(
        handle, index, pointer(value), sqlite3_uint64(value.count), nil, UInt8(SQLITE_UTF8)))
  }

  public func bindBlob(_ index: Int32, _ value: Bytes?) throws {
    guard let value else { return bindNull(index) }
    try bound(sqlite3_bind_blob64(handle, index, pointer(value), sqlite3_uint64(value.count), nil))
  }

  /// An empty buffer may have no address, which SQLite would take for NULL.
  private func pointer(_ value: Bytes) -> UnsafePointer<CChar> {
    UnsafeRawPointer(value.baseAddress ?? Statement.empty).assumingMemoryBound(to: CChar.self)
  }

  private nonisolated(unsafe) static let empty: UnsafePointer<UInt8> = {
    let byte = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
    byte.initialize(to: 0)
    return UnsafePointer(byte)
  }()

  private func bound(_ code: Int32) throws {
    guard code == SQLITE_OK else { throw connection.failure(code) }
  }

  /// True if there is a row.
  public func step() throws -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw connection.failure(code)
    }
  }

  /// Steps a statement that yields no rows to its end and resets it.
  public func run() throws {
    defer { reset() }
    _ = try step()
  }

  public func reset() { sqlite3_reset(handle) }

  public var columnCount: Int32 { sqlite3_column_count(handle) }

  /// How a value is stored.
  public enum Kind: String, Sendable { case null, integer, real, text, blob }

  public func kind(_ column: Int32) -> Kind {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_NULL: .null
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    default: .blob
    }
  }

  public func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }
  public func int64(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }
  public func int32(_ column: Int32) -> Int32 {
    Int32(truncatingIfNeeded: sqlite3_column_int64(handle, column))
  }
  public func double(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

  /// Valid until the next step or reset.
  public func text(_ column: Int32) -> Bytes {
    guard let start = sqlite3_column_text(handle, column) else { return Statement.nothing }
    return Bytes(start: start, count: Int(sqlite3_column_bytes(handle, column)))
  }

  /// Valid until the next step or reset.
  public func blob(_ column: Int32) -> Bytes {
    guard let start = sqlite3_column_blob(handle, column) else { return Statement.nothing }
    return Bytes(
      start: start.assumingMemoryBound(to: UInt8.self),
      count: Int(sqlite3_column_bytes(handle, column)))
  }

  /// Valid until the next step or reset.
  public func cell(_ column: Int32) -> Cell { Cell(value: sqlite3_column_value(handle, column)) }

  fileprivate static var nothing: Bytes { Bytes(start: nil, count: 0) }

  public enum Value: Sendable, Equatable {
    case null
    case integer(Int64)
    case real(Double)
    case text([UInt8])
    case blob([UInt8])
  }

  public func value(_ column: Int32) -> Value {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_NULL: .null
    case SQLITE_INTEGER: .integer(int64(column))
    case SQLITE_FLOAT: .real(double(column))
    case SQLITE_TEXT: .text(Array(text(column)))
    default: .blob(Array(blob(column)))
    }
  }

  /// The bytes of a text or blob are copied: a value outlives the call that binds it.
  public func bind(_ index: Int32, _ value: Value) throws {
    let copy = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch value {
    case .null: bindNull(index)
    case .integer(let number): bind(index, number)
    case .real(let number): bind(index, number)
    case .text(let bytes):
      try bytes.withUnsafeBufferPointer {
        try bound(
          sqlite3_bind_text64(
            handle, index, pointer($0), sqlite3_uint64($0.count), copy, UInt8(SQLITE_UTF8)))
      }
    case .blob(let bytes):
      try bytes.withUnsafeBufferPointer {
        try bound(sqlite3_bind_blob64(handle, index, pointer($0), sqlite3_uint64($0.count), copy))
      }
    }
  }
}
