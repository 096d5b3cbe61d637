// Genres and shelves share this code: each row has a unique name.
import BookwormStorage

extension Session {
  /// Gives a row another text in its own field, unless it already has that text.
  func update<Fields: RowFields>(_ id: Int64, _ field: Fields, _ text: Bytes) throws {
    var draft = Draft<Fields>()
    draft.give(field, text)
    try draft.check()
    try write { writer in
      guard try !writer.connection.differing(id, draft, field).isEmpty else { return }
      if field.rawValue == Fields.entity.descriptor.unique?.field {
        try writer.connection.checkIsFree(text, for: id, of: Fields.entity)
      }
      try writer.update(id, draft, field)
    }
  }
}

extension Connection {
  /// Throws if another row than `id` has the name.
  func checkIsFree(_ name: Bytes, for id: Int64 = 0, of entity: Entity) throws {
    guard let other = try self.id(of: entity, withKey: Keys.genre(name)), other != id else {
      return
    }
    throw Failure.exists(entity, other)
  }
}

extension Failure {
  static func exists(_ entity: Entity, _ other: Int64) -> Failure {
    let name = entity.descriptor.name
    return Failure(
      .exists, "name", "the \(name) \(other) has this name already (case does not count)")
  }

  static func noName(_ entity: Entity, _ name: Bytes) -> Failure {
    let shown = String(decoding: name.prefix(64), as: UTF8.self)
    return Failure(
      .notFound, "name", "there is no \(entity.descriptor.name) with the name \"\(shown)\"")
  }
}
