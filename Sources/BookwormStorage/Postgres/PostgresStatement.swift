// This file defines a statement on a server: its bound values and its rows. The functions of the
// engine's table are at the end.
import CPostgres
import Glibc

/// PostgreSQL's numbers for the types that are sent and read.
enum PostgresType {
  static let unknown: UInt32 = 0
  static let bool: UInt32 = 16
  static let bytes: UInt32 = 17
  static let int64: UInt32 = 20
  static let int16: UInt32 = 21
  static let int32: UInt32 = 23
  static let text: UInt32 = 25
  static let double: UInt32 = 701
  static let int32Array: UInt32 = 1007
  static let int64Array: UInt32 = 1016
  static let bytesArray: UInt32 = 1001
  /// The types that a column may have. 19 is `name`; 2278 is `void`, which has no values.
  static let read: Set<UInt32> = [bool, bytes, int64, int16, int32, text, double, 19, 2278]
}

final class PostgresStatement {
  unowned let connection: PostgresConnection
  let text: PostgresText

  // Each array has an element for every parameter. The columns of tables in memory are parameters
  // too, after the others.
  let types: UnsafeMutablePointer<UInt32>
  let values: UnsafeMutablePointer<UnsafePointer<CChar>?>
  let lengths: UnsafeMutablePointer<Int32>
  let formats: UnsafeMutablePointer<Int32>
  let count: Int
  /// The storage of bound numbers, in network byte order.
  private let numbers: UnsafeMutablePointer<UInt64>
  /// The copies of bound texts, by parameter.
  private var copies: [Int: UnsafeMutableRawPointer] = [:]

  /// The name of the prepared statement, and the number of the session that knows this name. Nil
  /// until it is prepared.
  var name: String?
  var session = 0
  /// The types used to prepare it.
  private(set) var preparedTypes: [UInt32] = []

  /// The prepared name whose columns have been checked.
  private var checked: String?

  /// The server's answer, such as COMMIT; nil without an answer.
  var word: String?
  /// Whether it is under way, and its rows will be stepped through later: see Statement.ask().
  private(set) var isAsked = false
  /// The values and the connection's state when it was asked; nil if it was not.
  private var question: (values: [[UInt8]?], state: Int64)?
  /// The number of answers that are still to come but no longer needed.
  private var unwanted = 0

  /// Rows that are still to be sent.
  var rows = GatheredRows()
  /// Set if its rows come a piece at a time.
  var cursor: PostgresCursor?

  /// The result with its rows and the types of their columns.
  private(set) var result: OpaquePointer?
  private(set) var columnCount: Int32 = 0
  private let columnTypes: UnsafeMutablePointer<UInt32>
  private(set) var row: Int32 = -1
  private(set) var rowCount: Int32 = 0
  /// The cells of the current row.
  private let cells: UnsafeMutablePointer<PostgresCell>
  private static let mostColumns = 128

  init(_ connection: PostgresConnection, _ text: PostgresText) {
    (self.connection, self.text) = (connection, text)
    count = Int(text.count) + text.arrays.count
    types = .allocate(capacity: count)
    types.initialize(repeating: PostgresType.unknown, count: count)
    values = .allocate(capacity: count)
    values.initialize(repeating: nil, count: count)
    lengths = .allocate(capacity: count)
    lengths.initialize(repeating: 0, count: count)
    formats = .allocate(capacity: count)
    formats.initialize(repeating: 1, count: count)
    numbers = .allocate(capacity: count)
    numbers.initialize(repeating: 0, count: count)
    columnTypes = .allocate(capacity: PostgresStatement.mostColumns)
    cells = .allocate(capacity: PostgresStatement.mostColumns)
    for (place, array) in text.arrays.enumerated() { types[Int(text.count) + place] = array.type }
  }

  deinit {
    clear()
    for copy in copies.values { free(copy) }
    types.deallocate()
    values.deallocate()
    lengths.deallocate()
    formats.deallocate()
    numbers.deallocate()
    columnTypes.deallocate()
    cells.deallocate()
  }

  /// Roughly the memory used until it is sent.
  var size: Int { (0..<count).reduce(text.text.utf8.count) { $0 + Int(lengths[$1]) } }

  var handle: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

  static func of(_ handle: OpaquePointer) -> PostgresStatement {
    reference(handle).takeUnretainedValue()
  }

  fileprivate static func reference(_ handle: OpaquePointer) -> Unmanaged<PostgresStatement> {
    .fromOpaque(UnsafeRawPointer(handle))
  }

  // MARK: Parameters

  /// Nil if the parameter does not exist.
  private func place(_ index: Int32) -> Int? { 1...text.count ~= index ? Int(index) - 1 : nil }

