// A facet is one group of a query's books, such as one genre, and the condition for its books.
import BookwormRecords
import BookwormStorage

package struct Facet: Sendable {
  package let group: StatisticsGroup
  /// The number of a group without a name: see bw_statistics.
  package let key: Int64
  package let name: [UInt8]

  /// `name` is nil for a group without a name. Throws if the group has no such facet.
  package init(_ group: StatisticsGroup, key: Int64, name: Bytes?) throws {
    (self.group, self.key, self.name) = (group, key, name.map { Array($0) } ?? [])
    let name = name ?? Bytes(start: nil, count: 0)
    if group.isNamed {
      try Rules.name(name, "name")
    } else {
      try Rules.text(name, "name", limit: Rules.nameLimit)
      guard group.isKey(key) else {
        throw Failure(.argument, "key", "key is \(key), which is not a number of this group")
      }
    }
  }

  /// Returns a query for all books of the facet. The query has a single filter.
  func query() throws -> Query {
    var query = try Query()
    try name.withUnsafeBufferPointer { try filter(&query, $0) }
    return query
  }

  private func filter(_ query: inout Query, _ name: Bytes) throws {
    let number = Int32(truncatingIfNeeded: key)
    switch group {
    case .genre:
      try query.filterGenres(
        .any, keys: [try Query.genreKey(name)], names: [Query.Spelling(text: self.name)])
    case .editor, .translator, .illustrator, .narrator, .introduction, .person:
      let role = Array((group.role?.name ?? "").utf8)
      try role.withUnsafeBufferPointer { try query.filter(person: name, role: $0) }
    case .author, .series, .publisher, .language, .format:
      try query.filter(group.field, equals: name)
    case .status: try query.filterStatus(number)
    case .rating: try query.filterRating(number, number, orNotRated: 0)
    case .year: try query.filter(.year, number, number)
    case .decade: try query.filter(.year, number, number + 9)
    case .monthFinished: try query.filterFinished(number * 100 + 1, Facet.lastDay(number))
    case .monthAdded:
      try query.filterCreated(days: number * 100 + 1, Facet.lastDay(number))
    case .shelf:
      throw Failure(
        .argument, "group", "a shelf is not a condition of a query; use the shelf's own line")
    case .contributorRole:
      throw Failure(
        .argument, "group", "a role is not a condition of a query; name a person in the role")
    }
  }

  private static func lastDay(_ month: Int32) -> Int32 {
    CalendarDate.lastDay(year: month / 100, month: month % 100)
  }
}

extension StatisticsGroup {
  /// Whether a group can have the number.
  fileprivate func isKey(_ key: Int64) -> Bool {
    switch self {
    case .status: Int32(exactly: key).flatMap(BookStatus.init(rawValue:)) != nil
    case .rating: (0...5).contains(key)
    case .monthAdded, .monthFinished:
      (1_01...9999_12).contains(key) && (1...12).contains(key % 100)
    case .year: Int32(exactly: key) != nil
    case .decade: (Int64(Int32.min)...Int64(Int32.max) - 9).contains(key) && key % 10 == 0
    default: true
    }
  }
}

extension Query {
  package func has(_ facet: Facet) throws -> Bool { try has(facet.query()) }

  package mutating func add(_ facet: Facet) throws { try add(facet.query()) }

  package mutating func remove(_ facet: Facet) throws { try remove(facet.query()) }
}
