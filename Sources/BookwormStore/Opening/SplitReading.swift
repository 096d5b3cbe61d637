// Splits open readings with an end, which libraries before version 4 of the schema wrote. Most of
// them come from imports of a book that was being read again: the end was that of the previous
// reading. Each becomes two readings, so that nothing is lost: a completed reading with the end and
// the note, and an open reading with the progress. The start belongs to the completed reading
// unless it comes after the end.
import BookwormRecords
import BookwormStorage

/// The open reading that is to be added.
package struct SplitReading {
  package let book: Int64
  package let draft: ReadingDraft
  /// Derived from the completed reading's global id, so that copies of a store that are upgraded
  /// separately have the same row.
  package let globalID: GlobalID?
}

extension Connection {
  package func splitOpenReadings(_ insert: (SplitReading) throws -> Void) throws {
    var ids = IDList()
    let select = try statement(ReadingSQL.openWithEnd)
    while try select.step() { try ids.append(select.int64(0)) }
    select.reset()
    for id in ids.ids {
      guard let stored = try storedRow(.reading, id) else { continue }
      let split = try SplitReading(of: stored)
      let close = try statement(ReadingSQL.close)
      close.bind(1, id)
      if split.draft.given.contains(.started) {
        close.bindNull(2)
      } else {
        close.bind(2, stored.int32IfAny("started"))
      }
      try close.run()
      try insert(split)
      let latest = try latestReading(ofBook: split.book)
      let follow = try statement(ReadingSQL.setDates)
      follow.bind(1, split.book)
      follow.bind(2, latest?.started)
      follow.bind(3, latest?.finished)
      try follow.run()
    }
  }

  /// For an upgrade, which does not use a writer.
  package func splitOpenReadings() throws {
    let property = Entity.reading.descriptor.lastID
    var last = try self.property(property) ?? 0
    try splitOpenReadings { split in
      last += 1
      let insert = try statement(ReadingSQL.insertOpen)
      insert.bind(1, last)
      insert.bind(2, split.book)
      insert.bind(3, split.draft.int64(.created))
      insert.bind(4, split.draft.int32IfAny(.started))
      insert.bind(5, split.draft.int32IfAny(.page))
      if split.draft.given.contains(.percent) {
        insert.bind(6, split.draft.double(.percent))
      } else {
        insert.bindNull(6)
      }
      try (split.globalID ?? GlobalIDMaker().any(at: Clock.now())).withBytes {
        try insert.bindBlob(7, $0)
        try insert.run()
      }
      let count = try statement(ReadingSQL.countOneMore)
      count.bind(1, split.book)
      try count.run()
    }
    if last > 0 { try setProperty(property, last) }
  }
}

extension SplitReading {
  fileprivate init(of stored: StoredRow) throws {
    var draft = ReadingDraft()
    draft.give(.outcome, ReadingOutcome.open.rawValue)
    draft.give(.created, min(stored.integer("created") &+ 1, Rules.instants.upperBound))
    if let started = stored.int32IfAny("started"), started > stored.int32IfAny("finished") ?? 0 {
      draft.give(.started, started)
    }
    if let page = stored.int32IfAny("page") { draft.give(.page, page) }
    if case .real(let percent) = stored["percent"] { draft.give(.percent, percent) }
    (book, self.draft, globalID) = (stored.integer("book"), draft, stored.globalID?.next)
  }
}

extension StoredRow {
  fileprivate func int32IfAny(_ name: String) -> Int32? {
    if case .integer(let value) = self[name] { Int32(truncatingIfNeeded: value) } else { nil }
  }
}

extension GlobalID {
  /// The id for a row created a millisecond after the row of this id.
  fileprivate var next: GlobalID { GlobalID(high: high &+ 1 << 16, low: low) }
}
