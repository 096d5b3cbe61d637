// Describes the quote entity: its table, and its relation to a book.
import BookwormStorage

public typealias QuoteDraft = Draft<QuoteFields>

enum QuoteEntity: EntityRules {
  static let descriptor = EntityDescriptor(
    QuoteFields.self, "quote", table: "quotes", rows: .quotes,
    fields: QuoteFields.givable.union(.book), first: [.id, .book, .created],
    owner: EntityOwner(entity: .book, column: "book", field: BookFields.quotes.rawValue))
}
