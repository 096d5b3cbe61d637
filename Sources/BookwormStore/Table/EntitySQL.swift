// Contains the SQL that every entity shares, built from its table and columns.
import BookwormRecords
import BookwormStorage

package struct EntitySQL: Sendable {
  /// Selects all columns of the row with an id.
  package let row: SQL
  /// The parameters are all columns.
  package let insert: SQL
  package let exists: SQL
  package let byGlobalID: SQL
  package let delete: SQL
  package let highestID: SQL
  let count: SQL
  /// Selects the columns of a result. The text that follows chooses the rows.
  let listing: String
  let listed: SQL
  /// Selects rows with ids after a given id, up to a limit.
  let listedAfter: SQL
  /// Selects all columns of all rows.
  package let all: SQL
  /// Selects the columns of a document, of all rows.
  package let document: SQL
  /// Selects the columns of a document, of the row with an id or a global id.
  let stored: SQL
  let storedByGlobalID: SQL
  /// Selects the id of the row with a value in its unique column.
  let byUnique: SQL?
  /// Selects the time of a row's last change.
  let changed: SQL?
  /// Selects each id, and the time of the row's creation or NULL.
  package let idsAndCreated: SQL
  package let setGlobalID: SQL
  package let wrongGlobalIDs: SQL
  /// Statements for the rows of one owner.
  package let ofOwner: (rows: SQL, stored: SQL, listed: SQL, count: SQL, ids: SQL, delete: SQL)?
  let ownerOf: SQL?
  /// Selects rows whose owner does not exist, each with the owner's id.
  package let orphans: SQL?

  init(
    table: String, _ columns: [EntityField], read: [EntityField], derived: [String],
    changed: String?, unique: String?, owner: EntityOwner?
  ) {
    let own = columns.map(\.column)
    let all = own + columns.keys + derived
    let names = all.joined(separator: ", ")
    row = SQL(EntitySQL.select(all, from: table))
    let marks = all.map { _ in "?" }.joined(separator: ", ")
    insert = SQL("INSERT INTO \(table) (\(names)) VALUES (\(marks))")
    exists = SQL("SELECT 1 FROM \(table) WHERE id = ?")
    byGlobalID = SQL("SELECT id FROM \(table) WHERE global_id = ?")
    delete = SQL("DELETE FROM \(table) WHERE id = ?")
    count = SQL("SELECT count(*) FROM \(table)")
    listing = "SELECT \(read.map(\.column).joined(separator: ", ")) FROM \(table)"
    listed = SQL(listing + " WHERE id = ?")
    listedAfter = SQL(listing + " WHERE id > ? ORDER BY id LIMIT ?")
    self.all = SQL("SELECT \(names) FROM \(table) ORDER BY id")
    highestID = SQL("SELECT max(id) FROM \(table)")
    document = SQL("SELECT \(own.joined(separator: ", ")) FROM \(table) ORDER BY id")
    stored = SQL(EntitySQL.select(own, from: table))
    storedByGlobalID = SQL(
      "SELECT \(own.joined(separator: ", ")) FROM \(table) WHERE global_id = ?")
    byUnique = unique.map { column in
      SQL { "SELECT id FROM \(table) WHERE " + $0.isKey(column) }
    }
    self.changed = changed.map { SQL("SELECT \($0) FROM \(table) WHERE id = ?") }
    let created = own.first { $0 == "created" || $0 == "placed" }
    idsAndCreated = SQL("SELECT id, \(created ?? "NULL") FROM \(table) ORDER BY id")
    setGlobalID = SQL("UPDATE \(table) SET global_id = ?2 WHERE id = ?1")
    wrongGlobalIDs = SQL { dialect in
      """
      SELECT id FROM \(table)
      WHERE global_id IS NULL OR NOT (\(dialect.isBlob("global_id"))) OR length(global_id) <> 16
      """
    }
    guard let owner else {
      (ofOwner, ownerOf, orphans) = (nil, nil, nil)
      return
    }
    let column = owner.column
    let condition = "FROM \(table) WHERE \(column) = ?"
    ofOwner = (
      rows: SQL("SELECT \(names) \(condition) ORDER BY id"),
      stored: SQL("SELECT \(own.joined(separator: ", ")) \(condition) ORDER BY id"),
      listed: SQL("\(listing) WHERE \(column) = ? ORDER BY id"),
      count: SQL("SELECT count(*) \(condition)"),
      ids: SQL("SELECT id \(condition) ORDER BY id"), delete: SQL("DELETE \(condition)")
    )
    ownerOf = SQL("SELECT \(column) FROM \(table) WHERE id = ?")
    let owners = EntityDescriptor.of(owner.entity).table
    orphans = SQL(
      "SELECT id, \(column) FROM \(table) WHERE \(column) NOT IN (SELECT id FROM \(owners))")
  }

  // MARK: Statements of some columns, found again by their text

  static func select(_ columns: [String], from table: String) -> String {
    "SELECT \(columns.joined(separator: ", ")) FROM \(table) WHERE id = ?"
  }

  /// The parameters are the id and the columns in their order.
  package static func update(_ columns: [String], of table: String) -> String {
    let values = columns.enumerated().map { "\($1) = ?\($0 + 2)" }.joined(separator: ", ")
    return "UPDATE \(table) SET \(values) WHERE id = ?1"
  }

  /// The id and the name of every row.
  static func names(of table: String) -> String { "SELECT id, name FROM \(table)" }

  /// Whether any of the tables has a row.
  package static func anyRow(of tables: [String]) -> String {
    "SELECT 1 WHERE "
      + tables.map { "EXISTS (SELECT 1 FROM \($0))" }.joined(separator: " OR ")
  }
}
