// Many books to create or to change, from the caller's arrays or a stream.
import BookwormModel
import BookwormStorage
import CBookwormTypes

extension Session {
  /// The ids are written when all books are.
  func createBooks(
    count: Int, ids: UnsafeMutablePointer<Int64>?, fill: (Int, inout BookDraft) throws -> Void
  ) throws {
    var created = IDList()
    var rows = 0..<count
    try createBooks(
      next: { try rows.fillNext(&$0, fill) }, created: { try created.append($0) })
    if let ids { for (row, id) in created.ids.enumerated() { ids[row] = id } }
  }

  /// How many books changed.
  func updateBooks(
    count: Int, clear: bw_fields, fill: (Int, inout BookDraft) throws -> Void
  ) throws -> Int64 {
    var rows = 0..<count
    return try updateBooks(clear: BookFields(rawValue: clear)) { try rows.fillNext(&$0, fill) }
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
}

extension Range<Int> {
  /// Fills the draft with the first row, and goes on to the next; false at the end.
  fileprivate mutating func fillNext(
    _ draft: inout BookDraft, _ fill: (Int, inout BookDraft) throws -> Void
  ) throws -> Bool {
    guard let row = first else { return false }
    try fill(row, &draft)
    self = row + 1..<upperBound
    return true
  }
}
