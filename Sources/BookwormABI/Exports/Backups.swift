// Backups
//
// A backup copies a store into a file of its own, some pages at a time, while this and other
// programs go on reading and writing. It copies the store as it is when it begins:
// what is written later is not in it, and does not make it start again. While it is open it keeps a
// connection, and keeps the store's log from being folded back; go on with it, or free it. The copy
// is an ordinary store, in one file with none beside it. Threads that share one take turns.
//
// The file gets its name when it is complete and on disk. Until then it has the name with an ending
// that begins with "-part-", in the same folder; a program that is killed in between leaves that
// file behind, which may be deleted.
//
// From a server, or to one, a store is copied row by row, and what is said of pages is meant of
// rows. The copy has the same ids and global ids, instants, last ids, counters and log: what was
// heard of or kept of the one, such as an observer's place, goes on with the other. Only its index
// of words is made anew. On a server it stands in one transaction, which is seen by nobody until it
// is complete.
import BookwormModel
import CBookwormTypes

/// Begins a backup into a new file at `path`, of at most 480 bytes. Free it with bw_backup_free().
/// Nothing is copied yet.
///
/// A store in memory is copied by the first step, as it is then. A transaction's handle is refused
/// with BW_ERROR_ARGUMENT: what is not committed cannot be backed up. Fails with BW_ERROR_EXISTS
/// where there is a file at the path already, or beside it a file of another store (the path with
/// "-wal", "-shm" or "-journal"); with BW_ERROR_CANNOT_OPEN where no file can be made, or the name
/// is one that another store uses; BW_ERROR_FULL. The file has the store's mode.
@_cdecl("bw_backup_new")
public func bw_backup_new(
  _ store: BWStore?, _ path: UnsafePointer<CChar>?, _ path_length: Int64,
  _ backup: UnsafeMutablePointer<BWBackup?>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (store, path) = (try Handles.store(store), try text(path, path_length, "path"))
    let backup = try required(backup, "backup")
    backup.pointee = try Handles.add(try Backup(store, path: path))
  }
}

/// As bw_backup_new(), but `path` may also be the address of a server, of at most 2,000 bytes, as
/// for bw_store_open(): the store is copied into a schema there, which is made where it is missing,
/// and must have no table.
///
/// Fails as bw_backup_new() does; with BW_ERROR_EXISTS where the schema has a table, and with
/// BW_ERROR_NOT_PERMITTED where this user may not make the schema, or tables in it. The user who
/// copies is the owner of all of it, and decides who may use it. With BW_ERROR_NEWER where a newer
/// library sorts the store's names.
@_cdecl("bw_store_copy")
public func bw_store_copy(
  _ store: BWStore?, _ path: UnsafePointer<CChar>?, _ path_length: Int64,
  _ backup: UnsafeMutablePointer<BWBackup?>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (store, path) = (try Handles.store(store), try text(path, path_length, "path"))
    let backup = try required(backup, "backup")
    backup.pointee = try Handles.add(try Backup(store, path: path, mayBeAddress: true))
  }
}

/// Copies the next `pages` pages, or all that are left where `pages` is 0 or less. `progress`,
/// which may be NULL, tells how far it has come: when nothing remains, the file is complete and
/// stands under its name. Prepare it with BW_INIT.
///
/// The last step waits until the file is on disk. A backup that has failed cannot go on: each step
/// fails with the same error, such as BW_ERROR_FULL or BW_ERROR_IO, or BW_ERROR_HANDLE where the
/// store has been closed. Only BW_ERROR_BUSY, of a store in memory, may be tried again. From a
/// server or to one, BW_ERROR_CORRUPT says that a value cannot be copied: see bw_store_check().
@_cdecl("bw_backup_step")
public func bw_backup_step(
  _ backup: BWBackup?, _ pages: Int32, _ progress: UnsafeMutablePointer<bw_backup_progress>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (backup, progress) = (try Handles.backup(backup), try optionalOutput(progress, "progress"))
    let now = try backup.step(pages)
    progress?.write(bw_backup_progress(now))
  }
}

/// Frees a backup. One that is not complete leaves no file. NULL is allowed and does nothing; one
/// that is freed already gives BW_ERROR_HANDLE.
@_cdecl("bw_backup_free")
public func bw_backup_free(_ backup: BWBackup?) -> bw_status {
  boundary(nil, ends: true) { try Handles.free(backup, Backup.handleKind) }
}
