// Stores
//
// A store is one file, or a schema on a server. Any number of processes may have it open at the
// same time, and each process may open it any number of times. Every call may be made from any
// thread.
import BookwormExchange
import BookwormFrontend
import BookwormStore
import CBookwormTypes

/// Opens a store, and creates it if there is none and the options allow it.
///
/// `path` is a path in UTF-8 of at most 480 bytes, or ":memory:" for a store in memory, which is
/// discarded when its handle is closed. A store in memory has one connection, on which all calls
/// take turns: while a transaction is open, even reads wait for it to end, and may fail with
/// BW_ERROR_BUSY. For a store in memory `must_exist` is ignored, and `read_only` gives
/// BW_ERROR_CANNOT_OPEN. A path that begins with "postgresql://" or "postgres://" is the address of
/// a server, of at most 2,000 bytes: see "A server" above. `options` may be NULL for the defaults.
/// Close the store with bw_store_close().
///
/// While a store is open, SQLite keeps "-wal" and "-shm" files next to it: the folder must be
/// writable. In a folder that is not writable, or on a read-only mount, you can open a store with
/// `read_only` if no program has it open. If another program opens the store for writing later,
/// your reads fail with BW_ERROR_CANNOT_OPEN until you open the store again. Observers add a
/// "-wake" file. Reading the files does no harm, from this process or another; do not write to them
/// (see "The file" above).
///
/// A new store appears at its path once it is complete and on disk. Only its owner may read and
/// write it. Several programs may create the same store at once. If an empty file is at the path,
/// the store replaces it and keeps the mode of that file instead.
///
/// A file that cannot be opened is left untouched. Fails with BW_ERROR_NEWER, BW_ERROR_BUSY, and:
///
/// - BW_ERROR_CANNOT_OPEN: the file does not exist and `must_exist` is set, it is a directory, a
///   permission is missing, or opening it would be dangerous: see "The file" above.
/// - BW_ERROR_NOT_A_STORE: the file is not a store, or an older library did not finish creating it.
/// - BW_ERROR_CORRUPT: the file is damaged, or another program changed the store's tables.
/// - BW_ERROR_READ_ONLY: the file may only be read, and `read_only` is not set.
/// - When creating a store, BW_ERROR_FULL, and BW_ERROR_EXISTS if a file of another store ("-wal",
///   "-shm", "-journal") is next to it.
///
/// For a server, BW_ERROR_CANNOT_OPEN covers every problem with the address, the server, the
/// database or libpq; BW_ERROR_NOT_PERMITTED means that this user lacks a privilege, and
/// BW_ERROR_NOT_A_STORE that the schema has tables that are not a store's. If the schema does not
/// exist or is empty, the tables are created, all of them or none.
///
/// If a newer library made the store's sort keys, the call succeeds but the handle is read-only,
/// even if `read_only` is 0: check bw_store_info.read_only. Writes then give BW_ERROR_READ_ONLY.
@_cdecl("bw_store_open")
public func bw_store_open(
  _ path: UnsafePointer<CChar>?, _ path_length: Int64, _ options: UnsafePointer<bw_open_options>?,
  _ store: UnsafeMutablePointer<BWStore?>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (path, options) = (try givenText(path, path_length, "path"), try StoreOptions(options))
    let store = try required(store, "store")
    store.pointee = try Handles.add(try Store(path: path, options: options))
  }
}

/// Creates and opens a store for a preview or a trial. It contains a small, varied set of books,
/// genres and quotes in several scripts. This set is always the same, including ids and instants.
/// Otherwise it is an ordinary store. The creation of this set cannot be undone.
///
/// `path` is ":memory:", or a path where no file exists. If a file exists there, the call fails
/// with BW_ERROR_EXISTS and changes nothing. The address of a server gives BW_ERROR_ARGUMENT.
/// `options`, which may be NULL, are those of bw_store_open() (`must_exist` is ignored). With
/// `read_only`, the file is created, and the handle can only read. Fails like bw_store_open(), but
/// `read_only` for a store in memory gives BW_ERROR_ARGUMENT here. The file gets its name once it
/// is complete and on disk.
@_cdecl("bw_store_open_preview")
public func bw_store_open_preview(
  _ path: UnsafePointer<CChar>?, _ path_length: Int64, _ options: UnsafePointer<bw_open_options>?,
  _ store: UnsafeMutablePointer<BWStore?>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (path, options) = (try givenText(path, path_length, "path"), try StoreOptions(options))
    let store = try required(store, "store")
    store.pointee = try Handles.add(try Preview.open(path: path, options: options))
  }
}

/// Closes a store. NULL is allowed and does nothing; a handle that was already closed gives
/// BW_ERROR_HANDLE and does no harm.
///
/// All transactions that are still open on the store end. Streams can no longer be read and backups
/// no longer continue, but they keep the file open until they are freed; results stay valid. You
/// must still free all of these handles. If another thread is in the middle of a write, the call
/// waits for it. Returns BW_ROLLED_BACK, which is not an error, if a write transaction was open and
/// was rolled back.
@_cdecl("bw_store_close")
public func bw_store_close(
  _ store: BWStore?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(reporting: error, ends: true) { try Handles.close(store) ? BW_ROLLED_BACK : BW_OK }
}

/// Sets how a store sorts titles that begin with an article. If `articles_last` is 1, the default
/// of every store, a leading article is moved to the end for sorting, as in a library catalogue:
/// "The Zebra" is listed under Z, after "Zebra". If it is 0, titles are sorted as they are.
///
/// The articles are those of the book's language (bw_book.language); a book without a language
/// counts as English. Articles of some forty languages are known, such as "The", "A" and "An" in
/// English, "Der", "Die", "Das", "Ein" and "Eine" in German, and "Le", "La", "Les", "L'", "Un" and
/// "Une" in French. A title that has nothing but an article stays as it is. A book with a
/// bw_book.title_sort is sorted by that. The rule changes neither the titles themselves nor what
/// searches find.
///
/// The call takes a store, not a transaction. The setting is kept in the store and applies to all
/// programs that use it. If the rule changes, the sort keys of all books are rebuilt in one step,
/// which holds the write lock: about a second for 100,000 books. Observers get BW_CHANGE_REREAD. As
/// after bw_store_rebuild(), earlier steps can no longer be undone.
@_cdecl("bw_store_set_articles_last")
public func bw_store_set_articles_last(
  _ store: BWStore?, _ articles_last: Int32, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    try Handles.store(store).setArticlesLast(try flag(articles_last, "articles_last"))
  }
}

/// Gets whether titles are sorted with a leading article last: 1 or 0. See
/// bw_store_set_articles_last().
@_cdecl("bw_store_get_articles_last")
public func bw_store_get_articles_last(
  _ store: BWStore?, _ articles_last: UnsafeMutablePointer<Int32>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let session = try Handles.session(store)
    let articlesLast = try required(articles_last, "articles_last")
    articlesLast.pointee = try session.articlesLast() ? 1 : 0
  }
}

/// Gets a store's path, versions and log size, and whether it is read-only. Prepare `info` with
/// BW_INIT.
///
/// The path is borrowed from the store's handle. The handle may also be a transaction's.
@_cdecl("bw_store_get_info")
public func bw_store_get_info(
  _ store: BWStore?, _ info: UnsafeMutablePointer<bw_store_info>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (session, info) = (try Handles.session(store), try output(info, "info"))
    info.write(try bw_store_info(session))
  }
}
