// A draft binding is the form draft of a book.
import BookwormBooks
import BookwormExchange
import BookwormRecords
import BookwormStorage
import BookwormStore

package final class DraftBinding: FormDraft, @unchecked Sendable {
  private static let layout = RowLayout(
    BookField.all.filter { BookFields.givable.contains($0.field) }
      .map { ColumnSpec($0.field, $0.kind, optional: !$0.kind.isList) })

  package let waitHandle: WaitHandle
  private let lock = Lock()
  /// Identifies the book, even in a copy of its store. Nil until a new book has been saved.
  private var globalID: GlobalID?
  private var held: RowSet
  /// The fields that have a value. If a new book has dates but no status, `held` also has the
  /// status that follows from the dates, although it is not one of these fields.
  private var given: BookFields = []
  /// The row as it was when the book was last read or saved, and its fields that had a value.
  private var opened: (row: RowSet, given: BookFields)

  /// Creates a draft of a new book.
  package init() throws {
    waitHandle = try WaitHandle()
    held = try DraftBinding.row(BookDraft(), from: nil, [])
    opened = (held, [])
  }

  package init(_ session: any Session, book: Int64) throws {
    waitHandle = try WaitHandle()
    let stored = try session.book(book, .givable)
    let isThere = stored.layout.columns.filter {
      $0.kind.isList ? !stored.list($0, 0).isEmpty : stored.isPresent($0, 0)
    }
    given = isThere.reduce(into: []) { $0.formUnion($1.field) }
    held = try DraftBinding.row(BookDraft(), from: stored, given)
    opened = (held, given)
    globalID = try session.read { try $0.globalID(ofBook: book) }
  }

  /// Builds a row from the fields that a draft gives and some fields of another row.
  private static func row(
    _ draft: BookDraft, from other: RowSet?, _ kept: BookFields
  ) throws -> RowSet {
    let rows = try RowSet(.books, layout, expecting: 1)
    try rows.appendRow {
      for column in rows.layout.columns {
        let source = other?.layout.columns.first { $0.field == column.field }
        if let other, let source, kept.contains(column.field) {
          try rows.append(source, of: other, to: column)
        } else {
          let isGiven = draft.given.contains(column.field)
          if column.optional { rows.setPresent(isGiven, column) }
          try rows.append(draft, isGiven, to: column)
        }
      }
    }
    return rows
  }

  package func get() throws -> RowSet { lock.withLock { held } }

  /// Refuses only a draft without fields, a field that cannot be given, an invalid or too long
  /// text, a list that is too long, and genres that are given both by id and by name. faults()
  /// reports everything else.
  package func set(_ value: BookDraft) throws {
    try value.given.check(.givable, "fields") { "\($0) may not be given for a book" }
    guard !value.given.isEmpty else {
      throw Failure(.argument, "fields", "fields is 0; it must name the fields to set")
    }
    try value.checkTexts()
    guard !value.given.isSuperset(of: [.genres, .genreNames]) else {
      throw Failure(
        .argument, "genres", "genres are given both by id and by name; give them in one way")
    }
    var value = value
    value.giveWholeRating()
    try lock.withLock { try take(value, dropping: DraftBinding.rivals(of: value.given)) }
  }

  package func entity(of fields: UInt64) throws -> Entity { .book }

  package func set(_ field: TypedField, _ value: TypedValue) throws {
    if value.isNothing { return try clear(BookFields(rawValue: field.bits)) }
    let draft = BookDraft(field, value)
    try withExtendedLifetime(draft.held) { try set(draft) }
  }

  package func setDefaults() throws {
    let genre = HeldTexts([Array(FormDefaults.genre.bytes)])
    try lock.withLock {
      guard globalID == nil else { throw Entity.book.isStored }
      var defaults = BookDraft()
      if given.isDisjoint(with: [.rating, .exactRating]) {
        defaults.give(.rating, FormDefaults.rating)
      }
      if given.isDisjoint(with: [.genres, .genreNames]) { defaults.give(.genreNames, genre.texts) }
      try withExtendedLifetime(genre) { try take(defaults, dropping: []) }
    }
  }

  /// Clears these fields. A field that is 0 by default (rating, favourite, status, spoilers)
  /// becomes 0, and any other becomes absent. In a draft of a new book, the status becomes absent
  /// too, and follows the dates again.
  package func clear(_ fields: UInt64) throws { try clear(BookFields(rawValue: fields)) }

  func clear(_ fields: BookFields) throws {
    try fields.check(.givable, "fields") { "\($0) may not be given for a book" }
    try lock.withLock {
      var zeroed = fields.intersection(.zeroByDefault)
      // The status of a new book follows its dates again.
      if globalID == nil { zeroed.remove(.status) }
      var zero = BookDraft()
      for field in zeroed.bits { zero.give(field, 0 as Int32) }
      let others = fields.subtracting(zeroed)
      try take(zero, dropping: others.union(DraftBinding.rivals(of: others)))
    }
  }

  /// Returns the field that is another way to give the same value: genres are given by id or by
  /// name. For other fields, the result is empty.
  private static func rivals(of fields: BookFields) -> BookFields {
    if fields.contains(.genres) { return .genreNames }
    return fields.contains(.genreNames) ? .genres : []
  }

  private func take(_ value: BookDraft, dropping: BookFields) throws {
    var (value, dropping) = (value, dropping)
    if value.given.contains(.rating), !value.given.contains(.exactRating), isExact(value) == false {
      dropping.insert(.exactRating)
    }
    let kept = given.subtracting(value.given).subtracting(dropping)
    let all = kept.union(value.given)
    if let status = globalID == nil ? all.statusByDates : nil {
      value.give(.status, status.rawValue)
    }
    held = try DraftBinding.row(value, from: held, kept)
    given = all
  }

  /// Whether the held exact rating rounds to the rating of `value`; nil if the draft has no exact
  /// rating.
  private func isExact(_ value: BookDraft) -> Bool? {
    guard given.contains(.exactRating) else { return nil }
    return ExactRating.rating(of: held.draft(.exactRating).double(.exactRating))
      == value.int32(.rating)
  }

  // MARK: The store

  /// Reports the reasons why saving the draft would be refused: see Session.faults().
  package func faults(in session: any Session) throws -> RowSet {
    try lock.withLock {
      guard let globalID else { return try session.faults(held.draft(given)) }
      _ = try id(globalID, in: session)
      let (given, cleared) = changes
      return try session.faults(
        held.draft(given), needing: BookFields.required.intersection(cleared), days: days(given))
    }
  }

  /// The start and the end that the book has after a change of these fields. Nil if both days stay
  /// the same. Also nil if the status changes, because the days may then belong to two readings.
  private func days(_ changed: BookFields) -> BookDraft? {
    let days: BookFields = [.started, .finished]
    guard !changed.contains(.status), !changed.isDisjoint(with: days) else { return nil }
    return held.draft(given.intersection(days))
  }

  package func save(to session: any Session) throws -> Int64 {
    try lock.withLock {
      guard let globalID else {
        let id = try session.createBook(typed(given))
        globalID = try session.read { try $0.globalID(ofBook: id) }
        if given.statusByDates != nil { given.insert(.status) }
        opened = (held, given)
        return id
      }
      let book = try id(globalID, in: session)
      let (given, cleared) = changes
      for field in BookFields.required.intersection(cleared).bits {
        throw BookDraft.missing(field)
      }
      if !given.union(cleared).isEmpty {
        try session.updateBook(book, typed(given), clear: cleared)
      }
      opened = (held, self.given)
      return book
    }
  }

  private func typed(_ fields: BookFields) -> BookDraft {
    var draft = held.draft(fields)
    draft.hasTypedGenres = true
    return draft
  }

  private func id(_ globalID: GlobalID, in session: any Session) throws -> Int64 {
    guard let book = try session.read({ try $0.find(.book, globalID) }) else {
      throw Entity.book.gone
    }
    return book
  }

  /// The fields whose values have changed since the draft was opened or last saved.
  private var changed: BookFields {
    let columns = zip(held.layout.columns, opened.row.layout.columns)
    var changed: BookFields = columns.reduce(into: []) { changed, column in
      let (field, isList) = (column.0.field, column.0.kind.isList)
      let isSame =
        (isList || given.contains(field) == opened.given.contains(field))
        && held.hasValue(column.0, of: opened.row, column.1)
      if !isSame { changed.formUnion(field) }
    }
    // Genres that are given one way have no value the other way.
    switch (given.contains(.genres), given.contains(.genreNames)) {
    case (true, false): changed.remove(.genreNames)
    case (false, true): changed.remove(.genres)
    default: break
    }
    return changed
  }

  /// For an existing book: the fields to set, and the fields to clear.
  private var changes: (given: BookFields, cleared: BookFields) {
    var changed = self.changed
    for unit in [BookFields.priced, .identifiers, .contributors]
    where !changed.isDisjoint(with: unit) { changed.formUnion(unit) }
    var cleared = changed.subtracting(given)
    // Genres are cleared by the field `genres`, even if they were given by name. The time when a
    // book was created is never cleared.
    cleared.subtract([.genreNames, .created])
    if !given.isDisjoint(with: [.genres, .genreNames]) { cleared.remove(.genres) }
    // A price without its currency, or a currency alone, is reported as a fault, not cleared.
    if !given.isDisjoint(with: .priced) { cleared.subtract(.priced) }
    return (changed.intersection(given), cleared)
  }
}

extension BookDraft {
  /// Checks that each given text is a valid text, and not too long.
  fileprivate func checkTexts() throws {
    for field in given.bits {
      let traits = BookField.traits(of: field)
      if traits.kind == .text { try Rules.text(text(field), BookField.name(of: field)) }
    }
    for name in givenGenreNames { try Rules.text(name, "genre_names") }
    try Rules.list(givenGenreNames.count + givenGenres.count, "genres")
    try Rules.list(givenIdentifiers.count, "identifiers")
    for (scheme, value) in givenIdentifiers {
      try Rules.text(scheme, "identifier_schemes")
      try Rules.text(value, "identifier_values")
    }
    try Rules.list(givenContributors.count, "contributors")
    for contributor in givenContributors {
      try Rules.text(contributor.name, "contributor_names")
      try Rules.text(contributor.sort, "contributor_sorts")
      try Rules.text(contributor.role, "contributor_roles")
    }
  }
}
