// Importing
//
// Imports books from a source with its own ids, such as another program's export. Each row creates
// a book, changes one, or leaves it alone. Importing the same rows again changes nothing, except
// that it may create a book for a row that was skipped: see below.
//
// A row's book is found in this order, and never guessed:
//
// - The book that was linked to the source's own id before. If it was deleted in the store, it
//   stays deleted, unless bw_import_options.recreate_deleted is 1. Two ids of one source mean two
//   books, until bw_book_merge() merges them.
// - Otherwise the book with the row's global id (BW_BOOK_GLOBAL_ID) or, if that book was merged
//   into another one, the other book. Rows have global ids if the source was exported from this
//   store or from another one.
// - Otherwise the book with one of the row's identifiers, in any notation
//   (BW_IDENTITY_IDENTIFIERS); see bw_query_where_identifier(). If the row's identifiers match
//   several books, the row is refused with BW_ERROR_EXISTS. An ISBN with a wrong length or check
//   digit is stored, and searches find it, but it identifies no book. If no book has one of the
//   identifiers, a source's own id counts as an identifier of its book, with the source's name as
//   the scheme: ("goodreads", "5907") is the book that the source "goodreads" calls 5907.
// - Otherwise the only book whose title and author are the row's, ignoring case and accents
//   (BW_IDENTITY_TITLE_AND_AUTHOR). They are compared as bw_genres_list() compares names;
//   `title_sort` and `author_sort` are ignored. This rule does not apply if several books match, or
//   if the book and the row have different identifiers of the same scheme, such as the ISBNs of two
//   editions.
// - Otherwise a new book. It gets the row's global id, if the row has one. As a result, a deleted
//   book that was not linked to the source is created again.
//
// If a book has the row's global id and already has all of the row's values, nothing is written,
// and the book is not linked to the source.
//
// Several rows of one import may match the same existing book by a rule other than the first one
// above (the source's own id). The first of these rows gets the book. Every other one is refused
// with BW_ERROR_EXISTS, because it may mean a different book. If such a row was skipped
// (bw_import_options.skip_refused), the next import of the source creates a book for it: the
// existing book is then linked to another id of the source. Rows that match no existing book are
// new books, one per id, even if they are equal.
//
// Values are merged field by field: the store remembers, for each book and source, the last
// imported values. If the source changed a field and nobody changed it in the store, the book gets
// the source's value, or loses the value that the source removed. Local edits always stay. So do
// values that the store had before the source gave any. In every import, the row's `kept` names the
// fields whose local value differs from the source's. Genres and identifiers are merged item by
// item: items that the source added are added, items that it removed are removed unless another
// source has them, and local items stay. Contributors are one field; an author derived from them is
// treated as if the row gave it. A book that existed before its first import gets the values it
// lacks. Price and currency are one field. A book that keeps its own review also keeps its
// BW_BOOK_SPOILERS.
//
// Status and dates belong to readings. A row can list all readings of its book in the columns
// BW_BOOK_READING_STARTED, _FINISHED and _OUTCOMES (INT64_LIST), _NOTES and _IDS (TEXT_LIST): one
// item per reading, 0 or an empty text if unknown. A reading is recognised by the source's own id,
// otherwise by its dates. A reading that is new to the source and to the store is added; local
// changes of a reading stay. No reading is deleted, with one exception. A change of the source may
// give a reading the same end and outcome as another reading of the book, for example one from
// another source. The two readings then become one. No date is invented: "read three times, one
// date" is three readings, two of them undated. If a reading was in progress at the source and is
// over now, it is still the same reading. So is a reading that keeps its start or its end. Without
// ids, any other new date means an additional reading if the list has become longer; otherwise it
// corrects the date that it replaces.
//
// Without lists, a row's status and dates describe one reading. If the status is in-progress, a
// finishing date is taken as the end of an earlier, completed reading. A finishing date that is
// later than in the previous import means an additional reading, unless the row still has the same
// start; an earlier date corrects the previous one. A new book without a status gets that of its
// dates, as in bw_book_create().
//
// The columns of an import are those of bw_books_create_from_columns() without BW_BOOK_GENRES, plus
// BW_BOOK_SOURCE_ID, a TEXT of 1 to 1,024 bytes that every row has; BW_BOOK_GLOBAL_ID, a UUID; and
// BW_BOOK_RAW, a TEXT of up to 16 MiB with the source's original row, which is stored with the
// book. If the source has no ids, use a text that stays the same, such as the ISBN, or title and
// author. Covers and quotes are not columns: add them to the book that bw_book_find_by_source()
// finds. To keep a cover that a person has set, store the digest of the cover that your import
// sets, for example in BW_BOOK_RAW, and replace the book's cover only if it still has this digest.
// Genres are given by name only, because ids differ between stores. A field keeps its value if it
// has no column, or if the row's `present` is BW_PRESENCE_SILENT. If a row's value in a column is
// absent and the source gave one before, the field is cleared; a rating, status or flag becomes 0.
// Identifiers in the form that spreadsheets use for text, ="978...", are unwrapped, and blank ones
// are ignored. A new book needs a title and an author; as in bw_book_create(), `author` may be left
// out or blank if a contributor is an author. A row that does not mention them can change a known
// book, but is invalid if it matches no book.
import BookwormBooks
import BookwormExchange
import BookwormRecords
import BookwormStorage
import CBookwormTypes

