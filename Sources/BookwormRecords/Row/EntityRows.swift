// Maps each entity to the kind of results that have its rows.

extension Entity {
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
}
