// Converts the results of merges to the caller's structs.
import BookwormExchange
import BookwormRecords
import BookwormStorage
import CBookwormTypes

extension RowSet {
  func difference(_ row: Int64) throws -> bw_difference {
    let row = try check(row, .differences)
    let columns = layout.columns
    var difference = bw_difference()
    difference.id = number(columns[0], row, as: Int64.self)
    difference.other_id = number(columns[1], row, as: Int64.self)
    difference.field = number(columns[2], row, as: UInt64.self)
    difference.entity = bw_entity(rawValue: number(columns[3], row, as: UInt32.self))
    difference.choice = bw_choice(rawValue: number(columns[4], row, as: UInt32.self))
    if isPresent(columns[5], row) { difference.ours = bw_text(text(columns[5], row)) }
    if isPresent(columns[6], row) { difference.theirs = bw_text(text(columns[6], row)) }
    return difference
  }

  func duplicate(_ row: Int64) throws -> bw_duplicate {
    let row = try check(row, .duplicates)
    let columns = layout.columns
    var duplicate = bw_duplicate()
    duplicate.group = number(columns[0], row, as: Int64.self)
    duplicate.book = number(columns[1], row, as: Int64.self)
    if isPresent(columns[2], row) { duplicate.scheme = bw_text(text(columns[2], row)) }
    if isPresent(columns[3], row) { duplicate.value = bw_text(text(columns[3], row)) }
    return duplicate
  }
}

extension bw_merge_counts {
  init(_ counts: MergeCounts) {
    self.init()
    (inserted, updated, deleted) = (counts.inserted, counts.updated, counts.deleted)
    conflicts = counts.conflicts
  }
}

extension MergeRule {
  init(_ rule: bw_merge_rule) throws {
    guard let known = MergeRule(rawValue: Int32(bitPattern: rule.rawValue)) else {
      throw Failure(
        .argument, "rule", "rule is \(rule.rawValue), which is not a bw_merge_rule of this version")
    }
    self = known
  }
}
