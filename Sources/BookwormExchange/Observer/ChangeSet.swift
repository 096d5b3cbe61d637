// A change set holds the net changes of one transaction, one for each row. If its memory cannot be
// allocated, it throws, because a transaction can make any number of changes.
import BookwormRecords
import BookwormStorage
import BookwormStore

final class ChangeSet {
  /// RowChange? values in the order the rows were first changed. Nil for a row inserted and
  /// deleted.
  private var changes = MemoryBuffer()
  private var count = 0
  /// The places of each entity's rows among the changes.
  private var places = Entity.allCases.map { _ in CheckedMap<Int64, Int>() }

  private static let stride = MemoryLayout<RowChange?>.stride
  /// The most changes that are reported one by one.
  static let limit = 100_000

  deinit { changes.free() }

  func forEach(_ body: (RowChange) throws -> Void) rethrows {
    for place in 0..<count { if let change = self[place] { try body(change) } }
  }

  func add(
    _ operation: ChangeLog.Operation, _ entity: Entity, _ id: Int64, _ fields: UInt64 = 0
  ) throws {
    let known = places[Int(entity.rawValue)][id]
    let change = ChangeSet.together(known.flatMap { self[$0] }, operation, entity, id, fields)
    if known == nil {
      try places[Int(entity.rawValue)].insert(id, count)
      _ = try changes.extend(ChangeSet.stride)
      count += 1
    }
    self[known ?? count - 1] = change
  }

  /// Returns false if there are too many changes to report.
  func add(_ run: ChangeRun) throws -> Bool {
    guard run.count <= Int64(ChangeSet.limit &- min(count, ChangeSet.limit)) else { return false }
    for id in run.first..<run.end { try add(run.operation, run.entity, id, run.fields) }
    return true
  }

  private subscript(_ place: Int) -> RowChange? {
    get {
      changes.start?.load(fromByteOffset: place * ChangeSet.stride, as: RowChange?.self) ?? nil
    }
    set {
      changes.start?.storeBytes(
        of: newValue, toByteOffset: place * ChangeSet.stride, as: RowChange?.self)
    }
  }

  private static func together(
    _ known: RowChange?, _ operation: ChangeLog.Operation, _ entity: Entity, _ id: Int64,
    _ fields: UInt64
  ) -> RowChange? {
    switch (known?.kind, operation) {
    case (.deleted, .insert):
      return RowChange(.updated, entity, id, entity.descriptor.allFields)
    case (_, .insert): return RowChange(.inserted, entity, id)
    // A row inserted and deleted by the transaction has no net change.
    case (.inserted, .delete): return nil
    case (_, .delete): return RowChange(.deleted, entity, id)
    case (.inserted, .update), (.deleted, .update): return known
    case (_, .update):
      var change = RowChange(.updated, entity, id)
      change.fields = fields | (known?.fields ?? 0)
      return change
    }
  }
}
