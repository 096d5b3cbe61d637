// Queries
//
// A query says which books, in which order, and which part of them. It belongs to no store and can
// be run on any, as often as you like. A book must pass all of its filters. Those of rating,
// favourite, a field's range, created, started and finished replace the one set before of their
// kind, and so do limit, offset, cursor and fields; all others add to those before. A query has at
// most 100 filters of genres, texts, searches, identifiers, fields that are absent and other
// queries, with those of queries within it: BW_ERROR_TOO_LARGE. A value that cannot be is
// BW_ERROR_INVALID. To be rid of a filter, make a new query. Free it with bw_query_free(). Threads
// may share one: a run takes the query as it is when it begins.
//
// Cost: by title, by author and by created, and a genre's books by title, a page takes about as
// long as its rows, however many books there are and however deep a cursor goes; books that are
// equal in such an order are sorted by id at each page, which tells when very many of them are. In
// other orders, and for filters that few books pass, a query reads every book that may match. Of
// books with a rating it reads no more than the counters know of: where those are damaged, books
// are missing until bw_store_rebuild() has mended them.
import BookwormModel
import CBookwormTypes

/// Makes a query for all books, by title, then author, then id.
@_cdecl("bw_query_new")
public func bw_query_new(
  _ query: UnsafeMutablePointer<BWQuery?>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let query = try required(query, "query")
    query.pointee = try Handles.add(try SharedQuery())
  }
}

/// Makes a query of a line that a person types into a search box, such as
/// `author:herbert rating>=4 sort:-rating dune`. Free it with bw_query_free(). More filters may be
/// set on it, and it may be sorted anew after bw_query_clear_order().
///
/// The line is at most 16 KiB. One that cannot be understood gives BW_ERROR_INVALID; the error's
/// `offset` is the byte of the line where something else was expected, at most the line's length,
/// and its message says what. All that a line can say is on the page search-line.md, which is
/// installed with the library, in share/doc/bookworm.
@_cdecl("bw_query_parse")
public func bw_query_parse(
  _ line: UnsafePointer<CChar>?, _ length: Int64, _ query: UnsafeMutablePointer<BWQuery?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (line, query) = (try text(line, length, "line"), try required(query, "query"))
    query.pointee = try Handles.add(SharedQuery(try SearchLine.query(line)))
  }
}

/// Frees a query. NULL is allowed and does nothing; one freed already gives BW_ERROR_HANDLE.
@_cdecl("bw_query_free")
public func bw_query_free(_ query: BWQuery?) -> bw_status {
  boundary(nil, ends: true) { try Handles.free(query, SharedQuery.handleKind) }
}

/// Lets through the books that have any, all or none of the genres. A genre that does not exist is
/// one that no book has. A query names at most 10,000 genres: BW_ERROR_TOO_LARGE.
@_cdecl("bw_query_where_genres")
public func bw_query_where_genres(
  _ query: BWQuery?, _ match: bw_match, _ genres: UnsafePointer<Int64>?, _ count: Int64,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (match, genres) = (try Match(match), try array(genres, count, "genres"))
    try Handles.query(query).change { try $0.filterGenres(match, genres) }
  }
}

/// As bw_query_where_genres(), but by name. The names are looked up when the query runs.
@_cdecl("bw_query_where_genre_names")
public func bw_query_where_genre_names(
  _ query: BWQuery?, _ match: bw_match, _ names: UnsafePointer<bw_text>?, _ count: Int64,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (match, names) = (try Match(match), try array(names, count, "names"))
    try Handles.query(query).change { query in
      try query.filterGenres(match, names: names.count) { try text(names[$0], "names") }
    }
  }
}

