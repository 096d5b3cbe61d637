// Stores the conditions of a query in a result, each as a search line has it.
import BookwormStorage

extension RowSet {
  static let conditionLayout = RowLayout(
    [
      ColumnSpec("alternative", .int32),
      ColumnSpec("negated", .int32),
      ColumnSpec("key", .text, optional: true),
      ColumnSpec("comparison", .text, optional: true),
      ColumnSpec("value", .text),
      ColumnSpec("text", .text),
    ])

  func append(_ part: SearchLinePart) throws {
    let columns = layout.columns
    try appendRow {
      append(Int32(clamping: part.alternative), to: columns[0])
      append(part.isNegated ? 1 : 0 as Int32, to: columns[1])
      try append(optional: part.key?.rawValue, to: columns[2])
      try append(optional: part.key == nil ? nil : part.comparison.rawValue, to: columns[3])
      try part.value.withUnsafeBufferPointer { try append($0, to: columns[4]) }
      try part.text.withUnsafeBufferPointer { try append($0, to: columns[5]) }
    }
  }

  /// A row of a result of conditions.
  package struct ConditionRow {
    package let alternative: Int32
    package let isNegated: Int32
    package let key: Bytes?
    package let comparison: Bytes?
    package let value: Bytes
    package let text: Bytes
  }

  package func condition(_ row: Int) -> ConditionRow {
    let columns = layout.columns
    func optional(_ place: Int) -> Bytes? {
      isPresent(columns[place], row) ? text(columns[place], row) : nil
    }
    return ConditionRow(
      alternative: number(columns[0], row, as: Int32.self),
      isNegated: number(columns[1], row, as: Int32.self), key: optional(2),
      comparison: optional(3), value: text(columns[4], row), text: text(columns[5], row))
  }
}
