// Imports a few books, and returns the outcome of each.
import BookwormExchange
import BookwormRecords
import BookwormStorage
import BookwormStore

extension Session {
  /// Each book comes with the source's own id. Genres are given by name.
  @discardableResult
  package func importBooks(
    _ books: [(id: String, draft: BookDraft)], of fields: BookFields, from source: String = "shop",
    _ options: ImportOptions = ImportOptions(), into result: RowSet? = nil
  ) throws -> [ImportOutcome] {
    let rows = try result ?? RowSet.ofImport()
    var next = 0
    try importBooks(
      from: bytes(source), fields.union(.sourceID), options, into: rows, status: { _ in 5 }
    ) {
      guard next < books.count else { return false }
      $0 = books[next].draft
      $0.given.formIntersection(fields)
      $0.give(.sourceID, bytes(books[next].id))
      next += 1
      return true
    }
    let outcomes = rows.column(ImportFields.outcome)
    return (0..<rows.count).compactMap { row in
      outcomes.flatMap { ImportOutcome(rawValue: $0.int32(row)) }
    }
  }
}
