// How a page of rows became another: which rows came, which went, which changed their place among
// the others. Taking the rows that left and moved out of the old page, and putting those that
// entered and moved in at their positions, the lowest first, makes the new page.

struct PageDifference {
  private(set) var left: [RowChange] = []
  /// Those that entered and those that moved, by position.
  private(set) var placed: [RowChange] = []
  /// Rows of both pages, by their position in the new one.
  private(set) var kept: [(id: Int64, old: Int, new: Int)] = []

  /// An id stands once in a page. `changed` are the rows that were themselves changed.
  init(from old: [Int64], to new: [Int64], changed: Set<Int64>) {
    let oldPlaces = PageDifference.places(old)
    let newPlaces = PageDifference.places(new)
    for (place, id) in old.enumerated() where newPlaces[id] == nil {
      var change = RowChange(.left, .book, id)
      change.oldPosition = Int64(place)
      left.append(change)
    }
    for (place, id) in new.enumerated() {
      if let before = oldPlaces[id] { kept.append((id, before, place)) }
    }
    let staying = PageDifference.staying(kept, changed)
    var moved: Set<Int64> = []
    for (row, isStaying) in zip(kept, staying) where !isStaying { moved.insert(row.id) }
    for (place, id) in new.enumerated() {
      let before = oldPlaces[id]
      guard before == nil || moved.contains(id) else { continue }
      var change = RowChange(before == nil ? .entered : .moved, .book, id)
      change.position = Int64(place)
      change.oldPosition = before.map { Int64($0) } ?? -1
      placed.append(change)
    }
  }

  private static func places(_ ids: [Int64]) -> [Int64: Int] {
    var places: [Int64: Int] = [:]
    for (place, id) in ids.enumerated() { places[id] = place }
    return places
  }

  /// Which rows keep their order when the others move: as many as can, and of several ways the one
  /// in which rows that were changed move rather than others.
  private static func staying(
    _ rows: [(id: Int64, old: Int, new: Int)], _ changed: Set<Int64>
  ) -> [Bool] {
    let weights = rows.map { (1 << 32) + (changed.contains($0.id) ? 0 : 1) }
    var sums = weights
    var before = rows.map { _ in -1 }
    // A Fenwick tree: the best row to end with among those up to an old position.
    var best = [Int](repeating: -1, count: (rows.map(\.old).max() ?? 0) + 2)
    for (index, row) in rows.enumerated() {
      var (place, found) = (row.old, -1)
      while place > 0 {
        if best[place] >= 0, found < 0 || sums[best[place]] > sums[found] { found = best[place] }
        place &= place - 1
      }
      if found >= 0 { (sums[index], before[index]) = (sums[found] + weights[index], found) }
      place = row.old + 1
      while place < best.count {
        if best[place] < 0 || sums[index] > sums[best[place]] { best[place] = index }
        place += place & -place
      }
    }
    var staying = rows.map { _ in false }
    var index = sums.indices.max { sums[$0] < sums[$1] } ?? -1
    while index >= 0 {
      staying[index] = true
      index = before[index]
    }
    return staying
  }
}
