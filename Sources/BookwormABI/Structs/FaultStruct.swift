// Converts a fault of a draft to the caller's struct.
import BookwormBooks
import BookwormRecords
import BookwormStorage
import CBookwormTypes

extension RowSet {
  func fault(_ row: Int64) throws -> bw_fault {
    let fault = fault(try check(row, .faults))
    return bw_fault(
      size: 0, status: Report.status(fault.kind), field: fault.field, offset: fault.offset,
      message: bw_text(fault.message),
      reason: bw_reason(rawValue: UInt32(bitPattern: fault.reason)), length: fault.length,
      suggestion: fault.suggestion.map { bw_text($0) } ?? bw_text())
  }
}
