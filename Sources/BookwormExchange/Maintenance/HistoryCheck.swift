// Checks the stored steps of histories.
import BookwormRecords
import BookwormStorage
import BookwormStore

extension Inspection {
  /// Throws if the steps of histories cannot be read.
  func histories() throws {
    try connection.each(HistorySQL.every) { select in
      let id = select.int64(0)
      func report(_ text: String) throws { try self.report(.value, "history_steps", id, text) }
      if select.int64(1) < id { try report("change lies before the step") }
      if !(0...1).contains(select.int64(2)) { try report("undone is neither 0 nor 1") }
      if select.int64(3) < 0 { try report("size is negative") }
      if !select.isNull(5), UndoStep.checksum(select.blob(5)) != select.int64(4) {
        try report("log does not match its checksum")
      }
      if !UndoStepName.numbers.contains(select.int64(6)) {
        try report("naming has an unknown value")
      }
      let entity = UInt8(exactly: select.int64(8)).flatMap(Entity.init)
      if !select.isNull(7), UndoSummary.Change(rawValue: select.int64(7)) == nil || entity == nil {
        try report("action or entity has an unknown value")
      }
    }
  }
}
