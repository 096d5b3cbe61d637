// What a merge of stores knows of books that were merged into others.
import BookwormStorage

/// What became of a book that was merged into another one, by global ids.
struct MergedLead: BitwiseCopyable {
  /// Into which one each of the stores has merged it.
  var here: GlobalID?
  var there: GlobalID?
  /// Which book has it in the end, and which one does where that is gone. Nil of one that stands.
  var target: GlobalID?
  var other: GlobalID?

  /// The next in a chain. No other one leads to a book that both have merged.
  var next: GlobalID? { here ?? there }
}

/// Whether books that become one stand on the shelf: all of them, or none, as bw_book_merge() does.
struct Standing: BitwiseCopyable {
  private var hasReadings = false
  /// Of the first that is not on the shelf.
  private(set) var status: Int64 = 0
  /// Of the book that stays; that one decides which store has it.
  var updated = Int64.min

  /// Nil where nothing was read, so that it says nothing.
  var isOnShelf: Bool? { hasReadings ? status == 0 : nil }

  mutating func add(_ row: StoredRow, _ connection: Connection) throws {
    if status == 0 { status = row.integer("status") }
    hasReadings = try hasReadings || status != 0 || connection.bookFacts(row.id).readings > 0
  }
}

/// A book that others are merged into: what it, and they, were in each store.
struct MergedGroup: BitwiseCopyable {
  var here = Standing()
  var there = Standing()
  var first = Standing()
}
