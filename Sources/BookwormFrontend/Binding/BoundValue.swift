// A bound value is one field of one book as a one-row result. It is built from the values that a
// caller gives, and can be compared.
import BookwormBooks
import BookwormExchange
import BookwormRecords
import BookwormStorage
import BookwormText

extension RowSet {
  /// Returns the row that a read of a book would give after `draft` is stored.
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

  /// Appends the field of a column; nothing if the field is not given.
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

  /// Returns whether both results have one row with the same value of the same field.
  func hasValue(of other: RowSet) -> Bool {
    guard layout.columns.count == other.layout.columns.count, count == 1, other.count == 1 else {
      return false
    }
    return zip(layout.columns, other.layout.columns).allSatisfy { hasValue($0, of: other, $1) }
  }

  func hasValue(
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

  /// Returns a list of the first row.
  private func texts(_ column: RowLayout.Column) -> [Bytes] {
    let view = self.column(column)
    return list(column, 0).map { view.text($0) }
  }

  /// Appends a column of another result's first row to the current row.
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

  /// Returns some fields of the first row as a draft, which borrows them from the row.
  func draft(_ fields: BookFields) -> BookDraft {
    var draft = BookDraft()
    for column in layout.columns where fields.contains(column.field) {
      switch (column.field, column.type) {
      case (let field, _)
      where BookFields.identifiers.union(.contributors).contains(field):
        draft.given.formUnion(field)
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
    if fields.contains(.contributorNames) {
      var lists = ContributorLists()
      for column in layout.columns where fields.contains(column.field) {
        if BookFields.contributors.contains(column.field) {
          try? lists.add(column.field, texts(column))
        }
      }
      draft.contributors = lists.contributors
    }
    return draft
  }
}

extension BookDraft {
  /// Returns the items given for a field that is a list of texts.
  fileprivate func texts(_ field: BookFields) -> [Bytes] {
    switch field {
    case .identifierSchemes: givenIdentifiers.map(\.scheme)
    case .identifierValues: givenIdentifiers.map(\.value)
    case .contributorNames: givenContributors.map(\.name)
    case .contributorSorts: givenContributors.map(\.sort)
    case .contributorRoles: givenContributors.map(\.role)
    default: names(field)
    }
  }
}
