// Arrow
//
// Rows of books and of every other table can be read as an Apache Arrow C stream, which pyarrow,
// polars, DuckDB, pandas and others accept without a copy. Columns are named after their fields,
// and have these types:
//
// - int64: ids, price, and matched, which is the bit of a field
// - int32: rating, year, pages and the other int32_t members that are not listed below
// - double: series_number, exact_rating and rank
// - boolean: favourite and spoilers
// - a dictionary of utf8: status, with the names "on-shelf", "in-progress", "completed" and
//   "did-not-finish"
// - a timestamp in milliseconds, UTC: created and updated
// - date32: started and finished
// - utf8: texts, including global_id, cover, snippet and picture
// - a list of int64: genres
// - a list of utf8: genre_names, identifier_schemes, identifier_values, contributor_names,
//   contributor_sorts and contributor_roles
//
// Each column occurs once. First come the fields with one value, except cover, in the order of
// BW_BOOK_*. Then come genres, identifier_schemes, identifier_values, genre_names, cover,
// contributor_names, contributor_sorts, contributor_roles, matched, snippet, rank and picture. Find
// columns by name.
//
// Ids of books and genres are valid only in their own store. To copy books to another store, leave
// out id, updated and global_id, and also cover, matched, snippet, rank and picture if the stream
// has them; use genre_names instead of genres.
//
// A stream and its batches belong to the consumer, who calls each release callback once. They do
// not use a handle of this library, so closing the store does not affect them. Only one thread at a
// time may use a stream. If get_next fails, it returns an errno value, get_last_error returns the
// reason, and the stream returns no more rows. A forked child may only release its parent's
// streams.
import BookwormBooks
import BookwormQuery
import BookwormRecords
import CBookwormTypes

/// Opens an Arrow stream of the books that a query finds.
///
/// `stream` is written on success and needs no preparation. Batches have at most 8,192 rows and a
/// few megabytes. All rows are from one snapshot of the store. The stream keeps a connection until
/// it is released, and meanwhile the store's log cannot be checkpointed completely. On a machine
/// with several processors, a long stream uses a second connection, which a thread of the library
/// reads. This thread handles no signals, reads a few batches ahead, and ends when all batches are
/// read or the stream is released. If the books are ordered by `id`, `title`, `author` or `created`
/// and have ordinary texts, the stream needs about 50 MB of memory at most, whatever the number of
/// books. For other sort keys the ids of all matching books are sorted in memory first. On a
/// transaction and on a ":memory:" store, all rows are read immediately.
@_cdecl("bw_query_export_arrow")
public func bw_query_export_arrow(
  _ store: BWStore?, _ query: BWQuery?, _ stream: UnsafeMutablePointer<ArrowArrayStream>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (session, stream) = (try Handles.session(store), try required(stream, "stream"))
    let rows = try RecordBatchStream(session, try Handles.query(query).value)
    stream.initialize(to: ArrowArrayStream(rows))
  }
}

/// Opens an Arrow stream of all rows of a table. Books are as in bw_query_export_arrow(), with
/// every stored field, and genre_names instead of genres; all rows of the other tables are read
/// into memory by this call. Columns are named as in bw_result_export_arrow(). Rows of
/// BW_TABLE_LINKS have book_id, genre_id and position, which orders a book's genres. Merged books
/// have id, the book_id of the book that replaced them, and global_id. Fails with BW_ERROR_ARGUMENT
/// for an unknown table. `stream` is written on success and needs no preparation.
@_cdecl("bw_store_export_arrow")
public func bw_store_export_arrow(
  _ store: BWStore?, _ table: bw_table, _ stream: UnsafeMutablePointer<ArrowArrayStream>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (session, stream) = (try Handles.session(store), try required(stream, "stream"))
    stream.initialize(to: ArrowArrayStream(try RecordBatchStream(session, try Table(table))))
  }
}

