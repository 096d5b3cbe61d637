// A form draft holds a row while a form edits it. The draft belongs to no store, and may be empty
// or invalid meanwhile. It is checked as a whole, and one call saves it: as a new row, or as what
// differs from the row that it was opened from. So when two people edit different fields of a row,
// both edits stay.
import BookwormRecords
import BookwormStorage
import BookwormStore

package class FormDraft: LoneBinding, @unchecked Sendable {
  /// Creates a draft of a new row. A quote and a reading belong to `book`, which is 0 for others.
  package static func new(_ entity: Entity, ofBook book: Int64) throws -> FormDraft {
    guard (entity.descriptor.owner == nil) == (book == 0) || !isFormed(entity) else {
      throw Failure(
        .argument, "book",
        book == 0
          ? "book is 0; \(entity.descriptor.withArticle) belongs to a book"
          : "book is \(book); it must be 0, since \(entity.descriptor.withArticle) has no book")
    }
    switch entity {
    case .book: return try DraftBinding()
    case .genre: return try RowDraft<GenreFields>(ofBook: book)
    case .quote: return try RowDraft<QuoteFields>(ofBook: book)
    case .reading: return try RowDraft<ReadingFields>(ofBook: book)
    case .shelf: return try RowDraft<ShelfFields>(ofBook: book)
    case .order, .source, .merged: throw withoutForm(entity)
    }
  }

  /// Creates a draft of a stored row, with its present values.
  package static func of(_ entity: Entity, _ id: Int64, in session: Session) throws -> FormDraft {
    switch entity {
    case .book: return try DraftBinding(session, book: id)
    case .genre: return try RowDraft<GenreFields>(session, id)
    case .quote: return try RowDraft<QuoteFields>(session, id)
    case .reading: return try RowDraft<ReadingFields>(session, id)
    case .shelf: return try RowDraft<ShelfFields>(session, id)
    case .order, .source, .merged: throw withoutForm(entity)
    }
  }

  private static func isFormed(_ entity: Entity) -> Bool {
    ![.order, .source, .merged].contains(entity)
  }

  private static func withoutForm(_ entity: Entity) -> Failure {
    Failure(
      .argument, "entity",
      "entity is \(entity.descriptor.withArticle); it must be a book, genre, quote, reading or"
        + " shelf")
  }

  package override func asDraft() throws -> FormDraft { self }

  // Subclasses override these.

  /// Fields without a value get the values that a form for a new row starts with.
  package func setDefaults() throws {}
  package func clear(_ fields: UInt64) throws {}
  /// Reports the reasons why saving the draft would be refused.
  package func faults(in session: Session) throws -> RowSet { throw Failure.closedHandle }
  /// Returns the row's id. A draft of a new row becomes a draft of the created row.
  package func save(to session: Session) throws -> Int64 { throw Failure.closedHandle }

  static func isStored(_ entity: Entity) -> Failure {
    Failure(
      .argument, "binding",
      "binding is a draft of \(entity.descriptor.withArticle) that is stored; only a new row has"
        + " defaults")
  }

  static func gone(_ entity: Entity) -> Failure {
    let name = entity.descriptor.name
    return Failure(.notFound, "id", "the draft's \(name) is not, or no longer, in this store")
  }
}
