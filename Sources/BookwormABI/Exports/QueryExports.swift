// Queries
//
// A query filters books, sorts them, and can return a part of the list. It belongs to no store and
// can run on any store any number of times. A book must pass all filters. A second filter by
// rating, exact rating, favourite, a field's range, created, started or finished replaces the first
// (but see bw_query_where_either()). After several filters by status, a book must have any one of
// these statuses. Filters of all other kinds are added. A new limit, offset, cursor or set of
// fields replaces the old one. A query has at most 100 filters of genres, texts, searches,
// identifiers, absent fields and other queries, including those of nested queries; more give
// BW_ERROR_TOO_LARGE. A value that no book can have, a flag other than 0 and 1, and a range that
// ends before it begins give BW_ERROR_INVALID. A field that the filter does not support, an unknown
// sort key, a negative offset and a limit below -1 give BW_ERROR_ARGUMENT. To remove a filter, make
// a new query. Free it with bw_query_free(). Threads may share a query: each run uses the query as
// it is when it begins.
//
// Cost: if books are ordered by id, title, author or created, or if a genre's books are ordered by
// title, the time for a page depends only on its number of rows, not on the number of books or on
// the cursor's place. Books with equal sort keys are sorted by id for each page, which is
// noticeable only if there are very many. In other orders, and for filters that few books pass, a
// query reads every book that may match. A filter by rating relies on the store's counters: if they
// are damaged, books are missing until bw_store_rebuild() repairs them. The number of books in a
// genre relies on these counters too.
//
// To read a long list page by page, begin each page after the last row of the previous page:
//
//     int more = bw_query_set_limit(query, 50, &error) == BW_OK;
//     while (more) {
//       bw_result *page;
//       bw_text cursor;
//       if (bw_query_run(store, query, &page, &error) != BW_OK) break;
//       show(page);
//       more = bw_result_get_cursor(page, &cursor, &error) == BW_OK && cursor.data != NULL &&
//              bw_query_set_after(query, cursor.data, cursor.length, &error) == BW_OK;
//       bw_result_free(page);
//     }
import BookwormQuery
import BookwormRecords
import CBookwormTypes

/// Creates a query for all books, by title, then author, then id.
@_cdecl("bw_query_new")
public func bw_query_new(
  _ query: UnsafeMutablePointer<BWQuery?>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let query = try required(query, "query")
    query.pointee = try Handles.add(try SharedQuery())
  }
}

/// Creates a query from a search line as a person types it, such as `author:herbert rating>=4
/// sort:-rating dune`. Free it with bw_query_free(). You can add filters and further sort keys,
/// which come after the line's; bw_query_clear_order() removes all sort keys, including the line's.
///
/// The line has at most 16 KiB. An invalid line gives BW_ERROR_INVALID; its `offset` is the first
/// byte that does not fit, or the line's length if the line ends too early; its message says what
/// was expected. The page search-line.md, installed in share/doc/bookworm, describes the language.
@_cdecl("bw_query_parse")
public func bw_query_parse(
  _ line: UnsafePointer<CChar>?, _ length: Int64, _ query: UnsafeMutablePointer<BWQuery?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (line, query) = (try givenText(line, length, "line"), try required(query, "query"))
    query.pointee = try Handles.add(SharedQuery(try SearchLine.query(line)))
  }
}

/// Frees a query. NULL is allowed and does nothing; a query that was already freed gives
/// BW_ERROR_HANDLE.
@_cdecl("bw_query_free")
public func bw_query_free(_ query: BWQuery?) -> bw_status {
  boundary(nil, ends: true) { try Handles.free(query, SharedQuery.handleKind) }
}

/// Keeps the books that have any, all or none of the genres. An unknown genre id matches no book.
/// More than 10,000 genres in a query give BW_ERROR_TOO_LARGE.
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

/// Keeps books by genre like bw_query_where_genres(), but by name, looked up when the query runs.
@_cdecl("bw_query_where_genre_names")
public func bw_query_where_genre_names(
  _ query: BWQuery?, _ match: bw_match, _ names: UnsafePointer<bw_text>?, _ count: Int64,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (match, names) = (try Match(match), try array(names, count, "names"))
    try Handles.query(query).change { query in
      try query.filterGenres(match, names: names.count) { try givenText(names[$0], "names") }
    }
  }
}

/// Keeps the books rated from `minimum` to `maximum`, each 1 to 5, and, if `or_not_rated` is 1,
/// also books that are not rated. If both limits are 0, only the books that are not rated are kept.
/// Fails with BW_ERROR_INVALID if only one of the two is 0, or `minimum` is above `maximum`.
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

