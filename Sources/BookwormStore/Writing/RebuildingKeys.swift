// Rebuilds the keys used to find and sort names, texts and identifiers.
import BookwormRecords
import BookwormStorage
import BookwormText

extension Connection {
  /// Rebuilds keys of names, sort keys, the keys of identifiers and contributors, and the search
  /// index, whose words are folded by the same rules.
  package func rebuildKeys(refusesSameNames: Bool) throws {
    for entity in named { try rebuildNameKeys(of: entity, refusesSameNames) }
    for entity in named { try rebuildSortKeys(of: entity) }
    try rebuildBookSortKeys()
    try rebuildIdentifierKeys()
    try rebuildContributorKeys()
    try rebuildSearchIndex()
  }

  /// Earlier versions of the schema had keys of any length: see Keys.longest.
  func cutLongKeys() throws {
    try rebuildSortKeys(of: .genre)
    if try integer(BookSQL.anyLongKey) != nil { try rebuildBookSortKeys() }
  }

  private var named: [Entity] { [.genre, .shelf] }

  /// Returns a statement for the ids and names of all rows of an entity, and another that sets a
  /// key derived from the name.
  private func names(
    of entity: Entity, forKey key: String
  ) throws -> (select: Statement, update: Statement) {
    let table = entity.descriptor.table
    return (
      try statement(composed: EntitySQL.names(of: table)),
      try statement(composed: EntitySQL.update([key], of: table))
    )
  }

  private func rebuildSortKeys(of entity: Entity) throws {
    let (select, update) = try names(of: entity, forKey: "sort_key")
    defer { select.reset() }
    var key = ByteBuffer()
    while try select.step() {
      try Keys.sort(select.text(1), into: &key)
      update.bind(1, select.int64(0))
      try update.bindBlob(2, key.bytes)
      try update.run()
    }
  }

  /// Rebuilds the keys used to find and distinguish names. If two names have become the same, the
  /// later one cannot be found until it is renamed, and check() reports it; with `refusesSame`,
  /// this function throws instead.
  private func rebuildNameKeys(of entity: Entity, _ refusesSame: Bool) throws {
    let (select, update) = try names(of: entity, forKey: "name_key")
    defer { select.reset() }
    // Two rows may need each other's keys, so every row first gets a key that no name has.
    while try select.step() {
      let id = select.int64(0)
      update.bind(1, id)
      try update.bind(2, .blob([0] + Array(String(id).utf8)))
      try update.run()
    }
    select.reset()
    var key = ByteBuffer()
    while try select.step() {
      let id = select.int64(0)
      try Keys.genre(select.text(1), into: &key)
      if let other = try self.id(of: entity, withKey: key.bytes) {
        guard refusesSame else { continue }
        throw Failure(
          .exists, "name",
          "the \(entity.descriptor.table) \(other) and \(id) have the same name; rename one first")
      }
      update.bind(1, id)
      try update.bindBlob(2, key.bytes)
      try update.run()
    }
  }
}

extension Connection {
  /// Rebuilds the keys of all identifiers.
  package func rebuildIdentifierKeys() throws {
    let update = try statement(BookSQL.setIdentifierKey)
    try each(BookSQL.allIdentifiers) { select in
      update.bind(1, select.int64(0))
      update.bind(2, select.int64(1))
      try update.bind(3, .blob(try IdentifierKey.make(select.text(2), select.text(3))))
      try update.run()
    }
  }

  /// Rebuilds the keys of every contributor.
  package func rebuildContributorKeys() throws {
    let update = try statement(ContributorSQL.setKeys)
    try each(ContributorSQL.all) { select in
      update.bind(1, select.int64(0))
      update.bind(2, select.int64(1))
      let keys = try ContributorKeys(
        name: select.text(2), sort: select.text(3), role: select.text(4))
      for (place, key) in keys.all.enumerated() {
        try update.bind(Int32(place + 3), .blob(key))
      }
      try update.run()
    }
  }
}
