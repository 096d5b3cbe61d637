// Describes the genre entity: its table.
import BookwormRecords
import BookwormStorage

extension EntityDescriptor {
  static let genre = EntityDescriptor(
    GenreFields.self, "genre", table: "genres", fields: [.name, .colour, .globalID],
    unique: ("name_key", GenreFields.name.rawValue),
    lists: [booksOfGenre], users: (BookGenreSQL.booksUnordered, BookFields.genres.rawValue),
    comesWith: .all, changeName: { GenreFields(rawValue: $0) == .name ? "Rename" : "Change" })

  /// Each row has a book and the genre's position in it. A change of a genre leaves the links as
  /// they are; they are deleted and restored with the genre.
  private static let booksOfGenre = EntityList(
    fields: 0, rows: BookGenreSQL.booksInPlace, touchesRow: false,
    names: (.book, BookFields.genres.rawValue))
}