/// Lets through the books rated from `minimum` to `maximum`, each 1 to 5, and with `or_not_rated` 1
/// also those not rated. 0 and 0 mean only those not rated. Fails with BW_ERROR_INVALID where but
/// one of them is 0, or `minimum` is above `maximum`.
@_cdecl("bw_query_where_rating")
public func bw_query_where_rating(
  _ query: BWQuery?, _ minimum: Int32, _ maximum: Int32, _ or_not_rated: Int32,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    try Handles.query(query).change {
      try $0.filterRating(minimum, maximum, orNotRated: or_not_rated)
    }
  }
}

/// Lets through the favourites (1), or the others (0).
@_cdecl("bw_query_where_favourite")
public func bw_query_where_favourite(
  _ query: BWQuery?, _ favourite: Int32, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) { try Handles.query(query).change { try $0.filterFavourite(favourite) } }
}

/// Lets through the books of a status; called several times, of any of them.
@_cdecl("bw_query_where_status")
public func bw_query_where_status(
  _ query: BWQuery?, _ status: bw_book_status, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let status = Int32(bitPattern: status.rawValue)
    try Handles.query(query).change { try $0.filterStatus(status) }
  }
}

/// Lets through the books whose `field` contains the text, case and accents folded: "lodz" is in
/// "Łódź". The field is one bit, of any text of a book but synopsis, review, notes and currency;
/// with BW_BOOK_LANGUAGE the text is a tag, and "en" lets "en-GB" through too. For words in other
/// texts see bw_query_search(). A book without the field does not pass.
/// Called several times, all of the texts. At most 16 KiB: BW_ERROR_TOO_LARGE.
@_cdecl("bw_query_where_contains")
public func bw_query_where_contains(
  _ query: BWQuery?, _ field: bw_fields, _ text: UnsafePointer<CChar>?, _ length: Int64,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let text = try BookwormABI.text(text, length, "text")
    let field = BookFields(rawValue: field)
    try Handles.query(query).change { try $0.filter(field, contains: text) }
  }
}

/// Lets through the books whose `field`, one bit of BW_BOOK_YEAR, _PAGES, _EDITION_YEAR, lies from
/// `first` to `last`, both included, years negative for BCE; INT32_MIN and INT32_MAX leave an end
/// open. A book without the field does not pass. Called again for a field, it takes the place of
/// the range before.
@_cdecl("bw_query_where_range")
public func bw_query_where_range(
  _ query: BWQuery?, _ field: bw_fields, _ first: Int32, _ last: Int32,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let field = BookFields(rawValue: field)
    try Handles.query(query).change { try $0.filter(field, first, last) }
  }
}

/// Lets through the books that have an identifier, such as the scheme "isbn" and the value
/// "978-0-441-17271-9", at most 16 KiB each. Case does not matter. An ISBN is found in any
/// spelling, of 10 or 13 digits, with hyphens or spaces, under the schemes isbn, isbn10 and
/// isbn13. Called several times, all of the identifiers. Cost: they are looked up.
@_cdecl("bw_query_where_identifier")
public func bw_query_where_identifier(
  _ query: BWQuery?, _ scheme: UnsafePointer<CChar>?, _ scheme_length: Int64,
  _ value: UnsafePointer<CChar>?, _ value_length: Int64, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let scheme = try text(scheme, scheme_length, "scheme")
    let value = try text(value, value_length, "value")
    try Handles.query(query).change { try $0.filterIdentifier(scheme, value) }
  }
}

/// Lets through the books that are without each of the fields (`absent` 1), or that have each of
/// them (0): BW_BOOK_RATING, _GENRES, _IDENTIFIER_VALUES, _QUOTES, _READINGS, and what else a book
/// need not have. Each field is one of a query's 100 filters. Called several times, all of it.
@_cdecl("bw_query_where_absent")
public func bw_query_where_absent(
  _ query: BWQuery?, _ fields: bw_fields, _ absent: Int32,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let fields = BookFields(rawValue: fields)
    try Handles.query(query).change { try $0.filter(fields, absent: absent) }
  }
}

