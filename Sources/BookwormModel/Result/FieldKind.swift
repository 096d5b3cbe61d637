// The kinds of values that a field may have: one vocabulary for drafts, rows, results and frames.

public enum FieldKind: Sendable, BitwiseCopyable {
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
  /// A global id. In a frame it is a text of 36 characters: frames join by it, and no type for it
  /// is known to all of them.
  case uuid

  /// How a result keeps it.
  public var type: ColumnType {
    switch self {
    case .int64, .instant: .int64
    case .int32, .flag, .status, .date: .int32
    case .double: .double
    case .text: .text
    case .int64List: .int64List
    case .textList: .textList
    case .uuid: .uuid
    }
  }

  public var isList: Bool { self == .int64List || self == .textList }

  /// Whether a row may be absent from a frame though the field must be set: a damaged store may
  /// hold what is no status. (What is no date is absent as well, but dates are optional.)
  var mayFail: Bool { self == .status }
}
