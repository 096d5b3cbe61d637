// Creates or changes many books from the caller's arrays or a stream.
import BookwormBooks
import BookwormRecords
import BookwormStorage
import BookwormStore
import CBookwormTypes

extension Session {
  /// The ids are written after all books.
  func createBooks(
    count: Int, ids: UnsafeMutablePointer<Int64>?, fill: (Int, inout BookDraft) throws -> Void
  ) throws {
    var created = IDList()
    var rows = 0..<count
    try createBooks(
      next: { try rows.fillNext(&$0, fill) }, created: { try created.append($0) })
    if let ids { for (row, id) in created.ids.enumerated() { ids[row] = id } }
  }

  /// Returns the number of books that changed.
  func updateBooks(
    count: Int, clear: bw_fields, fill: (Int, inout BookDraft) throws -> Void
  ) throws -> Int64 {
    var rows = 0..<count
    return try updateBooks(clear: BookFields(rawValue: clear)) { try rows.fillNext(&$0, fill) }
  }

  /// Returns their ids as a result. Its handle is created first, because it must not fail after the
  /// books were created.
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
  /// Fills the draft with the first row and moves to the next one. False at the end.
  fileprivate mutating func fillNext(
    _ draft: inout BookDraft, _ fill: (Int, inout BookDraft) throws -> Void
  ) throws -> Bool {
    guard let row = first else { return false }
    try fill(row, &draft)
    self = row + 1..<upperBound
    return true
  }
}
