// Statistics
//
// How many books there are, how they are rated on average and how many have each rating: of the
// whole store or of what a query matches, as a whole or by genre, author or month. A query's limit,
// offset, cursor, order and fields are not looked at.
//
// Cost: of the whole store, as a whole, by genre and by month, the counters are read that every
// write keeps, so that it takes as long as the rows that come back, however many books there are.
// By author, and of a query, every book that matches is read.
import BookwormModel
import CBookwormTypes

/// Counts and averages the books that `query`, which may be NULL, matches: all of the store's,
/// where it is NULL. Prepare `statistics` with BW_INIT; its key is 0 and its name absent.
///
/// Within a transaction, what that has written counts.
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

/// Counts and averages the books that `query`, which may be NULL, matches, or all of the store's,
/// by group: a result with one row a group, for bw_result_get_statistics(). Free it with
/// bw_result_free().
///
/// Genres come by name and authors by name, as a person sorts; months from the earliest. Of the
/// whole store, genres that no book has have a row too; of a query, only groups that it finds a
/// book in. The books of all groups are not always those of the store: a book counts in each of
/// its genres, and may have none, or no date of finishing.
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
