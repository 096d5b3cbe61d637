// This file defines a prepared statement: bind, step, read the columns, reset.
public typealias Bytes = UnsafeBufferPointer<UInt8>

extension StaticString {
  /// Valid for as long as the program runs.
  public var bytes: Bytes { Bytes(start: utf8Start, count: utf8CodeUnitCount) }
}

/// One column of a row. Reading it is faster than repeated calls of the statement. It takes no
/// lock, because only one thread at a time uses the connection.
public struct Cell {
  let value: OpaquePointer?
  let engine: UnsafePointer<Engine>

  public var isNull: Bool { engine.pointee.valueType(value) == Engine.null }
  public var int64: Int64 { engine.pointee.valueInt64(value) }
  public var int32: Int32 { Int32(truncatingIfNeeded: engine.pointee.valueInt64(value)) }
  public var double: Double { engine.pointee.valueDouble(value) }
  public var blob: Bytes {
    guard let start = engine.pointee.valueBlob(value) else { return Statement.nothing }
    return Bytes(
      start: start.assumingMemoryBound(to: UInt8.self),
      count: Int(engine.pointee.valueBytes(value)))
  }
  public var text: Bytes {
    guard let start = engine.pointee.valueText(value) else { return Statement.nothing }
    return Bytes(start: start, count: Int(engine.pointee.valueBytes(value)))
  }
}

public struct Statement {
  let handle: OpaquePointer
  unowned(unsafe) let connection: Connection
  private let engine: UnsafePointer<Engine>
  /// Nil for a fixed text, which stays prepared.
  private let kept: ComposedStatement?

  init(handle: OpaquePointer, connection: Connection, kept: ComposedStatement? = nil) {
    (self.handle, self.connection, engine) = (handle, connection, connection.engine)
    self.kept = kept
  }

  // bindText() and bindBlob() do not copy: the bytes must stay valid until the statement is reset.

  public func bind(_ index: Int32, _ value: Int64) {
    _ = engine.pointee.bindInt64(handle, index, value)
  }
  public func bind(_ index: Int32, _ value: Int32) {
    _ = engine.pointee.bindInt64(handle, index, Int64(value))
  }
  public func bind(_ index: Int32, _ value: Double) {
    _ = engine.pointee.bindDouble(handle, index, value)
  }
  public func bind(_ index: Int32, _ value: Int32?) {
    if let value { bind(index, value) } else { bindNull(index) }
  }
  public func bindNull(_ index: Int32) { _ = engine.pointee.bindNull(handle, index) }

  public func bindText(_ index: Int32, _ value: Bytes?) throws {
    guard let value else { return bindNull(index) }
    try bound(
      engine.pointee.bindText(
        handle, index, pointer(value), UInt64(value.count), nil, Engine.utf8))
  }

  public func bindBlob(_ index: Int32, _ value: Bytes?) throws {
    guard let value else { return bindNull(index) }
    try bound(engine.pointee.bindBlob(handle, index, pointer(value), UInt64(value.count), nil))
  }

  /// Returns the address of the bytes. An empty buffer gets another address, because it may have
  /// none, which would mean NULL.
  private func pointer(_ value: Bytes) -> UnsafePointer<CChar> {
    UnsafeRawPointer(value.baseAddress ?? Statement.empty).assumingMemoryBound(to: CChar.self)
  }

  private nonisolated(unsafe) static let empty: UnsafePointer<UInt8> = {
    let byte = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
    byte.initialize(to: 0)
    return UnsafePointer(byte)
  }()

  /// Binds a parameter for an array of integers, which only a server has.
  public func bindIntegers(_ index: Int32, count: Int, _ element: (Int) -> Int32) throws {
    try connection.side.bindIntegers(handle, index, count, element)
  }

  private func bound(_ code: Int32) throws {
    guard code == 0 else { throw connection.failure(code) }
  }

