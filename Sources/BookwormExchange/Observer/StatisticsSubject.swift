// A statistics subject observes statistics.
import BookwormQuery
import BookwormRecords
import BookwormStorage
import BookwormStore

/// Observes statistics of the store or of a query's books. It only reports that they may have
/// changed: a program that shows them must read them again.
struct StatisticsSubject: Subject {
  private(set) var place: Int64
  private let fields: BookFields

  /// The fields used to count books, in any groups but shelves, whose lines may use every field.
  private static let counted = StatisticsGroup.allCases.reduce(into: BookFields()) {
    if $1 != .shelf { $0.formUnion($1.fields) }
  }

  init(_ query: Query?, _ connection: Connection) throws {
    fields = StatisticsSubject.counted.union(query?.filteringFields ?? [])
    place = try connection.lastChange()
  }

  mutating func goBack(to since: Int64, _ connection: Connection) throws { place = since }

  mutating func look(_ connection: Connection) throws -> ChangeBatch? {
    let runs = try RunList(after: place, connection)
    guard let last = runs.last else {
      if runs.isKnown { return nil }
      place = try connection.lastChange()
      return try .reread(place, Clock.now())
    }
    place = runs.isKnown ? last.id : try connection.lastChange()
    guard !runs.isKnown || runs.runs.contains(where: isTouched) else { return nil }
    return try .reread(place, last.committed)
  }

  private func isTouched(by run: ChangeRun) -> Bool {
    switch run.entity {
    case .book:
      run.operation != .update || !fields.isDisjoint(with: BookFields(rawValue: run.fields))
    case .genre: run.operation != .update || run.fields & GenreFields.name.rawValue != 0
    default: false
    }
  }
}
