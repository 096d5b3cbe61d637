// What a shelf is to the store: its table. It is a saved search, a name and a search line; which
// books stand on it is asked when it is looked at.
import BookwormStorage
import BookwormText

enum ShelfEntity: EntityRules {
  static let descriptor = EntityDescriptor(
    .shelf, "shelf", table: "shelves",
    [
      EntityColumn("id", .int64, ShelfFields.id),
      EntityColumn("name", .text, ShelfFields.name, keys: ["name_key", "sort_key"]),
      EntityColumn("line", .text, ShelfFields.line, limit: SearchLine.limit),
      EntityColumn("global_id", .uuid, ShelfFields.globalID),
    ], fields: ShelfFields([.name, .line, .globalID]),
    unique: ("name_key", ShelfFields.name.rawValue),
    documentVersion: 2,
    changeName: { ShelfFields(rawValue: $0) == .name ? "Rename" : "Change" })

  static func delete(_ id: Int64, _ writer: Writer) throws -> Bool { try writer.deleteShelf(id) }

  static func take(_ row: DocumentRow, _ writer: Writer) throws {
    let (name, line) = (try row.text("name"), try row.text("line"))
    try Rules.shelf(name, line)
    let key = try Keys.genre(name)
    if let other = try writer.connection.shelf(withKey: key) { throw Failure.exists(.shelf, other) }
    _ = try writer.insertShelf(name, key, line, as: row.identity)
  }

  static func check(_ inspection: Inspection) throws {
    let select = try inspection.connection.statement(ShelfSQL.allToCheck)
    defer { select.reset() }
    var key = ByteBuffer()
    while try select.step() {
      let (id, name) = (select.int64(0), select.text(1))
      try inspection.expect("shelves", id) { try Rules.shelf(name, select.text(2)) }
      try Keys.genre(name, into: &key)
      try inspection.expect(key: key.bytes, "name_key", "shelves", id, isKeyIn: 3, of: select)
      try Keys.sort(name, into: &key)
      try inspection.expect(key: key.bytes, "sort_key", "shelves", id, isKeyIn: 4, of: select)
    }
  }
}