/// Lets through the books that `other` does not let through. Only the filters of `other` count, as
/// they are now; it may have no limit, offset or cursor. Free it as before. Queries may stand
/// within queries, 20 deep.
@_cdecl("bw_query_where_not")
public func bw_query_where_not(
  _ query: BWQuery?, _ other: BWQuery?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let other = try Handles.query(other, "other").value
    try Handles.query(query).change { try $0.exclude(other) }
  }
}

/// Lets through the books that `other` lets through as well: those that pass all filters so far, or
/// all of its own; see bw_query_where_not(). Filters that are set afterwards hold for both.
@_cdecl("bw_query_where_either")
public func bw_query_where_either(
  _ query: BWQuery?, _ other: BWQuery?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let other = try Handles.query(other, "other").value
    try Handles.query(query).change { try $0.orElse(other) }
  }
}

/// Lets through the books created from the instant `from` up to, but not at, `until`, in
/// milliseconds since 1970-01-01T00:00:00Z. INT64_MIN and INT64_MAX leave an end open.
@_cdecl("bw_query_where_created")
public func bw_query_where_created(
  _ query: BWQuery?, _ from: Int64, _ until: Int64, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) { try Handles.query(query).change { try $0.filterCreated(from, until) } }
}

/// Lets through the books started from the day `first` to the day `last`, both included, each
/// YYYYMMDD; 0 leaves an end open. A book that has no such day does not pass.
@_cdecl("bw_query_where_started")
public func bw_query_where_started(
  _ query: BWQuery?, _ first: Int32, _ last: Int32, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (first, last) = (first == 0 ? nil : first, last == 0 ? nil : last)
    try Handles.query(query).change { try $0.filterStarted(first, last) }
  }
}

/// Lets through the books finished from the day `first` to the day `last`; see
/// bw_query_where_started().
@_cdecl("bw_query_where_finished")
public func bw_query_where_finished(
  _ query: BWQuery?, _ first: Int32, _ last: Int32, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (first, last) = (first == 0 ? nil : first, last == 0 ? nil : last)
    try Handles.query(query).change { try $0.filterFinished(first, last) }
  }
}

/// Sorts by `key`; called several times, by one key after the other. Books that are equal in all of
/// them are sorted by id, ascending. To sort by one key twice is BW_ERROR_ARGUMENT.
@_cdecl("bw_query_order_by")
public func bw_query_order_by(
  _ query: BWQuery?, _ key: bw_sort_key, _ direction: bw_direction,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let term = try SortTerm(key, direction)
    try Handles.query(query).change { try $0.sort(by: term) }
  }
}

/// Takes back what the query is sorted by: it is by title, then author again.
@_cdecl("bw_query_clear_order")
public func bw_query_clear_order(
  _ query: BWQuery?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) { try Handles.query(query).change { $0.clearSort() } }
}

/// Reads at most `limit` books, from 0 up; -1 takes the limit off.
@_cdecl("bw_query_set_limit")
public func bw_query_set_limit(
  _ query: BWQuery?, _ limit: Int64, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) { try Handles.query(query).change { try $0.setLimit(limit) } }
}

/// Leaves out the first `offset` books, from 0 up. They are read all the same: to go through a long
/// list, use bw_query_set_after(), which takes an offset back; one set after it counts from its
/// place.
@_cdecl("bw_query_set_offset")
public func bw_query_set_offset(
  _ query: BWQuery?, _ offset: Int64, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) { try Handles.query(query).change { try $0.setOffset(offset) } }
}

/// Goes on after a place in the list: `cursor`, which may be NULL, is a text from
/// bw_result_get_cursor(), of a query with the same order. NULL goes back to the beginning.
///
/// The place is that of the last row's values, not a number of rows: rows that nobody changes
/// between two pages are neither skipped nor repeated, whatever happens to others. But by rank
/// every write moves every row a little: go on within a read transaction, or read a stream. Fails
/// with BW_ERROR_CURSOR, here or, where the orders differ, when the query runs.
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

