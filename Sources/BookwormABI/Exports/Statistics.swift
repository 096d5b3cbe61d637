// Statistics
//
// The number of books, their average rating, and how many have each rating: of the whole store or
// of a query, in total or by genre, author or month. A query's limit, offset, cursor, order and
// fields are ignored.
//
// Cost: for the whole store, in total, by genre and by month, only counters are read, which every
// write maintains, so the time depends on the number of returned rows and not on the number of
// books. By author, and for a query, every matching book is read.
import BookwormModel
import CBookwormTypes

/// Counts and averages the books that `query`, which may be NULL, matches; all books if it is NULL.
/// Prepare `statistics` with BW_INIT; its key is 0 and its name absent.
///
/// Within a transaction, its own changes count.
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

/// Counts and averages by group the books that `query`, which may be NULL, matches, or all books: a
/// result with one row per group, for bw_result_get_statistics(). Free it with bw_result_free().
///
/// Genres and authors are in human-friendly order of their names, months in ascending order. For
/// the whole store, genres without books have a row too; for a query, only groups with a matching
/// book. The groups do not always add up to the store: a book counts in each of its genres, and may
/// have no genre or no finishing date.
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
