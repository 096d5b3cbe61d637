// Undo and redo
//
// A store's handle records the changes made through it, so that they can be undone step by step. A
// step is one call that changed something, or one whole transaction. An undo can be redone until
// another change is made. Deleted rows come back with the same ids, links, quotes and dates.
//
// Steps are kept in memory, up to bw_open_options.undo_limit, and beyond that in a temporary file,
// up to undo_file_limit. If both limits are exceeded, or if the disk is full, the oldest steps are
// forgotten; bw_store_undo() reports this when it reaches them. Each handle has its own steps, even
// if a process opens a store twice, and they are lost when the store is closed. To keep them, open
// the store with the name of a history: see "Histories" below. Orders are not undone.
//
// A step that is too large to be kept is replaced by a placeholder: undoing it fails with
// BW_ERROR_TOO_LARGE, and the message describes the step and its size. bw_store_drop_undo() skips
// it, so that earlier steps can be undone; its changes then count as changes by others.
//
// An undo also needs room, to record how to redo the step. That record may be too large by itself,
// for example if the step added very many books. The undo then fails with BW_ERROR_TOO_LARGE too
// and changes nothing, because the books could not be restored by a redo. Open the store with
// larger limits, or drop the step and delete the books yourself.
//
// Undoing or redoing a step fails as a whole, with BW_ERROR_CONFLICT, if others later made a change
// that conflicts with it, in another program or through another handle of the same process. The
// step remains the next one to undo or redo. A later change conflicts if the step changed the same
// row, with one exception: two updates of a row conflict only if they changed the same field. So a
// rating can be undone although somebody else changed the title.
//
// The store finds the changes of others in its change log, which contains at least the last 4096
// transactions. A handle knows its own changes: while nobody else writes, every recorded step can
// be undone and redone. A step is also refused if somebody else committed after it and the change
// log cannot show what that commit changed, either because the log no longer contains the commit,
// or because it did not record the commit's changes.
//
// Each of these calls takes a store, not a transaction. bw_transaction_set_name() sets the name of
// a step.
import BookwormRecords
import BookwormStore
import CBookwormTypes

/// Undoes the last step that was not undone yet: all of it or nothing.
///
/// `info`, which may be NULL, gets what bw_store_get_undo_info() would have returned just before
/// the call, so its undo_name is the step that was undone. Prepare it with BW_INIT. An undo is an
/// ordinary write: observers report it as one transaction, it waits for other writers, and it takes
/// as long as the step did.
///
/// Fails with:
///
/// - BW_ERROR_NOT_FOUND and the field "undo": there is nothing to undo. The message says whether
///   older steps were forgotten.
/// - BW_ERROR_TOO_LARGE: the step was too large to be kept, or could not be redone afterwards.
/// - BW_ERROR_CONFLICT: a later change by others conflicts with the step, as described above. The
///   message names the first few, and bw_store_list_undo_conflicts() lists all.
/// - BW_ERROR_ARGUMENT: the handle is a transaction's.
///
/// After any error except BW_ERROR_OUTCOME_UNKNOWN, the step remains the next one to undo;
/// bw_store_drop_undo() removes it.
@_cdecl("bw_store_undo")
public func bw_store_undo(
  _ store: BWStore?, _ info: UnsafeMutablePointer<bw_undo_info>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (store, info) = (try Handles.store(store), try optionalOutput(info, "info"))
    let before = try store.undo()
    info?.write(bw_undo_info(before))
  }
}

/// Repeats the step that bw_store_undo() undid last, under the same conditions. The field of its
/// errors is "redo"; the redo_name of `info`, which may be NULL, is the step that was redone.
@_cdecl("bw_store_redo")
public func bw_store_redo(
  _ store: BWStore?, _ info: UnsafeMutablePointer<bw_undo_info>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (store, info) = (try Handles.store(store), try optionalOutput(info, "info"))
    let before = try store.redo()
    info?.write(bw_undo_info(before))
  }
}

/// Gets the number of steps that can be undone and redone, and the English names of the next ones.
/// Prepare `info` with BW_INIT.
@_cdecl("bw_store_get_undo_info")
public func bw_store_get_undo_info(
  _ store: BWStore?, _ info: UnsafeMutablePointer<bw_undo_info>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (store, info) = (try Handles.store(store), try output(info, "info"))
    info.write(bw_undo_info(try store.undoInfo()))
  }
}

/// Gets the next step to undo or, if `redo` is 1, to redo: its data, and its name in the given
/// language. The name includes the title or name of its row and the new value, such as "Rate “Dune”
/// 4". A title or value that the step does not contain is read from the store. The name is one line
/// for a menu: control characters and line ends in titles become spaces, and marks that change the
/// direction of text are removed; `subject` has the title unchanged. A name from
/// bw_transaction_set_name() is the same in every language. Prepare `step` with BW_INIT.
///
/// Fails with BW_ERROR_NOT_FOUND if there is no step, and with BW_ERROR_ARGUMENT for an unknown
/// language. Cost: reading the step.
@_cdecl("bw_store_get_undo_step")
public func bw_store_get_undo_step(
  _ store: BWStore?, _ redo: Int32, _ language: bw_language,
  _ step: UnsafeMutablePointer<bw_undo_step>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (store, redo) = (try Handles.store(store), try flag(redo, "redo"))
    let (step, language) = (try output(step, "step"), try Language(language))
    step.write(bw_undo_step(try store.undoStep(redo: redo, language)))
  }
}

/// Lists the changes by others that prevent the next step from being undone or, if `redo` is 1,
/// redone. `*changes` gets a result with one row per change, oldest first, for
/// bw_result_get_change(). It has no rows if nothing prevents it, or if there is no step. Free it
/// with bw_result_free().
///
/// A row of the kind BW_CHANGE_REREAD means that the store's change log no longer contains all
/// changes since the step, or that one of the transactions changed more than the change log can
/// record; this is also the case after bw_store_rebuild(). Cost: reads the step, and the change log
/// since the step.
@_cdecl("bw_store_list_undo_conflicts")
public func bw_store_list_undo_conflicts(
  _ store: BWStore?, _ redo: Int32, _ changes: UnsafeMutablePointer<BWResult?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (store, redo) = (try Handles.store(store), try flag(redo, "redo"))
    let changes = try required(changes, "changes")
    changes.pointee = try Handles.add(try store.undoConflicts(redo: redo))
  }
}

/// Forgets the next step to undo or, if `redo` is 1, to redo, without undoing or redoing it. Use it
/// for a step that is refused. The step that would have followed it is then the next one, and may
/// be refused too. Fails with BW_ERROR_NOT_FOUND if there is no step.
@_cdecl("bw_store_drop_undo")
public func bw_store_drop_undo(
  _ store: BWStore?, _ redo: Int32, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) { try Handles.store(store).dropUndo(redo: try flag(redo, "redo")) }
}

/// Forgets all steps to undo and to redo, and frees their memory. If the store was opened with a
/// history, the call also deletes the steps of that history from the store, for every handle with
/// the same name. That is a write, and can fail like one. bw_undo_info.forgotten is then 0.
@_cdecl("bw_store_clear_undo")
public func bw_store_clear_undo(
  _ store: BWStore?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) { try Handles.store(store).clearUndo() }
}