  func bindNumber(_ index: Int32, _ type: UInt32, _ bits: UInt64) -> Int32 {
    guard let place = place(index) else { return noParameter(index) }
    numbers[place] = bits.bigEndian
    return set(place, type, UnsafeRawPointer(numbers + place), 8)
  }

  fileprivate func bindNull(_ index: Int32) -> Int32 {
    guard let place = place(index) else { return noParameter(index) }
    values[place] = nil
    lengths[place] = 0
    return 0
  }

  fileprivate func bindBytes(
    _ index: Int32, _ type: UInt32, _ start: UnsafeRawPointer?, _ count: UInt64, isCopied: Bool
  ) -> Int32 {
    guard let place = place(index), let start else { return noParameter(index) }
    guard let length = Int32(exactly: count) else {
      return connection.failed(StorageError(.full, "parameter \(index) is too long for a server"))
    }
    return isCopied
      ? setCopy(place, type, UnsafeRawBufferPointer(start: start, count: Int(length)))
      : set(place, type, start, length)
  }

  func bindCopy(_ index: Int32, _ type: UInt32, _ bytes: [UInt8]) -> Int32 {
    guard let place = place(index) else { return noParameter(index) }
    return bytes.withUnsafeBytes { setCopy(place, type, $0) }
  }

  private func noParameter(_ index: Int32) -> Int32 {
    connection.failed(StorageError(.unexpected, "the statement has no parameter \(index)"))
  }

  private func setCopy(_ place: Int, _ type: UInt32, _ bytes: UnsafeRawBufferPointer) -> Int32 {
    setMade(place, type, bytes.count) { $0.copyMemory(from: bytes) }
  }

  /// Binds `count` bytes, which `make` sets.
  func bindMade(
    _ index: Int32, _ type: UInt32, _ count: Int, _ make: (UnsafeMutableRawBufferPointer) -> Void
  ) -> Int32 {
    guard let place = place(index) else { return noParameter(index) }
    return setMade(place, type, count, make)
  }

  private func setMade(
    _ place: Int, _ type: UInt32, _ count: Int, _ make: (UnsafeMutableRawBufferPointer) -> Void
  ) -> Int32 {
    guard let length = Int32(exactly: count), let copy = realloc(copies[place], max(1, count))
    else {
      return connection.failed(StorageError(.memory, "there was not enough memory"))
    }
    copies[place] = copy
    make(UnsafeMutableRawBufferPointer(start: copy, count: count))
    return set(place, type, copy, length)
  }

  private func set(
    _ place: Int, _ type: UInt32, _ start: UnsafeRawPointer, _ length: Int32
  ) -> Int32 {
    types[place] = type
    values[place] = start.assumingMemoryBound(to: CChar.self)
    lengths[place] = length
    return 0
  }

  /// Binds a column of a table in memory.
  func setArray(_ number: Int, _ array: PostgresText.Array, _ rows: (any MemoryRows)?) throws {
    guard let rows else { throw StorageError(.unexpected, "there is no such table in memory") }
    let made = PostgresArray(rows, array)
    guard setMade(Int(text.count) + number, array.type, made.size, made.write) == 0 else {
      throw connection.error(1)
    }
  }

  /// Whether the server has prepared it for the types of the present values. An absent value fits
  /// the type that its parameter had then, whatever it was.
  func isPrepared(in session: Int) -> Bool {
    guard name != nil, self.session == session else { return false }
    return (0..<count).allSatisfy { values[$0] == nil || types[$0] == preparedTypes[$0] }
  }

  func prepared(as name: String, in session: Int) {
    (self.name, self.session) = (name, session)
    preparedTypes = (0..<count).map { types[$0] }
  }

  // MARK: Rows

  /// Takes ownership of a result.
  func take(_ result: OpaquePointer) throws(StorageError) {
    guard unwanted == 0 else {
      unwanted -= 1
      return pq_clear(result)
    }
    let question = question
    isAsked = false
    clear()
    self.question = question
    (self.result, rowCount) = (result, pq_ntuples(result))
    cursor?.take(result, rowCount)
    let name = cursor?.name ?? name
    guard checked != name else { return }
    columnCount = 0
    let columns = pq_nfields(result)
    guard columns <= PostgresStatement.mostColumns else {
      throw StorageError(.unexpected, "there are too many columns: \(text.text)")
    }
    for column in 0..<columns {
      let type = pq_ftype(result, column)
      guard PostgresType.read.contains(type) else {
        throw StorageError(
          .unexpected, "a column has PostgreSQL's type \(type): \(text.text)")
      }
      columnTypes[Int(column)] = type
    }
    (checked, columnCount) = (name, columns)
  }

  func isAsked(in state: Int64) {
    isAsked = true
    question = (boundValues, state)
  }

