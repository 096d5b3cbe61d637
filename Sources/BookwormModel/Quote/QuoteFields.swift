// This table lists the fields of a quote, a line each.

public struct QuoteFields: RowFields {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  public static let owner = "a quote"
  public static let entity = Entity.quote

  public static let id = QuoteFields(bit: 0)
  public static let book = QuoteFields(bit: 1)
  public static let text = QuoteFields(bit: 2)
  public static let page = QuoteFields(bit: 3)
  public static let created = QuoteFields(bit: 4)
  public static let globalID = QuoteFields(bit: 5)

  public nonisolated(unsafe) static let traits = EntityField.traits(of: table)
  public static let table = [
    line(.id, "id", .int64, .stored, help: "Given by the store, never reused. An int."),
    line(.book, "book", .int64, .stored, help: "The id of the quoted book."),
    line(
      .text, "text", .text, .required, .visible,
      label: Localised(en: "Text", de: "Text", pl: "Tekst", ko: "내용"),
      help: "The quoted text. Not blank; at most 16 MiB as UTF-8."),
    line(
      .page, "page", .text, .optional, .name,
      label: Localised(en: "Page", de: "Seite", pl: "Strona", ko: "쪽"),
      help: "The page, a str such as '12' or 'xiv', or None. At most 16 KiB."),
    line(
      .created, "created", .instant, .stored,
      help: "When it was added: an aware datetime in UTC, to the millisecond."),
    line(
      .globalID, "global_id", .uuid, .stored,
      help: "The same in every copy of the store. A uuid.UUID."),
  ]
}
