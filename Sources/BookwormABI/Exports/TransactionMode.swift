// Converts a transaction's mode from the caller's value.
import BookwormRecords
import BookwormStore
import CBookwormTypes

extension Transaction.Mode {
  init(_ mode: bw_transaction_mode) throws {
    switch mode {
    case BW_TRANSACTION_WRITE: self = .write
    case BW_TRANSACTION_READ: self = .read
    default: throw Failure.unknown(mode.rawValue, "mode")
    }
  }
}
