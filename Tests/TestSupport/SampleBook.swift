// A sample book is a book as plain Swift values, which tests write to a store and read from it.
import BookwormBooks
import BookwormRecords
import BookwormStorage
import BookwormStore

package struct SampleBook: Equatable, Sendable {
  package struct Identifier: Equatable, Sendable {
    package let scheme: String
    package let value: String
    package init(_ scheme: String, _ value: String) {
      self.scheme = scheme
      self.value = value
    }
  }

  package struct Contributor: Equatable, Sendable {
    package let name: String
    package let role: String
    package let sort: String
    package init(_ name: String, _ role: String = "author", sort: String = "") {
      (self.name, self.role, self.sort) = (name, role, sort)
    }
  }

  package struct Price: Equatable, Sendable {
    package let amount: Int64
    package let currency: String
    package init(_ amount: Int64, _ currency: String) {
      self.amount = amount
      self.currency = currency
    }
  }

  package var id: Int64 = 0
  package var title: String
  package var author: String
  package var synopsis: String?
  package var review: String?
  package var notes: String?
  package var rating: Int32 = 0
  package var favourite: Int32 = 0
  package var status: Int32 = 0
  package var series: String?
  package var seriesNumber: Double?
  package var year: Int32?
  /// Nil: now.
  package var created: Milliseconds?
  /// Read only.
  package var updated: Milliseconds = 0
  package var started: Int32?
  package var finished: Int32?
  package var genres: [Int64] = []
  package var identifiers: [Identifier] = []
  package var contributors: [Contributor] = []
  package var price: Price?
  package var subtitle: String?
  package var publisher: String?
  package var pages: Int32?
  package var language: String?
  package var format: String?
  package var editionYear: Int32?
  package var authorSort: String?
  package var titleSort: String?
  package var spoilers: Int32 = 0
  package var exactRating: Double?

  package init(_ title: String, by author: String = "Anonymous") {
    self.title = title
    self.author = author
  }

  package func with(_ change: (inout SampleBook) -> Void) -> SampleBook {
    var changed = self
    change(&changed)
    return changed
  }

  /// Returns the rating that goes with an exact rating; nil if the number is not an exact rating.
  static func rating(ofExact exact: Double) -> Int32? {
    guard (0.25...5).contains(exact), (exact * 4).rounded() == exact * 4 else { return nil }
    return max(1, Int32((exact + 0.5).rounded(.down)))
  }

  /// Sets the rating; clears an exact rating that does not round to it.
  package mutating func rate(_ new: Int32) {
    rating = new
    if exactRating.flatMap(Self.rating(ofExact:)) != new { exactRating = nil }
  }

  /// Every value that is set counts as given.
  package var draft: BookDraft {
    var draft = BookDraft()
    draft.give(.title, bytes(title))
    draft.give(.author, bytes(author))
    if rating != 0 || exactRating == nil { draft.give(.rating, rating) }
    draft.give(.favourite, favourite)
    draft.give(.status, status)
    draft.given.formUnion(.genres)
    draft.genres = array(genres)
    let texts: [(BookFields, String?)] = [
      (.synopsis, synopsis), (.review, review), (.notes, notes), (.series, series),
      (.currency, price?.currency), (.subtitle, subtitle), (.publisher, publisher),
      (.language, language), (.format, format), (.authorSort, authorSort),
      (.titleSort, titleSort),
    ]
    for (field, text) in texts { if let text { draft.give(field, bytes(text)) } }
    let numbers: [(BookFields, Int32?)] = [
      (.year, year), (.started, started), (.finished, finished), (.pages, pages),
      (.editionYear, editionYear),
    ]
    for (field, number) in numbers { if let number { draft.give(field, number) } }
    if let created { draft.give(.created, created) }
    if let price { draft.give(.price, price.amount) }
    if let seriesNumber { draft.give(.seriesNumber, seriesNumber) }
    if let exactRating { draft.give(.exactRating, exactRating) }
    if spoilers != 0 { draft.give(.spoilers, spoilers) }
    if !identifiers.isEmpty {
      draft.given.formUnion(.identifiers)
      draft.identifiers = identifiers.map { (bytes($0.scheme), bytes($0.value)) }
    }
    if !contributors.isEmpty { draft.give(contributors: contributors) }
    return draft
  }

  /// Reads a row of a result that has every field.
  package init(_ rows: RowSet, _ row: Int) {
    func column(_ field: BookFields) -> Column? {
      rows.column(field).flatMap { $0.isPresent(row) ? $0 : nil }
    }
    func text(_ field: BookFields) -> String? { column(field)?.text(ofRow: row) }
    func int32(_ field: BookFields) -> Int32? { column(field)?.int32(row) }
    id = column(.id)?.int64(row) ?? 0
    title = text(.title) ?? ""
    author = text(.author) ?? ""
    synopsis = text(.synopsis)
    review = text(.review)
    notes = text(.notes)
    rating = int32(.rating) ?? -1
    favourite = int32(.favourite) ?? -1
    status = int32(.status) ?? -1
    series = text(.series)
    seriesNumber = column(.seriesNumber)?.double(row)
    exactRating = column(.exactRating)?.double(row)
    year = int32(.year)
    created = column(.created)?.int64(row)
    updated = column(.updated)?.int64(row) ?? 0
    started = int32(.started)
    finished = int32(.finished)
    if let amount = column(.price), let currency = text(.currency) {
      price = Price(amount.int64(row), currency)
    }
    (subtitle, publisher) = (text(.subtitle), text(.publisher))
    (language, authorSort) = (text(.language), text(.authorSort))
    titleSort = text(.titleSort)
    spoilers = int32(.spoilers) ?? -1
    format = text(.format)
    (pages, editionYear) = (int32(.pages), int32(.editionYear))
    if let list = column(.genres) { genres = list.items(row).map { list.int64($0) } }
    if let schemes = column(.identifierSchemes), let values = column(.identifierValues) {
      identifiers = schemes.items(row).map {
        Identifier(schemes.text(ofRow: $0), values.text(ofRow: $0))
      }
    }
    if let names = column(.contributorNames), let roles = column(.contributorRoles),
      let sorts = column(.contributorSorts)
    {
      contributors = zip(names.items(row), zip(roles.items(row), sorts.items(row))).map {
        Contributor(
          names.text(ofRow: $0), roles.text(ofRow: $1.0), sort: sorts.text(ofRow: $1.1))
      }
    }
  }
}

