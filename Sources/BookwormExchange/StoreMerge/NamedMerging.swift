// Merges rows with unique names: genres and shelves. Two rows that get the same name become one,
// with one of their global ids. Genres and shelves are few, so all of them are read at once.
import BookwormBooks
import BookwormRecords
import BookwormStorage
import BookwormStore

/// A row of any of the three stores, and its result.
private final class NamedRow {
  let globalID: GlobalID
  let ours: StoredRow?
  let theirs: StoredRow?
  let first: StoredRow?
  /// The row that each column comes from; empty for a deleted row.
  var sources: [StoredRow] = []
  var isDisputed = false
  /// The row with the same name that this row is merged into.
  var whole: NamedRow?
  /// The row's final id in this store.
  var id: Int64?

  init(_ globalID: GlobalID, _ ours: StoredRow?, _ theirs: StoredRow?, _ first: StoredRow?) {
    (self.globalID, self.ours, self.theirs, self.first) = (globalID, ours, theirs, first)
  }

  var isInBoth: Bool { ours != nil && theirs != nil }
  /// The row that remains: this one, or the row that it is merged into. Nil if it is deleted.
  var result: NamedRow? { whole ?? (sources.isEmpty ? nil : self) }

  func value(_ place: Int) -> FieldValue? { sources[place].values[place] }

  func name(_ rows: [StoredRow]) -> Bytes {
    let columns = rows.first?.entity.descriptor.columns
    guard let place = columns?.firstIndex(where: { $0.column == "name" }), place < rows.count,
      case .text(let name) = rows[place].values[place]
    else { return Bytes(start: nil, count: 0) }
    return name
  }

  var name: Bytes { name(sources) }

  /// Whether this row remains, of two rows with the same name. A second merge decides the same.
  func comes(before other: NamedRow) -> Bool {
    if isDisputed != other.isDisputed { return isDisputed }
    if isInBoth != other.isInBoth { return isInBoth }
    return globalID.comes(before: other.globalID)
  }
}

extension StoreMerge {
  func mergeNamed(_ entity: Entity) throws -> MergedGenres {
    let rows = try namedRows(entity)
    try decide(rows)
    try join(rows)
    try write(rows, entity)
    var merged = MergedGenres()
    for row in rows {
      guard let result = row.result, let id = result.id else { continue }
      merged.globalIDs[id] = result.globalID
      if let theirs = row.theirs { merged.there[theirs.id] = id }
      if let first = row.first { merged.base[first.id] = id }
    }
    let ids = Set(merged.globalIDs.keys)
    merged.newHere = ids.subtracting(rows.filter { $0.ours != nil }.compactMap { $0.result?.id })
    merged.newThere = ids.subtracting(merged.there.values)
    return merged
  }

  /// Sorted by their global ids. A row that was deleted and created again with the same name counts
  /// as the old one if the other store still has the old one.
  private func namedRows(_ entity: Entity) throws -> [NamedRow] {
    func read(_ connection: Connection?) throws -> [GlobalID: StoredRow] {
      guard let connection else { return [:] }
      var rows: [GlobalID: StoredRow] = [:]
      try connection.each(entity.descriptor.sql.document) { select in
        let row = try StoredRow(select, of: entity)
        if let id = row.globalID { rows[id] = row }
      }
      return rows
    }
    let (mine, others, first) = (try read(here), try read(there), try read(base))
    func known(
      _ rows: [GlobalID: StoredRow], besides others: [GlobalID: StoredRow]
    ) throws -> [GlobalID: StoredRow] {
      var gone: [[UInt8]: GlobalID] = [:]
      for (id, row) in first where rows[id] == nil && others[id] != nil {
        gone[try row.nameKey] = id
      }
      var known: [GlobalID: StoredRow] = [:]
      for (id, row) in rows {
        let isNew = first[id] == nil && others[id] == nil
        let old = try isNew ? gone[row.nameKey] : nil
        known[old ?? id] = row
      }
      return known
    }
    let (ours, theirs) = (try known(mine, besides: others), try known(others, besides: mine))
    return Set(ours.keys).union(theirs.keys).union(first.keys).sorted { $0.comes(before: $1) }
      .map { NamedRow($0, ours[$0], theirs[$0], first[$0]) }
  }

