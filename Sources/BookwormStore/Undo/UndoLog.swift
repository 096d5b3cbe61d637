// An undo log contains the values that a transaction overwrites. To undo the transaction, the log
// is read from its end.
import BookwormRecords
import BookwormStorage

/// The end of a log, for a savepoint to return to.
struct UndoLogPosition {
  /// Rows with successive ids that were inserted one after another. They become one record when
  /// something else is recorded, so a batch of a million books takes no more room than one book.
  struct Run {
    let entity: Entity
    let first: Int64
    var count: Int64
  }

  /// The records that are not in the log, because there was no room for them.
  fileprivate struct Lost {
    let reason: UndoLoss.Reason
    var size = 0
    /// The number of bytes in UndoLog.beginnings, and whether it has the beginnings of all these
    /// records.
    var beginnings = 0
    var hasAll = true
  }

  fileprivate(set) var count = 0
  fileprivate(set) var run: Run?
  fileprivate var lost: Lost?
}

/// Used by one thread at a time, like its writer.
package final class UndoLog {
  /// The bytes after those in the file.
  private var buffer = MemoryBuffer()
  private var extent: UndoExtent?
  private var filed = 0
  /// The maximum size of the buffer before it is moved to the file.
  private var bufferLimit: Int
  /// The size of the current record.
  private var size = 0
  private var lost: UndoLoss.Reason?
  /// The beginnings of lost records, to name the step.
  private var beginnings = MemoryBuffer()

  private let memoryLimit: Int
  private let file: UndoFile?
  private let aboveLimits: UndoLoss.Reason

  private static let longestWrite = 1 << 20
  private static let beginningsLimit = 4 << 20

  /// At most `memoryLimit` bytes are kept in memory, and the rest in the file. `aboveLimits` is the
  /// reason to record if the log is too large for both.
  init(memoryLimit: Int, file: UndoFile?, aboveLimits: UndoLoss.Reason) {
    (self.memoryLimit, self.file, self.aboveLimits) = (memoryLimit, file, aboveLimits)
    bufferLimit = memoryLimit
  }

  deinit {
    buffer.free()
    beginnings.free()
  }

  func record(insertionOf entity: Entity, _ id: Int64, _ position: inout UndoLogPosition) {
    if let run = position.run, run.entity == entity, run.first &+ run.count == id {
      position.run?.count &+= 1
      return
    }
    endRun(&position)
    position.run = UndoLogPosition.Run(entity: entity, first: id, count: 1)
  }

  private func endRun(_ position: inout UndoLogPosition) {
    guard let run = position.run else { return }
    position.run = nil
    let beginning = Beginning(
      kind: .inserted, entity: run.entity, id: run.first, number: run.count)
    begin(beginning, position)
    end(beginning, &position)
  }

  /// Adds a record of a row, which `body` completes. Without enough room, the record is lost,
  /// but the write does not fail.
  func record(
    _ kind: UndoRecord.Kind, _ entity: Entity, _ id: Int64, fields: UInt64,
    _ position: inout UndoLogPosition, _ body: (UndoLog) throws -> Void
  ) throws {
    endRun(&position)
    let beginning = Beginning(
      kind: kind, entity: entity, id: id, number: Int64(bitPattern: fields))
    begin(beginning, position)
    try body(self)
    end(beginning, &position)
  }

  private struct Beginning {
    let kind: UndoRecord.Kind
    let entity: Entity
    let id: Int64
    let number: Int64
  }

  private func begin(_ beginning: Beginning, _ position: UndoLogPosition) {
    (size, lost) = (0, position.lost?.reason)
    if lost == nil { cut(to: position.count) }
    append(byte: beginning.kind.rawValue)
    append(byte: beginning.entity.rawValue)
    append(beginning.id)
    append(beginning.number)
  }

  private func end(_ beginning: Beginning, _ position: inout UndoLogPosition) {
    let length = Int64(size)
    add(8) { try $0.append(length) }
    guard let lost else {
      position.count = filed + buffer.count
      return
    }
    var all = position.lost ?? UndoLogPosition.Lost(reason: lost)
    all.size += size
    beginnings.cut(to: all.beginnings)
    if all.hasAll { all.hasAll = note(beginning) }
    all.beginnings = beginnings.count
    position.lost = all
  }

  /// Adds the beginning to `beginnings`, as a separate record. Returns false if it does not fit.
  private func note(_ beginning: Beginning) -> Bool {
    let start = beginnings.count
    guard start < UndoLog.beginningsLimit else { return false }
    do {
      try beginnings.append(beginning.kind.rawValue)
      try beginnings.append(beginning.entity.rawValue)
      for number in [beginning.id, beginning.number] {
        try Varint.write(Varint.zigzag(number)) { try beginnings.append($0) }
      }
      try beginnings.append(Int64(beginnings.count - start))
      return true
    } catch {
      beginnings.cut(to: start)
      return false
    }
  }

  /// Returns why the log has lost records, or nil if it has lost none. Can be called before
  /// finish().
  func loss(_ position: inout UndoLogPosition) -> UndoLoss? {
    endRun(&position)
    return position.lost.map { UndoLoss(reason: $0.reason, size: position.count + $0.size) }
  }

  /// Returns the step that undoes the transaction, or nil if it changed nothing. Empties the log.
  func finish(_ position: UndoLogPosition, transaction: Int64, name: UndoStepName?) -> UndoStep? {
    var position = position
    endRun(&position)
    guard position.count > 0 || position.lost != nil else { return nil }
    cut(to: position.count)
    lost = position.lost?.reason
    if lost == nil, filed > 0 { _ = moveToFile(for: 0) }
    buffer.fit()
    let kept = UndoBytes(extent, from: 0, filed, buffer)
    (buffer, extent, filed) = (MemoryBuffer(), nil, 0)
    let whole = UndoStep(.kept(kept), transaction: transaction, name: name)
    guard let lost else { return whole }
    defer { beginnings = MemoryBuffer() }
    let rest = UndoStep(
      .kept(UndoBytes(nil, from: 0, 0, beginnings)), transaction: transaction, name: nil)
    let loss = UndoLoss(reason: lost, size: kept.count + (position.lost?.size ?? 0))
    let hasAll = position.lost?.hasAll ?? true
    let made = name ?? .counted(UndoSummary.ofLost(whole, rest, hasAll: hasAll))
    return UndoStep(.lost(loss), transaction: transaction, name: made)
  }

  // MARK: Room

  private func cut(to count: Int) {
    if count < filed {
      filed = count
      buffer.removeAll()
    } else {
      buffer.cut(to: count - filed)
    }
  }

  @inline(__always)  // Every value of every changed row passes here.
  private func add(_ count: Int, _ append: (inout MemoryBuffer) throws -> Void) {
    size += count
    guard lost == nil, count <= bufferLimit - buffer.count || moveToFile(for: count) else { return }
    do {
      if !buffer.hasRoom(for: count) { try makeRoom(count) }
      try append(&buffer)
    } catch { lost = .storage(UndoLog.noMemory) }
  }

  private func makeRoom(_ count: Int) throws {
    do { try buffer.reserve(count) } catch {
      guard buffer.count > 0, moveToFile(for: count) else { throw error }
      try buffer.reserve(count)
    }
  }

  private static let noMemory = "there was not enough memory"

  /// Returns whether the buffer is empty now and the file has room for `count` more bytes.
  private func moveToFile(for count: Int) -> Bool {
    guard let file, filed + buffer.count + count <= file.limit else {
      lost = aboveLimits
      return false
    }
    do {
      let extent = try extent ?? file.makeExtent()
      self.extent = extent
      try extent.write(buffer.bytes, at: filed)
    } catch {
      lost = .storage((error as? StorageError)?.message ?? UndoLog.noMemory)
      return false
    }
    filed += buffer.count
    buffer.free()
    buffer = MemoryBuffer()
    bufferLimit = min(memoryLimit, UndoLog.longestWrite)
    return true
  }

  // MARK: Parts of records

  func append(byte: UInt8) { add(1) { try $0.append(byte) } }

  package func append(_ number: Int64) {
    let value = Varint.zigzag(number)
    add(Varint.size(value)) { buffer in try Varint.write(value) { try buffer.append($0) } }
  }

  private func append(_ bytes: Bytes) {
    append(Int64(bytes.count))
    add(bytes.count) { try $0.append(bytes: bytes) }
  }

  /// Appends a row: its number of columns, and each one's kind and value.
  func append(_ row: Statement) { append(row, columns: 0..<row.columnCount) }

  package func append(_ row: Statement, columns: Range<Int32>) {
    append(Int64(columns.count))
    for column in columns {
      switch row.kind(column) {
      case .null: append(byte: 0)
      case .integer:
        append(byte: 1)
        append(row.int64(column))
      case .real:
        append(byte: 2)
        let number = row.double(column)
        add(8) { try $0.append(number) }
      case .text:
        append(byte: 3)
        append(row.text(column))
      case .blob:
        append(byte: 4)
        append(row.blob(column))
      }
    }
  }

  /// Appends the row that a SELECT finds by its id. The row must exist.
  package func append(rowOf select: Statement, _ id: Int64) throws {
    defer { select.reset() }
    select.bind(1, id)
    guard try select.step() else { return append(0 as Int64) }
    append(select)
  }

  /// Appends all rows that a SELECT finds by an id, then 0. Returns false if it finds none.
  @discardableResult
  package func append(rowsOf select: Statement, _ id: Int64) throws -> Bool {
    defer { select.reset() }
    select.bind(1, id)
    var any = false
    while try select.step() {
      append(select)
      any = true
    }
    append(0 as Int64)
    return any
  }

  /// Appends a row of two integers.
  package func append(rowOf first: Int64, _ second: Int64) {
    append(2 as Int64)
    for number in [first, second] {
      append(byte: 1)
      append(number)
    }
  }
}
