// Joins two readings that are the same into one: in a merge of two books, and after an import.
import BookwormRecords
import BookwormStorage
import BookwormStore

extension Writer {
  /// Deletes a book's readings that another book also has. The other book's readings get the values
  /// that they lack.
  func joinReadings(of old: Int64, into book: Int64) throws {
    let others = try connection.storedRows(.reading, ownedBy: old)
    guard !others.isEmpty else { return }
    var ours = try connection.storedRows(.reading, ownedBy: book)
    for other in others {
      let place =
        ours.firstIndex { $0["started"] == other["started"] && $0.isSameReading(as: other) }
        ?? ours.firstIndex { $0.isSameReading(as: other) }
      guard let place else { continue }
      try join(other, into: ours.remove(at: place))
    }
  }

  /// Joins two readings if they are the same.
  package func joinReading(_ old: Int64, into id: Int64) throws {
    guard let other = try connection.storedRow(.reading, old),
      let same = try connection.storedRow(.reading, id), other.isSameReading(as: same)
    else { return }
    try join(other, into: same)
  }

  private func join(_ other: StoredRow, into same: StoredRow) throws {
    let draft = try other.reading(lackingIn: same)
    if !draft.given.isEmpty {
      try changing(ownerOf: .reading, same.integer("book")) {
        try update(reading: same.id, draft, clear: [])
      }
    }
    _ = try deleteRow(.reading, other.id)
  }
}

extension StoredRow {
  /// Whether two readings have the same outcome and the same dates (both may lack a date), and do
  /// not contradict each other in other fields. If both ended on the same day, or neither has
  /// ended, one of them may lack the start.
  func isSameReading(as other: StoredRow) -> Bool {
    let isOpen = integer("outcome") == Int64(ReadingOutcome.open.rawValue)
    let mayLackStart = isOpen || self["finished"] != nil
    return ["outcome", "finished"].allSatisfy { self[$0] == other[$0] }
      && (self["started"] == other["started"]
        || mayLackStart && agrees(with: other, on: ["started"]))
      && ReadingFields.mayLack.allSatisfy { agrees(with: other, on: $0.map(\.column)) }
  }

  /// Whether two readings are equal in all of these fields, or one reading has none of the fields.
  fileprivate func agrees(with other: StoredRow, on names: [String]) -> Bool {
    let (mine, others) = (names.map { self[$0] }, names.map { other[$0] })
    return mine == others || mine.allSatisfy { $0 == nil } || others.allSatisfy { $0 == nil }
  }

  /// Returns the values that only this reading has. Texts are borrowed from this reading.
  fileprivate func reading(lackingIn same: StoredRow) throws -> ReadingDraft {
    var draft = ReadingDraft()
    for lines in [ReadingFields.start] + ReadingFields.mayLack
    where lines.allSatisfy({ same[$0.column] == nil }) {
      for line in lines { try draft.give(line, self[line.column]) }
    }
    return draft
  }
}

extension ReadingFields {
  fileprivate static let start = table.filter { $0.bit == started.rawValue }
  /// The fields that one of two equal readings may lack, page and percentage together.
  fileprivate static let mayLack: [[EntityField]] = {
    let lines = table.filter { $0.isOptional }
    let isProgress = { (line: EntityField) in line.bit & progress.rawValue != 0 }
    let others = lines.filter {
      !isProgress($0) && $0.bit & (started.rawValue | finished.rawValue) == 0
    }
    return [lines.filter(isProgress)] + others.map { [$0] }
  }()
}
