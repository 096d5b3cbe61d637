// Transactions
//
// A transaction is a bw_store *, which most calls accept in place of a store. It sees its own
// changes immediately; others see all of them at once when it commits. Until a write transaction
// ends, other writers wait for it, up to their busy time-out. This includes writes through the
// store's own handle. So keep a transaction short, and while it is open, write only through the
// transaction's handle. Threads may share a transaction and take turns.
//
// A call that fails within a transaction leaves it as it was before the call, and the transaction
// continues, so your program can skip a row that fails with BW_ERROR_INVALID and go on. There is an
// exception: if a call that writes one row fails with BW_ERROR_FULL, _IO, _MEMORY or _CORRUPT, the
// transaction can only be rolled back, and every other call on it fails with BW_ERROR_TRANSACTION.
// On a server this is also the case if such a call fails with BW_ERROR_BUSY, or if the server could
// not carry out a read. A read that only finds nothing (BW_ERROR_NOT_FOUND) has been carried out.
import BookwormStore
import CBookwormTypes

/// Begins a transaction on a store, or within another transaction.
///
/// This call takes the write lock for a write transaction, waiting up to the busy time-out. Once it
/// has succeeded, the transaction's calls never fail with BW_ERROR_BUSY, except on a server: if an
/// operator has locked one of the store's tables, or if the server cancels the call. A read
/// transaction sees one unchanging snapshot. Other calls do not wait for it, except in a store in
/// memory. However, the store's log cannot be checkpointed completely while it lasts, and a write
/// may wait for a checkpoint: see "The file" above. While a nested transaction is open, the outer
/// one can read but neither write nor commit. A read transaction within a write transaction sees
/// the outer one's changes, and cannot write.
///
/// End it with bw_transaction_commit(), bw_transaction_rollback() or bw_transaction_free(). Fails
/// with BW_ERROR_BUSY, BW_ERROR_READ_ONLY, or BW_ERROR_TRANSACTION (the given transaction has an
/// open nested one).
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

/// Sets the name of the transaction's step: see bw_undo_info. By default, the name describes the
/// changes.
///
/// A name has at most 127 bytes of UTF-8, and is not blank. The last name that was set is used,
/// even if it was set on a nested transaction. Fails with BW_ERROR_INVALID, BW_ERROR_TOO_LARGE,
/// BW_ERROR_TEXT, and with BW_ERROR_READ_ONLY for a read transaction.
@_cdecl("bw_transaction_set_name")
public func bw_transaction_set_name(
  _ transaction: BWStore?, _ name: UnsafePointer<CChar>?, _ name_length: Int64,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (transaction, name) = (
      try Handles.transaction(transaction), try givenText(name, name_length, "name")
    )
    try transaction.setName(name)
  }
}

/// Commits the changes: all of them, or none if the call fails. After BW_ERROR_OUTCOME_UNKNOWN,
/// which only a server causes, either all or none are kept. A nested transaction becomes part of
/// the outer one.
///
/// The handle is closed, whether the commit succeeds or fails (BW_ERROR_FULL, BW_ERROR_IO,
/// BW_ERROR_OUTCOME_UNKNOWN). It stays open after BW_ERROR_TRANSACTION (a nested transaction is
/// open, or an earlier call failed), and after BW_ERROR_ARGUMENT, which is returned before anything
/// is done.
@_cdecl("bw_transaction_commit")
public func bw_transaction_commit(
  _ transaction: BWStore?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error, ends: true) { try Handles.commit(transaction) }
}

/// Discards the changes, including those of nested transactions, and closes the handle. Returns
/// BW_OK, not BW_ROLLED_BACK. NULL gives BW_ERROR_HANDLE.
@_cdecl("bw_transaction_rollback")
public func bw_transaction_rollback(
  _ transaction: BWStore?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error, ends: true) { _ = try Handles.rollBack(transaction, allowNull: false) }
}

/// Closes a transaction's handle, for clean-up paths. NULL is allowed and does nothing.
///
/// Returns BW_ROLLED_BACK, which is not an error, if a write transaction was still open and was
/// rolled back. Returns BW_OK for a read transaction, and for a transaction that ended with its
/// store or its outer transaction. Returns BW_ERROR_HANDLE, which does no harm, if the handle was
/// already closed.
@_cdecl("bw_transaction_free")
public func bw_transaction_free(
  _ transaction: BWStore?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(reporting: error, ends: true) {
    try Handles.rollBack(transaction, allowNull: true) ? BW_ROLLED_BACK : BW_OK
  }
}
