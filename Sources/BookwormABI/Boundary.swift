// The one way in and out: every export runs inside it, and every error leaves through it.
import BookwormModel
import BookwormStorage
import CBookwormTypes
import CReserve

typealias ErrorPointer = UnsafeMutablePointer<bw_error>?

/// Runs an export's body, and turns an error into a status and, where the caller wants it, words.
/// `refused` runs in its place where there is no saying what fails. What ends something is for when
/// memory has run out too.
func boundary(
  _ error: ErrorPointer, ends: Bool = false, refused: () -> Void = {}, _ body: () throws -> Void
) -> bw_status {
  boundary(reporting: error, ends: ends, refused: refused) {
    try body()
    return BW_OK
  }
}

/// For the few calls that succeed in more than one way.
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
