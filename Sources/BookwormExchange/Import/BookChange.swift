// Decides which values of a source's row are taken. A field is taken if it changed at the source
// since the last import and was not changed here. For genres, identifiers and readings, this is
// decided for each item separately.
import BookwormBooks
import BookwormRecords
import BookwormStorage
import BookwormStore
import BookwormText

/// The effect of an import on an existing book.
struct BookChange {
  /// The fields that get the source's value, or are cleared.
  var taken: BookFields = []
  /// The fields whose value in the book differs from the source's, and stays.
  var kept: BookFields = []
  /// If genres change: the removed genres, and the names of the added genres.
  var genres: (gone: [Int64], names: [Bytes])?
  /// If identifiers change: all of them.
  var identifiers: [(scheme: [UInt8], value: [UInt8])]?
  /// The change of the readings, if the row mentions them.
  var readings: ReadingChange?
  /// The values that the source does not decide, as they are after the import.
  var own = OwnValues()

  /// The changed fields as they are reported.
  var changed: BookFields {
    taken.union(genres == nil ? [] : .genres).union(identifiers == nil ? [] : .identifiers)
      .union(readings?.isEmpty == false ? .readings : [])
  }
}

/// The link between a source's row and the book that it is compared with.
struct ComparedLink {
  let book: Int64
  /// The id of its row in `book_sources`; 0 if it is not linked yet.
  let id: Int64
}

extension Connection {
  /// Compares a source's row with the book here. `draft` is the row, `new` is the row as text,
  /// `fields` are the fields that the row has, and `old` has the values last taken from the source.
  func compare(
    _ draft: BookDraft, _ new: SourceValues, of fields: BookFields, with old: SourceValues,
    _ link: ComparedLink
  ) throws -> BookChange {
    let spoken = SourceValues.units.indices.filter { new[$0] != nil }
    var change = BookChange()
    change.own = try OwnValues(old)
    var text = ByteBuffer()
    try read(
      book: link.book, spoken.reduce(into: []) { $0.formUnion(SourceValues.units[$1].fields) },
      into: &text)
    let here = try SourceValues(text.bytes)
    for place in spoken {
      let isNew = !new.value(place).elementsEqual(old.value(place))
      switch place {
      case SourceValues.genres:
        if isNew { change.genres = try genres(draft, old, link, &change.own) }
      case SourceValues.identifiers:
        if isNew { change.identifiers = try identifiers(draft, old, link, &change.own) }
      case _ where SourceValues.isOfReading(place): continue
      default: try compare(place, new, with: old, here, link, into: &change)
      }
    }
    // The mark `spoilers` describes the source's review, which the book does not get.
    if change.kept.contains(.review), change.taken.contains(.spoilers) {
      change.taken.remove(.spoilers)
      change.kept.insert(.spoilers)
      change.own.units.formUnion(spoken.filter { SourceValues.units[$0].fields == .spoilers })
    }
    let asked = fields.intersection(.followed).union(draft.given.intersection(.readingLists))
    let checksum = draft.listsChecksum
    let isSame =
      link.id != 0 && (checksum.isEmpty || checksum == change.own.listsChecksum)
      && SourceValues.followed.allSatisfy { _, place in
        new[place].map { $0.elementsEqual(old.value(place)) } ?? true
      }
    let isHere = SourceValues.followed.allSatisfy { field, place in
      field == .status || new[place].map { $0.elementsEqual(here.value(place)) } ?? true
    }
    if !asked.isEmpty, !isSame || !isHere {
      let own = change.own
      try compareReadings(draft, new, of: asked, with: old, link, into: &change)
      if !checksum.isEmpty { change.own.listsChecksum = checksum }
      // A repeated row changes nothing, but the result reports the kept fields.
      if isSame { (change.readings, change.own) = (nil, own) }
    }
    return change
  }

