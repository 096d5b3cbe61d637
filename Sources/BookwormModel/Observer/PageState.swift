// A page of a query as of one transaction, with some of the books that follow it in the list. When
// books go, others move up from there, and the query need not run again.
import BookwormStorage

/// Never changed, so that all observers of a page may hold the same one.
final class PageState: @unchecked Sendable {
  let place: Int64
  let rows: RowSet
  /// Where each book stands in the page.
  let places: CheckedMap<Int64, Int>
  /// Nil where the page cannot be brought up to date without running its query.
  let window: PageWindow?

  init(_ place: Int64, _ rows: RowSet, _ window: PageWindow?) throws {
    (self.place, self.rows, self.window) = (place, rows, window)
    places = try CheckedMap(placesIn: rows.rowIDs)
  }

  /// The same page, as of another transaction.
  init(_ same: PageState, at place: Int64, _ window: PageWindow?) {
    (self.place, self.window) = (place, window)
    (rows, places) = (same.rows, same.places)
  }
}

/// The first books of a query's list: those before the page, its own, and some after it.
final class PageWindow {
  private let list: IDList
  /// Whether these are all books of the list.
  let isComplete: Bool

  init(_ ids: consuming IDList, isComplete: Bool) {
    list = ids
    self.isComplete = isComplete
  }

  /// In the list's order.
  var ids: UnsafeBufferPointer<Int64> { list.ids }
}

extension RowSet {
  /// Of a result that has them; they stay as long as it does.
  var rowIDs: UnsafeBufferPointer<Int64> {
    let values = column(BookFields.id)?.values?.assumingMemoryBound(to: Int64.self)
    return UnsafeBufferPointer(start: values, count: values == nil ? 0 : count)
  }

  /// The genres of a row; none where they were not read.
  func genres(_ row: Int) -> UnsafeBufferPointer<Int64> {
    guard let column = layout.columns.first(where: { $0.field == .genres }),
      let items = self.column(column).values?.assumingMemoryBound(to: Int64.self)
    else { return UnsafeBufferPointer(start: nil, count: 0) }
    let places = list(column, row)
    return UnsafeBufferPointer(start: items + places.lowerBound, count: places.count)
  }
}
