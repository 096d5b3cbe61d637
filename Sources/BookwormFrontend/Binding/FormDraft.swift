// A form draft holds a row while a form edits it. The draft belongs to no store, and may be empty
// or invalid meanwhile. It is checked as a whole, and one call saves it: as a new row, or as the
// differences from the row that it was opened with. So when two people edit different fields of a
// row, both edits stay.
import BookwormRecords
import BookwormStorage
import BookwormStore

package protocol FormDraft: LoneBinding {
  /// Fields without a value get the values that a form for a new row starts with.
  func setDefaults() throws
  func clear(_ fields: UInt64) throws
  /// Reports the reasons why saving the draft would be refused.
  func faults(in session: any Session) throws -> RowSet
  /// Returns the row's id. A draft of a new row becomes a draft of the created row.
  func save(to session: any Session) throws -> Int64
}

extension FormDraft {
  package func set(text: Bytes?) throws {
    throw Failure(.argument, "binding", "binding is a draft; set its fields")
  }
}

extension Entity {
  /// Creates a draft of a new row. A quote and a reading belong to `book`, which is 0 for others.
  package func newDraft(ofBook book: Int64) throws -> any FormDraft {
    guard (descriptor.owner == nil) == (book == 0) || !isFormed else {
      throw Failure(
        .argument, "book",
        book == 0
          ? "book is 0; \(descriptor.withArticle) belongs to a book"
          : "book is \(book); it must be 0, since \(descriptor.withArticle) has no book")
    }
    switch self {
    case .book: return try DraftBinding()
    case .genre: return try RowDraft<GenreFields>(ofBook: book)
    case .quote: return try RowDraft<QuoteFields>(ofBook: book)
    case .reading: return try RowDraft<ReadingFields>(ofBook: book)
    case .shelf: return try RowDraft<ShelfFields>(ofBook: book)
    case .order, .source, .merged: throw withoutForm
    }
  }

  /// Creates a draft of a stored row, with its present values.
  package func draft(of id: Int64, in session: any Session) throws -> any FormDraft {
    switch self {
    case .book: return try DraftBinding(session, book: id)
    case .genre: return try RowDraft<GenreFields>(session, id)
    case .quote: return try RowDraft<QuoteFields>(session, id)
    case .reading: return try RowDraft<ReadingFields>(session, id)
    case .shelf: return try RowDraft<ShelfFields>(session, id)
    case .order, .source, .merged: throw withoutForm
    }
  }

  private var isFormed: Bool { ![.order, .source, .merged].contains(self) }

  private var withoutForm: Failure {
    Failure(
      .argument, "entity",
      "entity is \(descriptor.withArticle); it must be a book, genre, quote, reading or shelf")
  }

  var isStored: Failure {
    Failure(
      .argument, "binding",
      "binding is a draft of \(descriptor.withArticle) that is stored; only a new row has"
        + " defaults")
  }

  var gone: Failure {
    Failure(
      .notFound, "id", "the draft's \(descriptor.name) is not, or no longer, in this store")
  }
}
