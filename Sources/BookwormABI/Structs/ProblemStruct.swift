// Converts a problem found by a check to the caller's struct.
import BookwormExchange
import BookwormRecords
import BookwormStorage
import CBookwormTypes

extension RowSet {
  func problem(_ row: Int64) throws -> bw_problem {
    let problem = problem(try check(row, .problems))
    return bw_problem(
      size: 0, kind: bw_problem_kind(rawValue: UInt32(problem.kind.rawValue)), id: problem.id,
      table: problem.table.map { bw_text($0) } ?? bw_text(), text: bw_text(problem.text))
  }
}
