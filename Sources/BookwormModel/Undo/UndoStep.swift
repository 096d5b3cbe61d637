// A step that can be undone: what its transaction has overwritten.
import BookwormStorage

/// What was done by one call, or by one transaction.
final class UndoStep: @unchecked Sendable {
  /// What it overwrote, or why that was not kept.
  enum Log {
    case kept(UndoBytes)
    case lost(UndoLoss)

    var count: Int { if case .kept(let bytes) = self { bytes.count } else { 0 } }
  }

  let log: Log
  /// Its row in the log of changes.
  let transaction: Int64
  /// As its caller named it, or else made when it is asked for. Guarded by the history's lock.
  private(set) var known: UndoStepName?

  /// Takes the memory over.
  init(_ log: Log, transaction: Int64, name: UndoStepName?) {
    self.log = log
    self.transaction = transaction
    known = name
  }

  deinit { if case .kept(let bytes) = log { bytes.buffer.free() } }

  /// How much memory it takes, with what it takes beside its log.
  var memory: Int {
    log.count - file + UndoStep.overhead
  }
  static let overhead = 256

  /// How much of the file it takes.
  var file: Int { if case .kept(let bytes) = log { bytes.filed } else { 0 } }

  var isLost: Bool { if case .lost = log { true } else { false } }

  /// The same with its log in the file; nil where none of it is in memory. Others may be reading
  /// this one.
  func moved(to extent: UndoExtent, at place: Int) throws -> UndoStep? {
    guard case .kept(let bytes) = log, bytes.filed == 0, bytes.count > 0 else { return nil }
    try extent.write(bytes.buffer.bytes, at: place)
    let moved = UndoBytes(extent, from: place, bytes.count, MemoryBuffer())
    return UndoStep(.kept(moved), transaction: transaction, name: known)
  }

  /// Called under the history's lock.
  func name() throws -> UndoStepName {
    if let known { return known }
    let made = UndoStepName.counted(try UndoSummary(of: self))
    known = made
    return made
  }

  /// Throws where it has not been kept. `field`: "undo" or "redo".
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
  }

  let reason: Reason
  /// How much would have had to be kept.
  let size: Int

  func failure(_ field: String, _ name: String) -> Failure {
    let why =
      switch reason {
      case .limits(let memory, let file):
        "\(UndoLoss.megabytes(size)) to keep are more than undo_limit and undo_file_limit allow"
          + " (\(UndoLoss.megabytes(memory)), \(UndoLoss.megabytes(file)))"
      case .storage(let reason):
        "\(UndoLoss.megabytes(size)) to keep had no room (\(reason.prefix(70)))"
      }
    return Failure(
      .tooLarge, field,
      "\"\(name.prefix(60))\" was not kept: \(why); drop the step to get to those before it")
  }

  private static func megabytes(_ bytes: Int) -> String {
    let tenths = (bytes * 10 + (1 << 19)) >> 20
    return "\(tenths / 10).\(tenths % 10) MiB"
  }
}
