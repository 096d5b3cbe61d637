// Checks that the stored covers are whole and are the recorded pictures.
import BookwormRecords
import BookwormStorage
import BookwormStore

extension Inspection {
  /// Each cover must have its pieces without a gap, and match its recorded properties.
  func covers() throws {
    try report(.reference, "book_covers", CoverSQL.withoutBook) { book, _ in
      "book \(book) has a cover, but does not exist"
    }
    var data = MemoryBuffer()
    defer { data.free() }
    try connection.each(CoverSQL.books) { books in
      let book = books.int64(0)
      data.removeAll()
      let fault = try fault(inCoverOfBook: book, &data)
      if let fault {
        try report(.value, "book_covers", book, "the cover of the book \(book) \(fault)")
      }
    }
  }

  private func fault(inCoverOfBook book: Int64, _ data: inout MemoryBuffer) throws -> String? {
    let rows = try connection.statement(CoverSQL.rows)
    defer { rows.reset() }
    rows.bind(1, book)
    var (stored, piece): (Cover?, Int64) = (nil, 0)
    while try rows.step() {
      guard rows.kind(6) == .blob, rows.int64(0) == piece else { return "has damaged pieces" }
      if piece == 0 { stored = Cover(rows, from: 1) }
      guard data.count <= Cover.sizeLimit else { break }
      try data.append(bytes: rows.blob(6))
      piece += 1
      let isLast = Int64(data.count) >= stored?.size ?? 0
      guard isLast || data.count == Int(piece) * Cover.pieceSize else {
        return "has damaged pieces"
      }
    }
    do {
      return try Cover(data.bytes) == stored ? nil : "does not match its stored properties"
    } catch let failure as Failure { return "breaks a rule: \(failure.message)" }
  }
}
