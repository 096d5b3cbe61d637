// A group list holds the groups of all books, the largest first, with their names folded. A search
// box looks through them at each typed letter.
import BookwormRecords
import BookwormStorage
import BookwormText

package final class GroupList: @unchecked Sendable {
  /// A result of statistics.
  package let rows: RowSet
  /// The search keys of the names, one after another, and the end of each.
  private var keys = MemoryBuffer()
  private var ends = MemoryBuffer()

  init(_ rows: RowSet) throws {
    self.rows = rows
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

  private func key(_ row: Int) -> Bytes {
    let ends = ends.bytes.baseAddress.map { UnsafeRawPointer($0) }
    func end(_ row: Int) -> Int {
      Int(ends?.load(fromByteOffset: row * MemoryLayout<Int64>.size, as: Int64.self) ?? 0)
    }
    return Bytes(rebasing: keys.bytes[(row == 0 ? 0 : end(row - 1))..<end(row)])
  }

  /// Passes the places of the groups that match the filter, until `body` returns false.
  package func forEach(_ filter: NameFilter, _ body: (Int) throws -> Bool) rethrows {
    for row in 0..<rows.count where filter.matches(folded: key(row)) {
      guard try body(row) else { return }
    }
  }
}
