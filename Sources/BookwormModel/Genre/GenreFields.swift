// This table lists the fields of a genre, a line each.

public struct GenreFields: RowFields {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  public static let owner = "a genre"
  public static let entity = Entity.genre

  public static let id = GenreFields(bit: 0)
  public static let name = GenreFields(bit: 1)
  public static let colour = GenreFields(bit: 2)
  public static let globalID = GenreFields(bit: 3)

  public nonisolated(unsafe) static let traits = EntityField.traits(of: table)
  public static let table = [
    line(.id, "id", .int64, .stored),
    line(.name, "name", .text, .required, .name, keys: ["name_key", "sort_key"]),
    line(
      .colour, "colour", .text, .always, .colour,
      label: Localised(en: "Colour", de: "Farbe", pl: "Kolor", ko: "색")),
    line(
      .rgb, "rgb", .int32, .stored, in: .output,
      label: Localised(en: "Colour", de: "Farbe", pl: "Kolor", ko: "색")),
    line(
      .books, "books", .int64, .stored, in: .output,
      label: Localised(en: "Books", de: "Bücher", pl: "Książki", ko: "책")),
    line(.picture, "picture", .text, .stored, in: .output),
    line(.globalID, "global_id", .uuid, .stored),
  ]

  public static func keys(of genre: Draft<GenreFields>) throws -> [[UInt8]] {
    try [Keys.genre(genre.text(.name)), Keys.sort(genre.text(.name))]
  }
}
