// What a store has rows of. What each entity is, its folder says once, in a descriptor: the change
// log, undo, documents, the check, ids and observers are loops over those.
import BookwormStorage

/// The numbers stand in the change log; those of the C interface are one higher.
public enum Entity: UInt8, CaseIterable, BitwiseCopyable, Sendable {
  case book, genre, quote, order, reading, shelf, source, merged

  var rules: any EntityRules.Type {
    switch self {
    case .book: BookEntity.self
    case .genre: GenreEntity.self
    case .quote: QuoteEntity.self
    case .order: OrderEntity.self
    case .reading: ReadingEntity.self
    case .shelf: ShelfEntity.self
    case .source: SourceEntity.self
    case .merged: MergedBookEntity.self
    }
  }

  private static let descriptors = allCases.map { $0.rules.descriptor }

  var descriptor: EntityDescriptor { Entity.descriptors[Int(rawValue)] }

  private static let allChildren = allCases.map { owner in
    allCases.filter { $0.descriptor.owner?.entity == owner }
  }

  /// Those whose rows belong to a row of this one, and go with it.
  var children: [Entity] { Entity.allChildren[Int(rawValue)] }

  private static let allOwnFields = allCases.map { owner in
    owner.children.reduce(owner.descriptor.fields) { $0 & ~($1.descriptor.owner?.field ?? 0) }
  }

  /// The fields of a row itself and of its lists, without those of rows that belong to it.
  var ownFields: UInt64 { Entity.allOwnFields[Int(rawValue)] }

  private static let allRowFields = allCases.map { entity in
    let lists = entity.descriptor.lists.filter { !$0.touchesRow }
    return lists.reduce(entity.ownFields) { $0 & ~$1.fields }
  }

  /// Those whose change is one of the row, which says when it was changed last.
  var rowFields: UInt64 { Entity.allRowFields[Int(rawValue)] }

  /// In the order of a document's sections: books name genres, and all others books.
  static let inDocument = [genre] + allCases.filter { $0 != .genre }
}
