// Describes the quote entity: its table.
import BookwormRecords
import BookwormStorage

extension EntityDescriptor {
  static let quote = EntityDescriptor(
    QuoteFields.self, "quote", table: "quotes",
    fields: QuoteFields.givable.union(.book), first: [.id, .book, .created],
    owner: EntityOwner(entity: .book, column: "book", field: BookFields.quotes.rawValue))
}
