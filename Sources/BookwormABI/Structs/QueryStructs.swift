// Converts the parts of a query from and to the caller's values.
import BookwormRecords
import CBookwormTypes

extension bw_query_info {
  init(_ query: Query) {
    self.init(
      size: 0, sort_count: Int32(clamping: query.sort.count),
      filters: query.filteredFields.rawValue, limit: query.limit ?? -1, offset: query.offset)
  }
}

extension bw_page {
  /// Returns the query for the page: members that are set take the place of the query's own.
  func query(_ query: Query) throws -> Query {
    var page = query
    if limit != 0 { try page.setLimit(limit) }
    guard after.data == nil || before.data == nil else {
      throw Failure(.argument, "before", "after and before are both set; set at most one of them")
    }
    if after.data != nil { try page.setCursor(try givenText(after, "after")) }
    if before.data != nil { try page.setCursor(try givenText(before, "before"), isBackward: true) }
    return page
  }

  /// Returns this page with its results. The cursors are borrowed from the books.
  func with(_ books: RowSet, total: Int64) -> bw_page {
    var page = self
    page.total = total
    page.next = books.cursor.map { bw_text($0) } ?? bw_text()
    page.previous = books.firstCursor.map { bw_text($0) } ?? bw_text()
    return page
  }
}

extension Match {
  init(_ match: bw_match) throws {
    guard let value = Match(rawValue: Int32(bitPattern: match.rawValue)) else {
      throw Failure.unknown(match.rawValue, "match")
    }
    self = value
  }
}

extension SortTerm {
  init(_ key: bw_sort_key, _ direction: bw_direction) throws {
    guard let key = SortKey(rawValue: Int32(bitPattern: key.rawValue)) else {
      throw Failure.unknown(key.rawValue, "key")
    }
    switch direction {
    case BW_ASCENDING: self.init(key, descending: false)
    case BW_DESCENDING: self.init(key, descending: true)
    default: throw Failure.unknown(direction.rawValue, "direction")
    }
  }
}
