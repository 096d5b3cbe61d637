// Names the fields of any entity, and the columns of a result.
import BookwormStorage

extension Entity {
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
}

extension RowSet {
  /// Returns the name of a column in a frame; nil if frames leave it out.
  package func name(of column: RowLayout.Column) -> String? {
    column.name?.description ?? (column.bit == 0 ? nil : names(ofBits: column.bit))
  }

  /// Returns the names of the fields of the rows' entity with these bits.
  package func names(ofBits bits: UInt64) -> String {
    if kind == .imports { return ImportFields(rawValue: bits).list }
    let entity = Entity(rows: kind) ?? .book
    return entity.fieldSet.init(rawValue: bits).list
  }
}