  /// Compares all of a book's readings with all readings that the source has given.
  private func compareReadings(
    _ draft: BookDraft, _ new: SourceValues, of fields: BookFields, with old: SourceValues,
    _ link: ComparedLink, into change: inout BookChange
  ) throws {
    let (given, isStatus) = draft.allReadings()
    let row = ReadingChange.Row(
      readings: given, isStatus: isStatus, spoken: fields,
      status: draft.given.contains(.status) ? draft.int32(.status) : 0,
      isNewStatus: SourceValues.followed.contains { field, place in
        field == .status && !new.value(place).elementsEqual(old.value(place))
      })
    let before = change.own.readings.isEmpty ? old.followedReadings() : change.own.readings
    let here = try storedRows(.reading, ownedBy: link.book).map { row in
      var value = GivenReading(
        Int32(truncatingIfNeeded: row.integer("outcome")),
        Int32(truncatingIfNeeded: row.integer("started")),
        Int32(truncatingIfNeeded: row.integer("finished")))
      value.note = row.text("note") ?? []
      return HereReading(id: row.id, value: value)
    }
    let readings = ReadingChange(row, before, here)
    let isDerived = readings.known == old.followedReadings(with: new)
    change.own.readings = isDerived ? [] : readings.known
    change.readings = readings
    if row.isList {
      if !readings.kept.isEmpty { change.kept.insert(.readings) }
    } else {
      if readings.kept.contains(.started) { change.kept.insert(.started) }
      if readings.kept.contains(.finished) { change.kept.insert(.finished) }
    }
  }

  /// Compares a unit that is decided as a whole, unlike genres, identifiers and readings.
  private func compare(
    _ place: Int, _ new: SourceValues, with old: SourceValues, _ here: SourceValues,
    _ link: ComparedLink, into change: inout BookChange
  ) throws {
    let (value, mine, before) = (new.value(place), here.value(place), old.value(place))
    let isNew = !value.elementsEqual(before)
    let fields = SourceValues.fields(place, value, mine)
    if value.elementsEqual(mine) {
      guard isNew else { return }
      // The value is a local edit, unless it came from another source.
      var isOwn = true
      try others(link) { if $0.value(place).elementsEqual(mine) { isOwn = false } }
      if isOwn { change.own.units.insert(place) }
    } else if isNew, mine.elementsEqual(before), !change.own.units.contains(place) {
      change.taken.formUnion(fields)
    } else if isNew || !value.elementsEqual(SourceValues.units[place].byDefault.bytes) {
      change.kept.formUnion(fields)
      if isNew { change.own.units.insert(place) }
    }
  }

  /// Passes the values that were taken from other books of this or another source, if these are
  /// linked to the same book here.
  private func others(_ link: ComparedLink, _ body: (SourceValues) throws -> Void) throws {
    try each(SourceSQL.ofBook, link.book) { select in
      if select.int64(0) != link.id { try body(SourceValues(select.text(4))) }
    }
  }

  /// Reads some fields of the book in the form of a source's row.
  private func read(book: Int64, _ fields: BookFields, into text: inout ByteBuffer) throws {
    let select = try statement(SourceSQL.bookToCompare)
    defer { select.reset() }
    select.bind(1, book)
    guard try select.step() else { throw Failure.no(.book, book) }
    var draft = BookDraft()
    for (place, column) in BookField.columns.enumerated() where fields.contains(column.field) {
      guard let value = try select.value(of: column, at: Int32(place)) else { continue }
      try draft.give(column, value)
    }
    var people = HeldTexts([Contributor]())
    if !fields.isDisjoint(with: .contributors) {
      people = HeldTexts(try contributors(ofBook: book))
      draft.given.formUnion(.contributors)
      draft.contributors = people.contributors
    }
    try withExtendedLifetime(people) {
      try SourceValues.write(
        draft, of: fields.intersection(BookFields.row.union(.contributors)), into: &text)
    }
    try Keys.check(text)
  }

