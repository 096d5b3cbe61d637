// Statistics
//
// Statistics are the number of books, their average rating, and the number of books with each
// rating: of the whole store or of a query, in total or by group. A query's limit, offset, cursor,
// order and fields are ignored.
//
// Cost: statistics of the whole store, in total, by genre or by month, need nothing but counters,
// which every write maintains. The time depends on the number of returned rows and not on the
// number of books. The total statistics of a query that bw_query_count() counts at a constant cost
// also need nothing but counters. By other groups, and for other queries, every matching book is
// read.
import BookwormQuery
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
/// Groups with names are sorted by name, as in bw_genres_list() (languages by their tags), and
/// groups without names by key, in ascending order. For the whole store, genres without books have
/// a row too. For a query, only groups with a matching book have a row, but every shelf has one.
/// The groups do not always add up to the store: a book counts in each of its genres, and may have
/// no genre or no finishing date.
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
