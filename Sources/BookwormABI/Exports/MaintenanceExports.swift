// Maintenance
//
// Checking a store, rebuilding derived data, and reclaiming space. These calls take a store, not a
// transaction.
import BookwormExchange
import BookwormStore
import CBookwormTypes

/// Checks a store, and reports every problem. `*result` gets a result with one row per problem, for
/// bw_result_get_problem(). It has no rows if the store is sound. Free it with bw_result_free().
///
/// The check covers the file, by SQLite's integrity check (not a server's files); references
/// between rows; the rules of the model; and all derived data: sort keys, the lists of each genre's
/// books, the search index, counters, last ids, and the values that each book has from its latest
/// reading (status, started, finished, number of readings). It reads one snapshot of the store
/// while others read and write. If there are more than 1,000 problems, the last row is
/// BW_PROBLEM_MORE. A store too damaged to be read is reported as a problem too, not as an error.
/// The call reads the whole store: some seconds for 100,000 books.
@_cdecl("bw_store_check")
public func bw_store_check(
  _ store: BWStore?, _ result: UnsafeMutablePointer<BWResult?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (store, result) = (try Handles.store(store), try required(result, "result"))
    result.pointee = try Handles.add(try store.check())
  }
}

/// Rebuilds all derived data: sort keys, the lists of each genre's books, the search index,
/// counters, last ids that are too low, and the values that books have from their readings (status,
/// started, finished, number of readings). It is a single write, which holds the write lock for
/// some seconds in a store of 100,000 books. Other data is unchanged, but the order and the search
/// results may change: observers get BW_CHANGE_REREAD. Earlier steps can no longer be undone. This
/// handle and all histories forget their steps. Another handle or program without a history keeps
/// its steps, but undoing one fails with BW_ERROR_CONFLICT until bw_store_clear_undo() forgets
/// them.
///
/// Fails with BW_ERROR_EXISTS if two genres now have the same name; rename one of them first.
@_cdecl("bw_store_rebuild")
public func bw_store_rebuild(
  _ store: BWStore?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) { try Handles.store(store).rebuild() }
}

/// Rewrites the store's file to its smallest size and checkpoints the log into it. It holds the
/// write lock meanwhile, and temporarily needs as much space as the store occupies, both next to
/// the store and in the folder for temporary files.
///
/// Fails with BW_ERROR_BUSY in two cases, which the message distinguishes. In the first, another
/// writer held the store for longer than the busy time-out. In the second, the file was rewritten,
/// without any change of its rows, but readers keep it from shrinking; it shrinks when they end.
/// The call waits for readers only until the time-out, counted from its beginning. Fails with
/// BW_ERROR_FULL.
///
/// On a server it vacuums the store's tables, so that new rows can use the space of deleted ones,
/// while others read and write. Fails with BW_ERROR_NOT_PERMITTED if the user does not own the
/// tables.
@_cdecl("bw_store_compact")
public func bw_store_compact(
  _ store: BWStore?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) { try Handles.store(store).compact() }
}

/// Finds out whether a commit with an unknown outcome was kept. `receipt` is the `receipt` of the
/// bw_error with BW_ERROR_OUTCOME_UNKNOWN. `kept` gets 1 if all of the commit was kept, 0 if none
/// of it was. Any program with write access may ask. The call waits for the write lock: it can
/// answer only when the server is no longer working on the commit.
///
/// Fails with BW_ERROR_NOT_FOUND if the commit is too old for the store to know; with
/// BW_ERROR_ARGUMENT for a store in a file or in memory, where every commit has a known outcome and
/// no receipt; with BW_ERROR_BUSY, BW_ERROR_READ_ONLY, and with BW_ERROR_IO while the server is
/// unavailable.
@_cdecl("bw_store_check_receipt")
public func bw_store_check_receipt(
  _ store: BWStore?, _ receipt: Int64, _ kept: UnsafeMutablePointer<Int32>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (store, kept) = (try Handles.store(store), try required(kept, "kept"))
    kept.pointee = try store.wasKept(receipt: receipt) ? 1 : 0
  }
}
