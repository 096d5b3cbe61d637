// What an entity's table holds, and what its rows are to those of others.
import BookwormStorage

/// A class, since a copy of so many members would cost more than what they are asked for.
final class EntityDescriptor: Sendable {
  let entity: Entity
  let name: String
  let table: String
  /// What results of its rows are.
  let rows: RowSet.Kind
  /// What its fields are.
  let fieldSet: any RowFields.Type
  let lines: [EntityField]
  /// Those that are columns, in the order of a document's members.
  let columns: [EntityField]
  /// Of results of its rows: every column, and what is read beside them.
  let layout: RowLayout
  /// Every field whose change may be told of a row.
  let fields: UInt64
  /// What may have changed of a row that went and came back.
  let allFields: UInt64
  /// The column that says when a row was changed last, if there is one.
  let changed: String?
  /// A column in which no two rows are the same, and the field that it follows from.
  let unique: (column: String, field: UInt64)?
  let owner: EntityOwner?
  let lists: [EntityList]
  /// Where books name rows of this entity: the books of one, and the field of a book.
  let users: (books: SQL, field: UInt64)?
  /// Orders are numbered without a gap, and never deleted: they need no note of the last id.
  let hasLastID: Bool
  let isUndone: Bool
  /// A step that also adds books, or changes these fields of theirs, is called after those alone.
  let comesWith: UInt64
  /// The first form of documents that has its rows.
  let documentVersion: Int64
  /// What a step that changes these fields is called, before the entity's name.
  let changeName: @Sendable (UInt64) -> String

  /// The property that holds the last id given.
  let lastID: String
  /// In the order in which undo keeps them, the id first.
  let allColumns: [String]
  let sql: EntitySQL

  /// `first` are the fields that come before the others in results, where that is another order
  /// than a document's.
  init<Fields: RowFields>(
    _: Fields.Type, _ name: String, table: String, rows: RowSet.Kind, fields: Fields,
    allFields: Fields? = nil, first: Fields = [], changed: String? = nil,
    unique: (column: String, field: UInt64)? = nil, owner: EntityOwner? = nil,
    lists: [EntityList] = [], users: (books: SQL, field: UInt64)? = nil, hasLastID: Bool = true,
    isUndone: Bool = true, comesWith: BookFields = [], documentVersion: Int64 = 1,
    derived: [String] = [],
    changeName: @escaping @Sendable (UInt64) -> String = { _ in "Change" }
  ) {
    (entity, self.name, self.table, self.rows) = (Fields.entity, name, table, rows)
    fieldSet = Fields.self
    lines = Fields.table
    columns = Fields.table.filter(\.isColumn)
    let read = Fields.table.filter { $0.isColumn || $0.place == .output }
    let inOrder = [true, false].flatMap { isFirst in
      read.filter { (first.rawValue & $0.bit != 0) == isFirst }
    }
    layout = RowLayout(inOrder.map { ColumnSpec($0) })
    (self.fields, self.allFields) = (fields.rawValue, allFields?.rawValue ?? fields.rawValue)
    (self.changed, self.unique, self.owner) = (changed, unique, owner)
    (self.lists, self.users, self.hasLastID) = (lists, users, hasLastID)
    (self.isUndone, self.comesWith) = (isUndone, comesWith.rawValue)
    self.documentVersion = documentVersion
    self.changeName = changeName
    lastID = "last_\(name)_id"
    allColumns = columns.map(\.column) + columns.keys + derived
    sql = EntitySQL(
      table: table, columns, read: inOrder.filter(\.isColumn), derived: derived, changed: changed,
      unique: unique?.column, owner: owner)
  }

  /// "a book", "an order".
  var withArticle: String {
    let vowels: Set<Character> = ["a", "e", "i", "o", "u"]
    return (name.first.map(vowels.contains) == true ? "an " : "a ") + name
  }

  /// Where a column stands among all.
  func place(of column: String) -> Int? { allColumns.firstIndex(of: column) }
}

extension Entity {
  /// What results of its rows are.
  public var rows: RowSet.Kind { descriptor.rows }

  static var withLastIDs: [Entity] { allCases.filter { $0.descriptor.hasLastID } }
}

extension Connection {
  func exists(_ entity: Entity, _ id: Int64) throws -> Bool {
    try first(entity.descriptor.sql.exists, id) { _ in true } ?? false
  }

  /// The row that another one belongs to; nil where there is no such other one.
  func ownerIfAny(of entity: Entity, _ id: Int64) throws -> Int64? {
    guard let ownerOf = entity.descriptor.sql.ownerOf else { return nil }
    return try first(ownerOf, id) { $0.int64(0) }
  }

  func owner(of entity: Entity, _ id: Int64) throws -> Int64 {
    guard let owner = try ownerIfAny(of: entity, id) else { throw Failure.no(entity, id) }
    return owner
  }
}

extension Failure {
  static func no(_ entity: Entity, _ id: Int64) -> Failure {
    let name = entity.descriptor.name
    return Failure(.notFound, name, "there is no \(name) with the id \(id)")
  }
}
