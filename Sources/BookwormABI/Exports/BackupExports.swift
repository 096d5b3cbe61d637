// Backups
//
// A backup copies a store into a file of its own, some pages at a time, while this and other
// programs keep reading and writing. It contains the store as it was when the backup began: later
// writes are not included and do not restart it. (A store in memory is copied as it is at the first
// bw_backup_step().) While it is open it keeps a connection, and the store's log cannot be
// checkpointed completely, so finish it or free it. The copy is an ordinary store in a single file.
// Threads that share a backup take turns.
//
// The file gets its name once it is complete and on disk. Until then it is in the same folder under
// a temporary name, which ends in "-part-" and some characters. If the program is killed, that file
// remains and may be deleted.
//
// If a store is copied from or to a server, it is copied row by row: where these calls say pages,
// they mean rows. The copy has the same ids and global ids, instants, last ids, counters and change
// log, so an observer's position, for example, is valid in the copy too. Only the full-text index
// is built again. On a server the copy is one transaction, which nobody sees until it is complete.
//
// To go back to a backup, close the store in every program and call bw_store_restore(). Do not copy
// a backup over the store's file yourself: see "Backing up and restoring" above.
import BookwormExchange
import BookwormStore
import CBookwormTypes

/// Begins a backup into a new file at `path`. The path has at most 480 bytes. Nothing is copied
/// yet. Free the backup with bw_backup_free().
///
/// A store in memory is copied as a whole by the first step, as it is at that moment. A
/// transaction's handle is refused with BW_ERROR_ARGUMENT, because uncommitted changes cannot be
/// backed up. The file gets the store's mode. Fails with BW_ERROR_FULL, and:
///
/// - BW_ERROR_EXISTS: the path exists, or a file of another store exists next to it (the path plus
///   "-wal", "-shm" or "-journal").
/// - BW_ERROR_CANNOT_OPEN: the file cannot be created, or the path is another store's path plus
///   "-wal", "-shm", "-journal" or "-wake".
@_cdecl("bw_backup_new")
public func bw_backup_new(
  _ store: BWStore?, _ path: UnsafePointer<CChar>?, _ path_length: Int64,
  _ backup: UnsafeMutablePointer<BWBackup?>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (store, path) = (try Handles.store(store), try givenText(path, path_length, "path"))
    let backup = try required(backup, "backup")
    backup.pointee = try Handles.add(try Backup(store, path: path))
  }
}

/// Begins a copy like bw_backup_new(), but `path` may also be the address of a server, of at most
/// 2,000 bytes, as in bw_store_open(). The store is then copied into a schema, which is created if
/// it is missing and must have no tables.
///
/// Fails like bw_backup_new(); with BW_ERROR_EXISTS if the schema has a table; with
/// BW_ERROR_NOT_PERMITTED if the user may not create the schema or tables in it; with
/// BW_ERROR_NEWER if a newer library made the store's sort keys. The user who copies owns
/// everything and decides who may use it.
@_cdecl("bw_store_copy")
public func bw_store_copy(
  _ store: BWStore?, _ path: UnsafePointer<CChar>?, _ path_length: Int64,
  _ backup: UnsafeMutablePointer<BWBackup?>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (store, path) = (try Handles.store(store), try givenText(path, path_length, "path"))
    let backup = try required(backup, "backup")
    backup.pointee = try Handles.add(try Backup(store, path: path, mayBeAddress: true))
  }
}

/// Copies the next `pages` pages, or all remaining pages if `pages` is 0 or less. `progress`, which
/// may be NULL, gets the progress: when nothing remains, the file is complete and has its name.
/// Prepare it with BW_INIT.
///
/// Cost: in proportion to the pages, or rows; the last step also waits until the file is on disk. A
/// backup that failed cannot continue: each further step fails with the same error, such as
/// BW_ERROR_FULL, BW_ERROR_IO, or BW_ERROR_HANDLE if the store was closed. Only BW_ERROR_BUSY, for
/// a store in memory, may be retried. From or to a server, BW_ERROR_CORRUPT means that a value
/// cannot be copied: see bw_store_check().
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

/// Frees a backup. An incomplete backup leaves no file. NULL is allowed and does nothing; a backup
/// that was already freed gives BW_ERROR_HANDLE.
@_cdecl("bw_backup_free")
public func bw_backup_free(_ backup: BWBackup?) -> bw_status {
  boundary(nil, ends: true) { try Handles.free(backup, Backup.handleKind) }
}

/// Replaces the store at `path` with the backup at `backup`. Both are paths of files, of at most
/// 480 bytes.
///
/// The backup is copied and stays as it is. It may be any store that this library can open. If it
/// is in use, the copy has all its commits. A backup of an earlier version is upgraded in the copy.
/// Before anything is replaced, the copy is checked in the same way as by bw_store_check().
///
/// The old store, with all its commits, is kept under its name plus "-replaced", and the copy takes
/// its name in one step: if the program is killed or power fails, the file at `path` is either the
/// complete old store or the complete backup. After such an interruption the old store may have two
/// names: its own, and the name with "-replaced". The next program that opens or restores the store
/// removes the second name, instead of refusing the file as it does with other hard links. Delete
/// the "-replaced" file when you no longer need it. To go back to the old store, rename this file
/// and restore it like a backup. If nothing or an empty file is at `path`, the copy is placed
/// there. The new file gets the mode, owner and group of the old one, as far as the user may set
/// them. If nothing was at `path`, it gets the mode of the backup. Programs that open the store
/// during the call wait, up to their busy time-out, and then work with the restored store. The file
/// system must allow hard links.
///
/// After an error the old store is still in place, and `error` names the parameter, "backup" or
/// "path", except for BW_ERROR_BUSY. Fails with BW_ERROR_CANNOT_OPEN, BW_ERROR_FULL, and:
///
/// - BW_ERROR_BUSY: this or another program has the store open.
/// - BW_ERROR_EXISTS: the path plus "-replaced" exists.
/// - BW_ERROR_NOT_A_STORE: one of the files is not a store, or the store at `path` is damaged: move
///   it away, with the files next to it.
/// - BW_ERROR_CORRUPT: the backup is damaged.
/// - BW_ERROR_NEWER: a newer library made the backup.
///
/// Cost: reads the whole backup, which takes some seconds for 100,000 books.
@_cdecl("bw_store_restore")
public func bw_store_restore(
  _ backup: UnsafePointer<CChar>?, _ backup_length: Int64, _ path: UnsafePointer<CChar>?,
  _ path_length: Int64, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    try Store.restore(
      from: try givenText(backup, backup_length, "backup"),
      to: try givenText(path, path_length, "path"))
  }
}
