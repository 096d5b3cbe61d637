// Books
//
// Books are identified by ids, which are the same in every process and are never reused. A single
// change spends most of its time in the commit, so many changes are much faster in one call or one
// transaction.
import BookwormBooks
import BookwormRecords
import CBookwormTypes

/// Gets the default values for a form that creates a book. Prepare `defaults` with BW_INIT.
///
/// They are not the defaults of bw_book_create(): a book created with only a title and an author is
/// not rated and has no genre.
@_cdecl("bw_form_get_defaults")
public func bw_form_get_defaults(
  _ defaults: UnsafeMutablePointer<bw_form_defaults>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) { try output(defaults, "defaults").write(.standard) }
}

/// Creates a book. `id`, which may be NULL, gets its id.
///
/// `book->fields` says which members are given; title and author are required (for the author, see
/// below). By default the book is not rated, not a favourite, on the shelf and created now, and
/// everything else is absent. Genres are given by id (BW_BOOK_GENRES), by name
/// (BW_BOOK_GENRE_NAMES; missing genres are created) or both, the primary genre first; repeated
/// genres count once. Names are stored as given, including surrounding white space.
///
/// BW_BOOK_CONTRIBUTOR_NAMES, _SORTS and _ROLES list the people who made the book, each with a
/// role. If one of them is an author, `author` may be left out or blank: the library then sets it
/// to the authors' names.
///
/// Status and dates describe one reading, except that in-progress with `finished` describes two:
/// see "Readings". If dates are given without a status, the book is completed if `finished` is
/// given, and in progress if only `started` is. A status that is given is kept.
///
/// To give all readings instead, use the lists BW_BOOK_READING_STARTED, _FINISHED, _OUTCOMES and
/// _NOTES. If status or dates are given too and no listed reading matches them, one more reading is
/// added. The book then gets the status and dates of its latest reading. Exception: with the status
/// on-shelf, the book stays on the shelf. Any other given status must be that of the latest
/// reading; otherwise the call fails with BW_ERROR_INVALID.
///
/// Fails with BW_ERROR_INVALID, BW_ERROR_TEXT, BW_ERROR_TOO_LARGE (`error->field` is the member),
/// BW_ERROR_NOT_FOUND (a genre's id), BW_ERROR_ARGUMENT, and, like every write, with BW_ERROR_BUSY,
/// BW_ERROR_READ_ONLY, BW_ERROR_FULL, BW_ERROR_IO and BW_ERROR_TRANSACTION. On a server it can also
/// fail with BW_ERROR_OUTCOME_UNKNOWN: the book may then have been created. After any other error
/// nothing is written.
@_cdecl("bw_book_create")
public func bw_book_create(
  _ store: BWStore?, _ book: UnsafePointer<bw_book>?, _ id: UnsafeMutablePointer<Int64>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let session = try Handles.session(store)
    let created = try session.createBook(try BookDraft(try input(book, "book")))
    id?.pointee = created
  }
}

/// Checks a new book, for example in a form, and reports every invalid field. `*faults` gets a
/// result with one row per invalid field, for bw_result_get_fault(). It has no rows if
/// bw_book_create() would accept the book. Free it with bw_result_free(). Nothing is written, and
/// the call does not wait for writers.
@_cdecl("bw_book_check")
public func bw_book_check(
  _ store: BWStore?, _ book: UnsafePointer<bw_book>?, _ faults: UnsafeMutablePointer<BWResult?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (session, faults) = (try Handles.session(store), try required(faults, "faults"))
    faults.pointee = try Handles.add(session.faults(try BookDraft(try input(book, "book"))))
  }
}

/// Creates `count` books as one step, all or none; see bw_book_create().
///
/// `books` is an array of structs of the same size. `ids`, which may be NULL, has room for `count`
/// ids and gets them in the same order. On failure `error->row` is the index of the invalid book.
/// Cost: one commit for all of them.
@_cdecl("bw_books_create")
public func bw_books_create(
  _ store: BWStore?, _ books: UnsafePointer<bw_book>?, _ count: Int64,
  _ ids: UnsafeMutablePointer<Int64>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let session = try Handles.session(store)
    let books = try SizedArray(books, count, "books")
    try session.createBooks(count: books.count, ids: ids) { row, draft in
      try draft.fill(try books.element(row))
    }
  }
}

/// Creates `count` books from columns as one step, all or none. This lets a language binding pass a
/// few large arrays instead of many small structs.
///
/// Each column is one field, has `count` rows, and has the type that bw_result_get_column() returns
/// for the field: the type of the bw_book member, INT32 for the status, INT64_LIST for genres and
/// for days and outcomes of readings, TEXT_LIST for genre names, identifiers, contributors and
/// notes of readings. Title and author are required; as in bw_book_create(), `author` may be left
/// out or blank if a contributor is an author. Each field has at most one column. If `present`
/// marks a row as absent, the field is not given for that book. `ids` may be NULL. On failure
/// `error->row` is the index of the invalid book.
@_cdecl("bw_books_create_from_columns")
public func bw_books_create_from_columns(
  _ store: BWStore?, _ columns: UnsafePointer<bw_column>?, _ column_count: Int64, _ count: Int64,
  _ ids: UnsafeMutablePointer<Int64>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let session = try Handles.session(store)
    let rows = try length(count, MemoryLayout<Int64>.stride, "count")
    let columns = try BookColumns(columns, column_count, rows: rows, .create)
    try session.createBooks(count: rows, ids: ids, fill: columns.fill)
  }
}

