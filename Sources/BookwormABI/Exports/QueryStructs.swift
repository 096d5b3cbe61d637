// Converts the parts of a query from and to the caller's values.
import BookwormModel
import CBookwormTypes

extension bw_query_info {
  init(_ query: Query) {
    self.init(
      size: 0, sort_count: Int32(clamping: query.sort.count),
      filters: query.filteredFields.rawValue, limit: query.limit ?? -1, offset: query.offset)
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
