// An entity is a kind of row in a store. A descriptor in the entity's folder describes it, and the
// change log, undo, documents, the check, ids and observers loop over the descriptors.
import BookwormStorage

/// The change log stores these numbers; those of the C interface are one higher.
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

  /// The entities whose rows belong to a row of this entity, and are deleted with it.
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

  /// The fields whose change also changes the row, which stores the time of its last change.
  var rowFields: UInt64 { Entity.allRowFields[Int(rawValue)] }

  /// In the order of a document's sections: books refer to genres, and all other rows to books.
  static let inDocument = [genre] + allCases.filter { $0 != .genre }
}
