// New books from a caller's Arrow stream, one row after the other.
import BookwormModel
import BookwormStorage
import CBookwormTypes

/// The stream belongs to this from the first moment, and is released with it.
final class ArrowBooks {
  private var stream: ArrowArrayStream
  private var fields: [ArrowField] = []
  private var batch = ArrowArray()
  private var columns: [ArrowBookColumn] = []
  private var row = 0
  private let memory = NumberMemory()

  init(_ source: UnsafeMutablePointer<ArrowArrayStream>) throws {
    stream = source.pointee
    // Moved, as Arrow has it: the caller's struct is now a released one.
    source.pointee.release = nil
    guard stream.release != nil, let getSchema = stream.get_schema, stream.get_next != nil else {
      throw Failure(.argument, "stream", "the stream has been released, or was never set up")
    }
    var schema = ArrowSchema()
    try check(getSchema(&stream, &schema))
    guard let release = schema.release else {
      throw Failure(.argument, "stream", "the stream gave a schema that has been released")
    }
    defer { release(&schema) }
    fields = try ArrowField.all(schema)
  }

  deinit {
    releaseBatch()
    stream.release?(&stream)
  }

  private func releaseBatch() {
    columns = []
    batch.release?(&batch)
    batch = ArrowArray()
  }

  private func check(_ code: Int32) throws {
    guard code != 0 else { return }
    let said = stream.get_last_error?(&stream).map { String(cString: $0) } ?? ""
    throw Failure(
      .invalid, "stream",
      "the stream failed with error \(code): \(said.isEmpty ? "no reason given" : said)")
  }

  /// The next row's book, whose texts are borrowed until the next call; nil at the end.
  func next() throws -> BookDraft? {
    while row >= Int(clamping: batch.length) || batch.release == nil {
      guard try nextBatch() else { return nil }
    }
    defer { row += 1 }
    return try BookDraft(row, columns)
  }

  /// False at the end.
  private func nextBatch() throws -> Bool {
    releaseBatch()
    row = 0
    guard let getNext = stream.get_next else { return false }
    try check(getNext(&stream, &batch))
    guard batch.release != nil else { return false }
    guard batch.length >= 0, batch.offset >= 0, batch.null_count <= 0 else {
      throw Failure(
        .argument, "stream",
        "a batch has \(batch.length) rows, the offset \(batch.offset) and \(batch.null_count) nulls"
      )
    }
    for field in fields {
      guard Int64(field.place) < batch.n_children, let child = batch.children?[field.place] else {
        throw Failure(.argument, field.schema.name, "a batch lacks the column \(field.schema.name)")
      }
      let column = try ArrowColumn(child.pointee, field.schema)
      // A batch that is a part of a larger one has an offset of its own.
      let (end, overflow) = batch.offset.addingReportingOverflow(batch.length)
      guard !overflow, end <= Int64(column.count) else {
        throw Failure(
          .argument, column.name,
          "the column \(column.name) has \(column.count) rows, its batch \(batch.length) from"
            + " \(batch.offset)")
      }
      columns.append(ArrowBookColumn(field, column, offset: Int(batch.offset), memory))
    }
    return true
  }
}

/// A field's column of the batch at hand.
struct ArrowBookColumn: BookColumnReader {
  let field: Fields
  private let column: ArrowColumn
  /// The batch's own offset.
  private let offset: Int
  private let memory: NumberMemory

  init(_ field: ArrowField, _ column: ArrowColumn, offset: Int, _ memory: NumberMemory) {
    self.field = field.field
    (self.column, self.offset, self.memory) = (column, offset, memory)
  }

  func isPresent(_ row: Int) -> Bool { column.isPresent(offset &+ row) }
  func text(_ row: Int) throws -> Bytes { try column.text(offset &+ row) }
  func int32(_ row: Int) throws -> Int32 { try column.int32(offset &+ row) }
  func double(_ row: Int) throws -> Double { try column.double(offset &+ row) }
  func instant(_ row: Int) throws -> Int64 { try column.instant(offset &+ row) }
  func date(_ row: Int) throws -> Int32 { try column.date(offset &+ row) }

  func status(_ row: Int) throws -> Int32 {
    guard column.holdsTexts else { return try int32(row) }
    let name = try column.text(offset &+ row)
    guard let status = BookStatus.allCases.first(where: { $0.name.utf8.elementsEqual(name) }) else {
      let names = BookStatus.allCases.map { "\"\($0.name)\"" }.joined(separator: ", ")
      throw Failure(
        .invalid, "status",
        "status is \"\(String(decoding: name.prefix(40), as: UTF8.self))\"; it must be one of \(names)"
      )
    }
    return status.rawValue
  }

  func integers(_ row: Int) throws -> UnsafeBufferPointer<Int64> {
    let (items, places) = try column.list(offset &+ row)
    try Rules.list(places.count, "genres")
    for (index, place) in places.enumerated() { memory.set(index, try items.integer(place)) }
    return memory.numbers(places.count)
  }

  func texts(_ row: Int) throws -> [Bytes] {
    let (items, places) = try column.list(offset &+ row)
    try Rules.list(places.count, column.name)
    return try places.map { try items.text($0) }
  }
}

/// Room for the numbers of one row's list, which in Arrow's memory may be of any width and
/// alignment.
final class NumberMemory {
  private let memory = UnsafeMutablePointer<Int64>.allocate(capacity: Rules.listLimit)

  deinit { memory.deallocate() }

  /// `index` is below the limit of a list.
  func set(_ index: Int, _ number: Int64) { memory[index] = number }

  func numbers(_ count: Int) -> UnsafeBufferPointer<Int64> {
    UnsafeBufferPointer(start: memory, count: count)
  }
}
