// Arrow
//
// Rows of books, and of all else, leave as an Apache Arrow C stream, which pyarrow, polars,
// DuckDB, pandas and others take without a copy. Columns have the names of their fields. Ids are
// int64; rating, year and the like int32; favourite is a boolean; status an index into the names
// "on-shelf", "in-progress", "completed" and "did-not-finish" (a dictionary of utf8); series_number
// a double; created and updated are timestamps in milliseconds, UTC; started and finished are
// date32; price is an int64; texts are utf8; genres a list of int64, genre_names,
// identifier_schemes and identifier_values lists of utf8; of a search, matched is an int64 with the
// bit of a field, and rank a double. Columns come once each: first what is one value, in the order
// of BW_BOOK_*, but price and currency before global_id; then the lists, picture, and what a search
// found. Look for them by their names.
//
// Ids of books and of genres mean something in their own store only: books that go to another one
// leave out id and updated, and take genre_names in place of genres.
//
// A stream and what it gave belong to whoever holds them, who calls each one's release callback
// once. They need no handle of this library: closing the store does them no harm. A stream is to be
// used by one thread at a time. Its get_next answers with a number of errno where it fails,
// get_last_error says why, and a stream that has failed gives no more rows. In a forked child the
// parent's streams may only be released.
import BookwormModel
import CBookwormTypes

/// Begins to read what a query finds as an Arrow stream.
///
/// `stream` is written on success, and need not be prepared. Batches have at most 8,192 rows and a
/// few megabytes. The rows are of one state of the store, read through a connection that the stream
/// keeps until it is released, and as long keep the store's log from being folded back. Where there
/// is a second processor, a long stream has a second connection, which a thread of the library's
/// own reads from: the thread takes no signals, reads a few batches ahead, ends when they are read,
/// and is gone when the stream has been released. By id, title, author or created, books with
/// ordinary texts take some 50 MB at the most, however many there are; by other keys all that match
/// are sorted in memory first, as ids. On a transaction, and on a ":memory:" store, all rows are
/// read now.
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

/// Begins to read all rows of a table as an Arrow stream. Books come as bw_query_export_arrow()
/// gives them, with every field that is stored and genre_names in place of genres; of all other
/// tables every row is read now. Columns are called as bw_result_export_arrow() says; links have
/// book_id, genre_id and position, by which a book's genres are ordered, and merged books id, the
/// book_id of the book that has taken their place, and global_id. `stream` is written on success,
/// and need not be prepared.
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

/// Gives a result as an Arrow stream: its rows are books, genres, quotes, readings, orders, totals,
/// shelves, sources, statistics, imports or duplicates, and its columns have the names of their
/// fields, but that the id of another row is book_id or genre_id (of duplicates, id) and the number
/// of books book_count. Of totals they are
/// currency, orders, quantity and total, and of statistics, key (a genre's id or a month, else 0),
/// name, and rated_0 to rated_5. The stream keeps what it needs of the result, which may be freed
/// before it. Fails with BW_ERROR_ARGUMENT for changes, problems, faults and differences.
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
/// freed with bw_result_free(). Each column is a field of a book by its name; title and author must
/// be there, and a column that a new book does not have (id, updated, ...) is refused. Texts are
/// utf8, large_utf8, utf8_view or a dictionary of one of these; numbers any integer type, where
/// they fit; favourite also boolean; status one of the four names above or its number; price an
/// integer, and with it currency; series_number also float or double; created a timestamp with a
/// time zone, cut to milliseconds; started and finished date32 or date64; genres, under this name
/// or as genre_names, a list of names (made where missing), and never of ids, which another store
/// gives to other genres; identifier_schemes and identifier_values lists of utf8. A null is a field
/// that is not given; in a list it is refused. The rules are those of bw_book_create(), and on
/// failure `error->row` names the row, counted from 0 over all batches.
///
/// The stream is taken over and released, whatever comes of it: afterwards its `release` is NULL.
/// It is read to its end before anything is written, in this thread, and its batches are released
/// after: its producer may take its time, and may use the store. Columns whose name begins with
/// "__index_level_", a pandas frame's labels, are passed over. Fails with BW_ERROR_ARGUMENT where a
/// column is of another type or unknown, or its array's counts and offsets are not possible; with
/// BW_ERROR_INVALID where title or author has no column, and, with the producer's own words, where
/// the stream fails. That buffers are as long as their arrays say is for the producer to keep.
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
/// The column id, an integer, says which book; the others are as bw_books_create_from_arrow() takes
/// them, with add_genres and remove_genres, lists of names. A column that cannot be
/// set (updated, ...) is refused: select what has changed. Of nulls, and of the fields in `clear`,
/// holds what bw_books_update_from_columns() says; `changed`, which may be NULL, tells how many
/// books changed. The stream is taken over, read and released, and what fails is told, as there.
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
