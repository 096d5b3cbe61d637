// Lists the descriptors of all entities. The change log, undo, documents, the check, ids and
// observers loop over them.
import BookwormRecords
import BookwormStorage

extension Entity {
  private static let descriptors = allCases.map { EntityDescriptor.of($0) }

  package var descriptor: EntityDescriptor { Entity.descriptors[Int(rawValue)] }

  private static let allChildren = allCases.map { owner in
    allCases.filter { $0.descriptor.owner?.entity == owner }
  }

  /// The entities whose rows belong to a row of this entity, and are deleted with it.
  package var children: [Entity] { Entity.allChildren[Int(rawValue)] }

  private static let allOwnFields = allCases.map { owner in
    owner.children.reduce(owner.descriptor.fields) { $0 & ~($1.descriptor.owner?.field ?? 0) }
  }

  /// The fields of a row itself and of its lists, without those of rows that belong to it.
  package var ownFields: UInt64 { Entity.allOwnFields[Int(rawValue)] }

  private static let allRowFields = allCases.map { entity in
    let lists = entity.descriptor.lists.filter { !$0.touchesRow }
    return lists.reduce(entity.ownFields) { $0 & ~$1.fields }
  }

  /// The fields whose change counts as a change of the row itself: see EntityDescriptor.changed.
  package var rowFields: UInt64 { Entity.allRowFields[Int(rawValue)] }
}

extension EntityDescriptor {
  /// Returns the descriptor of an entity. Can be used while the list of all descriptors is still
  /// being created.
  static func of(_ entity: Entity) -> EntityDescriptor {
    switch entity {
    case .book: book
    case .genre: genre
    case .quote: quote
    case .order: order
    case .reading: reading
    case .shelf: shelf
    case .source: source
    case .merged: mergedBook
    }
  }
}
