// What is told of steps to undo, as the caller's struct.
import BookwormModel
import CBookwormTypes

extension bw_undo_info {
  init(_ info: UndoInfo) {
    self.init()
    enabled = info.isOn ? 1 : 0
    undo_count = Int64(info.undoCount)
    redo_count = Int64(info.redoCount)
    memory = Int64(info.bytes)
    withUnsafeMutableBytes(of: &undo_name) { Report.copy(info.undoName, into: $0) }
    withUnsafeMutableBytes(of: &redo_name) { Report.copy(info.redoName, into: $0) }
  }
}
