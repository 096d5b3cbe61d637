// A shelf to the caller's struct.
import BookwormModel
import CBookwormTypes

extension RowSet {
  func shelf(_ row: Int64) throws -> bw_shelf {
    let row = try check(row, .shelves)
    var shelf = bw_shelf()
    for column in layout.columns {
      switch ShelfFields(rawValue: column.bit) {
      case .id: shelf.id = number(column, row, as: Int64.self)
      case .name: shelf.name = bw_text(text(column, row))
      case .line: shelf.line = bw_text(text(column, row))
      case .globalID: copy(uuid: column, row, to: &shelf.global_id)
      default: break
      }
    }
    return shelf
  }
}
