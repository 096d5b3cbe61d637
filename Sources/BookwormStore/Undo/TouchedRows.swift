// Holds the rows that a step touches, sorted, for comparison with changes by others.
import BookwormRecords
import BookwormStorage

final class TouchedRows {
  struct Row: BitwiseCopyable {
    var id: Int64
    var entity: UInt8
    /// Whether somebody else has changed fields of the row that the step does not touch.
    var hasOtherChanges = false
    /// The fields of the row that the step changes: all bits if the row is inserted or deleted, 0
    /// if it must only exist.
    var fields: UInt64

    var order: (UInt8, Int64) { (entity, id) }
  }

  /// Rows with successive ids that the step inserted.
  struct Run: BitwiseCopyable {
    var first: Int64
    var end: Int64
    var entity: UInt8
  }

  static let all = UInt64.max

  private var rowBuffer = MemoryBuffer()
  private var runBuffer = MemoryBuffer()

  deinit {
    rowBuffer.free()
    runBuffer.free()
  }

  var rows: UnsafeMutableBufferPointer<Row> { rowBuffer.values(Row.self) }
  var runs: UnsafeMutableBufferPointer<Run> { runBuffer.values(Run.self) }

  func add(_ entity: Entity, _ id: Int64, _ fields: UInt64) throws {
    try rowBuffer.append(padded: Row(id: id, entity: entity.rawValue, fields: fields))
  }

  func add(inserted entity: Entity, _ first: Int64, _ count: Int64) throws {
    try runBuffer.append(padded: Run(first: first, end: first &+ count, entity: entity.rawValue))
  }

  /// Sorts the rows and the runs, and combines entries of the same row. Must be called before
  /// searches.
  func settle() {
    runs.sortInPlace { one, other in
      guard let one, let other else { return 0 }
      let left = one.loadUnaligned(as: Run.self), right = other.loadUnaligned(as: Run.self)
      if (left.entity, left.first) == (right.entity, right.first) { return 0 }
      return (left.entity, left.first) < (right.entity, right.first) ? -1 : 1
    }
    let rows = rows
    rows.sortInPlace { one, other in
      guard let one, let other else { return 0 }
      let left = one.loadUnaligned(as: Row.self), right = other.loadUnaligned(as: Row.self)
      return left.order == right.order ? 0 : left.order < right.order ? -1 : 1
    }
    var kept = 0
    for row in rows {
      if kept > 0, rows[kept - 1].order == row.order {
        rows[kept - 1].fields |= row.fields
      } else {
        rows[kept] = row
        kept += 1
      }
    }
    rowBuffer.cut(to: kept * MemoryLayout<Row>.stride)
  }

  /// The place of the first row that does not come before this one.
  func place(_ entity: UInt8, _ id: Int64) -> Int {
    let rows = rows
    return partition(rows.count) { rows[$0].order < (entity, id) }
  }

  /// The place of the first run that ends after this row.
  func runPlace(_ entity: UInt8, _ id: Int64) -> Int {
    let runs = runs
    return partition(runs.count) { (runs[$0].entity, runs[$0].end) <= (entity, id) }
  }

  private func partition(_ count: Int, _ isBefore: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func isInserted(_ entity: UInt8, _ id: Int64) -> Bool {
    let place = runPlace(entity, id)
    return place < runs.count && runs[place].entity == entity && runs[place].first <= id
  }

  func hasOtherChanges(of entity: Entity, _ id: Int64) -> Bool {
    let place = place(entity.rawValue, id)
    return place < rows.count && rows[place].order == (entity.rawValue, id)
      && rows[place].hasOtherChanges
  }
}

extension MemoryBuffer {
  /// Appends the value as an element of an array, with padding.
  fileprivate mutating func append<T: BitwiseCopyable>(padded value: T) throws {
    try append(value)
    let rest = MemoryLayout<T>.stride - MemoryLayout<T>.size
    for _ in 0..<rest { try append(0 as UInt8) }
  }
}