  /// True if there is a row.
  public func step() throws -> Bool {
    switch engine.pointee.step(handle) {
    case Engine.row: return true
    case Engine.done: return false
    case let code: return try connection.stepAgain(handle, code)
    }
  }

  /// Announces that this statement will be stepped soon, with the present values. On a server, the
  /// first step then waits once for the results of all announced statements; elsewhere the call has
  /// no effect. Results never change: if the data or the values change meanwhile, the statement is
  /// sent again. Call it in a transaction, or in Database.beginWrite(asking:).
  public func ask() throws {
    do { try connection.side.ask(handle) } catch { throw connection.explained(error) }
  }

  /// Announces a very large number of rows, until the reset. A server's rows are then held in
  /// memory a piece at a time. Call it in a transaction.
  public func readInPieces() { connection.side.readInPieces(handle) }

  /// Steps a statement that yields no rows to its end and resets it.
  public func run() throws {
    defer { reset() }
    _ = try step()
  }

  public func reset() { _ = engine.pointee.reset(handle) }

  public var columnCount: Int32 { engine.pointee.columnCount(handle) }

  /// How a value is stored.
  public enum Kind: String, Sendable { case null, integer, real, text, blob }

  public func kind(_ column: Int32) -> Kind {
    switch engine.pointee.columnType(handle, column) {
    case Engine.null: .null
    case Engine.integer: .integer
    case Engine.real: .real
    case Engine.text: .text
    default: .blob
    }
  }

  public func isNull(_ column: Int32) -> Bool {
    engine.pointee.columnType(handle, column) == Engine.null
  }
  public func int64(_ column: Int32) -> Int64 { engine.pointee.columnInt64(handle, column) }
  public func int32(_ column: Int32) -> Int32 {
    Int32(truncatingIfNeeded: engine.pointee.columnInt64(handle, column))
  }
  public func double(_ column: Int32) -> Double { engine.pointee.columnDouble(handle, column) }

  /// Valid until the next step or reset.
  public func text(_ column: Int32) -> Bytes {
    guard let start = engine.pointee.columnText(handle, column) else { return Statement.nothing }
    return Bytes(start: start, count: Int(engine.pointee.columnBytes(handle, column)))
  }

  /// Valid until the next step or reset.
  public func blob(_ column: Int32) -> Bytes {
    guard let start = engine.pointee.columnBlob(handle, column) else { return Statement.nothing }
    return Bytes(
      start: start.assumingMemoryBound(to: UInt8.self),
      count: Int(engine.pointee.columnBytes(handle, column)))
  }

  /// Valid until the next step or reset.
  public func cell(_ column: Int32) -> Cell {
    Cell(value: engine.pointee.columnValue(handle, column), engine: engine)
  }

  fileprivate static var nothing: Bytes { Bytes(start: nil, count: 0) }

  public enum Value: Sendable, Equatable {
    case null
    case integer(Int64)
    case real(Double)
    case text([UInt8])
    case blob([UInt8])
  }

  public func value(_ column: Int32) -> Value {
    switch engine.pointee.columnType(handle, column) {
    case Engine.null: .null
    case Engine.integer: .integer(int64(column))
    case Engine.real: .real(double(column))
    case Engine.text: .text(Array(text(column)))
    default: .blob(Array(blob(column)))
    }
  }

  /// The bytes of a text or blob are copied, because their address is valid only during this call.
  public func bind(_ index: Int32, _ value: Value) throws {
    let copy = Engine.copied
    switch value {
    case .null: bindNull(index)
    case .integer(let number): bind(index, number)
    case .real(let number): bind(index, number)
    case .text(let bytes):
      try bytes.withUnsafeBufferPointer {
        try bound(
          engine.pointee.bindText(
            handle, index, pointer($0), UInt64($0.count), copy, Engine.utf8))
      }
    case .blob(let bytes):
      try bytes.withUnsafeBufferPointer {
        try bound(engine.pointee.bindBlob(handle, index, pointer($0), UInt64($0.count), copy))
      }
    }
  }
}
