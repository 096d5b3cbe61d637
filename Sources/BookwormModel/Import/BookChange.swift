// What of a source's row is to be taken: field by field, what changed at the source since it was
// last taken and was not changed here. Of lists, each item by itself.
import BookwormStorage
import BookwormText

/// What an import does to a book that is there.
struct BookChange {
  /// The fields that get what the source gives, or are cleared.
  var taken: BookFields = []
  /// Those in which the source has one value, and the book another, which stays.
  var kept: BookFields = []
  /// Where they change: the genres that go, and the names of those that come.
  var genres: (gone: [Int64], names: [Bytes])?
  /// Where they change, all of them.
  var identifiers: [(scheme: [UInt8], value: [UInt8])]?
  /// From now on.
  var own = OwnValues()

  /// As they are told.
  var changed: BookFields {
    taken.union(genres == nil ? [] : .genres).union(identifiers == nil ? [] : .identifiers)
  }
}

/// The link of a source's row that is compared.
struct ComparedLink {
  let book: Int64
  /// Of its row in `book_sources`; 0 where it is not linked yet.
  let id: Int64
}

extension Connection {
  /// `draft` is the source's row, and `new` its text.
  func compare(
    _ draft: BookDraft, _ new: SourceValues, with old: SourceValues, _ link: ComparedLink
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
      default: try compare(place, new, with: old, here, link, into: &change)
      }
    }
    return change
  }

  /// A unit of one value.
  private func compare(
    _ place: Int, _ new: SourceValues, with old: SourceValues, _ here: SourceValues,
    _ link: ComparedLink, into change: inout BookChange
  ) throws {
    let (value, mine, before) = (new.value(place), here.value(place), old.value(place))
    let isNew = !value.elementsEqual(before)
    if value.elementsEqual(mine) {
      guard isNew else { return }
      // It is the reader's, unless it came from another source.
      var isOwn = true
      try others(link) { if $0.value(place).elementsEqual(mine) { isOwn = false } }
      if isOwn { change.own.units.insert(place) }
    } else if isNew, mine.elementsEqual(before), !change.own.units.contains(place) {
      change.taken.formUnion(SourceValues.units[place].fields)
    } else if isNew || !value.elementsEqual(SourceValues.units[place].byDefault.bytes) {
      change.kept.formUnion(SourceValues.units[place].fields)
      if isNew { change.own.units.insert(place) }
    }
  }

  /// What was taken from the other sources' books, and from others of this one, that are the same
  /// book here.
  private func others(_ link: ComparedLink, _ body: (SourceValues) throws -> Void) throws {
    let select = try statement(SourceSQL.ofBook)
    defer { select.reset() }
    select.bind(1, link.book)
    while try select.step() {
      if select.int64(0) != link.id { try body(SourceValues(select.text(4))) }
    }
  }

  /// What the book has of some fields, as a source's row is written.
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
    SourceValues.write(draft, of: fields.intersection(.row), into: &text)
    try Keys.check(text)
  }

  /// Nil where the book has what it should.
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

  /// Nil where the book has what it should.
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
  /// What the source had of it, also where it has never spoken of it.
  fileprivate func value(_ unit: Int) -> Bytes {
    self[unit] ?? SourceValues.units[unit].byDefault.bytes
  }

  fileprivate func identifierKeys() throws -> Set<[UInt8]> {
    try SourceValues.keys(ofIdentifiers: items(SourceValues.identifiers))
  }

  /// Of schemes, each followed by its value.
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
