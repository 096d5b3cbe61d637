// Finds the differences between two pages of rows: which rows entered, which left, which moved
// among the others. To get the new page, first remove from the old page all rows that left or
// moved. Then insert the rows that entered or moved at their new positions, the lowest position
// first.
import BookwormRecords
import BookwormStorage

struct PageDifference {
  private let old: UnsafeBufferPointer<Int64>
  private let new: UnsafeBufferPointer<Int64>
  private let entity: Entity
  private let oldPlaces: CheckedMap<Int64, Int>
  private let newPlaces: CheckedMap<Int64, Int>
  /// 1 for each row of the new page that was in the old page and keeps its order among the others.
  private let staying: NumberArray

  /// An id occurs once in a page; the buffers are borrowed. `isChanged` returns whether the row at
  /// a place in the old page was itself changed.
  init(
    from old: UnsafeBufferPointer<Int64>, to new: UnsafeBufferPointer<Int64>,
    of entity: Entity = .book, isChanged: (Int) -> Bool
  ) throws {
    (self.old, self.new, self.entity) = (old, new, entity)
    oldPlaces = try CheckedMap(placesIn: old)
    newPlaces = try CheckedMap(placesIn: new)
    staying = try NumberArray(new.count)
    try findStaying(isChanged)
  }

  /// Passes the rows of the old page that are not in the new one.
  func forEachLeft(_ body: (RowChange) throws -> Void) rethrows {
    for (place, id) in old.enumerated() where newPlaces[id] == nil {
      var change = RowChange(.left, entity, id)
      change.oldPosition = Int64(place)
      try body(change)
    }
  }

  /// Passes the rows that entered or moved, by position.
  func forEachPlaced(_ body: (RowChange) throws -> Void) rethrows {
    for (place, id) in new.enumerated() where staying[place] == 0 {
      let before = oldPlaces[id]
      var change = RowChange(before == nil ? .entered : .moved, entity, id)
      change.position = Int64(place)
      change.oldPosition = before.map { Int64($0) } ?? -1
      try body(change)
    }
  }

  /// Passes the rows of both pages that did not move, by their position in the new page.
  func forEachStaying(_ body: (_ id: Int64, _ old: Int, _ new: Int) throws -> Void) rethrows {
    for (place, id) in new.enumerated() where staying[place] == 1 {
      if let before = oldPlaces[id] { try body(id, before, place) }
    }
  }

  /// Finds the rows that keep their order while the others move: as many as possible. Among several
  /// solutions, prefers moving rows that were changed.
  private func findStaying(_ isChanged: (Int) -> Bool) throws {
    let sums = try NumberArray(new.count)
    let before = try NumberArray(new.count, repeating: -1)
    // A Fenwick tree: for the rows up to an old position, the last row of the best sequence.
    let best = try NumberArray(old.count + 2, repeating: -1)
    var last = -1
    for (index, id) in new.enumerated() {
      guard let place = oldPlaces[id] else { continue }
      sums[index] = 1 << 32 + (isChanged(place) ? 0 : 1)
      var (node, found) = (place, -1)
      while node > 0 {
        if best[node] >= 0, found < 0 || sums[best[node]] > sums[found] { found = best[node] }
        node &= node - 1
      }
      if found >= 0 { (sums[index], before[index]) = (sums[index] + sums[found], found) }
      node = place + 1
      while node < best.count {
        if best[node] < 0 || sums[index] > sums[best[node]] { best[node] = index }
        node += node & -node
      }
      if last < 0 || sums[index] > sums[last] { last = index }
    }
    while last >= 0 {
      staying[last] = 1
      last = before[last]
    }
  }
}