/// Reads a book.
///
/// `fields` is a set of BW_BOOK_* fields; 0 means BW_FIELDS_DEFAULT. Prepare `book` with BW_INIT.
/// It borrows its texts and lists from `*result`, which you own: free it with bw_result_free() when
/// you no longer need the book. Fails with BW_ERROR_NOT_FOUND.
@_cdecl("bw_book_get")
public func bw_book_get(
  _ store: BWStore?, _ id: Int64, _ fields: bw_fields, _ book: UnsafeMutablePointer<bw_book>?,
  _ result: UnsafeMutablePointer<BWResult?>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (book, result) = (try output(book, "book"), try required(result, "result"))
    let rows = try Handles.session(store).book(id, BookFields(rawValue: fields))
    let row = try rows.book(0)
    result.pointee = try Handles.add(rows)
    book.write(row)
  }
}

/// Reads the books with the given ids, in the given order. Unknown ids are left out, so row i may
/// not be the book ids[i]: the column BW_BOOK_ID says which book each row is. Free the result with
/// bw_result_free().
@_cdecl("bw_books_list")
public func bw_books_list(
  _ store: BWStore?, _ ids: UnsafePointer<Int64>?, _ count: Int64, _ fields: bw_fields,
  _ result: UnsafeMutablePointer<BWResult?>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (ids, result) = (try array(ids, count, "ids"), try required(result, "result"))
    let rows = try Handles.session(store).books(ids, BookFields(rawValue: fields))
    result.pointee = try Handles.add(rows)
  }
}

/// Changes a book as one step: sets the members that `values->fields` names and removes the fields
/// in `clear`.
///
/// Genres (by id, by name, or both) and identifiers replace the existing ones. BW_BOOK_ADD_GENRES,
/// BW_BOOK_REMOVE_GENRES and their _NAMES forms keep the other genres; new ones are added after
/// them. Schemes and values of identifiers must be given together. A price requires its currency,
/// and both are cleared together. Contributors replace the existing ones and are cleared together.
/// If the book's author was derived from its contributors, it is derived again, unless the call
/// gives an author too. Title, author, rating, favourite, spoilers, status and created cannot be
/// removed; the rating 0 means not rated. To only remove fields, pass a struct whose `fields` is 0.
/// Values that the book already has are not written; if nothing changes, `updated` does not change
/// either.
///
/// Unlike bw_book_set_status(), this call does not set dates that are not given, with one
/// exception. The reading that the call changes or adds (see "Readings") ends today if all three of
/// these are true: the given status is completed or did-not-finish; `finished` is not given; and
/// another reading would otherwise determine the book's status. If a status is given, the book has
/// it afterwards, or the call fails with BW_ERROR_INVALID, for example because another reading is
/// also open.
///
/// Fails like bw_book_create(), with BW_ERROR_NOT_FOUND, and with BW_ERROR_ARGUMENT if a field is
/// both given and cleared, or genres are both replaced and added or removed.
@_cdecl("bw_book_update")
public func bw_book_update(
  _ store: BWStore?, _ id: Int64, _ values: UnsafePointer<bw_book>?, _ clear: bw_fields,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let session = try Handles.session(store)
    let draft = try BookDraft(try input(values, "values"))
    try session.updateBook(id, draft, clear: BookFields(rawValue: clear))
  }
}

/// Applies the same change to `count` books, by their ids, as one step, all or none; see
/// bw_book_update().
///
/// `changed`, which may be NULL, gets the number of books that changed. If one id causes a failure,
/// `error->row` is its index: BW_ERROR_NOT_FOUND means that no book has the id.
@_cdecl("bw_books_update")
public func bw_books_update(
  _ store: BWStore?, _ ids: UnsafePointer<Int64>?, _ count: Int64,
  _ values: UnsafePointer<bw_book>?, _ clear: bw_fields, _ changed: UnsafeMutablePointer<Int64>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (session, ids) = (try Handles.session(store), try array(ids, count, "ids"))
    let draft = try BookDraft(try input(values, "values"))
    let number = try session.updateBooks(ids, draft, clear: BookFields(rawValue: clear))
    changed?.pointee = number
  }
}

