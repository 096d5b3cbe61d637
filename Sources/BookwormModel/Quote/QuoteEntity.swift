// What a quote is to the store: its table, and that it belongs to a book.
import BookwormStorage

enum QuoteEntity: EntityRules {
  static let descriptor = EntityDescriptor(
    .quote, "quote", table: "quotes",
    [
      EntityColumn("id", .int64, QuoteFields.id),
      EntityColumn("book", .int64, QuoteFields.book),
      EntityColumn("text", .text, QuoteFields.text, limit: Rules.textLimit),
      EntityColumn("page", .text, QuoteFields.page, optional: true),
      EntityColumn("created", .int64, QuoteFields.created),
      EntityColumn("global_id", .uuid, QuoteFields.globalID),
    ],
    fields: QuoteFields.givable.union(.book),
    owner: EntityOwner(entity: .book, column: "book", field: BookFields.quotes.rawValue))

  static func delete(_ id: Int64, _ writer: Writer) throws -> Bool {
    try writer.deleteOwned(.quote, id)
  }

  static func take(_ row: DocumentRow, _ writer: Writer) throws {
    let (book, created) = (try row.integer("book"), try row.integer("created"))
    try Rules.instant(created, "created")
    var draft = QuoteDraft()
    draft.given = .text
    draft.text = try row.text("text")
    if let page = row.optionalText("page") {
      draft.given.insert(.page)
      draft.page = page
    }
    try draft.check()
    _ = try writer.insertQuote(draft, into: book, as: row.identity, created: created)
  }

  static func check(_ inspection: Inspection) throws {
    let select = try inspection.connection.statement(QuoteSQL.allToCheck)
    defer { select.reset() }
    while try select.step() {
      try inspection.expect("quotes", select.int64(0)) {
        var quote = QuoteDraft()
        quote.given = select.isNull(2) ? .text : [.text, .page]
        (quote.text, quote.page) = (select.text(1), select.text(2))
        try quote.check()
        try Rules.instant(select.int64(3), "created")
      }
    }
  }
}
