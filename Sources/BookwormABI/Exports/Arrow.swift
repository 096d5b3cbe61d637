// Arrow
//
// Rows of books leave as an Apache Arrow C stream, which pyarrow, polars, DuckDB, pandas and others
// take without a copy. Columns have the names of their fields. Ids are int64; rating and year int32;
// favourite is a boolean; status an index into the names "on-shelf", "in-progress", "completed" and
// "did-not-finish" (a dictionary of utf8); series_number a double; created and updated are timestamps
// in milliseconds, UTC; started and finished are date32; texts are utf8; genres a list of int64;
// identifier_schemes and identifier_values lists of utf8.
//
// A stream and what it gave belong to whoever holds them, who calls each one's release callback once.
// They need no handle of this library: closing the store does them no harm. A stream is to be used
// by one thread at a time.
import BookwormModel
import CBookwormTypes

/// Begins to read what a query finds as an Arrow stream.
///
/// `stream` is written on success, and need not be prepared. Batches have at most 8,192 rows and a
/// few megabytes. The rows are of one state of the store, read through a connection that the stream
/// keeps until it is released, and as long keep the store's log from being folded back. On a
/// transaction, and on a ":memory:" store, all rows are read now.
@_cdecl("bw_query_arrow")
public func bw_query_arrow(
  _ store: BWStore?, _ query: BWQuery?, _ stream: UnsafeMutablePointer<ArrowArrayStream>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (session, stream) = (try Handles.session(store), try required(stream, "stream"))
    let rows = try PackedStream(session, try Handles.query(query).value)
    stream.initialize(to: ArrowArrayStream(rows))
  }
}

/// Gives a result of books as an Arrow stream. The stream keeps what it needs of the result, which
/// may be freed before it.
@_cdecl("bw_result_arrow")
public func bw_result_arrow(
  _ result: BWResult?, _ stream: UnsafeMutablePointer<ArrowArrayStream>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (rows, stream) = (try Handles.result(result), try required(stream, "stream"))
    stream.initialize(to: ArrowArrayStream(try PackedStream(rows)))
  }
}
