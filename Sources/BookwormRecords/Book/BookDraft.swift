// A draft holds the values that a caller gives for a new book or for a change, and checks their
// rules.
import BookwormStorage

/// The texts are borrowed from the caller for the duration of the call.
package struct BookDraft: SlotDraft {
  /// The fields that are given; the others are ignored.
  package var given: BookFields = []
  /// For a row of an import: the fields that this row does not mention, although other rows do.
  package var silent: BookFields = []
  package var slots = [Slot](repeating: Slot(), count: 64)
  package var genres = noGenres
  package var genreNames: [Bytes] = []
  // The genres that an existing book gains and loses.
  package var addGenres = noGenres
  package var addGenreNames: [Bytes] = []
  package var removeGenres = noGenres
  package var removeGenreNames: [Bytes] = []
  /// Whether a name also means an existing genre that has this name in another language.
  package var hasTypedGenres = false
  package var identifiers: [(scheme: Bytes, value: Bytes)] = []
  package var contributors: [GivenContributor] = []
  /// Texts that the draft owns.
  package var held: HeldTexts?
  /// Readings from the parallel lists.
  package var readings: [GivenReading] = []
  /// Given only for a row of an import.
  package var globalID = GlobalID.none

  package init() {}

  package static var nothing: Bytes { Bytes(start: nil, count: 0) }
  private static var noGenres: UnsafeBufferPointer<Int64> {
    UnsafeBufferPointer(start: nil, count: 0)
  }

  // MARK: Values

  /// Gives a list of genres by their ids.
  package mutating func give(_ field: BookFields, _ ids: UnsafeBufferPointer<Int64>) {
    given.formUnion(field)
    switch field {
    case .addGenres: addGenres = ids
    case .removeGenres: removeGenres = ids
    default: genres = ids
    }
  }
  /// Gives a list of genres by their names.
  package mutating func give(_ field: BookFields, _ names: [Bytes]) {
    given.formUnion(field)
    switch field {
    case .addGenreNames: addGenreNames = names
    case .removeGenreNames: removeGenreNames = names
    default: genreNames = names
    }
  }

  package var givenGenres: UnsafeBufferPointer<Int64> { ids(.genres) }
  package var givenGenreNames: [Bytes] { names(.genreNames) }

  /// Empty if the field is not given.
  package func ids(_ field: BookFields) -> UnsafeBufferPointer<Int64> {
    guard given.contains(field) else { return BookDraft.noGenres }
    return field == .addGenres ? addGenres : field == .removeGenres ? removeGenres : genres
  }
  package func names(_ field: BookFields) -> [Bytes] {
    guard given.contains(field) else { return [] }
    return switch field {
    case .addGenreNames: addGenreNames
    case .removeGenreNames: removeGenreNames
    default: genreNames
    }
  }

  package var givenIdentifiers: [(scheme: Bytes, value: Bytes)] {
    given.isDisjoint(with: .identifiers) ? [] : identifiers
  }

  // MARK: Rules

  package func check(_ allowed: BookFields = .givable) throws {
    try checkIsAllowed(allowed)
    let table = BookField.traits
    for field in given.bits { try check(field, table[field.slot]) }
    try checkPrice()
    try checkRatings()
    try checkGenres()
    try checkIdentifiers()
    try checkContributors()
    try checkReadings()
    guard !given.isDisjoint(with: .genreEdits) else { return }
    try check(genres: .addGenres, .addGenreNames)
    try check(genres: .removeGenres, .removeGenreNames)
    guard given.isDisjoint(with: [.genres, .genreNames]) else {
      throw Failure(
        .argument, "genres",
        "genres are given both as a list and as changes; give the list, or those to add and remove")
    }
  }

  package func checkIsGivable() throws { try checkIsAllowed(.creatable) }

  private func checkIsAllowed(_ allowed: BookFields) throws {
    let wrong = given.subtracting(allowed)
    let field = wrong == .id ? "id" : wrong == .updated ? "updated" : "fields"
    try given.check(allowed, field) { "\($0) may not be given for a book" }
  }

  package func checkGenres() throws { try check(genres: .genres, .genreNames) }

  package func checkIdentifiers() throws {
    try Rules.list(givenIdentifiers.count, "identifiers")
    for (scheme, value) in givenIdentifiers {
      try Rules.name(scheme, "identifier_schemes")
      try Rules.name(value, "identifier_values")
    }
  }

  private func check(genres field: BookFields, _ named: BookFields) throws {
    let names = names(named)
    try Rules.list(ids(field).count + names.count, BookField.name(of: field))
    for name in names { try Rules.name(name, BookField.name(of: named)) }
  }

  package func checkPrice() throws {
    guard !given.isDisjoint(with: .priced) else { return }
    guard given.contains(.currency) else {
      throw Failure(
        .invalid, "currency", "currency is missing; a price needs one, an ISO 4217 code such as EUR"
      )
    }
    guard given.contains(.price) else {
      throw Failure(.invalid, "price", "price is missing; a currency alone is not a price")
    }
  }

  package func checkIsWhole() throws {
    guard !given.isSuperset(of: .required) else { return }
    for field in BookFields.required.subtracting(given).bits { throw BookDraft.missing(field) }
  }

  package static func missing(_ field: BookFields) -> Failure {
    let name = BookField.name(of: field)
    return Failure(.invalid, name, "\(name) is missing; a book needs a title and an author")
  }
}
