// A draft holds the values that a caller gives for a new book or for a change, and checks their
// rules.
import BookwormStorage

/// The texts are borrowed from the caller for the length of the call.
public struct BookDraft: SlotDraft {
  /// The fields that are given; the others are ignored.
  public var given: BookFields = []
  /// For a row of an import: the fields that this row does not mention, although other rows do.
  public var silent: BookFields = []
  public var slots = [Slot](repeating: Slot(), count: 64)
  public var genres = noGenres
  public var genreNames: [Bytes] = []
  // The genres that an existing book gains and loses.
  public var addGenres = noGenres
  public var addGenreNames: [Bytes] = []
  public var removeGenres = noGenres
  public var removeGenreNames: [Bytes] = []
  public var identifiers: [(scheme: Bytes, value: Bytes)] = []
  public var contributors: [GivenContributor] = []
  /// Texts that the draft owns.
  var held: HeldTexts?
  /// Readings from the parallel lists.
  public var readings: [GivenReading] = []

  public init() {}

  static var nothing: Bytes { Bytes(start: nil, count: 0) }
  private static var noGenres: UnsafeBufferPointer<Int64> {
    UnsafeBufferPointer(start: nil, count: 0)
  }

  // MARK: Values

  /// Gives a list of genres by their ids.
  public mutating func give(_ field: BookFields, _ ids: UnsafeBufferPointer<Int64>) {
    given.formUnion(field)
    switch field {
    case .addGenres: addGenres = ids
    case .removeGenres: removeGenres = ids
    default: genres = ids
    }
  }
  /// Gives a list of genres by their names.
  public mutating func give(_ field: BookFields, _ names: [Bytes]) {
    given.formUnion(field)
    switch field {
    case .addGenreNames: addGenreNames = names
    case .removeGenreNames: removeGenreNames = names
    default: genreNames = names
    }
  }

  var givenGenres: UnsafeBufferPointer<Int64> { ids(.genres) }
  var givenGenreNames: [Bytes] { names(.genreNames) }

  /// Empty if the field is not given.
  func ids(_ field: BookFields) -> UnsafeBufferPointer<Int64> {
    guard given.contains(field) else { return BookDraft.noGenres }
    return field == .addGenres ? addGenres : field == .removeGenres ? removeGenres : genres
  }
  func names(_ field: BookFields) -> [Bytes] {
    guard given.contains(field) else { return [] }
    return switch field {
    case .addGenreNames: addGenreNames
    case .removeGenreNames: removeGenreNames
    default: genreNames
    }
  }

  var givenIdentifiers: [(scheme: Bytes, value: Bytes)] {
    given.isDisjoint(with: .identifiers) ? [] : identifiers
  }

  // MARK: Rules

  func check(_ allowed: BookFields = .givable) throws {
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
        .argument, "genres", "genres are given as a whole, and also some to add or to remove")
    }
  }

  func checkIsGivable() throws { try checkIsAllowed(.creatable) }

  private func checkIsAllowed(_ allowed: BookFields) throws {
    let wrong = given.subtracting(allowed)
    let field = wrong == .id ? "id" : wrong == .updated ? "updated" : "fields"
    try given.check(allowed, field) { "\($0) may not be given for a book" }
  }

  func checkGenres() throws { try check(genres: .genres, .genreNames) }

  func checkIdentifiers() throws {
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

  func checkPrice() throws {
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

  func checkIsWhole() throws {
    guard !given.isSuperset(of: .required) else { return }
    for field in BookFields.required.subtracting(given).bits { throw BookDraft.missing(field) }
  }

  static func missing(_ field: BookFields) -> Failure {
    let name = BookField.name(of: field)
    return Failure(.invalid, name, "\(name) is missing; a book needs a title and an author")
  }
}
