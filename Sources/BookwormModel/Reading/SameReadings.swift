// Finds readings of two books that are the same, so that a merge of the books keeps each of them
// once.
import BookwormStorage

extension Writer {
  /// Deletes a book's readings that another book also has. The other book's readings get the values
  /// that they lack.
  func joinReadings(of old: Int64, into book: Int64) throws {
    let others = try connection.storedRows(.reading, ownedBy: old)
    guard !others.isEmpty else { return }
    var ours = try connection.storedRows(.reading, ownedBy: book)
    for other in others {
      guard let place = ours.firstIndex(where: { $0.isSameReading(as: other) }) else { continue }
      let same = ours.remove(at: place)
      let draft = other.reading(lackingIn: same)
      if !draft.given.isEmpty { try update(reading: same.id, draft, clear: []) }
      _ = try deleteRow(.reading, other.id)
    }
  }
}

extension StoredRow {
  /// Whether two readings have the same dates and outcome, or both lack dates, and do not
  /// contradict each other in other fields.
  func isSameReading(as other: StoredRow) -> Bool {
    func agrees(_ names: [String]) -> Bool {
      let (mine, others) = (names.map { self[$0] }, names.map { other[$0] })
      return mine == others || mine.allSatisfy { $0 == nil } || others.allSatisfy { $0 == nil }
    }
    return ["outcome", "started", "finished"].allSatisfy { self[$0] == other[$0] }
      && agrees(["page", "percent"]) && agrees(["note"])
  }

  /// Returns the values that only this reading has. The note is borrowed from the row.
  fileprivate func reading(lackingIn same: StoredRow) -> ReadingDraft {
    var draft = ReadingDraft()
    if same["page"] == nil, same["percent"] == nil {
      if case .integer(let page) = self["page"] {
        draft.give(.page, page)
      }
      if case .real(let percent) = self["percent"] {
        draft.give(.percent, percent)
      }
    }
    if same["note"] == nil, case .text(let note) = self["note"] {
      draft.give(.note, note)
    }
    return draft
  }
}
