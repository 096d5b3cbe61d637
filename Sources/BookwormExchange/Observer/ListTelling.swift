// Reports the differences between two ordered lists of rows: rows that were added, removed and
// moved, and changes of rows that stayed.
import BookwormRecords
import BookwormStorage
import BookwormStore

struct ListTelling {
  private let entity: Entity
  /// The changed fields of each row of the old list.
  private let changed: NumberArray
  private let lists: PageDifference

  init(_ entity: Entity, _ old: RowSet, _ new: RowSet, _ runs: RunList) throws {
    self.entity = entity
    let changed = try NumberArray(old.count)
    let places = try CheckedMap(placesIn: old.rowIDs)
    for run in runs.runs where run.entity == entity && run.operation == .update {
      run.forEach(in: old.rowIDs, places) { changed[$0] |= Int(bitPattern: UInt(run.fields)) }
    }
    self.changed = changed
    lists = try PageDifference(from: old.rowIDs, to: new.rowIDs, of: entity) { changed[$0] != 0 }
  }

  /// Reports changes in the order that transforms the old list into the new one. `fields` returns
  /// the fields to report, given a row's changed fields and its places in the old and new lists.
  func tell(
    fields: (_ changed: UInt64, _ old: Int, _ new: Int) -> UInt64,
    _ body: (RowChange) throws -> Void
  ) throws {
    func fieldsOf(_ old: Int, _ new: Int) -> UInt64 {
      fields(UInt64(UInt(bitPattern: changed[old])), old, new)
    }
    try lists.forEachLeft(body)
    try lists.forEachPlaced { placed in
      var change = placed
      if change.kind == .moved {
        change.fields = fieldsOf(Int(change.oldPosition), Int(change.position))
      }
      try body(change)
    }
    try lists.forEachStaying { id, old, new in
      let fields = fieldsOf(old, new)
      guard fields != 0 else { return }
      var change = RowChange(.updated, entity, id, fields)
      (change.position, change.oldPosition) = (Int64(new), Int64(old))
      try body(change)
    }
  }
}