/// Finds the book that `book` describes, by its identifiers, then by its title and author (see
/// "Importing"), or creates it like bw_book_create(). Title and author are required; as in
/// bw_book_create(), `author` may be left out or blank if a contributor is an author. An existing
/// book is not changed. `id`, which may be NULL, gets its id. `created`, which may be NULL, gets 1
/// if it was created, otherwise 0. If no book has the identifiers and several have the title and
/// author, another book is created; to find one of them, give one of its identifiers. An invalid
/// ISBN, such as "0" or a misprinted one, identifies no book. Fails with BW_ERROR_EXISTS if several
/// books have its identifiers.
@_cdecl("bw_book_find_or_create")
public func bw_book_find_or_create(
  _ store: BWStore?, _ book: UnsafePointer<bw_book>?, _ id: UnsafeMutablePointer<Int64>?,
  _ created: UnsafeMutablePointer<Int32>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (session, draft) = (try Handles.session(store), try BookDraft(input(book, "book")))
    let book = try session.findOrCreateBook(draft)
    id?.pointee = book.id
    created?.pointee = book.created ? 1 : 0
  }
}

/// Imports `count` rows from columns as one step, which can be undone as a whole. `source` is the
/// source's name, of at most 1,024 bytes; use the same name for every import from that source.
/// `options`, which may be NULL, is prepared with BW_INIT. `result`, which may be NULL, gets a
/// result with one row for each given row, for bw_result_get_import(); free it with
/// bw_result_free(). With the option `complete`, rows with BW_OUTCOME_MISSING follow for the books
/// that the source no longer has; nothing is deleted.
///
/// The first invalid row makes the whole import fail, and the error names it. A row is invalid if
/// bw_book_create() would refuse it (but a reading may end before it started, and a row that does
/// not mention title or author may change a known book), if its source id is missing or repeated,
/// if its global id is all zeros, if several books have its identifiers, or if an earlier row of
/// the import matched the same existing book (see "Importing"). With `skip_refused` invalid rows
/// are skipped, and their rows of the result say why. With `dry_run` the call holds the write lock
/// just as long, but writes nothing.
///
/// Cost: one commit for all rows. A new book takes a little longer than in
/// bw_books_create_from_columns(); an unchanged book takes much less time.
@_cdecl("bw_books_import_from_columns")
public func bw_books_import_from_columns(
  _ store: BWStore?, _ source: UnsafePointer<CChar>?, _ source_length: Int64,
  _ columns: UnsafePointer<bw_column>?, _ column_count: Int64, _ count: Int64,
  _ options: UnsafePointer<bw_import_options>?, _ result: UnsafeMutablePointer<BWResult?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let session = try Handles.session(store)
    let source = try givenText(source, source_length, "source")
    let count = try length(count, 1, "count")
    let columns = try BookColumns(columns, column_count, rows: count, .importing)
    try session.importBooks(
      from: source, columns.fields, options, result, next: columns.rows(count))
  }
}

