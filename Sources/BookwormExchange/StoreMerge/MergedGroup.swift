// A merged group is the state, in a merge of stores, of books that were merged into others.
import BookwormBooks
import BookwormRecords
import BookwormStorage
import BookwormStore

/// The targets of a book that was merged into another one, by global ids.
struct MergedLead: BitwiseCopyable {
  /// The book that each of the stores has merged it into.
  var here: GlobalID?
  var there: GlobalID?
  /// The book that the merge finally combines it with, and the book that replaces this target if
  /// the target is gone. Both are nil for a book that remains.
  var target: GlobalID?
  var other: GlobalID?

  /// The next id in a chain. Only the first id of a chain can have both: a book that both stores
  /// have merged is in neither of them, so no other id leads to it.
  var next: GlobalID? { here ?? there }
}

/// Whether combined books are on the shelf: only if all of them are, as in bw_book_merge().
struct Standing: BitwiseCopyable {
  private var hasReadings = false
  /// The status of the first book that is not on the shelf.
  private(set) var status: Int64 = 0
  /// `updated` of the kept book, which decides between the stores.
  var updated = Int64.min

  /// Nil if the books have no readings: then it means nothing.
  var isOnShelf: Bool? { hasReadings ? status == 0 : nil }

  mutating func add(_ row: StoredRow, _ connection: Connection) throws {
    if status == 0 { status = row.integer("status") }
    hasReadings = try hasReadings || status != 0 || connection.bookFacts(row.id).readings > 0
  }
}

/// A book that others are merged into, with the state of all of them in each store.
struct MergedGroup: BitwiseCopyable {
  var here = Standing()
  var there = Standing()
  var first = Standing()
}
