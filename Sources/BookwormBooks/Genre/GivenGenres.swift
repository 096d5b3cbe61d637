// Finds the genres that a draft gives to a book, by their ids or names.
import BookwormRecords
import BookwormStorage
import BookwormStore

extension Writer {
  /// Creates missing genres given by name, except the genres to be removed.
  package func genreChange(_ draft: BookDraft, clear: BookFields) throws -> GenreChange? {
    let asked = draft.given.union(clear)
    guard asked.logged.contains(.genres) else { return nil }
    for field in [BookFields.genres, .addGenres, .removeGenres] {
      try checkGenresExist(draft.ids(field), BookField.name(of: field))
    }
    func known(_ field: BookFields, _ named: BookFields) throws -> [Int64] {
      try Array(draft.ids(field))
        + draft.names(named).map {
          try findOrCreateGenre($0, isTyped: draft.hasTypedGenres).id
        }
    }
    guard asked.isDisjoint(with: [.genres, .genreNames]) else {
      return GenreChange(all: try known(.genres, .genreNames))
    }
    let removed = try draft.names(.removeGenreNames).compactMap { try findGenre($0) }
    return GenreChange(
      removed: Array(draft.ids(.removeGenres)) + removed,
      added: try known(.addGenres, .addGenreNames))
  }
}
