// Merges two books. The book that stays gets the values that only the other book has. The other
// book is deleted, and its ids lead to the book that stays.
import BookwormRecords
import BookwormStorage
import BookwormStore

extension Session {
  /// Returns the differences between the two books. Fields in `taking` get the other book's values.
  /// Any other field keeps the value of the book that stays, if it has one. A preview changes
  /// nothing.
  package func mergeBook(
    _ old: Int64, into book: Int64, taking: BookFields, preview: Bool
  ) throws -> RowSet {
    try Rules.different(old, book, "book")
    try taking.check(BookMerge.choosable, "take") { "\($0) of a book cannot be chosen" }
    guard taking.isDisjoint(with: .priced) || taking.isSuperset(of: .priced) else {
      throw Failure(
        .argument, "take", "take has only one of price and currency; a book has both or neither")
    }
    func merge(_ connection: Connection) throws -> BookMerge {
      try BookMerge(connection, old, into: book, taking: taking)
    }
    if preview {
      return try read { connection in
        try connection.inSnapshot { try .differences(try merge(connection).differences) }
      }
    }
    return try write(.batch) { writer in
      let merge = try merge(writer.connection)
      try merge.run(writer)
      writer.pending.name = writer.pending.name ?? .merging(.book)
      return try .differences(merge.differences)
    }
  }
}

/// Works out the result of merging two books before anything is changed.
package final class BookMerge {
  /// Excludes status and dates, which follow the book's readings, and the time of creation: the
  /// earlier of the two is kept.
  static let choosable = BookFields.given.subtracting([.id, .created, .updated, .status])
    .subtracting([.started, .finished]).union([.genres, .cover])
  /// A field that only describes another field goes with that field.
  package static let parts: [(part: BookFields, whole: BookFields)] = [
    (.currency, .price), (.seriesNumber, .series), (.authorSort, .author),
    (.exactRating, .rating), (.titleSort, .title), (.spoilers, .review),
  ]

  private(set) var differences: [MergeDifference] = []
  private let ours: StoredRow
  private let theirs: StoredRow
  private var draft = BookDraft()
  private var genres: [Int64] = []
  private var identifiers: [(scheme: [UInt8], value: [UInt8])] = []
  private var contributors: [Contributor] = []
  private let takesCover: Bool

  init(_ connection: Connection, _ old: Int64, into book: Int64, taking: BookFields) throws {
    guard let ours = try connection.storedRow(.book, book) else { throw Failure.no(.book, book) }
    guard let theirs = try connection.storedRow(.book, old) else { throw Failure.no(.book, old) }
    (self.ours, self.theirs) = (ours, theirs)
    takesCover = taking.contains(.cover)
    let taking = taking.isDisjoint(with: .rated) ? taking : taking.union(.rated)
    for (place, column) in BookField.columns.enumerated() {
      try choose(column, place, taking: taking.contains(column.field))
    }
    try joinGenres(connection, taking: taking.contains(.genres))
    try joinIdentifiers(connection)
    try joinContributors(connection)
    try chooseCover(connection)
    for child in Entity.book.children { try count(child, connection) }
  }

  private func note(
    _ field: BookFields, _ choice: MergeChoice, _ ours: [UInt8]?, _ theirs: [UInt8]?
  ) {
    differences.append(
      MergeDifference(
        entity: .book, id: self.ours.id, otherID: self.theirs.id, field: field.rawValue,
        choice: choice, ours: ours, theirs: theirs))
  }

  // MARK: Values

  private func choose(_ column: BookField, _ place: Int, taking: Bool) throws {
    let (mine, other) = (ours.values[place], theirs.values[place])
    guard mine != other, ![.id, .globalID, .updated].contains(column.field) else { return }
    let isTaken: Bool
    switch column.field {
    case .created: isTaken = theirs.integer("created") < ours.integer("created")
    case .status, .started, .finished: return note(column.field, .both, mine?.text, other?.text)
    // The exact rating goes with the rating, even if the other book does not have an exact rating.
    case .exactRating where draft.given.contains(.rating): isTaken = true
    default: isTaken = !column.isUnset(other) && (taking || fills(mine, column))
    }
    note(column.field, isTaken ? .theirs : .ours, mine?.text, other?.text)
    guard isTaken, let other else { return }
    switch other {
    case .integer(let value): try draft.give(column, .integer(value))
    case .real(let value): try draft.give(column, .real(value))
    case .text(let value): try draft.give(column, .text(value))
    case .uuid: break
    }
  }

  /// Returns whether the other book's value is taken if the caller did not choose it.
  private func fills(_ mine: FieldValue?, _ column: BookField) -> Bool {
    guard column.isUnset(mine) else { return false }
    guard let whole = BookMerge.parts.first(where: { $0.part == column.field })?.whole else {
      return true
    }
    let name = BookField.name(of: whole)
    return ours[name] == theirs[name] || draft.given.contains(whole)
  }

  // MARK: Lists

  private func joinGenres(_ connection: Connection, taking: Bool) throws {
    let (mine, others) = (
      try connection.genreIDs(ofBook: ours.id), try connection.genreIDs(ofBook: theirs.id)
    )
    for genre in taking ? others + mine : mine + others where !genres.contains(genre) {
      genres.append(genre)
    }
    guard mine != others else { return }
    func names(_ genres: [Int64]) throws -> [UInt8]? {
      let names = try genres.map { try connection.storedRow(.genre, $0)?.text("name") ?? [] }
      return names.isEmpty ? nil : Array(names.joined(separator: Array(", ".utf8)))
    }
    note(.genres, .both, try names(mine), try names(others))
    if genres != mine { draft.given.formUnion(.genres) }
  }

  /// An identifier of both books, in whatever spelling, keeps the spelling of the book that stays.
  private func joinIdentifiers(_ connection: Connection) throws {
    let (mine, others) = (
      try connection.identifiers(ofBook: ours.id), try connection.identifiers(ofBook: theirs.id)
    )
    var keys: Set<[UInt8]> = []
    for each in mine + others {
      let key = try IdentifierKey.make(each.scheme, each.value)
      if keys.insert(key).inserted { identifiers.append(each) }
    }
    func texts(_ all: [(scheme: [UInt8], value: [UInt8])]) -> [UInt8]? {
      let texts = all.map { $0.scheme + [UInt8(ascii: ":")] + $0.value }
      return texts.isEmpty ? nil : Array(texts.joined(separator: Array(", ".utf8)))
    }
    guard texts(mine) != texts(others) else { return }
    note(.identifierValues, .both, texts(mine), texts(others))
    if identifiers.count != mine.count { draft.given.formUnion(.identifiers) }
  }

  /// If both books have the same person in the same role, the entry of the book that stays is kept.
  private func joinContributors(_ connection: Connection) throws {
    let (mine, others) = (
      try connection.contributors(ofBook: ours.id), try connection.contributors(ofBook: theirs.id)
    )
    contributors = try (mine + others).unique()
    guard mine != others else { return }
    note(.contributorNames, .both, mine.text, others.text)
    if contributors != mine { draft.given.formUnion(.contributors) }
  }

  private func chooseCover(_ connection: Connection) throws {
    let (mine, other) = (
      try connection.cover(ofBook: ours.id), try connection.cover(ofBook: theirs.id)
    )
    guard mine != other else { return }
    let isTaken = other != nil && (takesCover || mine == nil)
    note(.cover, isTaken ? .theirs : .ours, mine?.text, other?.text)
  }

  private func count(_ child: Entity, _ connection: Connection) throws {
    guard let owner = child.descriptor.owner else { return }
    let (mine, others) = (
      try connection.ids(of: child, ownedBy: ours.id).count,
      try connection.ids(of: child, ownedBy: theirs.id).count
    )
    guard others > 0 else { return }
    let texts = [mine, others].map { Array(String($0).utf8) }
    note(BookFields(rawValue: owner.field), .both, texts[0], texts[1])
  }

  // MARK: Doing it

  func run(_ writer: Writer) throws {
    let (book, old) = (ours.id, theirs.id)
    let wasOnShelf = theirs.integer("status") == Int64(BookStatus.onShelf.rawValue)
    try update(writer)
    try writer.joinCover(of: old, into: book, taking: takesCover)
    try writer.joinReadings(of: old, into: book)
    for child in Entity.book.children { try writer.give(all: child, of: old, to: book) }
    for source in try writer.connection.ids(SourceSQL.ofBook, old) {
      try writer.give(.source, source, to: book)
    }
    if !wasOnShelf {
      let latest = try writer.connection.latestReading(ofBook: book)
      let changed = try writer.follow(latest, book, leavingShelf: true, .updated)
      if !changed.isEmpty { try writer.updated(book: book, changed) }
    }
    _ = try writer.deleteBook(old)
    try writer.insert(merged: RowIdentity(id: old, globalID: theirs.globalID), into: book)
  }

  private func update(_ writer: Writer) throws {
    let change = draft.given.contains(.genres) ? GenreChange(all: genres) : nil
    let (texts, people) = (HeldTexts(identifiers), HeldTexts(contributors))
    draft.identifiers = texts.pairs
    draft.contributors = people.contributors
    try withExtendedLifetime((texts, people)) {
      try genres.withUnsafeBufferPointer { genres in
        draft.genres = genres
        try draft.check(asChange: [])
        _ = try writer.update(ours.id, draft, clear: [], change)
      }
    }
  }
}

