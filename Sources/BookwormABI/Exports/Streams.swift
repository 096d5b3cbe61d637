// Streams
//
// A stream reads what a query finds a piece at a time, all from one state of the store, so that a
// list of any length takes little memory. While it is open, it keeps a connection, and keeps the
// store's log from being folded back: read on, or free it. Threads that share one take turns.
import BookwormModel
import CBookwormTypes

/// Begins to read what a query finds. Free the stream with bw_stream_free().
///
/// On a transaction, and on a ":memory:" store, the books that match are found now, and each is
/// read as it is when its turn comes; one that has been deleted by then is left out.
@_cdecl("bw_stream_open")
public func bw_stream_open(
  _ store: BWStore?, _ query: BWQuery?, _ stream: UnsafeMutablePointer<BWStream?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (session, stream) = (try Handles.session(store), try required(stream, "stream"))
    stream.pointee = try Handles.add(try RowStream(session, try Handles.query(query).value))
  }
}

/// Reads the next rows, at most `max_rows`, which must be above 0. A result without rows is the
/// end. Free each result with bw_result_free(). Fails with BW_ERROR_HANDLE when the store has been
/// closed.
@_cdecl("bw_stream_next")
public func bw_stream_next(
  _ stream: BWStream?, _ max_rows: Int64, _ result: UnsafeMutablePointer<BWResult?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (stream, result) = (try Handles.stream(stream), try required(result, "result"))
    result.pointee = try Handles.add(try stream.next(max_rows))
  }
}

/// Frees a stream, read to its end or not. NULL is allowed and does nothing; one that is freed
/// already gives BW_ERROR_HANDLE. Results that it gave stay valid.
@_cdecl("bw_stream_free")
public func bw_stream_free(_ stream: BWStream?) -> bw_status {
  boundary(nil, ends: true) { try Handles.free(stream, RowStream.handleKind) }
}
