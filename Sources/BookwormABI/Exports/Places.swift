// Places in a list
//
// A list may be shown from any place in it: where a book stands, or the first book that begins with
// a letter, is told as a number, for bw_query_set_offset(); from there, pages go on by
// bw_query_set_after() and back by bw_query_set_before(), each at the cost of a page.
import BookwormModel
import CBookwormTypes

/// Goes back before a place in the list: `cursor`, which may be NULL, is a text from
/// bw_result_get_first_cursor(), of a query with the same order. NULL goes back to the beginning.
///
/// The query then finds the books that come just before that place, in their usual order, as many
/// as its limit says; fewer are the first of all. It takes the place of bw_query_set_after() and of
/// an offset. Such a query can be run, and counted, but not observed, streamed or exported. Fails
/// with BW_ERROR_CURSOR, here or, where the orders differ, when the query runs.
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

/// Tells the place of the first row, for bw_query_set_before(): a text of hexadecimal digits,
/// borrowed from the result. Its `data` is NULL where no row comes before it, and in a result that
/// did not come from a query with a limit.
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

/// Tells how many books come before a book in a query's order, whatever its limit, offset and
/// cursor. It counts them, by an index where the order has one. Fails with BW_ERROR_NOT_FOUND where
/// the book is not among those of the query.
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

/// Tells how many books come before the first one whose text begins with `text`, such as a letter,
/// in the order of the query, which must be by a name first, such as the title, the author or the
/// primary genre. Case and accents do not count. Where no book begins so, the place is that which
/// it would have. The query's limit, offset and cursor do not matter.
@_cdecl("bw_query_find_text")
public func bw_query_find_text(
  _ store: BWStore?, _ query: BWQuery?, _ text: UnsafePointer<CChar>?, _ length: Int64,
  _ position: UnsafeMutablePointer<Int64>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (session, query) = (try Handles.session(store), try Handles.query(query).value)
    let position = try required(position, "position")
    let text = try BookwormABI.text(text, length, "text")
    position.pointee = try session.position(ofText: text, in: query)
  }
}
