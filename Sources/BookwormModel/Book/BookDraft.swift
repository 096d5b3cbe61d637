// What a caller gives for a new book, or to change one; and the rules that it must keep.
import BookwormStorage

/// The texts are borrowed from the caller for the length of the call.
public struct BookDraft {
  /// Which members are given; the others are not looked at.
  public var given: BookFields = []
  public var title = nothing
  public var author = nothing
  public var synopsis = nothing
  public var review = nothing
  public var notes = nothing
  public var series = nothing
  public var seriesNumber = 0.0
  public var created: Milliseconds = 0
  public var started: Int32 = 0
  public var finished: Int32 = 0
  public var year: Int32 = 0
  public var rating: Int32 = 0
  public var status: Int32 = 0
  public var favourite: Int32 = 0
  public var price: Int64 = 0
  public var currency = nothing
  public var genres = UnsafeBufferPointer<Int64>(start: nil, count: 0)
  public var genreNames: [Bytes] = []
  public var identifiers: [(scheme: Bytes, value: Bytes)] = []

  public init() {}

  var givenGenres: UnsafeBufferPointer<Int64> {
    given.contains(.genres) ? genres : UnsafeBufferPointer(start: nil, count: 0)
  }
  var givenGenreNames: [Bytes] { given.contains(.genreNames) ? genreNames : [] }
  var givenIdentifiers: [(scheme: Bytes, value: Bytes)] {
    given.isDisjoint(with: .identifiers) ? [] : identifiers
  }

  /// As it is stored, in capitals.
  var currencyCode: Bytes { Currency.find(currency)?.code ?? currency }

  static var nothing: Bytes { Bytes(start: nil, count: 0) }

  func check() throws {
    let wrong = given.subtracting(.givable)
    let field = wrong == .id ? "id" : wrong == .updated ? "updated" : "fields"
    try given.check(.givable, field) { "\($0) may not be given for a book" }
    if given.contains(.title) { try Rules.name(title, "title") }
    if given.contains(.author) { try Rules.name(author, "author") }
    if given.contains(.synopsis) { try Rules.text(synopsis, "synopsis") }
    if given.contains(.review) { try Rules.text(review, "review") }
    if given.contains(.notes) { try Rules.text(notes, "notes") }
    if given.contains(.series) { try Rules.name(series, "series") }
    if given.contains(.seriesNumber) { try Rules.seriesNumber(seriesNumber) }
    if given.contains(.created) { try Rules.instant(created, "created") }
    if given.contains(.started) { try Rules.date(started, "started") }
    if given.contains(.finished) { try Rules.date(finished, "finished") }
    if given.contains(.rating) { try Rules.rating(rating) }
    if given.contains(.favourite) { try Rules.flag(favourite, "favourite") }
    if given.contains(.status) { _ = try Rules.status(status) }
    try checkPrice()
    try Rules.list(givenGenres.count + givenGenreNames.count, "genres")
    try Rules.list(givenIdentifiers.count, "identifiers")
    for name in givenGenreNames { try Rules.name(name, "genre_names") }
    for (scheme, value) in givenIdentifiers {
      try Rules.name(scheme, "identifier_schemes")
      try Rules.name(value, "identifier_values")
    }
  }

  private func checkPrice() throws {
    guard !given.isDisjoint(with: .priced) else { return }
    guard given.contains(.currency) else {
      throw Failure(
        .invalid, "currency", "currency is missing; a price needs one, an ISO 4217 code such as EUR"
      )
    }
    guard given.contains(.price) else {
      throw Failure(.invalid, "price", "price is missing; a currency alone is no price")
    }
    try Rules.price(price)
    _ = try Currency.check(currency)
  }

  func checkIsWhole() throws {
    for (field, name) in [(BookFields.title, "title"), (.author, "author")]
    where !given.contains(field) {
      throw Failure(.invalid, name, "\(name) is missing; a book needs a title and an author")
    }
  }
}
