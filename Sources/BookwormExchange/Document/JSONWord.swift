// A JSON word is the text that a document has for a number with a meaning: a flag, a status, an
// outcome, a day or an instant.
import BookwormRecords
import BookwormStorage
import BookwormText

enum JSONWord {
  case flag, status, outcome, instant, date

  init?(_ line: EntityField) { self.init(line.kind, isOutcome: line.rule == .outcome) }

  init?(_ kind: FieldKind, isOutcome: Bool) {
    switch kind {
    case .flag: self = .flag
    case .status: self = .status
    case .instant: self = .instant
    case .date: self = .date
    case .int32 where isOutcome: self = .outcome
    default: return nil
    }
  }

  /// Returns the word as JSON writes it; nil if the number is invalid.
  func text(of number: Int64) -> String? {
    guard self != .instant else {
      return CalendarDate.text(ofInstant: number).map { "\"\($0)\"" }
    }
    guard let number = Int32(exactly: number) else { return nil }
    switch self {
    case .flag: return number == 0 ? "false" : number == 1 ? "true" : nil
    case .status: return BookStatus(rawValue: number).map { "\"\($0.name)\"" }
    case .outcome: return ReadingOutcome(rawValue: number).map { "\"\($0.name)\"" }
    case .instant, .date:
      return CalendarDate.exists(number) ? "\"\(CalendarDate.text(of: number))\"" : nil
    }
  }

  /// Returns the number that a word means. `text` is the word without its quotation marks.
  func number(of text: Bytes, _ field: String) throws -> Int64 {
    let number: Int64? =
      switch self {
      case .instant: CalendarDate.instant(ofText: text)
      case .date: CalendarDate.date(ofText: text).map { Int64($0) }
      case .outcome: ReadingOutcome(named: text).map { Int64($0.rawValue) }
      case .flag, .status:
        BookStatus.allCases.first { text.elementsEqual($0.name.utf8) }.map { Int64($0.rawValue) }
      }
    guard let number else {
      let shown = String(decoding: text.prefix(40), as: UTF8.self)
      throw Failure(.invalid, field, "\(field) is \"\(shown)\"; it must be \(expected)")
    }
    return number
  }

  private var expected: String {
    switch self {
    case .flag: "true or false"
    case .status: BookStatus.allCases.map(\.name).joined(separator: ", ")
    case .outcome: ReadingOutcome.allCases.map(\.name.description).joined(separator: ", ")
    case .instant:
      "an instant of the years 1 to 9999 in UTC, such as 2024-02-29T17:05:00.250+00:00"
    case .date: "a day of the years 1 to 9999, such as 2024-02-29"
    }
  }
}
