// Reads books from a caller's Arrow stream. The stream is read to its end before the call locks the
// store for writing, and is released after the store has been unlocked. So its producer may be
// slow, and may use the store.
import BookwormRecords
import BookwormStorage
import CBookwormTypes

/// The books of a stream. This object takes ownership of the stream when it is created, and
/// releases the stream when it is freed.
final class ArrowBooks {
  private var stream: ArrowArrayStream
  private var batches: [ArrowBatch] = []
  // The position of next().
  private var batch = 0
  private var row = 0

  init(taking source: UnsafeMutablePointer<ArrowArrayStream>) {
    stream = source.pointee
    // The stream is moved as Arrow specifies: the caller's struct is marked as released.
    source.pointee.release = nil
  }

  deinit {
    batches = []
    stream.release?(&stream)
  }

  /// Returns the fields of the stream. Throws if the producer fails, or if its columns cannot be
  /// books.
  @discardableResult
  func read(_ purpose: RowPurpose) throws -> BookFields {
    guard stream.release != nil, let getSchema = stream.get_schema, let getNext = stream.get_next
    else {
      throw Failure(.argument, "stream", "the stream has been released, or was never set up")
    }
    var schema = ArrowSchema()
    try check(getSchema(&stream, &schema))
    guard let release = schema.release else {
      throw Failure(.argument, "stream", "the stream gave a schema that has been released")
    }
    defer { release(&schema) }
    let fields = try ArrowField.all(schema, purpose)
    while true {
      var array = ArrowArray()
      // A failed call returns nothing to release.
      try check(getNext(&stream, &array))
      guard array.release != nil else {
        return fields.reduce(into: []) { $0.formUnion($1.line.field) }
      }
      let batch = ArrowBatch(taking: array)
      try batch.match(fields, of: schema.n_children)
      batches.append(batch)
    }
  }

  private func check(_ code: Int32) throws {
    guard code != 0 else { return }
    let said = stream.get_last_error?(&stream).map { String(cString: $0) } ?? ""
    throw Failure(
      .invalid, "stream",
      "the stream failed with error \(code): \(said.isEmpty ? "no reason given" : said)")
  }

  /// Reads the next row's book, whose texts are borrowed until the next call. Returns false at the
  /// end. After an error in a row, the next call continues with the following row.
  func next(_ draft: inout BookDraft) throws -> Bool {
    while batch < batches.count {
      let current = batches[batch]
      if row < current.count {
        defer { row += 1 }
        try current.fill(row, &draft)
        return true
      }
      (batch, row) = (batch + 1, 0)
    }
    return false
  }
}

/// Some rows of the stream, which are released with this object.
private final class ArrowBatch {
  private var array: ArrowArray
  private var validity: UnsafeRawPointer?
  private var columns: [ArrowBookColumn] = []

  init(taking array: ArrowArray) { self.array = array }

  deinit { array.release?(&array) }

  var count: Int { Int(clamping: array.length) }

  func match(_ fields: [ArrowField], of width: Int64) throws {
    guard array.length >= 0, array.offset >= 0 else {
      throw fault("the length \(array.length) and the offset \(array.offset)")
    }
    guard array.n_children == width else {
      throw fault("\(array.n_children) columns, and the stream's schema \(width)")
    }
    guard array.n_buffers == 0 || array.n_buffers == 1 && array.buffers != nil else {
      throw fault("\(array.n_buffers) buffers of its own")
    }
    validity = array.n_buffers == 0 ? nil : array.buffers[0]
    for field in fields {
      guard let child = array.children?[field.place] else {
        throw fault("no column \(field.schema.name)")
      }
      let column = try ArrowColumn(child.pointee, field.schema)
      // A slice of a larger batch has its own offset.
      let (end, overflow) = array.offset.addingReportingOverflow(array.length)
      guard !overflow, end <= Int64(column.count) else {
        throw Failure(
          .argument, column.name,
          "the column \(column.name) has \(column.count) rows; it must have at least"
            + " \(array.length) + \(array.offset), the length and the offset of its batch")
      }
      columns.append(ArrowBookColumn(field, column, offset: Int(array.offset)))
    }
  }

  private func fault(_ what: String) -> Failure {
    Failure(.argument, "stream", "a batch of the stream has \(what)")
  }

  /// `row` must be below the count.
  func fill(_ row: Int, _ draft: inout BookDraft) throws {
    if let validity, !ArrowColumn.bit(validity, Int(array.offset) &+ row) {
      throw Failure(.invalid, "stream", "the row is null as a whole")
    }
    try draft.fill(row, columns)
  }
}

/// A field's column of the current batch.
struct ArrowBookColumn: BookColumnReader {
  let field: BookFields
  let kind: FieldKind
  private let column: ArrowColumn
  /// The batch's own offset.
  private let offset: Int

  init(_ field: ArrowField, _ column: ArrowColumn, offset: Int) {
    (self.field, kind) = (field.line.field, field.line.kind)
    (self.column, self.offset) = (column, offset)
  }

  func isPresent(_ row: Int) -> Bool { column.isPresent(offset &+ row) }
  func text(_ row: Int) throws -> Bytes { try column.text(offset &+ row) }
  func int32(_ row: Int) throws -> Int32 { try column.int32(offset &+ row) }
  func int64(_ row: Int) throws -> Int64 { try column.integer(offset &+ row) }
  func double(_ row: Int) throws -> Double { try column.double(offset &+ row) }
  func instant(_ row: Int) throws -> Int64 { try column.instant(offset &+ row) }
  func date(_ row: Int) throws -> Int32 { try column.date(offset &+ row) }
  func uuid(_ row: Int) throws -> GlobalID { try GlobalID(text: text(row), column.name) }

  func status(_ row: Int) throws -> Int32 {
    guard column.holdsTexts else { return try int32(row) }
    let name = try column.text(offset &+ row)
    return try BookStatus.parse(name).rawValue
  }

  func numbers(_ row: Int) throws -> [Int32] {
    let (items, places) = try column.list(offset &+ row, withNulls: true)
    try Rules.list(places.count, column.name)
    return try places.map { place in
      if !items.isPresent(place) { return 0 }
      if kind == .dateList { return try items.date(place) }
      guard items.holdsTexts else { return try items.int32(place) }
      let name = try items.text(place)
      guard let outcome = ReadingOutcome(named: name) else {
        throw ReadingOutcome.unknown(name, column.name)
      }
      return outcome.rawValue
    }
  }

  /// Genres are never given by id: see ArrowField.
  func integers(_ row: Int) -> UnsafeBufferPointer<Int64> {
    UnsafeBufferPointer(start: nil, count: 0)
  }

  func texts(_ row: Int) throws -> [Bytes] {
    // A reading may lack a note or an id; a contributor may lack a sort form or a role.
    let optional = BookFields.readingLists.union([.contributorSorts, .contributorRoles])
    let withNulls = optional.contains(field)
    let (items, places) = try column.list(offset &+ row, withNulls: withNulls)
    try Rules.list(places.count, column.name)
    return try places.map { items.isPresent($0) ? try items.text($0) : noText }
  }
}
