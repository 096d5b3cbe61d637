// Describes the book entity: its table.
import BookwormRecords
import BookwormStorage

extension EntityDescriptor {
  package static let book = EntityDescriptor(
    BookFields.self, "book", table: "books",
    fields: BookFields.stored.union([.quotes, .readings, .mergedBooks, .cover]),
    allFields: BookFields.stored.union([.picture, .cover]), changed: "updated",
    lists: [bookGenres, identifiers, contributors, cover], derived: ["reading_count"],
    changeName: { changeName(ofBook: BookFields(rawValue: $0)) })

  private static func changeName(ofBook fields: BookFields) -> String {
    switch fields {
    case let fields where fields.isRating: "Rate"
    case .genres: "Change genres of"
    case .favourite: "Change favourite of"
    case .cover: "Change cover of"
    case let fields
    where fields.contains(.status) && fields.isSubset(of: [.status, .started, .finished]):
      "Change status of"
    default: "Change"
    }
  }

  /// Each row has a genre and its position.
  private static let bookGenres = EntityList(
    fields: BookFields.genres.rawValue, rows: BookGenreSQL.genresInPlace, touchesRow: false,
    names: (.genre, 0))
  private static let identifiers = EntityList(
    fields: .identifiers, rows: BookSQL.identifiersInPlace, delete: BookSQL.deleteIdentifiers,
    add: BookSQL.addIdentifier)
  private static let contributors = EntityList(
    fields: .contributors, rows: ContributorSQL.inPlace, delete: ContributorSQL.delete,
    add: ContributorSQL.add)
  private static let cover = EntityList(
    fields: .cover, rows: CoverSQL.rows, delete: CoverSQL.delete, add: CoverSQL.insert)
}
