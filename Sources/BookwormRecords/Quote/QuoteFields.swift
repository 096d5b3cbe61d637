// This table lists the fields of a quote, a line each.

package struct QuoteFields: RowFields {
  package let rawValue: UInt64
  package init(rawValue: UInt64) { self.rawValue = rawValue }

  package static let owner = "a quote"
  package static let entity = Entity.quote

  package static let id = QuoteFields(bit: 0)
  package static let book = QuoteFields(bit: 1)
  package static let text = QuoteFields(bit: 2)
  package static let page = QuoteFields(bit: 3)
  package static let created = QuoteFields(bit: 4)
  package static let globalID = QuoteFields(bit: 5)

  package nonisolated(unsafe) static let traits = EntityField.traits(of: table)
  package static let table = [
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

package typealias QuoteDraft = Draft<QuoteFields>
