// Converts a fault of a new book to the caller's struct.
import BookwormModel
import BookwormStorage
import CBookwormTypes

extension RowSet {
  func fault(_ row: Int64) throws -> bw_fault {
    let fault = fault(try check(row, .faults))
    return bw_fault(
      size: 0, status: Report.status(fault.kind), field: fault.field.rawValue,
      offset: fault.offset, message: bw_text(fault.message))
  }
}
