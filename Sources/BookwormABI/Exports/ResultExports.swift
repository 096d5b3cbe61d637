// Results
//
// A result contains rows of one kind (books, genres, quotes, readings, orders, changes, ...) as
// they were when they were read; each kind has a function that gets one row. A result never
// changes, needs neither its store nor its query, and may be read by any number of threads.
// Everything read from it is borrowed and lives until bw_result_free(). A row number out of range,
// or a function for another kind of row, gives BW_ERROR_ARGUMENT.
import BookwormRecords
import CBookwormTypes

/// Frees a result and everything borrowed from it. NULL is allowed and does nothing; a result that
/// was already freed gives BW_ERROR_HANDLE.
@_cdecl("bw_result_free")
public func bw_result_free(_ result: BWResult?) -> bw_status {
  boundary(nil, ends: true) { try Handles.free(result, RowSet.handleKind) }
}

/// Counts the rows.
@_cdecl("bw_result_count")
public func bw_result_count(
  _ result: BWResult?, _ count: UnsafeMutablePointer<Int64>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let count = try required(count, "count")
    count.pointee = Int64(try Handles.result(result).count)
  }
}

/// Gets one row of a result of books, counted from 0. Prepare `book` with BW_INIT; it borrows its
/// texts and lists from the result. Fields that were not read are not in `book->fields`.
@_cdecl("bw_result_get_book")
public func bw_result_get_book(
  _ result: BWResult?, _ row: Int64, _ book: UnsafeMutablePointer<bw_book>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let book = try output(book, "book")
    book.write(try Handles.result(result).book(row))
  }
}

/// Gets one row of a result of genres, counted from 0. Prepare `genre` with BW_INIT; it borrows its
/// texts from the result.
@_cdecl("bw_result_get_genre")
public func bw_result_get_genre(
  _ result: BWResult?, _ row: Int64, _ genre: UnsafeMutablePointer<bw_genre>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let genre = try output(genre, "genre")
    genre.write(try Handles.result(result).struct(.genre, row))
  }
}

/// Gets one row of a result of quotes, counted from 0. Prepare `quote` with BW_INIT; it borrows its
/// texts from the result.
@_cdecl("bw_result_get_quote")
public func bw_result_get_quote(
  _ result: BWResult?, _ row: Int64, _ quote: UnsafeMutablePointer<bw_quote>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let quote = try output(quote, "quote")
    quote.write(try Handles.result(result).struct(.quote, row))
  }
}

/// Gets one row of a result of orders, counted from 0. Prepare `order` with BW_INIT; it borrows its
/// texts from the result.
@_cdecl("bw_result_get_order")
public func bw_result_get_order(
  _ result: BWResult?, _ row: Int64, _ order: UnsafeMutablePointer<bw_order>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let order = try output(order, "order")
    order.write(try Handles.result(result).struct(.order, row))
  }
}

/// Gets one row of bw_orders_list_totals(), counted from 0. Prepare `total` with BW_INIT; it
/// borrows its text from the result.
@_cdecl("bw_result_get_total")
public func bw_result_get_total(
  _ result: BWResult?, _ row: Int64, _ total: UnsafeMutablePointer<bw_order_total>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let total = try output(total, "total")
    total.write(try Handles.result(result).total(row))
  }
}

/// Gets one row of a result of changes, counted from 0. Prepare `change` with BW_INIT.
@_cdecl("bw_result_get_change")
public func bw_result_get_change(
  _ result: BWResult?, _ row: Int64, _ change: UnsafeMutablePointer<bw_change>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let change = try output(change, "change")
    change.write(try Handles.result(result).change(row))
  }
}

/// Gets one row of a result of statistics, counted from 0. Prepare `statistics` with BW_INIT; it
/// borrows its name from the result.
@_cdecl("bw_result_get_statistics")
public func bw_result_get_statistics(
  _ result: BWResult?, _ row: Int64, _ statistics: UnsafeMutablePointer<bw_statistics>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let statistics = try output(statistics, "statistics")
    statistics.write(try Handles.result(result).statistics(row))
  }
}

/// Gets one row of a result of bw_book_check() or bw_binding_check(), counted from 0. Prepare
/// `book_fault` with BW_INIT; it borrows its text from the result.
@_cdecl("bw_result_get_fault")
public func bw_result_get_fault(
  _ result: BWResult?, _ row: Int64, _ book_fault: UnsafeMutablePointer<bw_fault>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let fault = try output(book_fault, "book_fault")
    fault.write(try Handles.result(result).fault(row))
  }
}

/// Gets the error of one row, counted from 0, of a result of faults (such as that of
/// bw_book_check()) or of an import. For a refused row of an import, the error's `row` is the
/// number of that row. Pass the error to bw_error_get_text() or bw_error_get_plain_text() to get
/// the sentence to show to a person. Prepare `failed` with BW_INIT; it keeps its texts after the
/// result is freed. Fails with BW_ERROR_NOT_FOUND if the row of an import was not refused.
@_cdecl("bw_result_get_error")
public func bw_result_get_error(
  _ result: BWResult?, _ row: Int64, _ failed: UnsafeMutablePointer<bw_error>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let failed = try output(failed, "failed")
    failed.write(try Handles.result(result).error(row))
  }
}

/// Gets one row of a result of problems, counted from 0. Prepare `problem` with BW_INIT; it borrows
/// its texts from the result.
@_cdecl("bw_result_get_problem")
public func bw_result_get_problem(
  _ result: BWResult?, _ row: Int64, _ problem: UnsafeMutablePointer<bw_problem>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let problem = try output(problem, "problem")
    problem.write(try Handles.result(result).problem(row))
  }
}

/// Gets one row of a result of differences, counted from 0. Prepare `difference` with BW_INIT; it
/// borrows its texts from the result.
@_cdecl("bw_result_get_difference")
public func bw_result_get_difference(
  _ result: BWResult?, _ row: Int64, _ difference: UnsafeMutablePointer<bw_difference>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let difference = try output(difference, "difference")
    difference.write(try Handles.result(result).difference(row))
  }
}

/// Gets one row of a result of duplicates, counted from 0. Prepare `duplicate` with BW_INIT; it
/// borrows its texts from the result.
@_cdecl("bw_result_get_duplicate")
public func bw_result_get_duplicate(
  _ result: BWResult?, _ row: Int64, _ duplicate: UnsafeMutablePointer<bw_duplicate>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let duplicate = try output(duplicate, "duplicate")
    duplicate.write(try Handles.result(result).duplicate(row))
  }
}

/// Gets one field of all rows; `field` is the bit of a field that was read, or a BW_OUTPUT_* bit of
/// a value that was read. A genre's id and number of books are INT64, its rgb is INT32, its texts
/// are TEXT. Prepare `column` with BW_INIT; it borrows its arrays from the result.
@_cdecl("bw_result_get_column")
public func bw_result_get_column(
  _ result: BWResult?, _ field: bw_fields, _ column: UnsafeMutablePointer<bw_column>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let column = try output(column, "column")
    column.write(try Handles.result(result).column(field))
  }
}

/// Gets the cursor for bw_query_set_after(), which is the position after the last row: hexadecimal
/// digits, borrowed from the result. Its `data` is NULL if no row follows. Only results of streams
/// and of queries with a limit have a cursor; for all others `data` is NULL too.
@_cdecl("bw_result_get_cursor")
public func bw_result_get_cursor(
  _ result: BWResult?, _ cursor: UnsafeMutablePointer<bw_text>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let cursor = try required(cursor, "cursor")
    let place = try Handles.result(result).cursor
    cursor.pointee = place.map { bw_text($0) } ?? bw_text()
  }
}