/// Keeps the books rated from `minimum` to `maximum`, each a quarter from 0.25 to 5. For a book
/// without an exact rating, its rating is used. If `or_not_rated` is 1, unrated books are kept too.
/// A second call replaces the first.
@_cdecl("bw_query_where_exact_rating")
public func bw_query_where_exact_rating(
  _ query: BWQuery?, _ minimum: Double, _ maximum: Double, _ or_not_rated: Int32,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    try Handles.query(query).change {
      try $0.filterExactRating(minimum, maximum, orNotRated: or_not_rated)
    }
  }
}

/// Keeps the favourites (1), or all others (0).
@_cdecl("bw_query_where_favourite")
public func bw_query_where_favourite(
  _ query: BWQuery?, _ favourite: Int32, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) { try Handles.query(query).change { try $0.filterFavourite(favourite) } }
}

/// Keeps the books with a status. After several calls, a book must have any one of the statuses.
@_cdecl("bw_query_where_status")
public func bw_query_where_status(
  _ query: BWQuery?, _ status: bw_book_status, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let status = Int32(bitPattern: status.rawValue)
    try Handles.query(query).change { try $0.filterStatus(status) }
  }
}

/// Keeps the books whose `field` contains the text, ignoring case and accents: "lodz" is in "Łódź".
/// `field` is one text field of a book, but not synopsis, review, notes or currency; with
/// BW_BOOK_LANGUAGE the text is a language tag, and "en" also matches "en-GB". Use
/// bw_query_search() for words in the other texts. Books without the field do not pass. After
/// several calls, all texts must match. A text of more than 16 KiB gives BW_ERROR_TOO_LARGE. Cost:
/// a scan of the books that pass the other filters.
@_cdecl("bw_query_where_contains")
public func bw_query_where_contains(
  _ query: BWQuery?, _ field: bw_fields, _ text: UnsafePointer<CChar>?, _ length: Int64,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let text = try givenText(text, length, "text")
    let field = BookFields(rawValue: field)
    try Handles.query(query).change { try $0.filter(field, contains: text) }
  }
}

/// Keeps the books whose `field` (BW_BOOK_YEAR, _PAGES, _EDITION_YEAR, _FAVOURITE or _SPOILERS) is
/// from `first` to `last`, both included. Years are negative for BCE. INT32_MIN and INT32_MAX leave
/// an end open. Books without the field do not pass. A second call for a field replaces the first.
/// For _FAVOURITE and _SPOILERS, 1 to 1 keeps the marked books, and 0 to 0 the others.
@_cdecl("bw_query_where_range")
public func bw_query_where_range(
  _ query: BWQuery?, _ field: bw_fields, _ first: Int32, _ last: Int32,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    try Handles.query(query).change { try $0.filter(BookFields(rawValue: field), first, last) }
  }
}

/// Keeps the books with an identifier, such as the scheme "isbn" and the value "978-0-441-17271-9",
/// at most 16 KiB each. Case is ignored. An ISBN matches in any notation: with 10 or 13 digits,
/// with or without hyphens or spaces, under the schemes isbn, isbn10 and isbn13. After several
/// calls, all identifiers must match. Cost: an index lookup.
@_cdecl("bw_query_where_identifier")
public func bw_query_where_identifier(
  _ query: BWQuery?, _ scheme: UnsafePointer<CChar>?, _ scheme_length: Int64,
  _ value: UnsafePointer<CChar>?, _ value_length: Int64, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let scheme = try givenText(scheme, scheme_length, "scheme")
    let value = try givenText(value, value_length, "value")
    try Handles.query(query).change { try $0.filterIdentifier(scheme, value) }
  }
}

/// Keeps the books that lack all of the fields (`absent` 1), or that have all of them (0). `fields`
/// are BW_BOOK_RATING, _GENRES, _IDENTIFIER_VALUES, _CONTRIBUTOR_NAMES, _QUOTES, _READINGS, or any
/// optional field. Each is one of a query's 100 filters. After several calls, all must match.
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

/// Keeps the books that `other` does not match. Its current filters are copied; you still own it
/// and must free it. Fails with BW_ERROR_ARGUMENT if it has a limit, offset or cursor, and with
/// BW_ERROR_TOO_LARGE for too many filters or queries nested more than 20 deep.
@_cdecl("bw_query_where_not")
public func bw_query_where_not(
  _ query: BWQuery?, _ other: BWQuery?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let other = try Handles.query(other, "other").value
    try Handles.query(query).change { try $0.exclude(other) }
  }
}

/// Also keeps the books that `other` matches: a book must then pass all earlier filters, or all
/// filters of `other`; see bw_query_where_not(). Filters that are set afterwards apply to both.
/// They replace none of the earlier filters. For example, set a filter by rating, make this call,
/// and set a second filter by rating: every book must then pass the second filter, and a book that
/// does not match `other` must pass the first one too.
@_cdecl("bw_query_where_either")
public func bw_query_where_either(
  _ query: BWQuery?, _ other: BWQuery?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let other = try Handles.query(other, "other").value
    try Handles.query(query).change { try $0.orElse(other) }
  }
}

