// Converts a result's rows and columns to the caller's structs. Everything is borrowed from the
// result.
import BookwormRecords
import BookwormStorage
import BookwormStore
import CBookwormTypes

extension RowSet {
  func check(_ row: Int64, _ kind: Kind) throws -> Int {
    guard self.kind == kind else {
      throw Failure(.argument, "result", "the result's rows are \(self.kind.rawValue)")
    }
    guard row >= 0, row < Int64(count) else {
      let rows = count == 0 ? "has no rows" : "has the rows 0 to \(count - 1)"
      throw Failure(.argument, "row", "row is \(row); the result \(rows)")
    }
    return Int(row)
  }

  func check(_ row: Int64, _ entity: Entity) throws -> Int {
    try check(row, entity.rows)
  }

  /// Copies a global id to a member that is an array of 16 bytes.
  func copy<Member>(uuid column: RowLayout.Column, _ row: Int, to member: inout Member) {
    withUnsafeMutableBytes(of: &member) {
      $0.copyMemory(from: UnsafeRawBufferPointer(uuid(column, row)))
    }
  }

  func column(_ field: bw_fields) throws -> bw_column {
    guard let column = column(bit: field) else {
      throw Failure(.argument, "field", "the result has no column \(names(ofBits: field))")
    }
    return bw_column(
      size: 0, type: bw_column_type(rawValue: UInt32(column.type.rawValue)), field: field,
      count: Int64(count), values: column.values, offsets: column.offsets, lists: column.lists,
      present: column.present)
  }
}
