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

/// What an entity does that no table can say. Called under the write lock; each has its rules in
/// its folder.
protocol EntityRules {
  static var descriptor: EntityDescriptor { get }

  /// Before a row gets other values, or other lists: what is derived is taken back that needs the
  /// old ones, and these are noted to undo by.
  static func willUpdate(_ id: Int64, _ fields: UInt64, _ writer: Writer) throws
  /// Runs what changes the row's columns, and brings along what is derived from them.
  static func updating(
    _ id: Int64, _ fields: UInt64, _ writer: Writer, _ change: () throws -> Void) throws
  /// After it.
  static func updated(_ id: Int64, _ fields: UInt64, _ writer: Writer) throws

  /// False if there is no such row.
  static func delete(_ id: Int64, _ writer: Writer) throws -> Bool

  /// Before a row that belongs to another one is deleted alone.
  static func willDelete(_ id: Int64, _ writer: Writer) throws

  /// A row that was deleted stands in the table again, its lists not yet. Alone, or with its owner.
  static func isBack(_ id: Int64, _ writer: Writer) throws
  /// All of it is there again.
  static func restored(_ id: Int64, _ writer: Writer) throws

  /// Writes a row of a document.
  static func take(_ row: DocumentRow, _ writer: Writer) throws
  /// After all of them.
  static func tookAll(_ writer: Writer) throws
  /// Reports rows that break a rule of the model.
  static func check(_ inspection: Inspection) throws
  /// Makes anew what rows have of others.
  static func rebuild(_ writer: Writer) throws
}

extension EntityRules {
  static func willUpdate(_ id: Int64, _ fields: UInt64, _ writer: Writer) throws {
    try writer.record(updateOf: descriptor.entity, id, fields)
  }

  static func updating(
    _ id: Int64, _ fields: UInt64, _ writer: Writer, _ change: () throws -> Void
  ) throws {
    try change()
  }

  static func updated(_ id: Int64, _ fields: UInt64, _ writer: Writer) throws {
    writer.pending.log.add(.update, descriptor.entity, id, fields)
  }

  static func willDelete(_ id: Int64, _ writer: Writer) throws {}

  static func isBack(_ id: Int64, _ writer: Writer) throws {}

  static func restored(_ id: Int64, _ writer: Writer) throws {
    writer.inserted(descriptor.entity, id)
  }

  static func tookAll(_ writer: Writer) throws {}

  static func rebuild(_ writer: Writer) throws {}
}
