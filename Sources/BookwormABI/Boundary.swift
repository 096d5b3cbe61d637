// This file is the library's boundary: every export runs inside it, and every error leaves through
// it.
import BookwormRecords
import BookwormStorage
import CBookwormTypes
import CReserve

typealias ErrorPointer = UnsafeMutablePointer<bw_error>?

/// Runs an export's body, and converts an error to a status and, if the caller wants it, a message.
/// `refused` runs instead of the body if the error's struct is invalid or memory is nearly
/// exhausted; exports that end something run even without memory.
func boundary(
  _ error: ErrorPointer, ends: Bool = false, refused: () -> Void = {}, _ body: () throws -> Void
) -> bw_status {
  boundary(reporting: error, ends: ends, refused: refused) {
    try body()
    return BW_OK
  }
}

/// Does the same for the few exports that can succeed in several ways: the body returns the status.
func boundary(
  reporting error: ErrorPointer, ends: Bool = false, refused: () -> Void = {},
  _ body: () throws -> bw_status
) -> bw_status {
  let place: Output<bw_error>?
  do { place = try error.map { try output($0, "error") } } catch {
    refused()
    return BW_ERROR_ARGUMENT
  }
  do {
    if !ends, reserve_is_short() {
      refused()
      throw Failure(.memory, "", "not enough memory")
    }
    return try body()
  } catch let thrown {
    let report = Report(thrown)
    place?.write(report.struct)
    return report.status
  }
}
