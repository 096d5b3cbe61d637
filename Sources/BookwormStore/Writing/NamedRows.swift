// Changes rows of genres and shelves. They share this code, because each of their rows has a unique
// name.
import BookwormRecords
import BookwormStorage

extension Session {
  /// Sets a field of a row to a text, unless the field already has that text.
  package func update<Fields: RowFields>(_ id: Int64, _ field: Fields, _ text: Bytes) throws {
    var draft = Draft<Fields>()
    draft.give(field, text)
    try update(id, draft)
  }

  /// Gives a row the values of a draft that it does not have already.
  package func update<Fields: RowFields>(_ id: Int64, _ draft: Draft<Fields>) throws {
    try draft.check()
    try write { writer in
      let changed = try writer.connection.differing(id, draft, draft.given)
      guard !changed.isEmpty else { return }
      let name = Fields(rawValue: Fields.entity.descriptor.unique?.field ?? 0)
      if !changed.isDisjoint(with: name) {
        try writer.connection.checkIsFree(draft.text(name), for: id, of: Fields.entity)
      }
      try writer.update(id, draft, changed)
    }
  }
}

extension Connection {
  /// Throws if another row than `id` has the name.
  package func checkIsFree(_ name: Bytes, for id: Int64 = 0, of entity: Entity) throws {
    guard let other = try self.id(of: entity, withKey: Keys.genre(name)), other != id else {
      return
    }
    throw Failure.exists(entity, other)
  }
}

extension Failure {
  package static func exists(_ entity: Entity, _ other: Int64) -> Failure {
    let name = entity.descriptor.name
    return Failure(
      .exists, "name", "the \(name) \(other) has this name already (case does not count)")
  }

  package static func noName(_ entity: Entity, _ name: Bytes) -> Failure {
    let shown = String(decoding: name.prefix(64), as: UTF8.self)
    return Failure(
      .notFound, "name", "there is no \(entity.descriptor.name) with the name \"\(shown)\"")
  }
}
