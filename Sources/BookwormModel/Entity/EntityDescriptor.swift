// A descriptor holds the table of an entity, and how its rows relate to those of others.
import BookwormStorage

/// A class, since a copy of so many members would cost more than reading them.
final class EntityDescriptor: Sendable {
  let entity: Entity
  let name: String
  let table: String
  /// The kind of results of its rows.
  let rows: RowSet.Kind
  /// The type of its fields.
  let fieldSet: any RowFields.Type
  let lines: [EntityField]
  /// The lines that are columns, in the order of a document's members.
  let columns: [EntityField]
  /// The layout of results of its rows: every column, and the values read with them.
  let layout: RowLayout
  /// Every field whose change can be reported for a row.
  let fields: UInt64
  /// The fields that may have changed in a row that was deleted and restored.
  let allFields: UInt64
  /// The column with the time of a row's last change, if there is one.
  let changed: String?
  /// A column that is unique among the rows, and the field that it is derived from.
  let unique: (column: String, field: UInt64)?
  let owner: EntityOwner?
  let lists: [EntityList]
  /// If books refer to rows of this entity: the books of one row, and the field of a book.
  let users: (books: SQL, field: UInt64)?
  /// Orders are numbered without a gap and never deleted, so they do not need a record of the last
  /// id.
  let hasLastID: Bool
  let isUndone: Bool
  /// A step that also adds books, or changes these fields of books, is named after the books alone.
  let comesWith: UInt64
  /// The first form of documents that contains rows of this entity.
  let documentVersion: Int64
  /// The name of a step that changes these fields, before the entity's name.
  let changeName: @Sendable (UInt64) -> String

  /// The property that holds the last id given.
  let lastID: String
  /// In the order of undo records, the id first.
  let allColumns: [String]
  let sql: EntitySQL

  /// `first` lists the fields that come first in results, if that order differs from a document's.
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

  /// Returns the place of a column among all columns.
  func place(of column: String) -> Int? { allColumns.firstIndex(of: column) }
}

extension Entity {
  /// The kind of results of its rows.
  public var rows: RowSet.Kind { descriptor.rows }

  /// Nil for a result without rows of an entity.
  public init?(rows: RowSet.Kind) {
    guard let entity = Entity.allCases.first(where: { $0.rows == rows }) else { return nil }
    self = entity
  }

  static var withLastIDs: [Entity] { allCases.filter { $0.descriptor.hasLastID } }
}

extension Connection {
  func exists(_ entity: Entity, _ id: Int64) throws -> Bool {
    try first(entity.descriptor.sql.exists, id) { _ in true } ?? false
  }

  /// Returns the row that another row belongs to; nil if that other row does not exist.
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

/// Runs a search for a row by an id that the caller gave in a field.
func naming<R>(_ entity: Entity, by field: String, _ body: () throws -> R) throws -> R {
  do { return try body() } catch var failure as Failure {
    if failure.kind == .notFound, failure.field == entity.descriptor.name { failure.field = field }
    throw failure
  }
}
