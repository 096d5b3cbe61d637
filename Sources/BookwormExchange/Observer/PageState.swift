// A page state is a page of a query as of one transaction, with some of the following books of the
// list. When books leave, others move up from there, and the query need not run again.
import BookwormRecords
import BookwormStorage

/// Immutable, so that all observers of a page can share it.
final class PageState: @unchecked Sendable {
  let place: Int64
  let rows: RowSet
  /// The place of each book in the page.
  let places: CheckedMap<Int64, Int>
  /// Nil if the page cannot be updated without running its query.
  let window: PageWindow?

  init(_ place: Int64, _ rows: RowSet, _ window: PageWindow?) throws {
    (self.place, self.rows, self.window) = (place, rows, window)
    places = try CheckedMap(placesIn: rows.rowIDs)
  }

  /// Creates the same page, as of another transaction.
  init(_ same: PageState, at place: Int64, _ window: PageWindow?) {
    (self.place, self.window) = (place, window)
    (rows, places) = (same.rows, same.places)
  }
}

/// The first books of a query's list: those before the page, its own, and some after it.
final class PageWindow {
  private let list: IDList
  /// Whether the window has all books of the list.
  let isComplete: Bool

  init(_ ids: consuming IDList, isComplete: Bool) {
    list = ids
    self.isComplete = isComplete
  }

  /// The ids of the books, in the list's order.
  var ids: UnsafeBufferPointer<Int64> { list.ids }
}

extension RowSet {
  /// The ids of a result that has them. They stay valid as long as the result.
  var rowIDs: UnsafeBufferPointer<Int64> {
    let values = column(BookFields.id)?.values?.assumingMemoryBound(to: Int64.self)
    return UnsafeBufferPointer(start: values, count: values == nil ? 0 : count)
  }

  /// Returns the genres of a row; empty if they were not read.
  package func genres(_ row: Int) -> UnsafeBufferPointer<Int64> {
    guard let column = layout.columns.first(where: { $0.field == .genres }),
      let items = self.column(column).values?.assumingMemoryBound(to: Int64.self)
    else { return UnsafeBufferPointer(start: nil, count: 0) }
    let places = list(column, row)
    return UnsafeBufferPointer(start: items + places.lowerBound, count: places.count)
  }
}
