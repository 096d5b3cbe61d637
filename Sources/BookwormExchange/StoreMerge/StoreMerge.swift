// Merges another copy of a store into this one: applies the other's changes row by row, by the
// global ids, and field by field.
//
// With a base, which is a third store and the common ancestor, the side that differs from it has
// changed the field. Without a base, or for a row that it lacks, both have changed every different
// field, and nothing was deleted; but if a book lacks a value, such as a rating, that the other
// copy of the book has, the value is kept without a conflict. Decisions depend on values that both
// stores have, such as global ids. Except for the rules `ours` and `theirs`, they never depend on
// which of the stores is this one. So with `later`, the result is the same in either direction.
// With any rule, a second merge changes nothing.
import BookwormBooks
import BookwormRecords
import BookwormStorage
import BookwormStore

/// The side that wins if both have changed the same field. The numbers are those of the C
/// interface.
package enum MergeRule: Int32, CaseIterable, Sendable {
  case ours, theirs, later
}

/// The numbers of rows that a merge has changed here.
package struct MergeCounts: Equatable, Sendable {
  package var inserted: Int64 = 0
  package var updated: Int64 = 0
  package var deleted: Int64 = 0
  /// The number of conflicts, such as values that both stores have changed differently.
  package var conflicts: Int64 = 0

  package init() {}
}

extension Session {
  /// Returns the conflicts, and the numbers of rows that changed here. A preview does everything,
  /// and rolls it back.
  package func mergeStore(
    _ other: any Session, base: (any Session)?, _ rule: MergeRule, preview: Bool
  ) throws -> (counts: MergeCounts, conflicts: RowSet) {
    for (session, name) in [(other, "other"), (base ?? other, "base")]
    where try isOfOneStore(with: session) {
      throw Failure(.argument, name, "\(name) is the store itself; give another store")
    }
    if let base, try base.isOfOneStore(with: other) {
      throw Failure(.argument, "base", "base is the same store as other")
    }
    return try other.readingOnce { there in
      guard let base else { return try merge(there, nil, rule, preview) }
      return try base.readingOnce { try merge(there, $0, rule, preview) }
    }
  }

  /// Whether `other` is this store, even if it was opened by another handle or path.
  private func isOfOneStore(with other: any Session) throws -> Bool {
    let other = other.store
    return try store === other || store.isSame(as: other)
  }

  /// Calls `body` with one snapshot of the store.
  private func readingOnce<R>(_ body: (Connection) throws -> R) throws -> R {
    try read { connection in try connection.inSnapshot { try body(connection) } }
  }

  private func merge(
    _ there: Connection, _ base: Connection?, _ rule: MergeRule, _ preview: Bool
  ) throws -> (counts: MergeCounts, conflicts: RowSet) {
    var done: (counts: MergeCounts, conflicts: RowSet)?
    do {
      return try write(.batch) { writer in
        let merge = try StoreMerge(writer, there, base, rule)
        defer { writer.changedAt = nil }
        try merge.run()
        let result = (counts: merge.counts, conflicts: merge.conflicts)
        done = result
        if preview { throw PreviewEnd() }
        if result.counts != MergeCounts() {
          writer.pending.name = writer.pending.name ?? .mergingStores
        }
        return result
      }
    } catch is PreviewEnd {
      guard let done else { throw Failure.closedHandle }
      return done
    }
  }
}

/// Rolls back a preview.
private struct PreviewEnd: Error {}

/// One merge, under the write lock of the store that changes.
final class StoreMerge {
  enum Side { case here, there }

  let writer: Writer
  /// The other store, which is only read.
  let there: Connection
  let base: Connection?
  let rule: MergeRule
  let conflicts: RowSet
  var counts = MergeCounts()
  /// The books and merged books that were inserted, by their ids here: the other store has them,
  /// and this one did not, or had deleted them.
  var insertedBooks = CheckedMap<Int64, Int>()
  var updatedBooks = CheckedMap<Int64, Int>()
  var genres = MergedGenres()
  /// Books here that are deleted at the end.
  var goingBooks = CheckedMap<Int64, Int>()
  /// The books that either store has merged.
  var leads = CheckedMap<GlobalID, MergedLead>()
  /// The groups of merged books, by the ids here of the books that remain.
  var groups = CheckedMap<Int64, MergedGroup>()
  /// The ids here for deleted books of the other store, by their ids there.
  var goneBooks = CheckedMap<Int64, Int64>()
  private let units: [[[Int]]]

  init(_ writer: Writer, _ there: Connection, _ base: Connection?, _ rule: MergeRule) throws {
    (self.writer, self.there, self.base, self.rule) = (writer, there, base, rule)
    conflicts = try .differences()
    units = Entity.allCases.map(StoreMerge.units)
  }

  var here: Connection { writer.connection }

  func run() throws {
    genres = try mergeNamed(.genre)
    try mergeBooks()
    _ = try mergeNamed(.shelf)
    try mergeOrders()
    try mergeSources()
  }

  // MARK: One row, field by field

