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
    let select = try statement(entity.descriptor.sql.byGlobalID)
    defer { select.reset() }
    return try globalID.withBytes {
      try select.bindBlob(1, $0)
      return try select.step() ? select.int64(0) : nil
    }
  }

  /// Returns the book with a global id, or the book that it was merged into.
  fileprivate func findMerged(_ globalID: GlobalID) throws -> Int64? {
    try inSnapshot {
      if let id = try find(.book, globalID) { return id }
      return try find(.merged, globalID).flatMap { try ownerIfAny(of: .merged, $0) }
    }
  }

  /// Gives every row a global id with the time of the row's creation. A store created by an older
  /// library lacks global ids.
  package func giveGlobalIDs(_ make: (Entity, Int64, Milliseconds) throws -> GlobalID) throws {
    let now = Clock.now()
    for descriptor in Entity.allCases.map(\.descriptor) {
      let rows = try statement(descriptor.sql.idsAndCreated)
      defer { rows.reset() }
      let update = try statement(descriptor.sql.setGlobalID)
      while try rows.step() {
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
