// Finds rows by their global ids, and gives rows of older stores such ids.
import BookwormRecords
import BookwormStorage

extension Session {
  /// Returns the id of the row with a global id. For a merged book, returns the id of the book that
  /// it was merged into.
  package func find(_ entity: Entity, _ globalID: GlobalID) throws -> Int64 {
    if let id = try read({ try $0.find(entity, globalID) }) { return id }
    guard entity == .book, let id = try read({ try $0.findMerged(globalID) }) else {
      let name = entity.descriptor.name
      let text = String(decoding: globalID.text, as: UTF8.self)
      throw Failure(.notFound, "global_id", "there is no \(name) with the global id \(text)")
    }
    return id
  }
}

extension Connection {
  package func find(_ entity: Entity, _ globalID: GlobalID) throws -> Int64? {
    try globalID.withBytes {
      try first(entity.descriptor.sql.byGlobalID, key: $0) { $0.int64(0) }
    }
  }

  /// Returns the book with a global id, or the book that it was merged into.
  package func findMerged(_ globalID: GlobalID) throws -> Int64? {
    try inSnapshot {
      if let id = try find(.book, globalID) { return id }
      return try find(.merged, globalID).flatMap { try ownerIfAny(of: .merged, $0) }
    }
  }

  /// Gives every row a global id with the time of the row's creation, or with the present time if
  /// the row does not record it. A store created by an older library lacks global ids.
  package func giveGlobalIDs(_ make: (Entity, Int64, Milliseconds) throws -> GlobalID) throws {
    let now = Clock.now()
    for descriptor in Entity.allCases.map(\.descriptor) {
      let update = try statement(descriptor.sql.setGlobalID)
      try each(descriptor.sql.idsAndCreated) { rows in
        let id = rows.int64(0)
        update.bind(1, id)
        let made = try make(descriptor.entity, id, rows.isNull(1) ? now : rows.int64(1))
        try made.withBytes {
          try update.bindBlob(2, $0)
          try update.run()
        }
      }
    }
  }
}
