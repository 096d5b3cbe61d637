// Converts a change to the caller's struct.
import BookwormRecords
import BookwormStorage
import CBookwormTypes

extension RowSet {
  func change(_ row: Int64) throws -> bw_change {
    let row = try check(row, .changes)
    let columns = layout.columns
    var change = bw_change()
    change.id = number(columns[0], row, as: Int64.self)
    change.kind = bw_change_kind(rawValue: number(columns[1], row, as: UInt32.self))
    change.entity = bw_entity(rawValue: number(columns[2], row, as: UInt32.self))
    change.fields = number(columns[3], row, as: UInt64.self)
    change.position = number(columns[4], row, as: Int64.self)
    change.old_position = number(columns[5], row, as: Int64.self)
    change.transaction = number(columns[6], row, as: Int64.self)
    change.committed = number(columns[7], row, as: Int64.self)
    change.step = number(columns[8], row, as: Int64.self)
    return change
  }
}
