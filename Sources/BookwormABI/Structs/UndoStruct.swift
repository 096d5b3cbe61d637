// Converts undo steps and histories to the caller's structs.
import BookwormRecords
import BookwormStorage
import BookwormStore
import CBookwormTypes

extension bw_undo_info {
  init(_ info: UndoInfo) {
    self.init()
    enabled = info.isOn ? 1 : 0
    undo_count = Int64(info.undoCount)
    redo_count = Int64(info.redoCount)
    memory = Int64(info.memoryBytes)
    file = Int64(info.fileBytes)
    (stored, last_step) = (Int64(info.storeBytes), info.lastStep)
    forgotten = info.forgotten
    withUnsafeMutableBytes(of: &undo_name) { Report.copy(info.undoName, into: $0) }
    withUnsafeMutableBytes(of: &redo_name) { Report.copy(info.redoName, into: $0) }
  }
}

extension bw_undo_step {
  init(_ info: UndoStepInfo) {
    self.init()
    (value, action) = (info.value, BW_ACTION_EDIT)
    if let summary = info.summary {
      // The interface's numbers are one higher: see Entity.
      entity = bw_entity(rawValue: UInt32(summary.entity.rawValue) + 1)
      switch summary.change {
      case .added: action = BW_ACTION_ADD
      case .deleted: action = BW_ACTION_DELETE
      case .changed: if summary.isRating { action = BW_ACTION_RATE }
      }
      (count, id, fields) = (summary.count, summary.id, summary.fields)
      more = summary.hasMore ? 1 : 0
    }
    (step, done) = (info.step, info.done)
    (undone, kept) = (info.isUndone ? 1 : 0, info.isKept ? 1 : 0)
    withUnsafeMutableBytes(of: &subject) { Report.copy(info.subject, into: $0) }
    withUnsafeMutableBytes(of: &name) { Report.copy(info.name, into: $0) }
  }
}

extension RowSet {
  func history(_ row: Int64) throws -> bw_history {
    let row = history(try check(row, .histories))
    var history = bw_history()
    (history.name, history.steps, history.bytes) = (bw_text(row.name), row.steps, row.bytes)
    (history.last, history.forgotten) = (row.last, row.forgotten)
    return history
  }

  func undoStep(_ row: Int64, _ language: Language) throws -> bw_undo_step {
    bw_undo_step(step(try check(row, .steps), language))
  }
}