  /// Decides which rows remain, and their values.
  private func decide(_ rows: [NamedRow]) throws {
    // The disputed values of all rows come from one side, because otherwise two rows might get the
    // same name.
    var side: Side?
    for row in rows {
      switch (row.ours, row.theirs) {
      case (let ours?, let theirs?):
        var places = units(ours.entity).flatMap { $0 }.filter {
          ours.values[$0] != theirs.values[$0]
        }
        if let first = row.first {
          places.removeAll {
            first.values[$0] == ours.values[$0] || first.values[$0] == theirs.values[$0]
          }
        }
        row.isDisputed = !places.isEmpty
        if let place = places.first, side == nil { side = self.side(ours, theirs, place) }
        row.sources = Array(repeating: ours, count: ours.values.count)
        for place in try taken(ours, theirs, row.first, side) { row.sources[place] = theirs }
      case (let only?, nil), (nil, let only?):
        let isKept =
          try row.first.map { try differ(only, $0) && stays(row.ours, row.theirs) } ?? true
        if isKept { row.sources = Array(repeating: only, count: only.values.count) }
      case (nil, nil): break
      }
    }
  }

  /// Rows of one name become one, and a deleted row becomes part of the row that has its name now.
  private func join(_ rows: [NamedRow]) throws {
    var byName: [[UInt8]: [NamedRow]] = [:]
    for row in rows where !row.sources.isEmpty {
      byName[try Keys.genre(row.name), default: []].append(row)
    }
    for (_, same) in byName where same.count > 1 {
      let sorted = same.sorted { $0.comes(before: $1) }
      let whole = sorted[0]
      for part in sorted.dropFirst() { part.whole = whole }
      guard !whole.isInBoth,
        let ours = whole.ours ?? sorted.first(where: { $0.ours != nil })?.ours,
        let theirs = whole.theirs ?? sorted.first(where: { $0.theirs != nil })?.theirs
      else { continue }
      var sources = Array(repeating: ours, count: ours.values.count)
      for place in try taken(ours, theirs, nil) { sources[place] = theirs }
      whole.sources = sources
    }
    for row in rows where row.result == nil {
      guard let old = row.ours ?? row.theirs else { continue }
      let key = try Keys.genre(row.name(Array(repeating: old, count: old.values.count)))
      row.whole = byName[key]?.first?.result
    }
  }

  // MARK: Writing

  private func write(_ rows: [NamedRow], _ entity: Entity) throws {
    for row in rows where row.result === row {
      row.id = row.ours?.id
      if let id = row.id, row.ours?.globalID != row.globalID {
        try adopt(entity, id, row.globalID)
      }
    }
    // If several rows here are parts of one row, the first of them becomes that row.
    for row in rows {
      guard let ours = row.ours, row.result !== row else { continue }
      if let whole = row.whole, whole.id == nil {
        try adopt(entity, ours.id, whole.globalID)
        whole.id = ours.id
      } else if let whole = row.whole?.id, entity == .genre {
        try writer.merge(genre: ours.id, into: whole)
        counts.deleted += 1
      } else if try writer.rules[entity].delete(ours.id, writer) {
        counts.deleted += 1
      }
    }
    var left = rows.filter { row in
      guard row.result === row, let id = row.id else { return row.result === row }
      return changed(row, id, rows).map { !$0.isEmpty } ?? false
    }
    var renamed: Set<GlobalID> = []
    // A name is free as soon as the row that had it has been renamed.
    while !left.isEmpty {
      let before = left.count
      left = try left.filter { row in
        let key = try Keys.genre(row.name)
        let other = try key.withUnsafeBufferPointer { try here.id(of: entity, withKey: $0) }
        guard other == nil || other == row.id else { return true }
        try write(row, entity, rows)
        return false
      }
      guard left.count == before else { continue }
      // A cycle of names: one of the rows gets a temporary name.
      guard let row = left.first(where: { $0.id != nil && !renamed.contains($0.globalID) }),
        let id = row.id
      else { throw Failure.exists(entity, left[0].id ?? 0) }
      renamed.insert(row.globalID)
      try row.globalID.text.withUnsafeBufferPointer { try set(entity, id, name: $0) }
    }
  }

  /// The columns of an existing row that change; nil if it does not exist here.
  private func changed(_ row: NamedRow, _ id: Int64, _ rows: [NamedRow]) -> [Int]? {
    guard let current = rows.first(where: { $0.ours?.id == id })?.ours else { return nil }
    return units(current.entity).flatMap { $0 }.filter { current.values[$0] != row.value($0) }
  }

  private func write(_ row: NamedRow, _ entity: Entity, _ rows: [NamedRow]) throws {
    guard let id = row.id, let current = rows.first(where: { $0.ours?.id == id })?.ours,
      var places = changed(row, id, rows)
    else {
      row.sources[0].set("global_id", .uuid(row.globalID))
      row.id = try insert(row.sources[0])
      return
    }
    while let place = places.first {
      let source = row.sources[place]
      try update(current, source, places.filter { row.sources[$0] === source })
      places.removeAll { row.sources[$0] === source }
    }
  }
}

extension StoredRow {
  /// The key that is unique among genres or shelves.
  fileprivate var nameKey: [UInt8] {
    get throws {
      guard case .text(let name) = self["name"] else { return [] }
      return try Keys.genre(name)
    }
  }
}
