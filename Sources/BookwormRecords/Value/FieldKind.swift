// Defines the kinds of values of fields: one vocabulary for drafts, rows, results and frames.

package enum FieldKind: Sendable, BitwiseCopyable {
  case int64, int32, double, text
  /// 0 or 1.
  case flag
  /// The number of a BookStatus.
  case status
  /// Milliseconds since 1970 in UTC.
  case instant
  /// A calendar date, written YYYYMMDD.
  case date
  case int64List, textList
  /// Dates, and outcomes of readings; 0 means that a value is not given.
  case dateList, outcomeList
  /// A global id. In a data frame it is a text of 36 characters, because data frames are joined by
  /// it, and some kinds of data frames have no type for it.
  case uuid

  /// The type of its column in a result.
  package var type: ColumnType {
    switch self {
    case .int64, .instant: .int64
    case .int32, .flag, .status, .date: .int32
    case .double: .double
    case .text: .text
    case .int64List, .dateList, .outcomeList: .int64List
    case .textList: .textList
    case .uuid: .uuid
    }
  }

  package var isList: Bool { type == .int64List || type == .textList }

  /// Whether a value may be absent from a frame although the field is required: a damaged store may
  /// hold an invalid status. (An invalid date is absent too, but dates are optional.)
  package var mayFail: Bool { self == .status }
}
