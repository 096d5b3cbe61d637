// Opens stores with the rules of all entities.
import BookwormRecords
import BookwormStorage
import BookwormStore

extension RulesOfEntities {
  package static let all = RulesOfEntities {
    switch $0 {
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
}

extension Store {
  /// Opens the store at a path, or at the address of a server.
  package convenience init(path: Bytes, options: StoreOptions) throws {
    try self.init(path: path, options: options, rules: .all)
  }
}
