// Undo and redo
//
// A store's handle remembers what was done through it, to take it back step by step. A step is one
// call that changed something, or one whole transaction. What undoing changes is itself remembered,
// to be redone, until something new is done. Deleted rows come back under the same ids, with their
// links, quotes and dates as they were.
//
// Steps are kept in memory, up to bw_open_options.undo_limit, and what has no room there in a
// temporary file, up to undo_file_limit: above both the oldest are forgotten, as is anything where
// the disk is full. bw_store_undo() says so when it gets to them. They are lost when the store is
// closed. Each handle has its own, also where a process opens a store twice. Orders are not undone.
//
// A step for which there is no room at all stands in its place without what undoes it: to undo it
// fails with BW_ERROR_TOO_LARGE, and the message says what it was and how much there was to keep.
// bw_store_drop_undo() leads past it, to the steps before; what it changed then counts as the work
// of others.
//
// Where others, through another handle or in another program, have since changed the same rows, a
// step is refused as a whole with BW_ERROR_CONFLICT, and stays the next one: of rows that were
// updated only the fields count, so that a rating is taken back though somebody else has changed
// the title. Another handle of the same process counts as others do.
//
// The store tells what others did from its log of the last transactions, 4096 at least. A handle
// knows which are its own: while nobody else writes, every step that is kept can be undone and
// redone, however many have been done since. A step is refused too where somebody else has
// committed since and the log no longer has that transaction, whatever it was, or cannot tell what
// it changed.
//
// Each of these calls takes a store, not a transaction; bw_transaction_set_name() names a step.
import BookwormModel
import CBookwormTypes

/// Undoes the last step that has not been undone yet: all of it, or, where that fails, nothing.
///
/// `info`, which may be NULL, gets what bw_store_get_undo_info() told just before, so that its
/// undo_name says what has been undone. Prepare it with BW_INIT. It is a write like any other,
/// heard by observers as one transaction; it waits for other writers, and takes as long as what it
/// undoes took.
///
/// Fails with BW_ERROR_NOT_FOUND and the field "undo" where there is nothing to undo (the message
/// says whether older steps have been forgotten), with BW_ERROR_TOO_LARGE where the step had no
/// room to be kept, with BW_ERROR_CONFLICT where others have changed the same rows since (the
/// message names the first few, bw_store_list_undo_conflicts() all), and with BW_ERROR_ARGUMENT for
/// a transaction. The step is then still the next one; bw_store_drop_undo() forgets it.
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

/// Does again what bw_store_undo() has undone last, under the same conditions. The field of its
/// errors is "redo"; the redo_name of `info`, which may be NULL, says what has been redone.
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

/// Tells how many steps can be undone and redone, and what the next ones are called, in English.
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

/// Tells what the next step to undo is, or, with `redo` 1, to redo: what it did as data, and what
/// it is called in a language, with the title or the name of its row and the new value, such as
/// "Rate “Dune” 4". Titles and values that the step does not keep are those that the store has now.
/// The name is one line, fit for a menu: of a title, line ends and other controls are spaces there,
/// and marks that turn the direction of text are left out; `subject` has it as it is. What the
/// caller has named, bw_transaction_set_name(), is called so in every language. Prepare `step` with
/// BW_INIT.
///
/// Fails with BW_ERROR_NOT_FOUND where there is none, and with BW_ERROR_ARGUMENT for a language
/// that there is not. Cost: as of reading what the step keeps.
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

/// Lists what others have changed since that keeps the next step from being undone, or, with `redo`
/// 1, from being redone: changes as bw_result_get_change() shows them, the oldest first. Without
/// rows where nothing is in the way, or there is no step that was kept. Free the result with
/// bw_result_free().
///
/// A row of the kind BW_CHANGE_REREAD says that the store's log no longer has all that others did
/// since the step, or that one of their transactions changed more than the log can tell; so it does
/// after bw_store_rebuild().
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

/// Forgets the next step to undo, or, with `redo` 1, to redo, without doing it: for one that is
/// refused. Those that come after it are then tried without it, and may be refused in their turn.
/// Fails with BW_ERROR_NOT_FOUND where there is none.
@_cdecl("bw_store_drop_undo")
public func bw_store_drop_undo(
  _ store: BWStore?, _ redo: Int32, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) { try Handles.store(store).dropUndo(redo: try flag(redo, "redo")) }
}

/// Forgets all steps, those to undo and those to redo, and gives back their memory.
@_cdecl("bw_store_clear_undo")
public func bw_store_clear_undo(
  _ store: BWStore?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) { try Handles.store(store).clearUndo() }
}
