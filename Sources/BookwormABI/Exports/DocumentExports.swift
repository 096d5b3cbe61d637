// Documents
//
// A document is one JSON text (RFC 8259, UTF-8) with everything in a store, except histories, the
// change log and, by default, covers. It is for other programs, for version control, and for an
// exact import. It is an object with these members, in this order:
//
//     "bookworm"   3: the version of the format
//     "schema"     the version of the tables, as in bw_store_info
//     "sort_keys"  2: the version of the sort key rules
//     "articles_last"  false; only if bw_store_set_articles_last() has turned the rule off
//     "last_ids"   {"book": 7, "genre": 2, "quote": 1, "reading": 3, "shelf": 1, "source": 0}
//     "genres"     [{"id": 1, "name": "Fantasy", "colour": "#7E57C2"}, ...]
//     "books"      [{"id": 1, "title": "Dune", "author": "Frank Herbert", "rating": 5, ...,
//                    "genres": [2, 1], "identifiers": [{"scheme": "isbn", "value": "..."}],
//                    "contributors": [{"name": "Frank Herbert", "role": "author"}],
//                    "cover": "R0lGODdh..."}, ...]
//     "quotes"     [{"id": 1, "book": 1, "text": "...", "page": "12",
//                    "created": "2024-02-29T17:05:00.250+00:00"}, ...]
//     "orders"     [{"id": 1, "book": 1, "title": "Dune", "quantity": 2, "unit_price": 999,
//                    "currency": "EUR", "total": 1998, "placed": "..."}, ...]
//     "readings"   [{"id": 1, "book": 1, "outcome": "completed", "finished": "2026-01-05",
//                    "created": "..."}, ...]
//     "shelves"    [{"id": 1, "name": "Five stars", "line": "rating:5"}, ...]
//     "book_sources"   [{"id": 1, "book": 1, "source": "shop", "source_id": "17",
//                        "taken": "title\tDune\n", "raw": "17;Dune", "imported": "..."}, ...]
//     "merged_books"   [{"id": 3, "book": 1}, ...]
//
// The members of a row are named as in bw_book, bw_genre, bw_quote, bw_order, bw_reading, bw_shelf
// and bw_source, and contain the same values: an instant is a text such as
// "2024-02-29T17:05:00.250+00:00", in UTC; a date is a text such as "2024-02-29"; a status or
// outcome is a text such as "did-not-finish"; favourite and spoilers are true or false; a global id
// is a text. When a document is read, an instant may also end in Z and omit the milliseconds. A
// merged book has its former ids, and the id of the book that it was merged into. When a document
// is read, a row without the member global_id gets a new global id, and a book without the member
// spoilers has spoilers false.
//
// Documents in older versions of the format can be read. In versions 1 and 2, an instant is a
// number of milliseconds, a date is the number YYYYMMDD, and status, outcome and favourite are
// given as their numbers in this interface. Version 1 has no global ids, readings, shelves, sources
// or merged books: its books get readings that match their status and dates.
//
// Absent values are left out. Rows are in the order of their ids, each on its own line; a book's
// genres are in the order they were added. A document contains covers, as Base64, only if
// bw_store_export_with() included them, because they may be most of a store's bytes.
import BookwormExchange
import BookwormRecords
import CBookwormTypes

/// Writes everything in the store, except covers, histories and the change log, from one snapshot,
/// into a new file at `path`, while others read and write. The path has at most 480 bytes.
///
/// Cost: some seconds for 100,000 books; the memory does not grow with their number. The file gets
/// its name once it is complete and on disk; see "Backups". It has the store's mode. Fails with
/// BW_ERROR_EXISTS if the path exists, BW_ERROR_CANNOT_OPEN if the file cannot be created,
/// BW_ERROR_FULL, and BW_ERROR_CORRUPT, with the row in the message, if the store contains a value
/// that JSON cannot represent, such as invalid UTF-8. A transaction's handle is refused with
/// BW_ERROR_ARGUMENT.
@_cdecl("bw_store_export")
public func bw_store_export(
  _ store: BWStore?, _ path: UnsafePointer<CChar>?, _ path_length: Int64,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (store, path) = (try Handles.store(store), try givenText(path, path_length, "path"))
    try store.export(to: path)
  }
}

/// Writes a document like bw_store_export(), with additional parts: `extra` is BW_BOOK_COVER to
/// include the covers, or 0. Fails as that call does, and with BW_ERROR_ARGUMENT if `extra` has
/// other bits.
@_cdecl("bw_store_export_with")
public func bw_store_export_with(
  _ store: BWStore?, _ path: UnsafePointer<CChar>?, _ path_length: Int64, _ extra: bw_fields,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (store, path) = (try Handles.store(store), try givenText(path, path_length, "path"))
    try store.export(to: path, with: BookFields(rawValue: extra))
  }
}

/// Reads a document from bw_store_export() into a store that has never had any rows: all of it or,
/// if anything is wrong, nothing. The rows keep the ids that they have in the document. The call
/// holds the write lock meanwhile, some 10 to 20 seconds for 100,000 books. It is not a step that
/// can be undone.
///
/// Every rule of the model applies, but a reading may end before it started. A repeated or unknown
/// member is refused too, and so is a row without a required member. The error's `row` is the row's
/// index in its list, which the message names; `field` is the member; `offset` is the byte in the
/// file or, with BW_ERROR_TEXT, in the text. White space between members, and their order within a
/// row, may vary.
///
/// Fails with BW_ERROR_EXISTS if the store has, or had, rows; BW_ERROR_NEWER if a newer library
/// wrote the document; BW_ERROR_INVALID if it is not JSON or not in this format;
/// BW_ERROR_CANNOT_OPEN if the path is not a regular file. A transaction's handle is refused with
/// BW_ERROR_ARGUMENT.
@_cdecl("bw_store_import")
public func bw_store_import(
  _ store: BWStore?, _ path: UnsafePointer<CChar>?, _ path_length: Int64,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (store, path) = (try Handles.store(store), try givenText(path, path_length, "path"))
    try store.importDocument(from: path)
  }
}

/// Writes a book with everything that belongs to it as one JSON object (RFC 8259, UTF-8, on one
/// line). `json` is borrowed from `*result`, which you own: free the result with bw_result_free().
/// Everything is read from one snapshot of the store. Cost: that of reading these rows.
///
/// The object's members are the fields of a book by name, null if absent; genres (names);
/// identifiers (objects with scheme and value); contributors (objects with name, sort and role);
/// price (an object with amount and currency); picture; and quotes, readings and sources (arrays of
/// objects). As in a document of a store, instants are texts such as
/// "2024-02-29T17:05:00.250+00:00", dates are texts such as "2024-02-29", status and outcome are
/// texts such as "did-not-finish", and favourite and spoilers are true or false.
///
/// Fails with BW_ERROR_NOT_FOUND, and with BW_ERROR_CORRUPT if the store contains invalid UTF-8.
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
