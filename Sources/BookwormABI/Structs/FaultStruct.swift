// Converts a fault of a draft to the caller's struct, and a fault or a refused row of an import to
// an error.
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

  /// The result must be of faults or of an import.
  func error(_ row: Int64) throws -> bw_error {
    try (kind == .imports ? refusal(row) : faultReport(row)).struct
  }

  private func faultReport(_ row: Int64) throws -> Report {
    let fault = fault(try check(row, .faults))
    var report = Report(Report.status(fault.kind), fault.message, field: fault.name)
    report.offset = fault.offset
    report.reason = FaultReason(rawValue: fault.reason) ?? .field
    report.length = fault.length
    report.suggestion = fault.suggestion.map { String(decoding: $0, as: UTF8.self) } ?? ""
    return report
  }

  private func refusal(_ row: Int64) throws -> Report {
    let (columns, index) = (layout.columns, try check(row, .imports))
    let status = bw_status(rawValue: number(columns[4], index, as: UInt32.self))
    guard status != BW_OK else { throw Failure(.notFound, "row", "row \(row) was not refused") }
    var report = Report(status, text(columns[6], index), field: text(columns[5], index))
    report.row = row
    report.reason = FaultReason(rawValue: number(columns[8], index, as: Int32.self)) ?? .field
    return report
  }
}
