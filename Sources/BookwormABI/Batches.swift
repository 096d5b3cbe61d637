// Batches and small structs between the caller's arrays and the model.
import BookwormModel
import BookwormStorage
import CBookwormTypes

extension Session {
  /// The ids are written when all books are.
  func createBooks(
    count: Int, ids: UnsafeMutablePointer<Int64>?, fill: (Int, inout BookDraft) throws -> Void
  ) throws {
    var created = IDList()
    var row = 0
    try createBooks(
      next: { draft in
        guard row < count else { return false }
        try fill(row, &draft)
        row += 1
        return true
      }, created: { try created.append($0) })
    if let ids { for (row, id) in created.ids.enumerated() { ids[row] = id } }
  }

  /// Their ids, as a result's handle, which is made first: it must not fail after the books are
  /// there.
  func createBooks(_ books: ArrowBooks) throws -> BWResult? {
    let ids = try RowSet.ofIDs()
    let handle = try Handles.add(ids)
    do { try createBooks(next: { try books.next(&$0) }, created: { try ids.append(id: $0) }) } catch
    {
      try Handles.free(handle, RowSet.handleKind)
      throw error
    }
    return handle
  }

  /// How many genres were made.
  func findOrCreateGenres(
    _ names: UnsafeBufferPointer<bw_text>, ids: UnsafeMutablePointer<Int64>?
  ) throws -> Int64 {
    var found = IDList()
    var created: Int64 = 0
    try findOrCreateGenres(count: names.count, name: { try text(names[$0], "names") }) {
      id, isNew in
      try found.append(id)
      if isNew { created += 1 }
    }
    if let ids { for (row, id) in found.ids.enumerated() { ids[row] = id } }
    return created
  }
}

extension bw_form_defaults {
  static var standard: bw_form_defaults {
    let genre = bw_text(FormDefaults.genre.bytes)
    return bw_form_defaults(
      size: 0, rating: FormDefaults.rating, genre: genre, quantity: FormDefaults.quantity,
      reserved: 0)
  }
}