/// Keeps the books created from the instant `from` up to, but not including, `until`, in
/// milliseconds since 1970-01-01T00:00:00Z. INT64_MIN and INT64_MAX leave an end open.
@_cdecl("bw_query_where_created")
public func bw_query_where_created(
  _ query: BWQuery?, _ from: Int64, _ until: Int64, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) { try Handles.query(query).change { try $0.filterCreated(from, until) } }
}

/// Keeps the books with a reading that started on a day from `first` to `last`, both included, each
/// YYYYMMDD; 0 leaves an end open. If both are 0, the latest reading must have a start date.
@_cdecl("bw_query_where_started")
public func bw_query_where_started(
  _ query: BWQuery?, _ first: Int32, _ last: Int32, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (first, last) = (first == 0 ? nil : first, last == 0 ? nil : last)
    try Handles.query(query).change { try $0.filterStarted(first, last) }
  }
}

/// Keeps the books with a reading that ended in a period; see bw_query_where_started().
@_cdecl("bw_query_where_finished")
public func bw_query_where_finished(
  _ query: BWQuery?, _ first: Int32, _ last: Int32, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (first, last) = (first == 0 ? nil : first, last == 0 ? nil : last)
    try Handles.query(query).change { try $0.filterFinished(first, last) }
  }
}

/// Sorts by `key`; further calls add further keys. Books equal in all keys are sorted by id,
/// ascending. Adding a key twice gives BW_ERROR_ARGUMENT.
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

/// Removes all sort keys: the order is again by title, then author.
@_cdecl("bw_query_clear_order")
public func bw_query_clear_order(
  _ query: BWQuery?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) { try Handles.query(query).change { $0.clearSort() } }
}

/// Reads at most `limit` books, 0 or more; -1 removes the limit.
@_cdecl("bw_query_set_limit")
public func bw_query_set_limit(
  _ query: BWQuery?, _ limit: Int64, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) { try Handles.query(query).change { try $0.setLimit(limit) } }
}

/// Sets the fields to read of each book (BW_BOOK_*, BW_OUTPUT_*). Add BW_BOOK_ID if you need the
/// ids. 0 means BW_FIELDS_DEFAULT, which a query also uses without this call.
@_cdecl("bw_query_set_fields")
public func bw_query_set_fields(
  _ query: BWQuery?, _ fields: bw_fields, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    try Handles.query(query).change { try $0.setFields(BookFields(rawValue: fields)) }
  }
}

/// Gets the filters, limit and offset of a query, for example of a query parsed from a search line.
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

/// Reads the books that match. Free the result with bw_result_free(). Fails with BW_ERROR_CURSOR if
/// the cursor was made for another order and, on a server, with BW_ERROR_TOO_LARGE if a search has
/// more than 100 words. The calls that stream, export or observe a query fail in the same cases.
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

/// Reads one page of the books that match, the number of all matches, and the cursors of the next
/// and the previous page, from one snapshot. The query is not changed.
///
///     bw_page page;
///     BW_INIT(page);
///     page.limit = 50;
///     bw_result *books;
///     bw_status status = bw_query_run_page(store, query, &page, &books, &error);
///     // For the next page: page.after = page.next; page.before.data = NULL.
///     // For the previous page: page.before = page.previous; page.after.data = NULL.
///
/// Prepare `page` with BW_INIT, and set `limit` and at most one of `after` and `before`; without
/// them, the page begins at the query's own offset or cursor. `page->next` and `page->previous` are
/// borrowed from `*books`, which you own: free it with bw_result_free(), after the call for the
/// next page. Fails like bw_query_set_after() and bw_query_run(), and with BW_ERROR_ARGUMENT for a
/// limit below -1, or if both cursors are set.
///
/// Cost: that of bw_query_run() and bw_query_count().
@_cdecl("bw_query_run_page")
public func bw_query_run_page(
  _ store: BWStore?, _ query: BWQuery?, _ page: UnsafeMutablePointer<bw_page>?,
  _ books: UnsafeMutablePointer<BWResult?>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (session, asked) = (try Handles.session(store), try input(page, "page"))
    let (page, books) = (try output(page, "page"), try required(books, "books"))
    let found = try session.runPage(try asked.query(try Handles.query(query).value))
    books.pointee = try Handles.add(found.books)
    page.write(asked.with(found.books, total: found.total))
  }
}

/// Counts the books that match, without reading them; ignores the query's limit, offset and cursor.
/// On a server, fails like bw_query_run(). Cost: constant for all books, for one genre, for a
/// filter by rating, and for one genre with a filter by rating, which the store counts; otherwise
/// that of finding every match.
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
