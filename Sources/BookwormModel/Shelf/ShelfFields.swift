// This table lists the fields of a shelf, a line each.

public struct ShelfFields: RowFields {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  public static let owner = "a shelf"
  public static let entity = Entity.shelf

  public static let id = ShelfFields(bit: 0)
  public static let name = ShelfFields(bit: 1)
  public static let line = ShelfFields(bit: 2)
  public static let globalID = ShelfFields(bit: 3)

  public nonisolated(unsafe) static let traits = EntityField.traits(of: table)
  public static let table = [
    line(.id, "id", .int64, .stored),
    line(
      .name, "name", .text, .required, .name, keys: ["name_key", "sort_key"],
      label: Localised(en: "Name", de: "Name", pl: "Nazwa", ko: "이름")),
    line(
      .line, "line", .text, .required, .line,
      label: Localised(en: "Search", de: "Suche", pl: "Wyszukiwanie", ko: "검색어")),
    line(.globalID, "global_id", .uuid, .stored),
  ]

  public static func keys(of shelf: Draft<ShelfFields>) throws -> [[UInt8]] {
    try [Keys.genre(shelf.text(.name)), Keys.sort(shelf.text(.name))]
  }
}
