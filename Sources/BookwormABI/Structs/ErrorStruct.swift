// Converts an error to a sentence for a person.
import BookwormFrontend
import BookwormRecords
import CBookwormTypes

extension ErrorText.Cause {
  /// Nil for errors that only programs cause.
  fileprivate init?(_ status: bw_status) {
    switch status {
    case BW_ERROR_TEXT: self = .text
    case BW_ERROR_INVALID: self = .invalid
    case BW_ERROR_TOO_LARGE: self = .tooLarge
    case BW_ERROR_NOT_FOUND: self = .notFound
    case BW_ERROR_EXISTS: self = .exists
    case BW_ERROR_BUSY: self = .busy
    case BW_ERROR_READ_ONLY: self = .readOnly
    case BW_ERROR_CANNOT_OPEN: self = .cannotOpen
    case BW_ERROR_NOT_A_STORE: self = .notAStore
    case BW_ERROR_NEWER: self = .newer
    case BW_ERROR_CORRUPT: self = .corrupt
    case BW_ERROR_FULL: self = .full
    case BW_ERROR_IO: self = .inputOutput
    case BW_ERROR_MEMORY: self = .memory
    case BW_ERROR_CONFLICT: self = .conflict
    case BW_ERROR_OUTCOME_UNKNOWN: self = .outcomeUnknown
    case BW_ERROR_NOT_PERMITTED: self = .notPermitted
    case BW_ERROR_CURSOR: self = .cursor
    default: return nil
    }
  }
}

extension bw_error {
  private var cause: ErrorText.Cause? {
    // Bindings report a wrong type with BW_ERROR_ARGUMENT, which has no cause of its own. To a
    // person it is an invalid value.
    knownReason == .type ? .invalid : ErrorText.Cause(status)
  }
  /// A reason that only a newer library defines counts as .field.
  private var knownReason: FaultReason {
    FaultReason(rawValue: Int32(bitPattern: reason.rawValue)) ?? .field
  }
  private var meant: String { withUnsafeBytes(of: suggestion) { Report.text($0) } }
  private var fieldName: String { withUnsafeBytes(of: field) { Report.text($0) } }

  /// The row that the English message begins with, as in "row 3: ...", and the rest of the message.
  private var parts: (row: Int64?, message: String) {
    let message = withUnsafeBytes(of: message) { Report.text($0) }
    // The message counts rows from 0.
    let place = "row \(row): "
    guard row >= 0, message.hasPrefix(place) else { return (nil, message) }
    return (row, String(message.dropFirst(place.utf8.count)))
  }

  func text(_ language: Language) -> String {
    if let cause,
      let text = ErrorText.sentence(
        cause, fieldName, knownReason, meaning: meant, row: row, language)
    {
      return text
    }
    let (row, message) = parts
    return row.map { "\(ErrorText.place(ofRow: $0, language)): \(message)" } ?? message
  }

  /// Returns the sentence without the label of the field and without the row.
  func plainText(_ language: Language) -> String {
    cause.flatMap {
      ErrorText.text($0, fieldName, knownReason, meaning: meant, row: row, language)
    }
      ?? parts.message
  }
}

extension bw_sentence {
  init(_ text: String) {
    self.init()
    withUnsafeMutableBytes(of: &self.text) { Report.copy(text, into: $0) }
  }
}

extension Report {
  /// The text up to the NUL, which may be missing in the caller's memory.
  fileprivate static func text(_ memory: UnsafeRawBufferPointer) -> String {
    String(decoding: memory.prefix { $0 != 0 }, as: UTF8.self)
  }
}
