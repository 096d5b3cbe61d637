// Histories
//
// A store that is opened with the name of a history, bw_open_options.history, keeps its steps in
// the store itself. All handles with the same name share these steps, in every process, including
// later ones: a short-lived command can undo the changes it made yesterday. A step is recorded in
// the same transaction as its changes, so if a program is killed, the store has both or neither.
// Give each program, and each visitor of a web page, its own name. A handle has one history, so a
// web server opens the store for each visitor. Opening a store that is a file takes a few
// milliseconds, and each open store uses five file descriptors. A name is not a password: everyone
// who may open the store can use any name.
//
// Each step has an id. bw_store_undo_step() and bw_store_redo_step() undo or redo only the step
// with that id; steps can be undone and redone in any order. The calls fail if the same fields of
// the same rows were changed later, either by a program without a history, or by a later step of
// this or another history that is not undone. The error names the rows and the conflicting steps;
// bw_store_list_step_conflicts() lists them.
//
// Each of these calls takes a store, not a transaction. The calls of "Undo and redo" work on the
// history too. bw_store_undo() undoes the step that was done or redone last; bw_store_redo() redoes
// the step that was undone last. After a new step there is nothing to redo, but
// bw_store_redo_step() still accepts the steps that were undone before.
//
// A history keeps bw_open_options.history_steps steps, of at most history_limit KiB in total.
// Beyond that the oldest steps are forgotten, a few at a time, so a history may exceed these limits
// by a sixteenth. bw_undo_info.forgotten says how many steps a history has forgotten. A step that
// is larger than the limit by itself is listed, but cannot be undone. A step also cannot be undone
// if redoing it would need more than the limit: open the store with a larger limit. The store keeps
// the change log back to the oldest step of all histories, but at most 65,536 transactions. Steps
// that are older than the change log are refused. bw_store_rebuild() forgets all steps of all
// histories. Another version of the library lists the steps of this one, but may not be able to
// undo them.
//
// Nothing limits the number of histories in a store, and each has limits of its own. A program that
// opens the store with a new name for each visitor must itself clear the histories that it no
// longer needs: see bw_store_clear_undo(). bw_store_list_histories() lists all of them.
//
// A backup and a copy of the store contain its histories. An exported document does not. Merging
// two stores leaves the steps of the target's histories as they are; the merge itself is one step.
import BookwormRecords
import BookwormStore
import CBookwormTypes

/// Lists the steps of the store's history; the step that was done, undone or redone last comes
/// first. Read the result with bw_result_get_step() and free it with bw_result_free(). The handle
/// may be read-only. Fails with BW_ERROR_ARGUMENT and the field "history" if the store was opened
/// without the name of a history. Cost: reads the names of the steps, not their contents.
@_cdecl("bw_store_list_steps")
public func bw_store_list_steps(
  _ store: BWStore?, _ steps: UnsafeMutablePointer<BWResult?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (store, steps) = (try Handles.store(store), try required(steps, "steps"))
    steps.pointee = try Handles.add(try store.listSteps())
  }
}

/// Gets one row of a result of steps, counted from 0, with its name in the given language. Prepare
/// `step` with BW_INIT. The name has the title and the value that the row had when the step was
/// done. The other members are those of bw_store_get_undo_step().
@_cdecl("bw_result_get_step")
public func bw_result_get_step(
  _ result: BWResult?, _ row: Int64, _ language: bw_language,
  _ step: UnsafeMutablePointer<bw_undo_step>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (step, language) = (try output(step, "step"), try Language(language))
    step.write(try Handles.result(result).undoStep(row, language))
  }
}

/// Lists the histories that have steps in the store, the one with the latest step first. Read the
/// result with bw_result_get_history() and free it with bw_result_free(). The store need not be
/// opened with a history, and may be read-only. Cost: reads all steps without their contents.
@_cdecl("bw_store_list_histories")
public func bw_store_list_histories(
  _ store: BWStore?, _ histories: UnsafeMutablePointer<BWResult?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (store, histories) = (try Handles.store(store), try required(histories, "histories"))
    histories.pointee = try Handles.add(try store.listHistories())
  }
}

/// Gets one row of a result of histories, counted from 0. Prepare `history` with BW_INIT; it
/// borrows its name from the result.
@_cdecl("bw_result_get_history")
public func bw_result_get_history(
  _ result: BWResult?, _ row: Int64, _ history: UnsafeMutablePointer<bw_history>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let history = try output(history, "history")
    history.write(try Handles.result(result).history(row))
  }
}

/// Undoes one step of the store's history, by its id, even if later steps follow it. Fails if the
/// same fields of the same rows were changed later: see "Histories".
///
/// `info`, which may be NULL, gets what bw_store_get_undo_info() would have returned just before
/// the call, except that its undo_name is the step that was undone. Prepare it with BW_INIT.
///
/// Fails with BW_ERROR_TOO_LARGE and BW_ERROR_CONFLICT like bw_store_undo(), and with:
///
/// - BW_ERROR_NOT_FOUND and the field "step": the history has no such step. It was forgotten, or is
///   a step of another history.
/// - BW_ERROR_INVALID: the step is already undone.
/// - BW_ERROR_ARGUMENT and the field "history": the store was opened without the name of a history.
@_cdecl("bw_store_undo_step")
public func bw_store_undo_step(
  _ store: BWStore?, _ step: Int64, _ info: UnsafeMutablePointer<bw_undo_info>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (store, info) = (try Handles.store(store), try optionalOutput(info, "info"))
    let before = try store.undo(step: step)
    info?.write(bw_undo_info(before))
  }
}

/// Redoes one step of the store's history, by its id, under the conditions of bw_store_undo_step().
/// `info`, which may be NULL, gets the same as there, except that its redo_name, not its undo_name,
/// is the step that was redone. Fails with BW_ERROR_INVALID if the step is not undone. If it fails
/// with BW_ERROR_CONFLICT, the error's field is "redo".
@_cdecl("bw_store_redo_step")
public func bw_store_redo_step(
  _ store: BWStore?, _ step: Int64, _ info: UnsafeMutablePointer<bw_undo_info>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (store, info) = (try Handles.store(store), try optionalOutput(info, "info"))
    let before = try store.redo(step: step)
    info?.write(bw_undo_info(before))
  }
}

/// Lists the changes that prevent a step of the store's history from being undone. For a step that
/// is already undone, it lists the changes that prevent a redo. The rows are those of
/// bw_store_list_undo_conflicts(), with the `step` of each change. Free the result with
/// bw_result_free(). Fails like bw_store_undo_step() for an unknown step.
@_cdecl("bw_store_list_step_conflicts")
public func bw_store_list_step_conflicts(
  _ store: BWStore?, _ step: Int64, _ changes: UnsafeMutablePointer<BWResult?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (store, changes) = (try Handles.store(store), try required(changes, "changes"))
    changes.pointee = try Handles.add(try store.conflicts(ofStep: step))
  }
}
