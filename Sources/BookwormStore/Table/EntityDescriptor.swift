// A descriptor describes the table of an entity, and how its rows relate to rows of other entities.
import BookwormRecords
import BookwormStorage

/// A class, since a copy of so many members would cost more than reading them.
package final class EntityDescriptor: Sendable {
  package let entity: Entity
  package let name: String
  package let table: String
  /// The lines of the table of fields that are stored in columns, in the order of a document's
  /// members.
  package let columns: [EntityField]
  /// The layout of results with its rows: every column, and the values that are read with the
  /// columns.
  package let layout: RowLayout
  /// Every field whose change can be reported for a row.
  package let fields: UInt64
  /// The fields that are reported as changed if a transaction deletes a row and restores it.
  package let allFields: UInt64
  /// The column with the time of a row's last change, if there is one.
  package let changed: String?
  /// A column that is unique among the rows, and the field that it is derived from.
  package let unique: (column: String, field: UInt64)?
  /// The column of `unique` and the global id, each with its field and the SQL that finds a row by
  /// it.
  let uniques: [(column: String, field: UInt64, row: SQL)]
  package let owner: EntityOwner?
  package let lists: [EntityList]
  /// For an entity that books refer to: the SQL that selects the books of one of its rows, and the
  /// field of a book that contains the reference.
  package let users: (books: SQL, field: UInt64)?
  /// Whether the last id is recorded. Orders, for example, are numbered without a gap and never
  /// deleted, so they need no record of it.
  package let hasLastID: Bool
  let isUndone: Bool
  /// A step that also adds books, or changes these fields of books, is named after the books alone.
  let comesWith: UInt64
  /// The first version of documents that contains rows of this entity.
  package let documentVersion: Int64
  /// The words before the entity's name in the name of a step that changes these fields, such as
  /// "Rename".
  let changeName: @Sendable (UInt64) -> String

  /// The name of the property that holds the last assigned id.
  package let lastID: String
  /// The names of all columns in the order of undo records, the id first.
  package let allColumns: [String]
  package let sql: EntitySQL

  /// `first` lists the fields that come first in results, if that order differs from a document's.
  package init<Fields: RowFields>(
    _: Fields.Type, _ name: String, table: String, fields: Fields,
    allFields: Fields? = nil, first: Fields = [], changed: String? = nil,
    unique: (column: String, field: UInt64)? = nil, owner: EntityOwner? = nil,
    lists: [EntityList] = [], users: (books: SQL, field: UInt64)? = nil, hasLastID: Bool = true,
    isUndone: Bool = true, comesWith: BookFields = [], documentVersion: Int64 = 1,
    derived: [String] = [],
    changeName: @escaping @Sendable (UInt64) -> String = { _ in "Change" }
  ) {
    (entity, self.name, self.table) = (Fields.entity, name, table)
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
    let sql = EntitySQL(
      table: table, columns, read: inOrder.filter(\.isColumn), derived: derived, changed: changed,
      unique: unique?.column, owner: owner)
    self.sql = sql
    let named = unique.flatMap { unique in
      sql.byUnique.map { (column: unique.column, field: unique.field, row: $0) }
    }
    let globalID = columns.first { $0.column == "global_id" }.map {
      (column: $0.column, field: $0.bit, row: sql.byGlobalID)
    }
    uniques = [named, globalID].compactMap { $0 }
  }

  /// "a book", "an order".
  package var withArticle: String {
    let vowels: Set<Character> = ["a", "e", "i", "o", "u"]
    return (name.first.map(vowels.contains) == true ? "an " : "a ") + name
  }

  /// Returns the place of a column in `allColumns`.
  func place(of column: String) -> Int? { allColumns.firstIndex(of: column) }
}

extension Entity {
  package static var withLastIDs: [Entity] { allCases.filter { $0.descriptor.hasLastID } }
}

extension Failure {
  package static func no(_ entity: Entity, _ id: Int64) -> Failure {
    let name = entity.descriptor.name
    return Failure(.notFound, name, "there is no \(name) with the id \(id)")
  }
}

/// Runs `body`, which looks for a row by an id that the caller gave in a field, so that a failure
/// names the field.
package func naming<R>(_ entity: Entity, by field: String, _ body: () throws -> R) throws -> R {
  do { return try body() } catch var failure as Failure {
    if failure.kind == .notFound, failure.field == entity.descriptor.name { failure.field = field }
    throw failure
  }
}
