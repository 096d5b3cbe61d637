// An entity is a kind of row in a store.
import BookwormStorage

/// The change log stores these numbers; those of the C interface are one higher.
package enum Entity: UInt8, CaseIterable, BitwiseCopyable, Sendable {
  case book, genre, quote, order, reading, shelf, source, merged

  /// The type of its fields.
  package var fieldSet: any RowFields.Type {
    switch self {
    case .book: BookFields.self
    case .genre: GenreFields.self
    case .quote: QuoteFields.self
    case .order: OrderFields.self
    case .reading: ReadingFields.self
    case .shelf: ShelfFields.self
    case .source: SourceFields.self
    case .merged: MergedBookFields.self
    }
  }

  /// The kind of results of its rows.
  package var rows: RowSet.Kind {
    switch self {
    case .book: .books
    case .genre: .genres
    case .quote: .quotes
    case .order: .orders
    case .reading: .readings
    case .shelf: .shelves
    case .source: .sources
    case .merged: .merged
    }
  }

  /// Nil for a result without rows of an entity.
  package init?(rows: RowSet.Kind) {
    guard let entity = Entity.allCases.first(where: { $0.rows == rows }) else { return nil }
    self = entity
  }

  /// In the order of a document's sections: books refer to genres, and all other rows to books.
  package static let inDocument = [genre] + allCases.filter { $0 != .genre }
}