  /// Whether its rows, present or under way, are still the right answer; otherwise they are
  /// dropped.
  func answers(_ state: Int64) -> Bool {
    // While its rows are being read, its values do not change.
    guard let question, row < 0 else { return true }
    if question.state == state, question.values == boundValues { return true }
    clear()
    return false
  }

  private var boundValues: [[UInt8]?] {
    (0..<count).map { place in
      values[place].map { Array(UnsafeRawBufferPointer(start: $0, count: Int(lengths[place]))) }
    }
  }

  /// Notes that nothing of the statement is under way any more.
  func isAnswered() { (isAsked, unwanted) = (false, 0) }

  /// Whether it still holds rows.
  var isOpen: Bool { result != nil }

  func clear() {
    if isAsked { (isAsked, unwanted) = (false, unwanted + 1) }
    question = nil
    if let result { pq_clear(result) }
    (result, row, rowCount) = (nil, -1, 0)
  }

  var isReading: Bool { row >= 0 && row < rowCount }

  /// False after the last row.
  func next() -> Bool {
    row += 1
    guard row < rowCount, let result else { return false }
    for column in 0..<columnCount { cells[Int(column)] = cell(column, of: result) }
    return true
  }

  private func cell(_ column: Int32, of result: OpaquePointer) -> PostgresCell {
    let count = pq_getlength(result, row, column)
    if count == 0, pq_getisnull(result, row, column) == 1 { return PostgresCell() }
    return PostgresCell(
      start: UnsafePointer(pq_getvalue(result, row, column)), count: count,
      type: columnTypes[Int(column)])
  }

  func cell(_ column: Int32) -> PostgresCell { keptCell(column)?.pointee ?? PostgresCell() }

  /// A cell that is valid until the next row.
  fileprivate func keptCell(_ column: Int32) -> UnsafePointer<PostgresCell>? {
    isReading && column >= 0 && column < columnCount ? UnsafePointer(cells + Int(column)) : nil
  }
}

extension Engine {
  private static func cell(_ handle: OpaquePointer?, _ column: Int32) -> PostgresCell {
    handle.map { handle in
      PostgresStatement.reference(handle)._withUnsafeGuaranteedRef { $0.cell(column) }
    } ?? PostgresCell()
  }

  private static func kept(_ value: OpaquePointer?) -> PostgresCell {
    value.map { UnsafePointer<PostgresCell>($0).pointee } ?? PostgresCell()
  }

  nonisolated(unsafe) static let postgres: UnsafePointer<Engine> = {
    let engine = UnsafeMutablePointer<Engine>.allocate(capacity: 1)
    engine.initialize(
      to: Engine(
        bindInt64: { handle, index, value in
          handle.map {
            PostgresStatement.of($0)
              .bindNumber(index, PostgresType.int64, UInt64(bitPattern: value))
          } ?? 1
        },
        bindDouble: { handle, index, value in
          handle.map {
            PostgresStatement.of($0).bindNumber(index, PostgresType.double, value.bitPattern)
          } ?? 1
        },
        bindNull: { handle, index in
          handle.map { PostgresStatement.of($0).bindNull(index) } ?? 1
        },
        bindText: { handle, index, start, count, release, _ in
          handle.map {
            PostgresStatement.of($0).bindBytes(
              index, PostgresType.text, start, count, isCopied: release != nil)
          } ?? 1
        },
        bindBlob: { handle, index, start, count, release in
          handle.map {
            PostgresStatement.of($0).bindBytes(
              index, PostgresType.bytes, start, count, isCopied: release != nil)
          } ?? 1
        },
        step: { handle in
          guard let handle else { return 1 }
          let statement = PostgresStatement.of(handle)
          return statement.connection.step(statement)
        },
        reset: { handle in
          guard let handle else { return 0 }
          PostgresStatement.of(handle).clear()
          PostgresStatement.of(handle).cursor = nil
          return 0
        },
        columnCount: { handle in handle.map { PostgresStatement.of($0).columnCount } ?? 0 },
        columnType: { cell($0, $1).kind }, columnInt64: { cell($0, $1).int64 },
        columnDouble: { cell($0, $1).double }, columnText: { cell($0, $1).text },
        columnBlob: { cell($0, $1).blob }, columnBytes: { cell($0, $1).count },
        columnValue: { handle, column in
          handle.flatMap { handle in
            PostgresStatement.reference(handle)
              ._withUnsafeGuaranteedRef { OpaquePointer($0.keptCell(column)) }
          }
        },
        valueType: { kept($0).kind }, valueInt64: { kept($0).int64 },
        valueDouble: { kept($0).double }, valueText: { kept($0).text },
        valueBlob: { kept($0).blob }, valueBytes: { kept($0).count }))
    return UnsafePointer(engine)
  }()
}
