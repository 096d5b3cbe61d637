// Defines the types of the columns of results.

/// The layout of a result's column in memory; the numbers are those of the C interface.
package enum ColumnType: Int32, Sendable {
  case int64 = 1
  case int32
  case double
  case text
  case int64List
  case textList
  /// 16 bytes.
  case uuid
}

extension ColumnType {
  /// The name for messages.
  package var name: StaticString {
    switch self {
    case .int64: "int64"
    case .int32: "int32"
    case .double: "double"
    case .text: "text"
    case .int64List: "list of int64"
    case .textList: "list of texts"
    case .uuid: "uuid"
    }
  }

  /// The size of one value of the column in the frame, in bytes.
  var width: Int { self == .int32 ? 4 : self == .uuid ? GlobalID.size : 8 }
  /// Whether values have different lengths. They are then in a buffer, and the frame has the offset
  /// of each value's end.
  package var hasEnds: Bool { self == .text || self == .int64List || self == .textList }
  var buffers: Int { self == .textList ? 2 : hasEnds ? 1 : 0 }
}
