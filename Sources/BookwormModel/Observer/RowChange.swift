// What an observer tells: changed rows, each once, and as the rows of a result.
import BookwormStorage

public struct RowChange: Sendable {
  /// The numbers are those of the C interface.
  public enum Kind: Int32, Sendable {
    case inserted = 1
    case updated, deleted
    /// A row of an observed page came, went, or stands elsewhere among the others.
    case entered, left, moved
    /// What has changed cannot be told any more.
    case reread
  }

  public var kind: Kind
  /// Nil of a change that cannot be told.
  public let entity: Entity?
  public let id: Int64
  /// Bits of the entity's fields.
  public var fields: UInt64 = 0
  public var position: Int64 = -1
  public var oldPosition: Int64 = -1

  init(_ kind: Kind, _ entity: Entity?, _ id: Int64, _ fields: UInt64 = 0) {
    self.kind = kind
    self.entity = entity
    self.id = id
    self.fields = fields
  }

  static let reread = RowChange(.reread, nil, 0)
}

/// Which updates an observer wants to hear of.
struct ChangeMask {
  private let fields: BookFields

  static let allowed = BookFields.readable.union([.genreNames, .all]).union(
    BookFields(rawValue: Entity.book.descriptor.fields))

  init(_ given: BookFields) throws {
    try given.check(ChangeMask.allowed, "fields") { "no change is told of \($0)" }
    var fields = given.contains(.all) ? [] : given.logged
    // What follows from other fields.
    if fields.contains(.updated) {
      fields.formUnion(BookFields.row.union(.identifiers))
    }
    if fields.contains(.picture) { fields.insert(.genres) }
    self.fields = fields
  }

  func includes(_ field: BookFields) -> Bool { fields.isEmpty || fields.contains(field) }

  /// Those of a change that are wanted.
  func wanted(_ changed: BookFields) -> BookFields {
    fields.isEmpty ? changed : changed.intersection(fields)
  }

  /// Nil where the change is not wanted.
  func wanted(_ change: RowChange) -> RowChange? {
    guard let descriptor = change.entity?.descriptor else { return change }
    if let owner = descriptor.owner {
      return includes(BookFields(rawValue: owner.field)) ? change : nil
    }
    guard change.kind == .updated else { return change }
    if let users = descriptor.users {
      return includes(BookFields(rawValue: users.field)) ? change : nil
    }
    var change = change
    change.fields = wanted(BookFields(rawValue: change.fields)).rawValue
    return change.fields == 0 ? nil : change
  }
}

/// The changes of one transaction, one for each row: what the whole came to.
struct ChangeSet {
  private struct Key: Hashable {
    let entity: Entity
    let id: Int64
  }

  private var changes: [RowChange?] = []
  private var places: [Key: Int] = [:]

  /// More than this cannot be told one by one.
  static let limit = 100_000

  /// In the order in which the rows were first changed.
  var list: [RowChange] { changes.compactMap { $0 } }

  mutating func add(
    _ operation: ChangeLog.Operation, _ entity: Entity, _ id: Int64, _ fields: UInt64 = 0
  ) {
    let key = Key(entity: entity, id: id)
    let place = places[key] ?? changes.count
    let known = place < changes.count ? changes[place] : nil
    let change = ChangeSet.together(known, operation, entity, id, fields)
    if place < changes.count {
      changes[place] = change
    } else {
      places[key] = place
      changes.append(change)
    }
  }

  private static func together(
    _ known: RowChange?, _ operation: ChangeLog.Operation, _ entity: Entity, _ id: Int64,
    _ fields: UInt64
  ) -> RowChange? {
    switch (known?.kind, operation) {
    case (.deleted, .insert):
      return RowChange(.updated, entity, id, entity.descriptor.allFields)
    case (_, .insert): return RowChange(.inserted, entity, id)
    // What was not there before has not been there at all.
    case (.inserted, .delete): return nil
    case (_, .delete): return RowChange(.deleted, entity, id)
    case (.inserted, .update), (.deleted, .update): return known
    case (_, .update):
      var change = RowChange(.updated, entity, id)
      change.fields = fields | (known?.fields ?? 0)
      return change
    }
  }

  /// False where there are too many to tell.
  mutating func add(_ run: ChangeRun) -> Bool {
    guard run.count <= Int64(ChangeSet.limit &- min(changes.count, ChangeSet.limit)) else {
      return false
    }
    for id in run.first..<run.end {
      add(run.operation, run.entity, id, run.fields)
    }
    return true
  }
}

extension RowSet {
  private static let changeLayout = RowLayout([
    ColumnSpec(BookFields.id, .int64),
    ColumnSpec(.int32),
    ColumnSpec(.int32),
    ColumnSpec(.int64),
    ColumnSpec(.int64),
    ColumnSpec(.int64),
    ColumnSpec(.int64),
    ColumnSpec(.int64),
  ])

  static func changes(expecting rows: Int) throws -> RowSet {
    try RowSet(.changes, changeLayout, expecting: rows)
  }

  func append(_ change: RowChange, transaction: Int64, committed: Milliseconds) throws {
    let columns = layout.columns
    try appendRow {
      append(change.id, to: columns[0])
      append(change.kind.rawValue, to: columns[1])
      append(change.entity.map { Int32($0.rawValue) + 1 } ?? 0, to: columns[2])
      append(change.fields, to: columns[3])
      append(change.position, to: columns[4])
      append(change.oldPosition, to: columns[5])
      append(transaction, to: columns[6])
      append(committed, to: columns[7])
    }
  }

  /// Rows of one transaction.
  static func changes(
    _ changes: [RowChange], transaction: Int64, committed: Milliseconds
  ) throws -> RowSet {
    let rows = try RowSet.changes(expecting: changes.count)
    for change in changes {
      try rows.append(change, transaction: transaction, committed: committed)
    }
    return rows
  }
}
