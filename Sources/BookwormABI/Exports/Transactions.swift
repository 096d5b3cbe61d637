// Transactions
//
// A transaction is itself a bw_store *, which every call takes in a store's place; what is written
// through it is seen by others when it commits, all at once, and by itself at once. Other writers,
// also those that write through the store's own handle, wait for it, up to their busy time-out: so
// keep it short, and within it write through its handle alone. Threads may share it and take turns.
//
// A call that fails within a transaction leaves it as it was before the call, and the transaction
// goes on: so an import may pass over a row that BW_ERROR_INVALID refuses. Only after
// BW_ERROR_FULL, _IO, _MEMORY or _CORRUPT may it be that nothing but rolling back is left, and each
// call says BW_ERROR_TRANSACTION; on a server also after a call that the server has cancelled
// (BW_ERROR_BUSY), or a read that failed.
import BookwormModel
import CBookwormTypes

/// Begins a transaction on a store, or within another transaction.
///
/// A writing transaction takes the write lock now, and waits for it up to the busy time-out; after
/// that it cannot meet BW_ERROR_BUSY, but where a server cancels a call. A reading one sees one
/// unchanging state and blocks nobody, but keeps the store's log from being folded back while it
/// lasts. While a transaction within another is open, the outer one can read but neither write nor
/// commit. A reading one within a writing one sees what that has written, and cannot write.
///
/// End it with bw_transaction_commit(), bw_transaction_rollback() or bw_transaction_free().
/// Fails with BW_ERROR_BUSY, BW_ERROR_READ_ONLY, or BW_ERROR_TRANSACTION (another one within the
/// given one is open).
@_cdecl("bw_transaction_begin")
public func bw_transaction_begin(
  _ store: BWStore?, _ mode: bw_transaction_mode, _ transaction: UnsafeMutablePointer<BWStore?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (session, mode) = (try Handles.session(store), try Transaction.Mode(mode))
    let transaction = try required(transaction, "transaction")
    transaction.pointee = try Handles.add(try session.begin(mode))
  }
}

/// Names what the transaction does, for the time when it is to be undone: see bw_undo_info. Without
/// a name it is made from what was changed.
///
/// At most 127 bytes of UTF-8, not blank. The last name counts, also one that is given to a
/// transaction within this one. Fails with BW_ERROR_INVALID, BW_ERROR_TOO_LARGE, BW_ERROR_TEXT, and
/// with BW_ERROR_READ_ONLY where the transaction only reads.
@_cdecl("bw_transaction_set_name")
public func bw_transaction_set_name(
  _ transaction: BWStore?, _ name: UnsafePointer<CChar>?, _ name_length: Int64,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (transaction, name) = (
      try Handles.transaction(transaction), try text(name, name_length, "name")
    )
    try transaction.setName(name)
  }
}

/// Commits what was written: all of it, or, where that fails, nothing. Within another transaction
/// it becomes part of that one.
///
/// The handle is closed, whether the commit succeeds or fails (BW_ERROR_FULL, BW_ERROR_IO). It is
/// still open after BW_ERROR_TRANSACTION (a transaction within it is open, or an earlier call in it
/// failed), and after BW_ERROR_ARGUMENT, which comes before anything is done.
@_cdecl("bw_transaction_commit")
public func bw_transaction_commit(
  _ transaction: BWStore?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error, ends: true) { try Handles.commit(transaction) }
}

/// Takes back what was written, transactions within it included, and closes the handle.
@_cdecl("bw_transaction_rollback")
public func bw_transaction_rollback(
  _ transaction: BWStore?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error, ends: true) { _ = try Handles.rollBack(transaction, allowNull: false) }
}

/// Closes a transaction's handle, for clean-up paths. NULL is allowed and does nothing.
///
/// Returns BW_ROLLED_BACK, which is no error, if a transaction that could write was still open and
/// has been rolled back; BW_OK if it could only read, or had ended with its store or with the
/// transaction around it; and BW_ERROR_HANDLE, which does no harm, if this handle was closed
/// before.
@_cdecl("bw_transaction_free")
public func bw_transaction_free(
  _ transaction: BWStore?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(reporting: error, ends: true) {
    try Handles.rollBack(transaction, allowNull: true) ? BW_ROLLED_BACK : BW_OK
  }
}
