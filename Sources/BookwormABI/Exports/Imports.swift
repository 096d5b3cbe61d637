// Importing
//
// Books from a source that has ids of its own, such as another program's export: each row creates a
// book, changes one, or leaves it alone. To import again what has been imported changes nothing.
//
// Which book a row means, in this order and never by a guess:
// - The book that was linked to the source's own id before. Where it has been deleted here, it is
//   left deleted. Two ids of one source are two books.
// - Else the book that has one of the row's identifiers, in any spelling (BW_IDENTITY_IDENTIFIERS).
//   Where several books have, the row is refused, with BW_ERROR_EXISTS. What a row has for an ISBN
//   and is none, by its length or its check digit, is kept and found, and identifies no book.
// - Else the one book that has its title and its author, as lists sort them
//   (BW_IDENTITY_TITLE_AND_AUTHOR). It is another book where several have them, and where it has
//   another identifier of a scheme that the row has too, such as another edition's ISBN.
// - Else a new book.
// Where two rows of one import would be the same book, one that was there before it, by the second
// or third of these, which of them it is would be a guess: the first has it, and the other is
// refused, with BW_ERROR_EXISTS. When its source is imported again, that one is another book. Rows
// that are like no book that was there are new books, each by its own id, also where they are
// alike.
//
// What is taken of it, field by field: the store keeps, for each book and source, what was last
// taken. Where the source has changed a field since and nobody here has, the book gets the source's
// value, or loses the one that the source has lost. What the reader had before the source gave it,
// and what the reader has changed since, stays from then on, whatever the source has; the row's
// `kept` names, at each import, the fields in which the book has another value than the source. Of
// genres and identifiers each item goes by itself: what the source has added is added, what it has
// taken away is taken off where no other source gives it, and what came from here stays. A book
// that was there before its first import gets what it lacks. Price and currency are one.
//
// The columns of an import are those of bw_books_create_from_columns(), and two more:
// BW_BOOK_SOURCE_ID, a TEXT of 1 to 1,024 bytes that every row has, and BW_BOOK_RAW, a TEXT of up
// to 16 MiB, the row as the source has it, which is kept with the book for what has no field here.
// Genres are given by name. A field that has no column is one of which the source does not speak:
// it stays as it is, and so it does where a row's `present` is BW_PRESENCE_SILENT. A row that is
// absent in a column is without the field: it is cleared where the source had it, and a rating, a
// status and a favourite become 0. An identifier that a spreadsheet has made a text, ="978...", is
// read as what stands within, and one that is blank is none. A new book needs title and author.
import BookwormModel
import BookwormStorage
import CBookwormTypes

/// Finds the book that `book` means, by its identifiers, then by its title and author, as
/// "Importing" says, or creates it: see bw_book_create(). One that is found is not changed. `id`
/// and `created`, each of which may be NULL, get its id, and 1 if it was made. Where several books
/// have its title and author and none its identifiers, it is made: give an identifier. An ISBN that
/// is none, such as "0" or a misprinted one, identifies no book. Fails with BW_ERROR_EXISTS where
/// several books have its identifiers.
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

/// Imports `count` rows, given as columns, as one step, which is undone as one. `source` is the
/// source's name, of at most 1,024 bytes, the same each time. `options`, which may be NULL, is
/// prepared with BW_INIT. `result`, which may be NULL, gets a row for each, for
/// bw_result_get_import(); free it with bw_result_free().
///
/// The first row that is refused refuses everything, and the error names it: the first fault of
/// bw_book_create(), a source's id that is missing or comes twice, identifiers of several books.
/// With `skip_refused` it is passed over, and its row of the result says why. With `dry_run` the
/// write lock is held as long, and nothing is written.
///
/// Cost: a new book takes a little longer than bw_books_create_from_columns(), one that is as it
/// was far less; one commit for all.
@_cdecl("bw_books_import_from_columns")
public func bw_books_import_from_columns(
  _ store: BWStore?, _ source: UnsafePointer<CChar>?, _ source_length: Int64,
  _ columns: UnsafePointer<bw_column>?, _ column_count: Int64, _ count: Int64,
  _ options: UnsafePointer<bw_import_options>?, _ result: UnsafeMutablePointer<BWResult?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (session, source) = (try Handles.session(store), try text(source, source_length, "source"))
    let count = try length(count, 1, "count")
    let columns = try BookColumns(columns, column_count, rows: count, .importing)
    try session.importBooks(
      from: source, columns.fields, options, result, next: columns.rows(count))
  }
}

/// Imports the rows of an Arrow stream, as bw_books_import_from_columns() does. `options` may be
/// NULL, and `result`, which may be NULL, gets a row for each row of the stream. Columns and the
/// stream are as in bw_books_create_from_arrow(), with the columns source_id and raw, which are
/// utf8, beside; genres are lists of names. A stream without the column title changes books that
/// are known, and creates none.
@_cdecl("bw_books_import_from_arrow")
public func bw_books_import_from_arrow(
  _ store: BWStore?, _ source: UnsafePointer<CChar>?, _ source_length: Int64,
  _ stream: UnsafeMutablePointer<ArrowArrayStream>?, _ options: UnsafePointer<bw_import_options>?,
  _ result: UnsafeMutablePointer<BWResult?>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error, refused: { _ = stream.map { ArrowBooks(taking: $0) } }) {
    let books = ArrowBooks(taking: try required(stream, "stream"))
    let (session, source) = (try Handles.session(store), try text(source, source_length, "source"))
    let fields = try books.read(.importing)
    try session.importBooks(from: source, fields, options, result) { try books.next(&$0) }
  }
}

/// Shows one row of an import, from row 0: the rows are in the order in which they were given.
/// Prepare `imported` with BW_INIT; it borrows its texts from the result.
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

/// Finds the book that is linked to a source's own id, `source_id`, of the source named `source`.
/// `id`, which may be NULL, gets its id. Fails with BW_ERROR_NOT_FOUND, also where the book has
/// been deleted.
@_cdecl("bw_book_find_by_source")
public func bw_book_find_by_source(
  _ store: BWStore?, _ source: UnsafePointer<CChar>?, _ source_length: Int64,
  _ source_id: UnsafePointer<CChar>?, _ source_id_length: Int64, _ id: UnsafeMutablePointer<Int64>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (session, source) = (try Handles.session(store), try text(source, source_length, "source"))
    let found = try session.findBook(
      ofSource: source, try text(source_id, source_id_length, "source_id"))
    id?.pointee = found
  }
}

/// Reads what is kept of the sources that a book came from, the first one first. Free the result
/// with bw_result_free(). Fails with BW_ERROR_NOT_FOUND where there is no such book.
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

/// Shows one row of a result of sources, from row 0. Prepare `source` with BW_INIT; it borrows its
/// texts from the result.
@_cdecl("bw_result_get_source")
public func bw_result_get_source(
  _ result: BWResult?, _ row: Int64, _ source: UnsafeMutablePointer<bw_source>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let source = try output(source, "source")
    source.write(try Handles.result(result).source(row))
  }
}
