// Form fields are the fields of an entity whose rows have form drafts. This protocol defines how
// such a draft is stored, and which rules concern several fields or other rows.
import BookwormBooks
import BookwormRecords
import BookwormStorage
import BookwormStore

protocol FormFields: RowFields {
  /// The values that a form for a new row starts with.
  static var defaults: [(field: Self, value: TypedValue)] { get }
  /// The fields that lose their value when a field gets one.
  static func rivals(of field: Self) -> Self
  static func create(_ draft: Draft<Self>, ofBook book: Int64, in session: any Session) throws
    -> Int64
  static func update(_ id: Int64, _ draft: Draft<Self>, clear: Self, in session: any Session) throws
  /// The rules that concern several fields of a change, or other rows; `id` is nil for a new row.
  static func rules(
    _ draft: Draft<Self>, clear: Self, of id: Int64?, in session: any Session
  ) -> [(field: Self, rule: () throws -> Void)]
}

extension FormFields {
  static var defaults: [(field: Self, value: TypedValue)] { [] }
  static func rivals(of field: Self) -> Self { [] }

  static func update(_ id: Int64, _ draft: Draft<Self>, clear: Self, in session: any Session) throws
  {
    try session.update(id, draft)
  }

  /// Returns a single rule: no other row may have the name.
  static func rules(
    _ draft: Draft<Self>, clear: Self, of id: Int64?, in session: any Session
  ) -> [(field: Self, rule: () throws -> Void)] {
    let name = Self(rawValue: entity.descriptor.unique?.field ?? 0)
    guard let text = draft.textIfAny(name) else { return [] }
    return [(name, { try session.read { try $0.checkIsFree(text, for: id ?? 0, of: entity) } })]
  }
}

extension GenreFields: FormFields {
  static var defaults: [(field: Self, value: TypedValue)] {
    [(.colour, .text(Colour.format(Colour.red)))]
  }

  static func create(_ draft: Draft<Self>, ofBook book: Int64, in session: any Session) throws
    -> Int64
  {
    try session.createGenre(draft.text(.name), colour: draft.textIfAny(.colour))
  }
}

extension ShelfFields: FormFields {
  static func create(_ draft: Draft<Self>, ofBook book: Int64, in session: any Session) throws
    -> Int64
  {
    try session.createShelf(draft.text(.name), line: draft.text(.line))
  }
}

extension QuoteFields: FormFields {
  static func create(_ draft: Draft<Self>, ofBook book: Int64, in session: any Session) throws
    -> Int64
  {
    try session.addQuote(draft, toBook: book)
  }

  static func update(_ id: Int64, _ draft: Draft<Self>, clear: Self, in session: any Session) throws
  {
    try session.updateQuote(id, draft, clear: clear)
  }
}

extension ReadingFields: FormFields {
  static var defaults: [(field: Self, value: TypedValue)] {
    [(.started, .integer(Int64(CalendarDate.today())))]
  }

  static func rivals(of field: Self) -> Self {
    progress.contains(field) ? progress.subtracting(field) : []
  }

  static func create(_ draft: Draft<Self>, ofBook book: Int64, in session: any Session) throws
    -> Int64
  {
    try session.addReading(draft, toBook: book)
  }

  static func update(_ id: Int64, _ draft: Draft<Self>, clear: Self, in session: any Session) throws
  {
    try session.updateReading(id, draft, clear: clear)
  }

  static func rules(
    _ draft: Draft<Self>, clear: Self, of id: Int64?, in session: any Session
  ) -> [(field: Self, rule: () throws -> Void)] {
    // Values that are wrong by themselves have already been reported.
    [
      (.finished, { try draft.checkEnd() }),
      (
        .finished,
        {
          let reading = try id.flatMap { id in try session.read { try $0.reading(id) } }
          try draft.checkDays(changing: reading, clear: clear)
        }
      ),
    ]
  }
}