  /// Returns nil if the book's genres need no change.
  private func genres(
    _ draft: BookDraft, _ old: SourceValues, _ link: ComparedLink, _ own: inout OwnValues
  ) throws -> (gone: [Int64], names: [Bytes])? {
    let here = try genreIDs(ofBook: link.book)
    let before = try Set(old.items(SourceValues.genres).map { try Keys.genre($0) })
    let mine = try Set(own.genres.map { try Keys.genre($0) })
    var elsewhere: Set<[UInt8]> = []
    try others(link) {
      for name in try $0.items(SourceValues.genres) { elsewhere.insert(try Keys.genre(name)) }
    }
    var (given, wanted): (Set<[UInt8]>, [Bytes]) = ([], [])
    own.genres = []
    for name in draft.givenGenreNames {
      let key = try Keys.genre(name)
      guard given.insert(key).inserted else { continue }
      let isHere = try id(of: .genre, withKey: key).map(here.contains) == true
      if before.contains(key) ? mine.contains(key) : isHere && !elsewhere.contains(key) {
        own.genres.append(Array(name))
      } else if !before.contains(key), !isHere {
        wanted.append(name)
      }
    }
    let gone = try before.subtracting(given).subtracting(mine).subtracting(elsewhere)
      .compactMap { try id(of: .genre, withKey: $0) }.filter(here.contains)
    guard !gone.isEmpty || !wanted.isEmpty else { return nil }
    try Rules.list(here.count - gone.count + wanted.count, "genres")
    return (gone, wanted)
  }

  /// Returns nil if the book's identifiers need no change.
  private func identifiers(
    _ draft: BookDraft, _ old: SourceValues, _ link: ComparedLink, _ own: inout OwnValues
  ) throws -> [(scheme: [UInt8], value: [UInt8])]? {
    let before = try old.identifierKeys()
    let mine = try SourceValues.keys(ofIdentifiers: own.identifiers)
    var elsewhere: Set<[UInt8]> = []
    try others(link) { elsewhere.formUnion(try $0.identifierKeys()) }
    let all = try identifiers(ofBook: link.book)
    let keys = try all.map { try IdentifierKey.make($0.scheme, $0.value) }
    var (given, new): (Set<[UInt8]>, [(scheme: [UInt8], value: [UInt8])]) = ([], [])
    own.identifiers = []
    for (scheme, value) in draft.givenIdentifiers {
      let key = try IdentifierKey.make(scheme, value)
      guard given.insert(key).inserted else { continue }
      let isHere = keys.contains(key)
      if before.contains(key) ? mine.contains(key) : isHere && !elsewhere.contains(key) {
        own.identifiers += [Array(scheme), Array(value)]
      } else if !before.contains(key), !isHere {
        new.append((Array(scheme), Array(value)))
      }
    }
    let gone = before.subtracting(given).subtracting(mine).subtracting(elsewhere)
    let staying = zip(keys, all).filter { !gone.contains($0.0) }.map(\.1)
    guard staying.count < all.count || !new.isEmpty else { return nil }
    try Rules.list(staying.count + new.count, "identifiers")
    return staying + new
  }
}

extension SourceValues {
  /// Returns the fields of a unit that may differ between these values. For the rating, they
  /// include the exact rating only if one of the values has it.
  fileprivate static func fields(_ unit: Int, _ values: Bytes...) -> BookFields {
    let isWhole = unit == rating && values.allSatisfy { $0.count { $0 == tab } < 2 }
    return isWhole ? .rating : units[unit].fields
  }

  /// Returns the source's value of a unit, or the default if the source has never mentioned it.
  fileprivate func value(_ unit: Int) -> Bytes {
    self[unit] ?? SourceValues.units[unit].byDefault.bytes
  }

  fileprivate func identifierKeys() throws -> Set<[UInt8]> {
    try SourceValues.keys(ofIdentifiers: items(SourceValues.identifiers))
  }

  /// Takes schemes, each followed by its value.
  fileprivate static func keys(ofIdentifiers items: [[UInt8]]) throws -> Set<[UInt8]> {
    guard items.count % 2 == 0 else { throw SourceValues.damaged }
    return try Set(
      stride(from: 0, to: items.count, by: 2).map {
        try IdentifierKey.make(items[$0], items[$0 + 1])
      })
  }
}

extension Keys {
  fileprivate static func genre(_ name: [UInt8]) throws -> [UInt8] {
    try name.withUnsafeBufferPointer { try genre($0) }
  }
}