/// Imports the rows of an Arrow stream, like bw_books_import_from_columns(). `options` may be NULL,
/// and `result`, which may be NULL, gets a row for each row of the stream. Columns and the stream
/// are as in bw_books_create_from_arrow(), plus the utf8 columns source_id, global_id and raw, and
/// reading_ids, a list of utf8; a row whose global_id is not a UUID is invalid; genres are lists of
/// names. The columns title and author are not required, but without them a row that matches no
/// book is invalid.
@_cdecl("bw_books_import_from_arrow")
public func bw_books_import_from_arrow(
  _ store: BWStore?, _ source: UnsafePointer<CChar>?, _ source_length: Int64,
  _ stream: UnsafeMutablePointer<ArrowArrayStream>?, _ options: UnsafePointer<bw_import_options>?,
  _ result: UnsafeMutablePointer<BWResult?>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error, refused: { _ = stream.map { ArrowBooks(taking: $0) } }) {
    let books = ArrowBooks(taking: try required(stream, "stream"))
    let session = try Handles.session(store)
    let source = try givenText(source, source_length, "source")
    let fields = try books.read(.importing)
    try session.importBooks(from: source, fields, options, result) { try books.next(&$0) }
  }
}

/// Gets one row of an import, counted from 0, in the order the rows were given. Prepare `imported`
/// with BW_INIT; it borrows its texts from the result.
@_cdecl("bw_result_get_import")
public func bw_result_get_import(
  _ result: BWResult?, _ row: Int64, _ imported: UnsafeMutablePointer<bw_import_row>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let imported = try output(imported, "imported")
    imported.write(try Handles.result(result).importRow(row))
  }
}

/// Finds the book that is linked to `source_id`, the id that the source named `source` has given to
/// it. `id`, which may be NULL, gets its id. Fails with BW_ERROR_NOT_FOUND, including if the book
/// was deleted.
@_cdecl("bw_book_find_by_source")
public func bw_book_find_by_source(
  _ store: BWStore?, _ source: UnsafePointer<CChar>?, _ source_length: Int64,
  _ source_id: UnsafePointer<CChar>?, _ source_id_length: Int64, _ id: UnsafeMutablePointer<Int64>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let session = try Handles.session(store)
    let source = try givenText(source, source_length, "source")
    let found = try session.findBook(
      ofSource: source, try givenText(source_id, source_id_length, "source_id"))
    id?.pointee = found
  }
}

/// Reads the records of a book's imports, earliest first: one for each source, or several if books
/// of one source were merged. Free the result with bw_result_free(). Fails with BW_ERROR_NOT_FOUND.
@_cdecl("bw_book_list_sources")
public func bw_book_list_sources(
  _ store: BWStore?, _ book: Int64, _ sources: UnsafeMutablePointer<BWResult?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let sources = try required(sources, "sources")
    sources.pointee = try Handles.add(try Handles.session(store).sources(ofBook: book))
  }
}

/// Gets one row of a result of sources, counted from 0. Prepare `source` with BW_INIT; it borrows
/// its texts from the result.
@_cdecl("bw_result_get_source")
public func bw_result_get_source(
  _ result: BWResult?, _ row: Int64, _ source: UnsafeMutablePointer<bw_source>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let source = try output(source, "source")
    source.write(try Handles.result(result).struct(.source, row))
  }
}
