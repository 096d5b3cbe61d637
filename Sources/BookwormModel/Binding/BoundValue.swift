// One field of one book as a result of one row: made of what a caller gives, and compared.
import BookwormStorage
import BookwormText

extension RowSet {
  /// The row that a read would give of a book for which `draft` has been stored.
  static func value(of field: BookFields, _ draft: BookDraft) throws -> RowSet {
    let rows = try BookSelection.of(field).rowSet(expecting: 1)
    try rows.appendRow {
      for column in rows.layout.columns {
        let isGiven = draft.given.isSuperset(of: column.field)
        if column.optional {
          rows.presence(column).storeBytes(of: isGiven ? 1 : 0, as: UInt8.self)
        }
        try rows.append(draft, isGiven, to: column)
      }
    }
    return rows
  }

  private func append(_ draft: BookDraft, _ isGiven: Bool, to column: RowLayout.Column) throws {
    if column.field == .genres {
      var seen: Set<Int64> = []
      for genre in draft.givenGenres where seen.insert(genre).inserted {
        try append(item: genre, to: column)
      }
      return endList(column)
    }
    switch column.type {
    case .int32: append(isGiven ? draft.int32(column.field) : 0, to: column)
    case .int64: append(isGiven ? draft.int64(column.field) : 0, to: column)
    case .double: append(isGiven ? draft.double(column.field) : 0, to: column)
    case .text:
      var buffer = ByteBuffer()
      let traits = BookField.traits(of: column.field)
      let text = draft.stored(column.field, traits, &buffer)
      try append(isGiven ? text : BookDraft.nothing, to: column)
    case .int64List, .textList, .uuid: break
    }
  }

  /// Whether both have one row with the same value of the same field.
  func hasValue(of other: RowSet) -> Bool {
    guard let column = layout.columns.first, let others = other.layout.columns.first,
      column.field == others.field, count == 1, other.count == 1
    else { return false }
    let isThere = isPresent(column, 0)
    guard isThere == other.isPresent(others, 0) else { return false }
    if !isThere { return true }
    switch column.type {
    case .int32: return number(column, 0, as: Int32.self) == other.number(others, 0, as: Int32.self)
    case .int64: return number(column, 0, as: Int64.self) == other.number(others, 0, as: Int64.self)
    case .double:
      return number(column, 0, as: Double.self) == other.number(others, 0, as: Double.self)
    case .text: return text(column, 0).elementsEqual(other.text(others, 0))
    case .int64List: return genres(0) == other.genres(0)
    case .textList, .uuid: return false
    }
  }
}
