// Converts the error of an unfinished search line, completions and conditions to the caller's
// structs.
import BookwormFrontend
import BookwormRecords
import BookwormStorage
import CBookwormTypes

extension bw_error {
  /// The error that bw_query_parse() would return for an unfinished line; BW_OK for a finished one.
  init(open failure: Failure?) {
    self.init()
    (offset, row) = (-1, -1)
    if let failure { self = Report(failure).struct }
  }
}

extension RowSet {
  func condition(_ row: Int64) throws -> bw_condition {
    let row = condition(try check(row, .conditions))
    var condition = bw_condition()
    (condition.alternative, condition.negated) = (row.alternative, row.isNegated)
    condition.key = row.key.map { bw_text($0) } ?? bw_text()
    condition.comparison = row.comparison.map { bw_text($0) } ?? bw_text()
    (condition.value, condition.text) = (bw_text(row.value), bw_text(row.text))
    return condition
  }

  func completion(_ row: Int64) throws -> bw_completion {
    let row = completion(try check(row, .completions))
    var completion = bw_completion()
    completion.kind = bw_completion_kind(rawValue: UInt32(bitPattern: row.kind))
    completion.key = row.key.map { bw_text($0) } ?? bw_text()
    (completion.text, completion.label) = (bw_text(row.text), bw_text(row.label))
    (completion.start, completion.end) = (row.start, row.end)
    completion.count = row.count ?? -1
    return completion
  }
}