/// Chooses the fields that are read of each book (BW_BOOK_*, BW_OUTPUT_*); BW_FIELDS_DEFAULT where
/// nothing is said, or 0.
@_cdecl("bw_query_set_fields")
public func bw_query_set_fields(
  _ query: BWQuery?, _ fields: bw_fields, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    try Handles.query(query).change { try $0.setFields(BookFields(rawValue: fields)) }
  }
}

/// Tells what a query asks for, such as one that bw_query_parse() has made.
@_cdecl("bw_query_get_info")
public func bw_query_get_info(
  _ query: BWQuery?, _ info: UnsafeMutablePointer<bw_query_info>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let output = try output(info, "info")
    output.write(bw_query_info(try Handles.query(query).value))
  }
}

/// Reads the books that match. Free the result with bw_result_free().
@_cdecl("bw_query_run")
public func bw_query_run(
  _ store: BWStore?, _ query: BWQuery?, _ result: UnsafeMutablePointer<BWResult?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (session, result) = (try Handles.session(store), try required(result, "result"))
    result.pointee = try Handles.add(try session.run(try Handles.query(query).value))
  }
}

/// Counts the books that match, without reading them, whatever the query's limit, offset and
/// cursor.
@_cdecl("bw_query_count")
public func bw_query_count(
  _ store: BWStore?, _ query: BWQuery?, _ count: UnsafeMutablePointer<Int64>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (session, count) = (try Handles.session(store), try required(count, "count"))
    count.pointee = try session.count(try Handles.query(query).value)
  }
}

/// Deletes every book that matches, as one step; see bw_book_delete(). `deleted`, which may be
/// NULL, tells how many. The query may have no limit, offset or cursor.
@_cdecl("bw_query_delete_books")
public func bw_query_delete_books(
  _ store: BWStore?, _ query: BWQuery?, _ deleted: UnsafeMutablePointer<Int64>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let session = try Handles.session(store)
    let number = try session.deleteBooks(matching: try Handles.query(query).value)
    deleted?.pointee = number
  }
}

/// Changes every book that matches to the same, as one step; see bw_book_update(). `changed`, which
/// may be NULL, tells how many books did not say it all before. The query may have no limit, offset
/// or cursor.
@_cdecl("bw_query_update_books")
public func bw_query_update_books(
  _ store: BWStore?, _ query: BWQuery?, _ values: UnsafePointer<bw_book>?, _ clear: bw_fields,
  _ changed: UnsafeMutablePointer<Int64>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (session, query) = (try Handles.session(store), try Handles.query(query).value)
    let draft = try BookDraft(try input(values, "values"))
    let clear = BookFields(rawValue: clear)
    let number = try session.updateBooks(matching: query, draft, clear: clear)
    changed?.pointee = number
  }
}

/// Rates every book that matches, as one step. `changed`, which may be NULL, tells how many had
/// another rating. The query may have no limit, offset or cursor.
@_cdecl("bw_query_rate_books")
public func bw_query_rate_books(
  _ store: BWStore?, _ query: BWQuery?, _ rating: Int32, _ changed: UnsafeMutablePointer<Int64>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let session = try Handles.session(store)
    let number = try session.setRating(rating, matching: try Handles.query(query).value)
    changed?.pointee = number
  }
}

/// Gives every book that matches a genre, as one step. `changed`, which may be NULL, tells how many
/// did not have it. The query may have no limit, offset or cursor.
@_cdecl("bw_query_add_genre_to_books")
public func bw_query_add_genre_to_books(
  _ store: BWStore?, _ query: BWQuery?, _ genre: Int64, _ changed: UnsafeMutablePointer<Int64>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let session = try Handles.session(store)
    let number = try session.addGenre(genre, matching: try Handles.query(query).value)
    changed?.pointee = number
  }
}
