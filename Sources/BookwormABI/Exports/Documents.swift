// Documents
//
// Everything in a store as one JSON document (RFC 8259, UTF-8), for other programs, for versioning,
// and to come back exactly. It is an object with these members, in this order:
//
//     "bookworm"   2: the form of the document
//     "schema"     3: the version of the tables
//     "sort_keys"  1: the version of the rules by which names are sorted
//     "last_ids"   {"book": 7, "genre": 2, "quote": 1, "reading": 3}: the last ids given
//     "genres"     [{"id": 1, "name": "Fantasy", "colour": "#7E57C2"}, ...]
//     "books"      [{"id": 1, "title": "Dune", "author": "Frank Herbert", "rating": 5, ...,
//                    "genres": [2, 1], "identifiers": [{"scheme": "isbn", "value": "..."}]}, ...]
//     "quotes"     [{"id": 1, "book": 1, "text": "...", "page": "12", "created": 0}, ...]
//     "orders"     [{"id": 1, "book": 1, "title": "Dune", "quantity": 2, "unit_price": 999,
//                    "currency": "EUR", "total": 1998, "placed": 0}, ...]
//     "readings"   [{"id": 1, "book": 1, "outcome": 2, "finished": 20260105, "created": 0}, ...]
//
// The members of a row are named as in bw_book, bw_genre, bw_quote, bw_order and bw_reading, and
// hold the same values: an instant is a number of milliseconds, a date the number YYYYMMDD, a
// status its number, a global id its text. A row without a global id gets a new one. A document of
// form 1 has neither those nor readings: its books get readings by their status and dates. What is
// absent is left out. Rows stand in the order of their ids, each on a line of its own; a book's
// genres in the order in which they were added.
import BookwormModel
import CBookwormTypes

/// Writes everything in the store into a new file at `path`, of at most 480 bytes: one state of it,
/// while others read and write.
///
/// The file gets its name when it is complete and on disk; see "Backups". Fails with
/// BW_ERROR_EXISTS where there is a file already, BW_ERROR_CANNOT_OPEN where none can be made,
/// BW_ERROR_FULL, and BW_ERROR_CORRUPT, with the row in the message, where the store holds a value
/// that JSON cannot have, such as a text that is not UTF-8. A transaction's handle is refused with
/// BW_ERROR_ARGUMENT.
@_cdecl("bw_store_export")
public func bw_store_export(
  _ store: BWStore?, _ path: UnsafePointer<CChar>?, _ path_length: Int64,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (store, path) = (try Handles.store(store), try text(path, path_length, "path"))
    try store.export(to: path)
  }
}

/// Reads a document that bw_store_export() has written into a store that has nothing and never had,
/// with the same ids. All of it or, where anything is wrong, nothing; the write lock is held
/// meanwhile. It is no step that can be undone.
///
/// Every rule of the model is applied: a member that is missing, given twice or unknown is refused
/// too. The error's `row` is the row's number in its list, which the message names, from 0; `field`
/// is the member; `offset` is the byte in the file or, with BW_ERROR_TEXT, in the text. White space
/// between members may be any; their order within a row too.
///
/// Fails with BW_ERROR_EXISTS where the store has, or has had, rows; BW_ERROR_NEWER where a newer
/// library wrote the document; BW_ERROR_INVALID where it is not JSON or not of this form;
/// BW_ERROR_CANNOT_OPEN where the path leads to no regular file. A transaction's handle is refused
/// with BW_ERROR_ARGUMENT.
@_cdecl("bw_store_import")
public func bw_store_import(
  _ store: BWStore?, _ path: UnsafePointer<CChar>?, _ path_length: Int64,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (store, path) = (try Handles.store(store), try text(path, path_length, "path"))
    try store.importDocument(from: path)
  }
}
