// Streams
//
// A stream reads the books of a query piece by piece, all from one snapshot of the store
// (bw_stream_open() names an exception), so that a list of any length takes little memory. While it
// is open it keeps a connection, and the store's log cannot be checkpointed completely, so keep
// reading or free the stream. Threads that share a stream take turns.
import BookwormQuery
import CBookwormTypes

/// Opens a stream of the books that a query finds. Free it with bw_stream_free().
///
/// Exception: on a transaction and on a ":memory:" store, only the list of matching books is
/// determined by this call. The stream reads each book when it reaches it, with the values of that
/// time, and leaves out books that were deleted meanwhile.
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

/// Reads the next rows, at most `max_rows`, which must be above 0. A result without rows means the
/// end. Free each result with bw_result_free(). Fails with BW_ERROR_HANDLE if the store was closed.
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

/// Frees a stream, read to its end or not. NULL is allowed and does nothing; a stream that was
/// already freed gives BW_ERROR_HANDLE. Its results stay valid.
@_cdecl("bw_stream_free")
public func bw_stream_free(_ stream: BWStream?) -> bw_status {
  boundary(nil, ends: true) { try Handles.free(stream, RowStream.handleKind) }
}
