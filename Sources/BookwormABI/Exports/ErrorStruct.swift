// Converts an error to a sentence for a person.
import BookwormModel
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
    default: return nil
    }
  }
}

extension bw_error {
  func text(_ language: Language) -> String {
    let cause = ErrorText.Cause(status)
    let field = withUnsafeBytes(of: field) { Report.text($0) }
    if let text = cause.flatMap({ ErrorText.sentence($0, field, row: row, language) }) {
      return text
    }
    let message = withUnsafeBytes(of: message) { Report.text($0) }
    // The message counts rows as a program does.
    let place = "row \(row): "
    guard row >= 0, message.hasPrefix(place) else { return message }
    return "\(ErrorText.place(ofRow: row, language)): \(message.dropFirst(place.utf8.count))"
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
