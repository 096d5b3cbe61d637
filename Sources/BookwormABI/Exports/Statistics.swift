// Statistics
//
// Statistics are the number of books, their average rating, and the number of books with each
// rating: of the whole store or of a query, in total or by group. A query's limit, offset, cursor,
// order and fields are ignored.
//
// Cost: statistics of the whole store, in total, by genre or by month, read only counters, which
// every write maintains. The time depends on the number of returned rows and not on the number of
// books. By other groups, and for a query, every matching book is read.
import BookwormModel
import CBookwormTypes

/// Counts the books that match `query` and averages their ratings. `query` may be NULL for all
/// books. Prepare `statistics` with BW_INIT; its key is 0 and its name absent.
///
/// Within a transaction, the transaction's own changes are included.
@_cdecl("bw_store_get_statistics")
public func bw_store_get_statistics(
  _ store: BWStore?, _ query: BWQuery?, _ statistics: UnsafeMutablePointer<bw_statistics>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (session, statistics) = (try Handles.session(store), try output(statistics, "statistics"))
    statistics.write(try session.statistics(try Handles.optionalQuery(query)).statistics(0))
  }
}

/// Counts the books that match `query` and averages their ratings, by group. `query` may be NULL
/// for all books. `*result` gets a result with one row per group, for bw_result_get_statistics().
/// Free it with bw_result_free().
///
/// Genres, authors, series, publishers and shelves are in human-friendly order of their names,
/// other groups in ascending order. For the whole store, genres without books have a row too; for a
/// query, only groups with a matching book, and all shelves. The groups do not always add up to the
/// store: a book counts in each of its genres, and may have no genre or no finishing date.
@_cdecl("bw_store_list_statistics")
public func bw_store_list_statistics(
  _ store: BWStore?, _ query: BWQuery?, _ group: bw_group,
  _ result: UnsafeMutablePointer<BWResult?>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (session, result) = (try Handles.session(store), try required(result, "result"))
    let (query, group) = (try Handles.optionalQuery(query), try StatisticsGroup(group))
    result.pointee = try Handles.add(try session.statistics(query, by: group))
  }
}

/// Lists the largest groups of the books that match `query`, for narrowing the query. `query` may
/// be NULL for all books. `*result` gets a result with one row per group, for
/// bw_result_get_statistics(). Free it with bw_result_free().
///
/// The largest group comes first; groups of the same size are sorted as by
/// bw_store_list_statistics(). Groups without books are left out. If `words`, which may be NULL, is
/// not blank, only groups whose name has a word that begins with it are listed; case and accents
/// are ignored. `limit` is the largest number of rows, or -1. The query's own limit, offset and
/// cursor are ignored. Fails with BW_ERROR_ARGUMENT if `words` is given and the groups have no
/// names: months, status, rating, year and decade.
@_cdecl("bw_store_list_facets")
public func bw_store_list_facets(
  _ store: BWStore?, _ query: BWQuery?, _ group: bw_group, _ words: UnsafePointer<CChar>?,
  _ words_length: Int64, _ limit: Int64, _ result: UnsafeMutablePointer<BWResult?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (session, result) = (try Handles.session(store), try required(result, "result"))
    let (query, group) = (try Handles.optionalQuery(query), try StatisticsGroup(group))
    let words = try optionalText(words, words_length, "words") ?? noText
    result.pointee = try Handles.add(
      try session.facets(query, by: group, words: words, limit: limit))
  }
}
