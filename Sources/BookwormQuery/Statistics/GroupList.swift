// A group list holds the groups of all books, the largest first, with their names folded. A search
// box looks through them whenever a person types a letter.
import BookwormRecords
import BookwormStorage
import BookwormText

package final class GroupList: @unchecked Sendable {
  private enum Groups {
    /// A result of statistics, and the search keys of its names.
    case counted(RowSet, FoldedNames)
    case named(NameList)
  }

  private let groups: Groups

  init(_ rows: RowSet) throws { groups = .counted(rows, try FoldedNames(rows)) }

  init(_ names: NameList) { groups = .named(names) }

  var count: Int {
    switch groups {
    case .counted(let rows, _): rows.count
    case .named(let names): names.count
    }
  }

  /// Passes each group that matches the filter to `body`, until that returns false: the group's
  /// number and name, as in RowSet.group(), and its statistics.
  package func forEach(
    _ filter: NameFilter, _ body: (Int64, Bytes?, Statistics) throws -> Bool
  ) rethrows {
    switch groups {
    case .counted(let rows, let names):
      for row in 0..<rows.count where filter.matches(folded: names.key(row)) {
        let (key, name) = rows.group(row)
        guard try body(key, name, rows.statistics(row)) else { return }
      }
    case .named(let names): try names.forEach(filter) { try body(0, $0, $1) }
    }
  }

  /// Passes every group to `body`.
  package func forEach(_ body: (Int64, Statistics) -> Void) {
    forEach(.all) { key, _, statistics in
      body(key, statistics)
      return true
    }
  }

  /// Counts changed books again: see NameList. False if the groups cannot be updated. Nobody else
  /// may use the list meanwhile.
  func update(
    _ books: UnsafeBufferPointer<Int64>,
    _ read: (UnsafeBufferPointer<Int64>) throws -> NamedGroups
  ) throws -> Bool {
    guard case .named(let names) = groups else { return false }
    return try names.update(books, read)
  }
}

/// The search keys of the names in a result of statistics.
private final class FoldedNames {
  /// The keys one after another, and the end of each.
  private var keys = MemoryBuffer()
  private var ends = MemoryBuffer()

  init(_ rows: RowSet) throws {
    var key = ByteBuffer()
    for row in 0..<rows.count {
      key.removeAll()
      if let name = rows.group(row).name { UTF8Text.searchKey(name, into: &key) }
      try Keys.check(key)
      try keys.append(bytes: key.bytes)
      try ends.append(Int64(keys.count))
    }
    keys.fit()
    ends.fit()
  }

  deinit {
    keys.free()
    ends.free()
  }

  func key(_ row: Int) -> Bytes {
    let ends = ends.values(Int64.self)
    return Bytes(rebasing: keys.bytes[(row == 0 ? 0 : Int(ends[row - 1]))..<Int(ends[row])])
  }
}