extension BookDraft {
  package mutating func give(contributors: [SampleBook.Contributor]) {
    given.formUnion(.contributors)
    self.contributors = contributors.map {
      GivenContributor(name: bytes($0.name), sort: bytes($0.sort), role: bytes($0.role))
    }
  }
}

extension Session {
  @discardableResult
  package func create(_ book: SampleBook) throws -> Int64 { try createBook(book.draft) }

  @discardableResult
  package func create(_ title: String, by author: String = "Anonymous") throws -> Int64 {
    try create(SampleBook(title, by: author))
  }

  /// Creates that many books in one call; returns their ids in order.
  @discardableResult
  package func createMany(_ count: Int, _ draft: (Int) throws -> BookDraft) throws -> [Int64] {
    var ids: [Int64] = []
    var row = 0
    try createBooks(
      next: {
        guard row < count else { return false }
        $0 = try draft(row)
        row += 1
        return true
      }, created: { ids.append($0) })
    return ids
  }

  package func read(_ id: Int64) throws -> SampleBook { SampleBook(try book(id, .stored), 0) }

  @discardableResult
  package func genre(named name: String) throws -> Int64 {
    try findOrCreateGenre(bytes(name)).id
  }

  package func change(_ id: Int64, clear: BookFields = [], _ fill: (inout BookDraft) -> Void) throws
  {
    var draft = BookDraft()
    fill(&draft)
    try updateBook(id, draft, clear: clear)
  }

  @discardableResult
  package func addQuote(_ text: String, to book: Int64) throws -> Int64 {
    var draft = QuoteDraft()
    draft.given = .text
    draft.text = bytes(text)
    return try addQuote(draft, toBook: book)
  }

  /// Sets a book's genres.
  package func set(genres: [Int64], of book: Int64) throws {
    try setGenres(array(genres), ofBook: book)
  }
}