/// Changes `count` books from columns, one book per row, as one step, all or none.
///
/// The columns are those of bw_books_create_from_columns() without the lists of readings, plus
/// BW_BOOK_ID (INT64), which selects the book, and the genres to add and remove: BW_BOOK_ADD_GENRES
/// and BW_BOOK_REMOVE_GENRES (INT64_LIST), or their _NAMES forms (TEXT_LIST). Only BW_BOOK_ID is
/// required. If `present` marks a row as absent, the book keeps its value, unless the field is in
/// `clear`: then the value is removed. If a book occurs in two rows, the call fails with
/// BW_ERROR_INVALID, and `error->row` is the later row. `changed`, which may be NULL, gets the
/// number of books that changed. On failure `error->row` is the row and `error->field` the field.
@_cdecl("bw_books_update_from_columns")
public func bw_books_update_from_columns(
  _ store: BWStore?, _ columns: UnsafePointer<bw_column>?, _ column_count: Int64, _ count: Int64,
  _ clear: bw_fields, _ changed: UnsafeMutablePointer<Int64>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let session = try Handles.session(store)
    let rows = try length(count, MemoryLayout<Int64>.stride, "count")
    let columns = try BookColumns(columns, column_count, rows: rows, .update)
    let number = try session.updateBooks(count: rows, clear: clear, fill: columns.fill)
    changed?.pointee = number
  }
}

/// Rates a book: 1 to 5, or 0 for not rated. The exact rating is kept if it rounds to this rating
/// (5 keeps 4.5), and cleared otherwise. To remove it, clear BW_BOOK_EXACT_RATING. Fails with
/// BW_ERROR_INVALID or BW_ERROR_NOT_FOUND.
@_cdecl("bw_book_set_rating")
public func bw_book_set_rating(
  _ store: BWStore?, _ id: Int64, _ rating: Int32, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) { try Handles.session(store).setRating(id, rating) }
}

/// Toggles whether a book is a favourite. `favourite`, which may be NULL, gets the new state, 1 or
/// 0. Fails with BW_ERROR_NOT_FOUND.
@_cdecl("bw_book_toggle_favourite")
public func bw_book_toggle_favourite(
  _ store: BWStore?, _ id: Int64, _ favourite: UnsafeMutablePointer<Int32>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let state = try Handles.session(store).toggleFavourite(id)
    favourite?.pointee = state
  }
}

/// Sets a book's status and updates its latest reading; see bw_reading_create().
///
/// `date` is the day of the change as YYYYMMDD. If it is 0, no day is given, and the day of the
/// change is today in local time. The status in-progress sets `started` to the day of the change if
/// the reading has no start. The status completed sets `finished` to that day if the reading has no
/// end. The status did-not-finish sets `finished` to the given `date`, or clears it if `date` is 0.
/// The status on-shelf changes no reading. Setting the current status changes nothing.
///
/// If the latest reading is over, a new reading is added instead in two cases: the new status is
/// in-progress, or the book was on the shelf and the day of the change is not before the end of the
/// latest reading. The status did-not-finish then sets the new reading's `finished` to the day of
/// the change, even if `date` is 0.
///
/// If `finished` were cleared, the changed reading might no longer be the latest one: see
/// "Readings". In that case did-not-finish with a `date` of 0 sets `finished` to today instead of
/// clearing it.
///
/// After the change, the book's latest reading may be a reading other than the changed one (see
/// "Readings"): a reading that is still open, a reading that ended on a later day than the changed
/// one, or a reading that ended on the same day and was added later. If that reading has another
/// status, the call fails with BW_ERROR_INVALID if `date` is 0. If a `date` is given, the call
/// succeeds, and the book gets the status of the other reading.
///
/// Fails with BW_ERROR_INVALID or BW_ERROR_NOT_FOUND.
@_cdecl("bw_book_set_status")
public func bw_book_set_status(
  _ store: BWStore?, _ id: Int64, _ status: bw_book_status, _ date: Int32,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let status = Int32(bitPattern: status.rawValue)
    try Handles.session(store).setStatus(id, status, date: date == 0 ? nil : date)
  }
}

/// Deletes a book with its quotes, readings, identifiers, contributors and links to genres. Fails
/// with BW_ERROR_NOT_FOUND.
@_cdecl("bw_book_delete")
public func bw_book_delete(
  _ store: BWStore?, _ id: Int64, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) { try Handles.session(store).deleteBook(id) }
}

/// Deletes several books in one step. Unknown ids are ignored. `deleted`, which may be NULL, gets
/// the number of deleted books.
@_cdecl("bw_books_delete")
public func bw_books_delete(
  _ store: BWStore?, _ ids: UnsafePointer<Int64>?, _ count: Int64,
  _ deleted: UnsafeMutablePointer<Int64>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let number = try Handles.session(store).deleteBooks(try array(ids, count, "ids"))
    deleted?.pointee = number
  }
}

/// Counts the books. Cost: constant, because the store keeps the count.
@_cdecl("bw_books_count")
public func bw_books_count(
  _ store: BWStore?, _ count: UnsafeMutablePointer<Int64>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let count = try required(count, "count")
    count.pointee = try Handles.session(store).countBooks()
  }
}
