// Places in a list
//
// A list may be shown from any position. bw_query_find_book() returns the position of a book, and
// bw_query_find_text() the position of the first book whose name begins with a given text. The name
// is the title, the author or whatever other name the query sorts by first. Both positions are
// numbers for bw_query_set_offset(). From there, page forward with bw_query_set_after() and back
// with bw_query_set_before(), each at the cost of one page.
import BookwormQuery
import BookwormRecords
import CBookwormTypes

/// Skips the first `offset` books, 0 or more. They are still read, so use bw_query_set_after() to
/// go through a long list. That call removes an offset; an offset that is set afterwards counts
/// from the cursor.
@_cdecl("bw_query_set_offset")
public func bw_query_set_offset(
  _ query: BWQuery?, _ offset: Int64, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) { try Handles.query(query).change { try $0.setOffset(offset) } }
}

/// Continues after a position: `cursor`, which may be NULL, is a text from bw_result_get_cursor(),
/// of a query with the same order. NULL goes back to the beginning.
///
/// The position consists of the last row's values, not of a number of rows: rows that do not change
/// between two pages are neither skipped nor repeated, whatever happens to others. In the order of
/// relevance, however, every write changes every row's position a little: page within a read
/// transaction, or use a stream. A damaged cursor fails with BW_ERROR_CURSOR in this call; a cursor
/// of a query with another order fails with BW_ERROR_CURSOR when this query runs.
@_cdecl("bw_query_set_after")
public func bw_query_set_after(
  _ query: BWQuery?, _ cursor: UnsafePointer<CChar>?, _ length: Int64,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let cursor = try optionalText(cursor, length, "cursor")
    try Handles.query(query).change { try $0.setCursor(cursor) }
  }
}

/// Selects the books before a position: `cursor`, which may be NULL, is a text from
/// bw_result_get_first_cursor(), of a query with the same order. NULL goes back to the beginning.
///
/// The query then finds the books just before that position, in their usual order, at most as many
/// as its limit. If fewer are returned, the first of them is the first book of the list. This
/// replaces bw_query_set_after() and an offset. Such a query can be run and counted; observing,
/// streaming and exporting it fail with BW_ERROR_ARGUMENT. A damaged cursor fails with
/// BW_ERROR_CURSOR in this call; a cursor of a query with another order fails with BW_ERROR_CURSOR
/// when this query runs.
@_cdecl("bw_query_set_before")
public func bw_query_set_before(
  _ query: BWQuery?, _ cursor: UnsafePointer<CChar>?, _ length: Int64,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let cursor = try optionalText(cursor, length, "cursor")
    try Handles.query(query).change { try $0.setCursor(cursor, isBackward: true) }
  }
}

/// Gets the cursor for bw_query_set_before(), which is the position of the first row: hexadecimal
/// digits, borrowed from the result. Its `data` is NULL if no row comes before it, or if the result
/// is not from a query with a limit.
@_cdecl("bw_result_get_first_cursor")
public func bw_result_get_first_cursor(
  _ result: BWResult?, _ cursor: UnsafeMutablePointer<bw_text>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let cursor = try required(cursor, "cursor")
    let place = try Handles.result(result).firstCursor
    cursor.pointee = place.map { bw_text($0) } ?? bw_text()
  }
}

/// Gets the number of books before a book in a query's order, regardless of its limit, offset and
/// cursor. Cost: counts these books, with an index if the order has one. Fails with
/// BW_ERROR_NOT_FOUND if the query does not match the book.
@_cdecl("bw_query_find_book")
public func bw_query_find_book(
  _ store: BWStore?, _ query: BWQuery?, _ book: Int64, _ position: UnsafeMutablePointer<Int64>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (session, position) = (try Handles.session(store), try required(position, "position"))
    let query = try Handles.query(query).value
    position.pointee = try session.position(ofBook: book, in: query)
  }
}

/// Gets the number of books before the first one whose name begins with `text`, such as a letter.
/// The query's first sort key must be a name, such as the title (also the default), the author or
/// the primary genre; otherwise the call fails with BW_ERROR_ARGUMENT. Case and accents are
/// ignored. If no name begins with `text`, the number is the position that a book with such a name
/// would have. The query's limit, offset and cursor are ignored. Cost: as for bw_query_find_book().
@_cdecl("bw_query_find_text")
public func bw_query_find_text(
  _ store: BWStore?, _ query: BWQuery?, _ text: UnsafePointer<CChar>?, _ length: Int64,
  _ position: UnsafeMutablePointer<Int64>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (session, query) = (try Handles.session(store), try Handles.query(query).value)
    let position = try required(position, "position")
    let text = try givenText(text, length, "text")
    position.pointee = try session.position(ofText: text, in: query)
  }
}
