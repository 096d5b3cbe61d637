// Documents
//
// Everything in a store as one JSON document (RFC 8259, UTF-8), for other programs, for versioning,
// and to come back exactly. It is an object with these members, in this order:
//
//     "bookworm"   2: the form of the document
//     "schema"     the version of the tables, as bw_store_info has it
//     "sort_keys"  1: the version of the rules by which names are sorted
//     "last_ids"   {"book": 7, "genre": 2, "quote": 1, "reading": 3, "shelf": 1, "source": 0}
//     "genres"     [{"id": 1, "name": "Fantasy", "colour": "#7E57C2"}, ...]
//     "books"      [{"id": 1, "title": "Dune", "author": "Frank Herbert", "rating": 5, ...,
//                    "genres": [2, 1], "identifiers": [{"scheme": "isbn", "value": "..."}]}, ...]
//     "quotes"     [{"id": 1, "book": 1, "text": "...", "page": "12", "created": 0}, ...]
//     "orders"     [{"id": 1, "book": 1, "title": "Dune", "quantity": 2, "unit_price": 999,
//                    "currency": "EUR", "total": 1998, "placed": 0}, ...]
//     "readings"   [{"id": 1, "book": 1, "outcome": 2, "finished": 20260105, "created": 0}, ...]
//     "shelves"    [{"id": 1, "name": "Five stars", "line": "rating:5"}, ...]
//     "book_sources"   [{"id": 1, "book": 1, "source": "shop", "source_id": "17",
//                        "taken": "title\tDune\n", "raw": "17;Dune", "imported": 0}, ...]
//     "merged_books"   [{"id": 3, "book": 1}, ...]
//
// The members of a row are named as in bw_book, bw_genre, bw_quote, bw_order, bw_reading, bw_shelf
// and bw_source, and hold the same values: an instant is a number of milliseconds, a date the
// number YYYYMMDD, a status its number, a global id its text. A merged book has the ids that it
// had, and the book that it was merged into. A row without a global id gets a new one.
// A document of form 1 has neither those nor readings and sources: its books get readings by their
// status and dates. What is absent is left out. Rows stand in the order of their ids, each on a
// line of its own; a book's genres in the order in which they were added.
import BookwormModel
import CBookwormTypes

/// Writes everything in the store into a new file at `path`, of at most 480 bytes: one state of it,
/// while others read and write.
///
/// The file gets its name when it is complete and on disk; see "Backups". It has the store's mode.
/// Fails with BW_ERROR_EXISTS where there is a file already, BW_ERROR_CANNOT_OPEN where none can be
/// made, BW_ERROR_FULL, and BW_ERROR_CORRUPT, with the row in the message, where the store holds a
/// value that JSON cannot have, such as a text that is not UTF-8. A transaction's handle is refused
/// with BW_ERROR_ARGUMENT.
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

/// Writes a book with all that belongs to it as one JSON object (RFC 8259, UTF-8, on one line), for
/// a program that takes JSON: `json` borrows it from `*result`, which is yours to free with
/// bw_result_free(). One state of the store; cost as of reading all of that.
///
/// Its members are the fields of a book by their names, null where they are absent; genres, which
/// are names, identifiers, objects with a scheme and a value, price, an object with amount and
/// currency, and picture; and quotes, readings and sources, arrays of objects. Unlike in a document
/// of a store, instants are texts such as "2024-02-29T17:05:00.250+00:00", dates such as
/// "2024-02-29", status and outcome texts such as "did-not-finish", and favourite true or false.
///
/// Fails with BW_ERROR_NOT_FOUND, and with BW_ERROR_CORRUPT where the store holds a text that is
/// not UTF-8.
@_cdecl("bw_book_get_json")
public func bw_book_get_json(
  _ store: BWStore?, _ id: Int64, _ json: UnsafeMutablePointer<bw_text>?,
  _ result: UnsafeMutablePointer<BWResult?>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (json, result) = (try required(json, "json"), try required(result, "result"))
    let made = try Handles.session(store).json(ofBook: id)
    result.pointee = try Handles.add(made)
    json.pointee = bw_text(made.onlyText)
  }
}
