// This table lists the fields of a genre, a line each.

package struct GenreFields: RowFields {
  package let rawValue: UInt64
  package init(rawValue: UInt64) { self.rawValue = rawValue }

  package static let owner = "a genre"
  package static let entity = Entity.genre

  package static let id = GenreFields(bit: 0)
  package static let name = GenreFields(bit: 1)
  package static let colour = GenreFields(bit: 2)
  package static let globalID = GenreFields(bit: 3)

  package nonisolated(unsafe) static let traits = EntityField.traits(of: table)
  package static let table = [
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

  package static func keys(of genre: Draft<GenreFields>) throws -> [[UInt8]] {
    try [Keys.genre(genre.text(.name)), Keys.sort(genre.text(.name))]
  }
}
