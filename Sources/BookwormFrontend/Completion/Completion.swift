// A completion is one way to complete a search line at a place.
import BookwormRecords
import BookwormStorage

struct Completion {
  enum Kind: Int32 {
    /// A word before an operator.
    case key
    case `operator`
    /// A value. If only a word was typed, the text also includes the key, as in genre:Horror.
    case value
    /// A saved line, which replaces the whole line.
    case shelf
  }

  let kind: Kind
  /// The completed key, or the key that the operator or value belongs to; nil for a shelf.
  var key: String?
  /// The replacement for the bytes `range` of the line.
  let text: [UInt8]
  /// The text that a person sees.
  let label: [UInt8]
  let range: Range<Int>
  /// The number of books that have the value or are on the shelf; nil if books are not counted.
  var count: Int64?
}

extension RowSet {
  static let completionLayout = RowLayout(
    [
      ColumnSpec("kind", .int32),
      ColumnSpec("key", .text, optional: true),
      ColumnSpec("text", .text),
      ColumnSpec("label", .text),
      ColumnSpec("start", .int64),
      ColumnSpec("end", .int64),
      ColumnSpec("count", .int64, optional: true),
    ])

  func append(_ completion: Completion) throws {
    let columns = layout.columns
    try appendRow {
      append(completion.kind.rawValue, to: columns[0])
      try append(optional: completion.key, to: columns[1])
      try completion.text.withUnsafeBufferPointer { try append($0, to: columns[2]) }
      try completion.label.withUnsafeBufferPointer { try append($0, to: columns[3]) }
      append(Int64(completion.range.lowerBound), to: columns[4])
      append(Int64(completion.range.upperBound), to: columns[5])
      setPresent(completion.count != nil, columns[6])
      append(completion.count ?? 0, to: columns[6])
    }
  }

  /// A row of a result of completions.
  package struct CompletionRow {
    package let kind: Int32
    package let key: Bytes?
    package let text: Bytes
    package let label: Bytes
    package let start: Int64
    package let end: Int64
    package let count: Int64?
  }

  package func completion(_ row: Int) -> CompletionRow {
    let columns = layout.columns
    func int64(_ place: Int) -> Int64 { number(columns[place], row, as: Int64.self) }
    return CompletionRow(
      kind: number(columns[0], row, as: Int32.self),
      key: isPresent(columns[1], row) ? text(columns[1], row) : nil,
      text: text(columns[2], row), label: text(columns[3], row), start: int64(4), end: int64(5),
      count: isPresent(columns[6], row) ? int64(6) : nil)
  }
}
