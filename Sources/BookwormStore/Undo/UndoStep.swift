// A step that can be undone has the values that its transaction overwrote.
import BookwormRecords
import BookwormStorage

/// The changes of one call or one transaction.
package final class UndoStep: @unchecked Sendable {
  /// The overwritten values, or why they were not kept.
  enum Log {
    case kept(UndoBytes)
    case lost(UndoLoss)

    var count: Int { if case .kept(let bytes) = self { bytes.count } else { 0 } }
  }

  let log: Log
  /// The id of the transaction's row in the log of changes.
  let transaction: Int64
  /// The id of a step in the store; otherwise 0.
  let id: Int64
  /// The name given by the caller, or the one derived on demand. Guarded by the history's lock.
  private(set) var known: UndoStepName?

  /// Takes ownership of the memory.
  init(_ log: Log, transaction: Int64, name: UndoStepName?, id: Int64 = 0) {
    self.log = log
    (self.transaction, self.id) = (transaction, id)
    known = name
  }

  deinit { if case .kept(let bytes) = log { bytes.buffer.free() } }

  /// The memory that it uses, including the memory outside of its log.
  var memory: Int {
    log.count - file + UndoStep.overhead
  }
  static let overhead = 256

  /// The bytes that it uses in the file.
  var file: Int { if case .kept(let bytes) = log { bytes.filed } else { 0 } }

  var isLost: Bool { if case .lost = log { true } else { false } }

  /// Returns the same step with its log in the file; nil if no part of the log is in memory. The
  /// step itself stays as it is, because others may be reading it.
  func moved(to extent: UndoExtent, at place: Int) throws -> UndoStep? {
    guard case .kept(let bytes) = log, bytes.filed == 0, bytes.count > 0 else { return nil }
    try extent.write(bytes.buffer.bytes, at: place)
    let moved = UndoBytes(extent, from: place, bytes.count, MemoryBuffer())
    return UndoStep(.kept(moved), transaction: transaction, name: known)
  }

  /// Returns the name, which is derived on the first call. Called under the history's lock.
  func name() throws -> UndoStepName {
    if let known { return known }
    let made = UndoStepName.counted(try UndoSummary(of: self))
    known = made
    return made
  }

  /// Throws if the step was not kept. `field` is "undo" or "redo".
  func checkIsKept(_ field: String) throws {
    guard case .lost(let loss) = log else { return }
    throw loss.failure(field, known?.text ?? "")
  }
}

/// Why a step was not kept.
struct UndoLoss {
  enum Reason {
    case limits(memory: Int, file: Int)
    case storage(String)
    /// A step in the store was larger than the history's limit. The limit is known only while the
    /// step is being recorded; later it is nil.
    case history(limit: Int?)
    /// Another version of the library has kept the step.
    case otherForm
  }

  let reason: Reason
  /// The size of the log that would have been kept.
  let size: Int

  /// Returns the failure of an attempt to undo or redo a step that was not kept.
  func failure(_ field: String, _ name: String) -> Failure {
    Failure(
      .tooLarge, field,
      "\"\(name.prefix(60))\" was not kept: \(why); drop it to reach the other steps")
  }

  /// Returns the failure of an attempt to undo or redo a step if its reversal could not be kept.
  func refusal(_ field: String, _ name: String) -> Failure {
    let isUndo = field == "undo"
    return Failure(
      .tooLarge, field,
      "\"\(name.prefix(60))\" was not \(isUndo ? "undone" : "redone"), since it could not be"
        + " \(isUndo ? "redone" : "undone") afterwards: \(why)")
  }

  private var why: String {
    let size = UndoLoss.megabytes(size)
    return
      switch reason
    {
    case .limits(let memory, let file):
      "\(size) to keep are more than undo_limit and undo_file_limit allow"
        + " (\(UndoLoss.megabytes(memory)), \(UndoLoss.megabytes(file)))"
    case .storage(let reason): "\(size) to keep had no room (\(reason.prefix(70)))"
    case .history(let limit?):
      "\(size) to keep are more than history_limit allows (\(UndoLoss.megabytes(limit)))"
    case .history: "it was larger than history_limit"
    case .otherForm: "another version of the library has recorded it"
    }
  }

  private static func megabytes(_ bytes: Int) -> String {
    let tenths = (bytes * 10 + (1 << 19)) >> 20
    return "\(tenths / 10).\(tenths % 10) MiB"
  }
}

extension UndoStep {
  /// The form of logs, which depends on the schema and the sort key rules. A log of another form is
  /// not undone.
  static let form = Int64(Schema.version) << 32 | Int64(sortKeyRules)

  package static func checksum(_ log: Bytes) -> Int64 {
    var checksum = Checksum()
    checksum.append(log)
    return Int64(bitPattern: checksum.value)
  }
}