  /// The columns that can differ, by their places; columns that are chosen together are one unit.
  private static func units(of entity: Entity) -> [[Int]] {
    let columns = entity.descriptor.columns
    let fields = entity.descriptor.fields
    // The values that a book takes from its readings are not merged, because they follow from the
    // readings.
    let others: Set<String> =
      entity == .book
      ? ["id", "global_id", "updated", "status", "started", "finished"] : ["id", "global_id"]
    // An open reading has no end, so its end and its outcome are chosen together.
    var parts = [("percent", "page"), ("finished", "outcome")]
    if entity == .book {
      parts = BookMerge.parts.map { (BookField.name(of: $0.part), BookField.name(of: $0.whole)) }
    }
    var units: [[Int]] = []
    for (place, column) in columns.enumerated()
    where column.bit & fields != 0 && !others.contains(column.column) {
      let whole = parts.first { $0.0 == column.column }?.1
      if let whole, let unit = units.firstIndex(where: { columns[$0[0]].column == whole }) {
        units[unit].append(place)
      } else {
        units.append([place])
      }
    }
    return units
  }

  func units(_ entity: Entity) -> [[Int]] { units[Int(entity.rawValue)] }

  func differ(_ one: StoredRow, _ other: StoredRow) -> Bool {
    units(one.entity).contains { $0.contains { one.values[$0] != other.values[$0] } }
  }

  /// The places of the columns that the row here takes from the other store. A row's conflicts are
  /// all decided the same way, and are listed.
  func taken(_ ours: StoredRow, _ theirs: StoredRow, _ first: StoredRow?, _ side: Side? = nil)
    throws -> [Int]
  {
    var (taken, disputed): ([Int], [Int]) = ([], [])
    for unit in units(ours.entity) {
      func same(_ one: StoredRow, _ other: StoredRow) -> Bool {
        unit.allSatisfy { one.values[$0] == other.values[$0] }
      }
      if same(ours, theirs) { continue }
      if let first, same(first, theirs) { continue }
      if let first, same(first, ours) {
        taken += unit
      } else if first == nil, lacks(theirs, unit, of: ours) {
        continue
      } else if first == nil, lacks(ours, unit, of: theirs) {
        taken += unit
      } else {
        disputed += unit
      }
    }
    let differing = disputed.filter { ours.values[$0] != theirs.values[$0] }
    guard let decisive = differing.first else { return taken }
    let winner = side ?? self.side(ours, theirs, decisive)
    for place in differing {
      try note(
        ours.entity, ours.id, theirs.id, ours.entity.descriptor.columns[place].bit, winner,
        ours.values[place]?.text, theirs.values[place]?.text)
    }
    return winner == .there ? taken + disputed : taken
  }

  /// Whether a book lacks a value that the other one has, such as a review or a rating. The columns
  /// of rows other than books belong together.
  private func lacks(_ book: StoredRow, _ unit: [Int], of other: StoredRow) -> Bool {
    guard book.entity == .book else { return false }
    return unit.allSatisfy {
      book.values[$0] == other.values[$0] || BookField.columns[$0].isUnset(book.values[$0])
    }
  }

  /// Decides between two rows that differ in the column at a place.
  func side(_ ours: StoredRow, _ theirs: StoredRow, _ place: Int) -> Side {
    side(ours, theirs, isLess: comes(ours.values[place], before: theirs.values[place]))
  }

  /// `isLess` is whether the value here comes before the other one, which decides if times do not.
  func side(_ ours: StoredRow, _ theirs: StoredRow, isLess: Bool) -> Side {
    switch rule {
    case .ours: return .here
    case .theirs: return .there
    case .later:
      if let changed = ours.entity.descriptor.changed {
        let (mine, other) = (ours.integer(changed), theirs.integer(changed))
        if mine != other { return mine < other ? .there : .here }
      }
      return isLess ? .there : .here
    }
  }

  /// The order that decides without times: the greater value wins, and any value wins over none.
  func comes(_ one: FieldValue?, before other: FieldValue?) -> Bool {
    switch (one, other) {
    case (nil, .some): true
    case (.integer(let one), .integer(let other)): one < other
    case (.real(let one), .real(let other)): one < other
    case (.text(let one), .text(let other)): one.lexicographicallyPrecedes(other)
    case (.uuid(let one), .uuid(let other)): one.comes(before: other)
    default: false
    }
  }

  // MARK: Conflicts

  func note(
    _ entity: Entity, _ id: Int64, _ otherID: Int64, _ field: UInt64, _ winner: Side?,
    _ ours: [UInt8]?, _ theirs: [UInt8]?
  ) throws {
    counts.conflicts += 1
    let choice: MergeChoice = winner == .here ? .ours : winner == .there ? .theirs : .both
    try conflicts.append(
      MergeDifference(
        entity: entity, id: id, otherID: otherID, field: field, choice: choice, ours: ours,
        theirs: theirs))
  }

  /// Whether a row that one store has deleted and the other has changed is kept. It is listed as a
  /// conflict. If the later change wins, the row is kept, because a deletion has no time.
  func stays(_ ours: StoredRow?, _ theirs: StoredRow?) throws -> Bool {
    guard let entity = (ours ?? theirs)?.entity else { return false }
    let holder: Side = ours != nil ? .here : .there
    let winner: Side = rule == .later ? holder : rule == .ours ? .here : .there
    try note(
      entity, ours?.id ?? 0, theirs?.id ?? 0, 0, winner, ours?.title, theirs?.title)
    return winner == holder
  }
}

extension StoredRow {
  /// A text that identifies the row for a person.
  var title: [UInt8] {
    for value in values { if case .text(let text) = value { return Array(text) } }
    return globalID?.text ?? []
  }
}

extension GlobalID {
  func comes(before other: GlobalID) -> Bool { (high, low) < (other.high, other.low) }
}
