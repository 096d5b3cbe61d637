// What a transaction overwrites, as it was before: bytes that are read from their end, to undo it.
import BookwormStorage

/// Where a log ends: what a savepoint takes back.
struct UndoLogPosition {
  /// Rows with successive ids that were inserted one after another, of which a record is made when
  /// something else happens: a batch of a million books takes no more than one book.
  struct Run {
    let entity: Entity
    let first: Int64
    var count: Int64
  }

  fileprivate(set) var count = 0
  fileprivate(set) var run: Run?
  /// It was more than the limit allows, or than memory: what the log has is not all.
  fileprivate(set) var isLost = false

  var isEmpty: Bool { count == 0 && run == nil }
}

/// Used by one thread at a time, as its writer is.
final class UndoLog {
  private struct Full: Error {}

  private var heap = Heap()
  private let limit: Int

  /// No more than `limit` bytes are kept.
  init(limit: Int) { self.limit = limit }

  deinit { heap.free() }

  func inserted(_ entity: Entity, _ id: Int64, _ position: inout UndoLogPosition) {
    if let run = position.run, run.entity == entity, run.first &+ run.count == id {
      position.run?.count &+= 1
      return
    }
    endRun(&position)
    position.run = UndoLogPosition.Run(entity: entity, first: id, count: 1)
  }

  /// A record of a row, which `body` completes. What has no room is lost, which is no failure of
  /// the write.
  func record(
    _ kind: UndoRecord.Kind, _ entity: Entity, _ id: Int64, _ position: inout UndoLogPosition,
    _ body: (UndoLog) throws -> Void
  ) throws {
    endRun(&position)
    guard !position.isLost else { return }
    do { try append(kind, entity, id, &position, body) } catch is Full {
      position.isLost = true
    } catch let failure as Failure where failure.kind == .memory {
      position.isLost = true
    }
  }

  private func endRun(_ position: inout UndoLogPosition) {
    guard let run = position.run else { return }
    position.run = nil
    guard !position.isLost else { return }
    do {
      try append(.inserted, run.entity, run.first, &position) { try $0.append(run.count) }
    } catch { position.isLost = true }  // There was no room for it.
  }

  private func append(
    _ kind: UndoRecord.Kind, _ entity: Entity, _ id: Int64, _ position: inout UndoLogPosition,
    _ body: (UndoLog) throws -> Void
  ) throws {
    heap.cut(to: position.count)
    try append(byte: kind.rawValue)
    try append(byte: entity.rawValue)
    try append(id)
    try body(self)
    let length = Int64(heap.count &- position.count)
    try makeRoom(8)
    try heap.append(length)
    position.count = heap.count
  }

  /// Takes the bytes out of the log, for their taker to free; nil where there are none to undo by.
  func finish(_ position: UndoLogPosition) -> Heap? {
    var position = position
    endRun(&position)
    guard !position.isLost, position.count > 0 else { return nil }
    heap.cut(to: position.count)
    heap.fit()
    defer { heap = Heap() }
    return heap
  }

  /// As finish(), of a log that is at its end.
  func isLost(_ position: UndoLogPosition) -> Bool {
    var position = position
    endRun(&position)
    return position.isLost
  }

  // MARK: What records are made of

  private func makeRoom(_ size: Int) throws {
    guard size <= limit &- heap.count else { throw Full() }
  }

  func append(byte: UInt8) throws {
    try makeRoom(1)
    try heap.append(byte)
  }

  func append(_ number: Int64) throws {
    try makeRoom(Varint.longest)
    try Varint.write(Varint.zigzag(number)) { try heap.append($0) }
  }

  private func append(_ bytes: Bytes) throws {
    try append(Int64(bytes.count))
    try makeRoom(bytes.count)
    try heap.append(bytes: bytes)
  }

  /// A row: how many columns it has, and each one's kind and value.
  func append(_ row: Statement) throws { try append(row, columns: 0..<row.columnCount) }

  func append(_ row: Statement, columns: Range<Int32>) throws {
    try append(Int64(columns.count))
    for column in columns {
      switch row.kind(column) {
      case .null: try append(byte: 0)
      case .integer:
        try append(byte: 1)
        try append(row.int64(column))
      case .real:
        try append(byte: 2)
        try makeRoom(8)
        try heap.append(row.double(column))
      case .text:
        try append(byte: 3)
        try append(row.text(column))
      case .blob:
        try append(byte: 4)
        try append(row.blob(column))
      }
    }
  }

  /// The one row of a SELECT by id, which is there.
  func append(rowOf select: Statement, _ id: Int64) throws {
    defer { select.reset() }
    select.bind(1, id)
    guard try select.step() else { return try append(0 as Int64) }
    try append(select)
  }

  /// All the rows of a SELECT by id, and 0. False if there is none.
  @discardableResult
  func append(rowsOf select: Statement, _ id: Int64) throws -> Bool {
    defer { select.reset() }
    select.bind(1, id)
    var any = false
    while try select.step() {
      try append(select)
      any = true
    }
    try append(0 as Int64)
    return any
  }

  /// A row of two integers.
  func append(rowOf first: Int64, _ second: Int64) throws {
    try append(2 as Int64)
    for number in [first, second] {
      try append(byte: 1)
      try append(number)
    }
  }
}
