// This table lists the fields of a shelf, a line each.
import BookwormStorage

package struct ShelfFields: RowFields {
  package let rawValue: UInt64
  package init(rawValue: UInt64) { self.rawValue = rawValue }

  package static let owner = "a shelf"
  package static let entity = Entity.shelf

  package static let id = ShelfFields(bit: 0)
  package static let name = ShelfFields(bit: 1)
  package static let line = ShelfFields(bit: 2)
  package static let globalID = ShelfFields(bit: 3)

  package nonisolated(unsafe) static let traits = EntityField.traits(of: table)
  package static let table = [
    line(.id, "id", .int64, .stored, help: "Given by the store, never reused. An int."),
    line(
      .name, "name", .text, .required, .name, keys: ["name_key", "sort_key"],
      label: Localised(en: "Name", de: "Name", pl: "Nazwa", ko: "이름"),
      help: "The name, unique when case is folded. Setting it renames the shelf at once."),
    line(
      .line, "line", .text, .required, .line,
      label: Localised(en: "Search", de: "Suche", pl: "Wyszukiwanie", ko: "검색어"),
      help: "The search line, as it was typed. Setting it saves another one at once."),
    line(
      .globalID, "global_id", .uuid, .stored,
      help: "The same in every copy of the store. A uuid.UUID."),
  ]

  package static func check(form line: Bytes) throws { _ = try SearchLine.query(line) }

  package static func keys(of shelf: Draft<ShelfFields>) throws -> [[UInt8]] {
    try [Keys.genre(shelf.text(.name)), Keys.sort(shelf.text(.name))]
  }
}
