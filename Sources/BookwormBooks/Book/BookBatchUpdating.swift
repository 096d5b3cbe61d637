// Changes many books by their ids as one step: all in the same way, or each by its own row.
import BookwormRecords
import BookwormStorage
import BookwormStore

extension Session {
  /// Returns how many books changed. Books that already have all of the values are left as they
  /// are. An unknown id fails, and the failure names its place.
  package func updateBooks(
    _ ids: UnsafeBufferPointer<Int64>, _ draft: BookDraft, clear: BookFields
  ) throws -> Int64 {
    try draft.check(asChange: clear)
    return try write(.batch) { writer in
      let genres = try writer.genreChange(draft, clear: clear)
      var changed: Int64 = 0
      for (row, id) in ids.enumerated() {
        if try inRow(row, { try writer.update(id, draft, clear: clear, genres) }) { changed += 1 }
      }
      return changed
    }
  }

  /// Changes all books or none; fails if two rows have the same book. `next` is called for each row
  /// in turn until it returns false; it gives a book's id and the changes. The draft is the same
  /// object for all rows, and is empty when `next` gets it. Fields of `clear` that a row does not
  /// give become absent.
  package func updateBooks(
    clear: BookFields, next: (inout BookDraft) throws -> Bool
  ) throws -> Int64 {
    try BookDraft().check(asChange: clear)
    return try write(.batch) { writer in
      var draft = BookDraft()
      var changed: Int64 = 0
      var row = 0
      var rows = CheckedMap<Int64, Int>()
      func isNew(_ id: Int64) throws {
        guard try !rows.insert(id, row) else { return }
        throw Failure(
          .invalid, "id",
          "the book \(id) is in row \(rows[id] ?? 0) already; give each book one row")
      }
      while let isChanged = try inRow(row, { try writer.updateNext(&draft, next, clear, isNew) }) {
        row += 1
        if isChanged { changed += 1 }
      }
      return changed
    }
  }
}

extension Writer {
  /// Returns whether the book changed; nil at the end.
  fileprivate func updateNext(
    _ draft: inout BookDraft, _ next: (inout BookDraft) throws -> Bool, _ clear: BookFields,
    _ isNew: (Int64) throws -> Void
  ) throws -> Bool? {
    draft.given = []
    guard try next(&draft) else { return nil }
    guard draft.given.remove(.id) != nil else {
      throw Failure(.invalid, "id", "id is missing; each row says which book it changes")
    }
    try isNew(draft.int64(.id))
    let clear = clear.subtracting(draft.given.logged)
    try draft.check(asChange: clear)
    let genres = try genreChange(draft, clear: clear)
    return try naming(.book, by: "id") {
      try update(draft.int64(.id), draft, clear: clear, genres)
    }
  }
}
