// Converts groups and statistics from and to the caller's values.
import BookwormQuery
import BookwormRecords
import BookwormStorage
import CBookwormTypes

extension StatisticsGroup {
  init(_ group: bw_group) throws {
    guard let value = StatisticsGroup(rawValue: Int32(bitPattern: group.rawValue)) else {
      throw Failure.unknown(group.rawValue, "group")
    }
    self = value
  }
}

extension StatisticsGroup {
  /// Empty for an unknown group.
  static func label(_ group: bw_group, _ language: Language) -> StaticString {
    StatisticsGroup(rawValue: Int32(bitPattern: group.rawValue))?.label(language) ?? ""
  }
}

extension Facet {
  init(
    _ group: bw_group, _ key: Int64, _ name: UnsafePointer<CChar>?, _ length: Int64
  ) throws {
    self = try Facet(
      try StatisticsGroup(group), key: key, name: try optionalText(name, length, "name"))
  }
}

extension RowSet {
  func statistics(_ row: Int64) throws -> bw_statistics {
    let row = try check(row, .statistics)
    let (group, numbers) = (group(row), statistics(row))
    var statistics = bw_statistics()
    statistics.key = group.key
    statistics.name = group.name.map { bw_text($0) } ?? bw_text()
    statistics.books = numbers.books
    statistics.rated = numbers.rated
    statistics.average = numbers.average
    withUnsafeMutableBytes(of: &statistics.ratings) { memory in
      withUnsafeBytes(of: numbers.ratings) { memory.copyMemory(from: .init(rebasing: $0[..<48])) }
    }
    return statistics
  }
}
