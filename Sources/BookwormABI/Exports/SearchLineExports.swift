// Search lines
//
// These calls are for a search box. They parse a line that is not finished, complete it at the text
// cursor, split a query into its conditions, and write a query as a line again. To change a line's
// order or to add a condition, parse the line, change the query, and get the query's line. Add
// conditions with bw_query_add_conditions() or bw_query_add_facet(), which also work for a line
// with OR. If another call, such as bw_query_where_status(), adds a filter to the query of a line
// with OR, the query cannot be written as a line again. The page search-line.md, installed in
// share/doc/bookworm, describes the language.
import BookwormFrontend
import BookwormRecords
import CBookwormTypes

/// Creates a query from a search line that is still being typed. Free it with bw_query_free().
///
/// Unlike bw_query_parse(), this call accepts a line that ends within a quote or a condition, such
/// as `dune genre:` or `rating>=4 "left ha`. The end is read as far as possible: an open phrase
/// finds texts that begin with it, and a condition without a valid value is left out. Everything
/// before the end must be valid, as in bw_query_parse().
///
/// `open`, which may be NULL, says what is still open. Prepare it with BW_INIT. Its status is BW_OK
/// if the line is finished. Otherwise `open` contains the error that bw_query_parse() gives for the
/// line; its `offset` is the position of the fault in the line, in bytes.
@_cdecl("bw_query_parse_unfinished")
public func bw_query_parse_unfinished(
  _ line: UnsafePointer<CChar>?, _ length: Int64, _ open: UnsafeMutablePointer<bw_error>?,
  _ query: UnsafeMutablePointer<BWQuery?>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (line, query) = (try givenText(line, length, "line"), try required(query, "query"))
    let open = try optionalOutput(open, "open")
    let (read, fault) = try SearchLine.read(line, mayBeOpen: true)
    query.pointee = try Handles.add(SharedQuery(read))
    open?.write(bw_error(open: fault))
  }
}

/// Lists the completions of a search line at a place, for a search box. `*result` gets a result
/// with one row per completion, for bw_result_get_completion(). Free it with bw_result_free().
///
/// `place` is an offset in bytes, at the beginning of a character, or -1 for the line's end. The
/// word or value that ends there is completed. After a key and an operator, the completions are the
/// key's values, each with its number of books. Genres, authors, translators and other people,
/// series, publishers, languages and formats are listed with those that have the most books first.
/// Ratings are listed with the highest first, years and months with the latest first, and statuses
/// in the order of bw_book_status. For any other word, the completions are shelves, the keys and
/// operators that begin with the word, and conditions for genres, authors, series and publishers. A
/// value is found by the beginning of any word of its name or label; case and accents are ignored.
/// The line need not be finished or valid. Where arbitrary text is allowed, there is nothing to
/// complete, and the result is empty.
///
/// The counts are of the whole store. `limit` is the largest number of rows, 0 to 1,000. Fails with
/// BW_ERROR_ARGUMENT for any other limit, for an unknown language, and if `place` is in the middle
/// of a character or beyond the line.
///
/// Cost: the first completion of a field reads its names, which takes up to 0.1 s for the people of
/// 100,000 books. The names are cached until the change log shows that books were added, deleted,
/// or changed in the field. While they are cached, a completion takes a few milliseconds at most.
@_cdecl("bw_store_list_completions")
public func bw_store_list_completions(
  _ store: BWStore?, _ line: UnsafePointer<CChar>?, _ length: Int64, _ place: Int64,
  _ language: bw_language, _ limit: Int64, _ result: UnsafeMutablePointer<BWResult?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (session, result) = (try Handles.session(store), try required(result, "result"))
    let (line, language) = (try givenText(line, length, "line"), try Language(language))
    result.pointee = try Handles.add(
      try session.complete(line, at: place, language, limit: limit))
  }
}

/// Gets one row of a result of completions, counted from 0. Prepare `completion` with BW_INIT; it
/// borrows its texts from the result.
@_cdecl("bw_result_get_completion")
public func bw_result_get_completion(
  _ result: BWResult?, _ row: Int64, _ completion: UnsafeMutablePointer<bw_completion>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let completion = try output(completion, "completion")
    completion.write(try Handles.result(result).completion(row))
  }
}

/// Writes a query as a search line. `line` is borrowed from `*result`, which you own: free the
/// result with bw_result_free(). bw_query_parse() turns it into a query that finds the same books
/// in the same order.
///
/// Every query that bw_query_parse() makes can be written. Words and conditions are written in a
/// fixed order and form, for example `year<=1969` for `year<1970`. The query's offset, cursor and
/// fields are not part of a line. Fails with BW_ERROR_INVALID if no line can express the query, for
/// example genres by id, words in the title alone, or a filter that was added to a query with
/// alternatives by a call such as bw_query_where_status(). Add conditions to such a query with
/// bw_query_add_conditions() instead.
@_cdecl("bw_query_get_line")
public func bw_query_get_line(
  _ query: BWQuery?, _ line: UnsafeMutablePointer<bw_text>?,
  _ result: UnsafeMutablePointer<BWResult?>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (line, result) = (try required(line, "line"), try required(result, "result"))
    let made = try Handles.query(query).value.line()
    result.pointee = try Handles.add(made)
    line.pointee = bw_text(made.onlyText)
  }
}

/// Lists a query's words and conditions, in the form and order that they have in its line.
/// `*result` gets a result with one row for each, for bw_result_get_condition(). Free it with
/// bw_result_free(). The query's order and limit are not included: see bw_query_get_sort() and
/// bw_query_get_info(). Fails like bw_query_get_line().
///
/// To remove a condition from the line, join the texts of the others, with OR between alternatives.
@_cdecl("bw_query_list_conditions")
public func bw_query_list_conditions(
  _ query: BWQuery?, _ result: UnsafeMutablePointer<BWResult?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let result = try required(result, "result")
    result.pointee = try Handles.add(try Handles.query(query).value.conditions())
  }
}

/// Gets one row of a result of conditions, counted from 0. Prepare `condition` with BW_INIT; it
/// borrows its texts from the result.
@_cdecl("bw_result_get_condition")
public func bw_result_get_condition(
  _ result: BWResult?, _ row: Int64, _ condition: UnsafeMutablePointer<bw_condition>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let condition = try output(condition, "condition")
    condition.write(try Handles.result(result).condition(row))
  }
}

/// Gets one of a query's sort keys, counted from 0; their number is in bw_query_get_info(). Fails
/// with BW_ERROR_ARGUMENT if there is no such key.
@_cdecl("bw_query_get_sort")
public func bw_query_get_sort(
  _ query: BWQuery?, _ number: Int64, _ key: UnsafeMutablePointer<bw_sort_key>?,
  _ direction: UnsafeMutablePointer<bw_direction>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (key, direction) = (try required(key, "key"), try required(direction, "direction"))
    let term = try Handles.query(query).value.sortTerm(number)
    key.pointee = bw_sort_key(rawValue: UInt32(bitPattern: term.key.rawValue))
    direction.pointee = term.descending ? BW_DESCENDING : BW_ASCENDING
  }
}
