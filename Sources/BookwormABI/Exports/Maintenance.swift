// Maintenance
//
// Looking after a store: what is wrong with it, making anew what is derived, and giving back space.
// These calls take a store, not a transaction.
import BookwormModel
import CBookwormTypes

/// Looks for what is wrong with a store: a result with one row for each problem, for
/// bw_result_get_problem(), and none where the store is sound. Free it with bw_result_free().
///
/// Checked are the file, by SQLite's own means, but not those of a server; that every row refers to
/// rows that are there; that values keep the rules of the model; and all that is derived: sort
/// keys, the lists of each genre's books, the search index, counters, last ids, and what a book has
/// of its latest reading (status, started, finished, how many). All of one state of
/// the store, while others read and write. After 1,000 problems comes a last one, BW_PROBLEM_MORE.
/// A store so damaged that it cannot be read is reported too, not an error. It reads the whole
/// store: some seconds for 100,000 books.
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

/// Makes anew all that is derived from the rows: sort keys, the lists of each genre's books, the
/// search index, counters, last ids that are too low, and what a book has of its latest reading
/// where it disagrees (status, started, finished). As one step, which takes the write lock for some
/// seconds for 100,000 books. All else keeps its value, but rows may be ordered and found
/// otherwise than before: observers hear BW_CHANGE_REREAD. What was done before can no longer be
/// undone: this handle forgets its steps, and those of other handles and programs are refused with
/// BW_ERROR_CONFLICT, until they forget them with bw_store_clear_undo().
///
/// Fails with BW_ERROR_EXISTS where two genres have got the same name, which must be renamed first.
@_cdecl("bw_store_rebuild")
public func bw_store_rebuild(
  _ store: BWStore?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) { try Handles.store(store).rebuild() }
}

/// Writes the store's file anew, so that it is as small as its contents allow, and folds the log
/// into it. Takes the write lock meanwhile, and for a while as much space again as the store has,
/// beside it and in the folder for temporary files.
///
/// Fails with BW_ERROR_BUSY where another writer holds the store for longer than the busy time-out,
/// or where the file is compact but others read it for so long that it cannot get smaller: then it
/// does at their end. Fails with BW_ERROR_FULL.
///
/// On a server it vacuums the store's tables, which gives new rows the space of deleted ones, while
/// others read and write; fails with BW_ERROR_NOT_PERMITTED where this user does not own them.
@_cdecl("bw_store_compact")
public func bw_store_compact(
  _ store: BWStore?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) { try Handles.store(store).compact() }
}

/// Tells whether a commit was kept whose outcome was unknown: `receipt` is that of the bw_error
/// which had BW_ERROR_OUTCOME_UNKNOWN. `kept` is 1 where all of it was kept, 0 where nothing was.
/// Any program that may write may ask; it waits for the write lock, as whatever the lost connection
/// was doing must be over.
///
/// Fails with BW_ERROR_NOT_FOUND where it was so long ago that the store no longer knows; with
/// BW_ERROR_ARGUMENT of a store in a file or in memory, where every commit says what became of it
/// and none leaves a receipt; with BW_ERROR_BUSY, BW_ERROR_READ_ONLY, and BW_ERROR_IO as long as
/// there is no server.
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
