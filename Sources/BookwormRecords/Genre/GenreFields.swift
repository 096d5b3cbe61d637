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
    line(.id, "id", .int64, .stored, help: "Given by the store, never reused. An int."),
    line(
      .name, "name", .text, .required, .name, keys: ["name_key", "sort_key"],
      help: "The name, unique without regard to case. Setting it renames the genre at once."),
    line(
      .colour, "colour", .text, .always, .colour,
      label: Localised(en: "Colour", de: "Farbe", pl: "Kolor", ko: "색"),
      help: "The colour, '#RRGGBB'. When you set it, the '#' is optional."),
    line(
      .rgb, "rgb", .int32, .stored, in: .output,
      label: Localised(en: "Colour", de: "Farbe", pl: "Kolor", ko: "색"),
      help: "The colour as three ints from 0 to 255; red if the stored colour is invalid."),
    line(
      .books, "books", .int64, .stored, in: .output,
      label: Localised(en: "Books", de: "Bücher", pl: "Książki", ko: "책"),
      help: "How many books had the genre when this was read."),
    line(
      .picture, "picture", .text, .stored, in: .output,
      help: "The key of its picture, derived from the name: 'science-fiction'. Never empty."),
    line(.globalID, "global_id", .uuid, .stored),
  ]

  package static func keys(of genre: Draft<GenreFields>) throws -> [[UInt8]] {
    try [Keys.genre(genre.text(.name)), Keys.sort(genre.text(.name))]
  }
}
