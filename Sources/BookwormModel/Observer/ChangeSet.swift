// The changes of one transaction, one for each row: what the whole came to. In memory that is
// checked: how many they are is for the transaction to decide.
import BookwormStorage

final class ChangeSet {
  /// Of RowChange?, in the order in which the rows were first changed: nil of what came and went.
  private var changes = MemoryBuffer()
  private var count = 0
  /// Where the rows of each entity are among them.
  private var places = Entity.allCases.map { _ in CheckedMap<Int64, Int>() }

  private static let stride = MemoryLayout<RowChange?>.stride
  /// More than this cannot be told one by one.
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

  /// False where there are too many to tell.
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
    // What was not there before has not been there at all.
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