extension Writer {
  /// Moves the rows that belong to one row to another row.
  package func give(all entity: Entity, of old: Int64, to owner: Int64) throws {
    let ids = try connection.ids(of: entity, ownedBy: old)
    guard !ids.isEmpty else { return }
    try changing(ownerOf: entity, old) {
      try changing(ownerOf: entity, owner) { for id in ids { try give(entity, id, to: owner) } }
    }
  }

  /// The caller records the change for both owners.
  package func give(_ entity: Entity, _ id: Int64, to owner: Int64) throws {
    let descriptor = entity.descriptor
    guard let column = descriptor.columns.first(where: { $0.column == "book" }) else { return }
    try rules[entity].willUpdate(id, column.bit, self)
    try rules[entity].updating(id, column.bit, self) {
      let update = try connection.statement(
        composed: EntitySQL.update([column.column], of: descriptor.table))
      update.bind(1, id)
      update.bind(2, owner)
      try update.run()
    }
    try rules[entity].updated(id, column.bit, self)
  }
}

extension Connection {
  /// Returns the ids of the rows that belong to one row, in their order.
  func ids(of entity: Entity, ownedBy owner: Int64) throws -> [Int64] {
    guard let ofOwner = entity.descriptor.sql.ofOwner else { return [] }
    return try ids(ofOwner.ids, owner)
  }

  package func identifiers(ofBook book: Int64) throws -> [(scheme: [UInt8], value: [UInt8])] {
    var all: [(scheme: [UInt8], value: [UInt8])] = []
    try each(BookSQL.identifiers, book) { all.append((Array($0.text(0)), Array($0.text(1)))) }
    return all
  }
}

extension BookField {
  /// A rating, a flag or a status of 0 counts as unset.
  package func isUnset(_ value: FieldValue?) -> Bool {
    value == nil || need == .always && value == .integer(0)
  }
}
