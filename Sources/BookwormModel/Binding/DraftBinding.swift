// A book as a form has it: belongs to no store, may be empty or wrong meanwhile, is checked as a
// whole, and saved by one call: as a new book, or as changes of one that is there.
import BookwormStorage

public final class DraftBinding: LoneBinding, @unchecked Sendable {
  private static let layout = RowLayout(
    BookField.all.filter { BookFields.givable.contains($0.field) }
      .map { ColumnSpec($0.field, $0.kind, optional: !$0.kind.isList) })

  private let lock = Lock()
  /// By which the book is found again, also in a copy of its store, and no other one for it; nil
  /// until it has been saved as a new one.
  private var globalID: GlobalID?
  private var held: RowSet
  /// What it has a value of.
  private var given: BookFields = []
  /// What was set or cleared since it was read or saved.
  private var changed: BookFields = []

  /// Of a new book.
  public override init() throws {
    held = try DraftBinding.row(BookDraft(), from: nil, [])
    try super.init()
  }

  public init(_ session: Session, book: Int64) throws {
    let stored = try session.book(book, .givable)
    let isThere = stored.layout.columns.filter {
      $0.kind.isList ? !stored.list($0, 0).isEmpty : stored.isPresent($0, 0)
    }
    given = isThere.reduce(into: []) { $0.formUnion($1.field) }
    held = try DraftBinding.row(BookDraft(), from: stored, given)
    globalID = try session.read { try $0.globalID(ofBook: book) }
    try super.init()
  }

  /// A row with what a draft gives, and some fields of another row.
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

  public override func asDraft() throws -> DraftBinding { self }

  public override func get() throws -> RowSet { lock.withLock { held } }

  /// Only that texts are texts is looked at: the rest is for faults() to say.
  public override func set(_ value: BookDraft) throws {
    try value.given.check(.givable, "fields") { "\($0) may not be given for a book" }
    guard !value.given.isEmpty else {
      throw Failure(.argument, "fields", "fields is 0; give a field, or take some away by clearing")
    }
    try value.checkTexts()
    guard !value.given.isSuperset(of: [.genres, .genreNames]) else {
      throw Failure(.argument, "genres", "genres are given by their ids and by their names")
    }
    try lock.withLock { try take(value, dropping: DraftBinding.rivals(of: value.given)) }
  }

  /// What every book has becomes 0; the rest absent.
  public func clear(_ fields: BookFields) throws {
    try fields.check(.givable, "fields") { "\($0) may not be given for a book" }
    var zero = BookDraft()
    for field in fields.intersection(.zeroByDefault).bits { zero.give(field, 0 as Int32) }
    var others = fields.subtracting(.zeroByDefault)
    others.formUnion(DraftBinding.rivals(of: others))
    try lock.withLock { try take(zero, dropping: others) }
  }

  /// Another way to give the same.
  private static func rivals(of fields: BookFields) -> BookFields {
    if fields.contains(.genres) { return .genreNames }
    return fields.contains(.genreNames) ? .genres : []
  }

  private func take(_ value: BookDraft, dropping: BookFields) throws {
    let kept = given.subtracting(value.given).subtracting(dropping)
    held = try DraftBinding.row(value, from: held, kept)
    given = kept.union(value.given)
    changed.formUnion(value.given.union(dropping))
  }

  // MARK: The store

  /// What saving it would be refused for: see Session.faults().
  public func faults(in session: Session) throws -> RowSet {
    try lock.withLock {
      guard let globalID else { return try session.faults(held.draft(given)) }
      _ = try id(globalID, in: session)
      let (given, cleared) = changes
      return try session.faults(
        held.draft(given), needing: BookFields.required.intersection(cleared))
    }
  }

  /// The book's id. A draft of a new book is one of that book from then on.
  public func save(to session: Session) throws -> Int64 {
    try lock.withLock {
      guard let globalID else {
        let id = try session.createBook(held.draft(given))
        globalID = try session.read { try $0.globalID(ofBook: id) }
        changed = []
        return id
      }
      let book = try id(globalID, in: session)
      let (given, cleared) = changes
      for field in BookFields.required.intersection(cleared).bits {
        throw BookDraft.missing(field)
      }
      try session.updateBook(book, held.draft(given), clear: cleared)
      changed = []
      return book
    }
  }

  private func id(_ globalID: GlobalID, in session: Session) throws -> Int64 {
    guard let book = try session.read({ try $0.find(.book, globalID) }) else {
      throw Failure(.notFound, "id", "the draft's book is not, or no longer, in this store")
    }
    return book
  }

  /// Of a book that is there: what is given of it, and what is taken away.
  private var changes: (given: BookFields, cleared: BookFields) {
    var changed = changed
    for pair in [BookFields.priced, .identifiers] where !changed.isDisjoint(with: pair) {
      changed.formUnion(pair)
    }
    var cleared = changed.subtracting(given)
    // To have none is one thing, however genres were given; when a book was created stays.
    cleared.subtract([.genreNames, .created])
    if !given.isDisjoint(with: [.genres, .genreNames]) { cleared.remove(.genres) }
    // Half a price is a fault.
    if !given.isDisjoint(with: .priced) { cleared.subtract(.priced) }
    return (changed.intersection(given), cleared)
  }
}

extension BookDraft {
  /// That each text which it gives is one, and not too long.
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
  }
}
