// Exports a stream of record batches through the callbacks of Arrow's stream struct.
import BookwormQuery
import BookwormRecords
import BookwormStorage
import CBookwormTypes
import Glibc

extension Table {
  init(_ table: bw_table) throws {
    guard let value = Table(rawValue: Int32(bitPattern: table.rawValue)) else {
      throw Failure.unknown(table.rawValue, "table")
    }
    self = value
  }
}

extension ArrowArrayStream {
  init(_ stream: RecordBatchStream) {
    self.init()
    get_schema = { stream, out in
      export(stream, out) { try ArrowSchema($0.stream) }
    }
    get_next = { stream, out in
      // An array without a release callback is the end.
      export(stream, out) { try $0.next() ?? ArrowArray() }
    }
    get_last_error = { stream in stream.flatMap(exported)?.message.map { UnsafePointer($0) } }
    release = { stream in
      guard let stream, let data = stream.pointee.private_data else { return }
      Unmanaged<ExportedStream>.fromOpaque(data).release()
      stream.pointee.private_data = nil
      stream.pointee.release = nil
    }
    private_data = Unmanaged.passRetained(ExportedStream(stream)).toOpaque()
  }
}

private final class ExportedStream {
  let stream: RecordBatchStream
  /// The message of the last failure, which lives until the next one, as Arrow specifies.
  private(set) var message: UnsafeMutablePointer<CChar>?
  /// A failed stream cannot continue, because rows would be missing.
  private var failure: (any Error)?

  init(_ stream: RecordBatchStream) { self.stream = stream }

  deinit { free(message) }

  /// Nil at the end.
  func next() throws -> ArrowArray? {
    if let failure { throw failure }
    do { return try stream.next().map { try ArrowArray($0) } } catch {
      failure = error
      throw error
    }
  }

  func failed(_ error: any Error) -> Int32 {
    let report = Report(error)
    free(message)
    message = strdup(report.message)
    switch report.status {
    case BW_ERROR_MEMORY: return ENOMEM
    case BW_ERROR_ARGUMENT, BW_ERROR_CURSOR: return EINVAL
    case BW_ERROR_BUSY: return EBUSY
    default: return EIO
    }
  }
}

private func exported(_ stream: UnsafeMutablePointer<ArrowArrayStream>) -> ExportedStream? {
  stream.pointee.private_data.map {
    Unmanaged<ExportedStream>.fromOpaque($0).takeUnretainedValue()
  }
}

/// Returns 0 or an errno value; writes `out` only on success.
private func export<T>(
  _ stream: UnsafeMutablePointer<ArrowArrayStream>?, _ out: UnsafeMutablePointer<T>?,
  _ body: (ExportedStream) throws -> T
) -> Int32 {
  guard let out, let exported = stream.flatMap(exported) else { return EINVAL }
  do {
    out.initialize(to: try body(exported))
    return 0
  } catch {
    return exported.failed(error)
  }
}
