// A report converts an error to the form of the C interface.
import BookwormRecords
import BookwormStorage
import CBookwormTypes
import CReserve

/// An error in the form of the C interface.
struct Report {
  let status: bw_status
  var message = ""
  var field = ""
  var offset: Int64 = -1
  var row: Int64 = -1
  var sqliteCode: Int32 = 0
  var sqlState = ""
  var receipt: Int64 = 0
  var reason = FaultReason.field
  var length: Int32 = 0
  var suggestion = ""

  init(_ status: bw_status, _ message: Bytes, field: Bytes) {
    self.status = status
    self.message = String(decoding: message, as: UTF8.self)
    self.field = String(decoding: field, as: UTF8.self)
  }

  init(_ error: any Error) {
    switch error {
    case let failure as Failure:
      status = Report.status(failure.kind)
      message = failure.message
      field = failure.field
      offset = failure.offset
      row = failure.row
      (reason, length, suggestion) = (failure.reason, failure.length, failure.suggestion)
    case let error as StorageError:
      status = Report.status(error.kind)
      message = error.message
      (sqliteCode, sqlState, receipt) = (error.code, error.sqlState, error.receipt)
      if [.cannotOpen, .notADatabase, .exists].contains(error.kind) { field = error.parameter }
      if error.kind == .closed { field = "store" }
    case let fault as HandleFault:
      status = fault.reason == .forked ? BW_ERROR_FORKED : BW_ERROR_HANDLE
      field = fault.parameter
      message = Report.message(fault)
    default:
      status = BW_ERROR_INTERNAL
      message = "an error without a name"
    }
  }

  private static func message(_ fault: HandleFault) -> String {
    switch fault.reason {
    case .null: "the \(fault.parameter) handle is NULL"
    case .unknown: "the \(fault.parameter) handle is closed, of another type, or not a handle"
    case .forked:
      "the \(fault.parameter) was opened before this process was forked; the child cannot use it"
    }
  }

  static func status(_ kind: Failure.Kind) -> bw_status {
    switch kind {
    case .argument: BW_ERROR_ARGUMENT
    case .text: BW_ERROR_TEXT
    case .invalid: BW_ERROR_INVALID
    case .tooLarge: BW_ERROR_TOO_LARGE
    case .notFound: BW_ERROR_NOT_FOUND
    case .exists: BW_ERROR_EXISTS
    case .readOnly: BW_ERROR_READ_ONLY
    case .transaction: BW_ERROR_TRANSACTION
    case .cursor: BW_ERROR_CURSOR
    case .closed: BW_ERROR_HANDLE
    case .notAStore: BW_ERROR_NOT_A_STORE
    case .newer: BW_ERROR_NEWER
    case .corrupt: BW_ERROR_CORRUPT
    case .memory: BW_ERROR_MEMORY
    case .conflict: BW_ERROR_CONFLICT
    }
  }

  private static func status(_ kind: StorageError.Kind) -> bw_status {
    switch kind {
    case .busy: BW_ERROR_BUSY
    case .readOnly: BW_ERROR_READ_ONLY
    case .notPermitted: BW_ERROR_NOT_PERMITTED
    case .cannotOpen: BW_ERROR_CANNOT_OPEN
    case .notADatabase: BW_ERROR_NOT_A_STORE
    case .corrupt: BW_ERROR_CORRUPT
    case .full: BW_ERROR_FULL
    case .inputOutput: BW_ERROR_IO
    case .memory: BW_ERROR_MEMORY
    case .closed: BW_ERROR_HANDLE
    case .forked: BW_ERROR_FORKED
    case .exists: BW_ERROR_EXISTS
    case .outcomeUnknown: BW_ERROR_OUTCOME_UNKNOWN
    case .unexpected: BW_ERROR_INTERNAL
    }
  }

  var `struct`: bw_error {
    var error = bw_error()
    error.status = status
    error.sqlite_code = sqliteCode
    error.offset = offset
    error.row = row
    withUnsafeMutableBytes(of: &error.field) { Report.copy(field, into: $0) }
    withUnsafeMutableBytes(of: &error.message) { Report.copy(message, into: $0) }
    withUnsafeMutableBytes(of: &error.sqlstate) { Report.copy(sqlState, into: $0) }
    error.receipt = receipt
    error.reason = bw_reason(rawValue: UInt32(bitPattern: reason.rawValue))
    error.length = length
    withUnsafeMutableBytes(of: &error.suggestion) { Report.copy(suggestion, into: $0) }
    return error
  }

  /// Copies as many whole characters as fit, and a NUL.
  static func copy(_ text: String, into memory: UnsafeMutableRawBufferPointer) {
    var length = 0
    for character in text.unicodeScalars {
      let bytes = UTF8.width(character)
      if length + bytes >= memory.count { break }
      length += bytes
    }
    for (index, byte) in text.utf8.prefix(length).enumerated() { memory[index] = byte }
    memory[length] = 0
  }
}
