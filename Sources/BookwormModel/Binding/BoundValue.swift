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

  /// The field of a column; nothing where it is not given.
  func append(_ draft: BookDraft, _ isGiven: Bool, to column: RowLayout.Column) throws {
    if column.field == .genres {
      var seen: Set<Int64> = []
      for genre in draft.givenGenres where seen.insert(genre).inserted {
        try append(item: genre, to: column)
      }
      return endList(column)
    }
    if column.type == .textList {
      for text in draft.texts(column.field) { try append(item: text, to: column) }
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
    guard layout.columns.count == other.layout.columns.count, count == 1, other.count == 1 else {
      return false
    }
    return zip(layout.columns, other.layout.columns).allSatisfy { hasValue($0, of: other, $1) }
  }

  private func hasValue(
    _ column: RowLayout.Column, of other: RowSet, _ others: RowLayout.Column
  ) -> Bool {
    guard column.field == others.field else { return false }
    let isThere = isPresent(column, 0)
    guard isThere == other.isPresent(others, 0) else { return false }
    if !isThere { return true }
    switch column.type {
    case .int32: return number(column, 0, as: Int32.self) == other.number(others, 0, as: Int32.self)
    case .int64: return number(column, 0, as: Int64.self) == other.number(others, 0, as: Int64.self)
    case .double:
      return number(column, 0, as: Double.self) == other.number(others, 0, as: Double.self)
    case .text: return text(column, 0).elementsEqual(other.text(others, 0))
    case .int64List: return genres(0).elementsEqual(other.genres(0))
    case .textList: return texts(column).elementsEqual(other.texts(others)) { $0.elementsEqual($1) }
    case .uuid: return false
    }
  }

  /// A list of the first row.
  private func texts(_ column: RowLayout.Column) -> [Bytes] {
    let view = self.column(column)
    return list(column, 0).map { view.text($0) }
  }

  /// A column of another result's first row, as the row at hand has it.
  func append(_ source: RowLayout.Column, of other: RowSet, to column: RowLayout.Column) throws {
    let isThere = other.isPresent(source, 0)
    if column.optional { setPresent(isThere, column) }
    switch column.type {
    case .int32: append(isThere ? other.number(source, 0, as: Int32.self) : 0, to: column)
    case .int64: append(isThere ? other.number(source, 0, as: Int64.self) : 0, to: column)
    case .double: append(isThere ? other.number(source, 0, as: Double.self) : 0, to: column)
    case .text: try append(isThere ? other.text(source, 0) : BookDraft.nothing, to: column)
    case .int64List:
      for genre in other.genres(0) { try append(item: genre, to: column) }
      endList(column)
    case .textList:
      for text in other.texts(source) { try append(item: text, to: column) }
      endList(column)
    case .uuid: break
    }
  }

  /// Some fields of the first row, borrowed from it.
  func draft(_ fields: BookFields) -> BookDraft {
    var draft = BookDraft()
    for column in layout.columns where fields.contains(column.field) {
      switch (column.field, column.type) {
      case (.identifierSchemes, _), (.identifierValues, _): draft.given.formUnion(column.field)
      case (_, .text): draft.give(column.field, text(column, 0))
      case (_, .double): draft.give(column.field, number(column, 0, as: Double.self))
      case (_, .int32): draft.give(column.field, number(column, 0, as: Int32.self))
      case (_, .int64): draft.give(column.field, number(column, 0, as: Int64.self))
      case (_, .int64List): draft.give(column.field, genres(0))
      case (_, .textList): draft.give(column.field, texts(column))
      case (_, .uuid): break
      }
    }
    if !fields.isDisjoint(with: .identifiers) {
      let lists = layout.columns.filter { BookFields.identifiers.contains($0.field) }.map(texts)
      if lists.count == 2 { draft.identifiers = zip(lists[0], lists[1]).map { ($0, $1) } }
    }
    return draft
  }
}

extension BookDraft {
  /// What it gives of a field that is a list of texts.
  fileprivate func texts(_ field: BookFields) -> [Bytes] {
    switch field {
    case .identifierSchemes: givenIdentifiers.map(\.scheme)
    case .identifierValues: givenIdentifiers.map(\.value)
    default: names(field)
    }
  }
}