/// Opens an Arrow stream of a result of books, genres, quotes, readings, orders, totals, shelves,
/// sources, statistics, imports or duplicates. Columns are named after their fields, except that
/// the id of another row is book_id or genre_id, and the number of books is book_count. In
/// duplicates, the column of the book's id is named id. Totals have currency, orders, quantity and
/// total; statistics have key (as `key` of bw_statistics), name, and rated_0 to rated_5. You may
/// free the result before the stream: the stream keeps the result's data in memory, and needs
/// memory for one more batch at a time. Fails with BW_ERROR_ARGUMENT for changes, problems, faults
/// and differences.
@_cdecl("bw_result_export_arrow")
public func bw_result_export_arrow(
  _ result: BWResult?, _ stream: UnsafeMutablePointer<ArrowArrayStream>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (rows, stream) = (try Handles.result(result), try required(stream, "stream"))
    stream.initialize(to: ArrowArrayStream(try RecordBatchStream(rows)))
  }
}

/// Creates a book for every row of an Arrow stream, as one step, all or none.
///
/// `ids`, which may be NULL, gets a result with the books' ids in the order of the rows, to be
/// freed with bw_result_free(). Each column is a field of a book, found by its name. The columns
/// title and author are required (contributor_names may replace author), and columns that a new
/// book cannot have (id, updated, ...) are refused. A null means that the field is not given;
/// inside a list it is refused. The rules are those of bw_book_create(). On failure `error->row` is
/// the row, counted from 0 over all batches.
///
/// Columns may have these types:
///
/// - texts: utf8, large_utf8, utf8_view, or a dictionary of one of these.
/// - numbers: any integer type, if the values fit; for series_number and exact_rating also float
///   and double. A price requires a currency.
/// - favourite and spoilers: an integer or a boolean; status: one of the four names above, or its
///   number.
/// - created: a timestamp with a time zone, truncated to milliseconds. started and finished: date32
///   or date64.
/// - genres (or genre_names): a list of names, which are created if missing. Ids are refused,
///   because they differ between stores.
/// - reading_started and reading_finished: lists of date32 or date64; reading_outcomes: a list of
///   outcomes' names, such as "completed", or of their numbers.
/// - identifier_schemes, identifier_values, contributor_names, contributor_sorts, contributor_roles
///   and reading_notes: lists of utf8.
///
/// The call takes ownership of the stream and always releases it: afterwards its `release` is NULL.
/// It reads the stream to its end, on this thread, before it writes anything, so a slow producer
/// blocks no writer, and the producer may use the store. The batches are released afterwards.
/// Columns whose name begins with "__index_level_", the labels of a pandas frame, are ignored.
/// Fails with BW_ERROR_ARGUMENT if a column is unknown or of another type, or if counts and offsets
/// of its arrays are impossible. Fails with BW_ERROR_INVALID if title or author is missing, or if
/// the stream fails; the message is then the producer's. The producer must ensure that buffers are
/// as long as their arrays say.
@_cdecl("bw_books_create_from_arrow")
public func bw_books_create_from_arrow(
  _ store: BWStore?, _ stream: UnsafeMutablePointer<ArrowArrayStream>?,
  _ ids: UnsafeMutablePointer<BWResult?>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error, refused: { _ = stream.map { ArrowBooks(taking: $0) } }) {
    let books = ArrowBooks(taking: try required(stream, "stream"))
    let session = try Handles.session(store)
    try books.read(.create)
    let created = try session.createBooks(books)
    if let ids { ids.pointee = created } else { try Handles.free(created, RowSet.handleKind) }
  }
}

/// Changes a book for every row of an Arrow stream, as one step, all or none.
///
/// The integer column id selects the book; the other columns are as in
/// bw_books_create_from_arrow(), but without readings, and add_genres and remove_genres are lists
/// of names. Columns that cannot be set (updated, ...) are refused: select only the columns that
/// you changed. Nulls and the fields in `clear` have the same meaning as in
/// bw_books_update_from_columns(). `changed`, which may be NULL, gets the number of books that
/// changed. Ownership of the stream, its release and errors are as in bw_books_create_from_arrow().
@_cdecl("bw_books_update_from_arrow")
public func bw_books_update_from_arrow(
  _ store: BWStore?, _ stream: UnsafeMutablePointer<ArrowArrayStream>?, _ clear: bw_fields,
  _ changed: UnsafeMutablePointer<Int64>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error, refused: { _ = stream.map { ArrowBooks(taking: $0) } }) {
    let books = ArrowBooks(taking: try required(stream, "stream"))
    let session = try Handles.session(store)
    try books.read(.update)
    let clear = BookFields(rawValue: clear)
    let number = try session.updateBooks(clear: clear) { try books.next(&$0) }
    changed?.pointee = number
  }
}
