// Writes a book's row: the columns of a draft, and the sort keys derived from them.
import BookwormRecords
import BookwormStorage
import BookwormStore
import BookwormText

extension Writer {
  /// Returns the title's key, which is borrowed until the next book is written.
  func insertRow(
    _ draft: BookDraft, _ identity: RowIdentity, _ facts: BookFacts, updated: Milliseconds?,
    at now: Milliseconds
  ) throws -> Bytes {
    let given = draft.given
    let title = self.title(of: draft)
    // Few books have extra fields, and each of these would cost a parameter.
    let isPlain = given.isDisjoint(with: .extra)
    let insert = try connection.statement(isPlain ? BookSQL.insert : BookSQL.insertWhole)
    let table = BookField.traits
    // The statement keeps the values bound for the previous book. A parameter that was not bound is
    // NULL already.
    let isBound = isPlain ? boundPlain : boundWhole
    if isPlain { boundPlain = .row } else { boundWhole = .row }
    var place: Int32 = 1
    for field in (isPlain ? BookFields.standard : .given).bits {
      if given.contains(field) {
        try bind(field, table[field.slot], of: draft, to: insert, at: place)
      } else {
        switch field {
        case .id: insert.bind(place, identity.id)
        case .created: insert.bind(place, facts.created)
        case .updated: insert.bind(place, updated ?? now)
        case _ where table[field.slot].need == .always && !BookFields.zeroIfMissing.contains(field):
          insert.bind(place, Int64(0))
        default: if isBound.contains(field) { insert.bindNull(place) }
        }
      }
      place &+= 1
    }
    // All keys are built before the first is bound, because the buffer moves as it grows.
    sortKeys.removeAll()
    var ends = InlineArray<8, Int>(repeating: 0)
    let keys = isPlain ? BookField.plainKeys : BookField.keys
    for (index, key) in keys.enumerated() {
      if index == 0 {
        title.append(to: &sortKeys)
      } else if let field = given.intersection(key.fields).last {
        Keys.append(sort: draft.text(field), to: &sortKeys)
      }
      ends[index] = sortKeys.count
    }
    try Keys.check(sortKeys)
    var start = 0
    for (index, key) in keys.enumerated() {
      let bytes = Bytes(rebasing: sortKeys.bytes[start..<ends[index]])
      try insert.bindBlob(place, given.isDisjoint(with: key.fields) ? nil : bytes)
      start = ends[index]
      place &+= 1
    }
    insert.bind(place, facts.readings)
    try run(insert, globalID: place &+ 1, identity.globalID, at: now)
    if isPlain { boundPlain = given } else { boundWhole = given }
    try add(plain: title, of: identity.id)
    return Bytes(rebasing: sortKeys.bytes[..<ends[0]])
  }

  /// The title of a new book, in the form that its keys are derived from.
  private func title(of draft: BookDraft) -> TitleKey {
    let given = draft.given
    let hasLanguage = given.contains(.language)
    return TitleKey(
      draft.text(.title), sort: given.contains(.titleSort) ? draft.text(.titleSort) : nil,
      language: hasLanguage
        ? draft.stored(.language, BookField.traits(of: .language), &storedText) : nil,
      articlesLast: articlesLast)
  }

  /// Binds a given field in its stored form.
  @inline(__always)  // Once for every value of every book.
  private func bind(
    _ field: BookFields, _ traits: BookField.Traits, of draft: BookDraft, to statement: Statement,
    at place: Int32
  ) throws {
    switch traits.kind {
    case .text: try statement.bindText(place, draft.stored(field, traits, &storedText))
    case .double: statement.bind(place, draft.double(field))
    default:
      let number = draft.int64(field)
      if number == 0, BookFields.zeroIfMissing.contains(field) {
        statement.bindNull(place)
      } else {
        statement.bind(place, number)
      }
    }
  }

  /// Sets the columns of some fields, and the keys derived from them. Fields that the draft does
  /// not give become absent.
  func updateRow(_ id: Int64, _ draft: BookDraft, _ fields: BookFields) throws {
    let update = try connection.statement(
      composed: EntitySQL.update(["updated"] + fields.columnsAndKeys, of: BookSQL.table))
    defer { update.reset() }
    update.bind(1, id)
    update.bind(2, now)
    var place: Int32 = 3
    for field in fields.intersection(.row).bits {
      if draft.given.contains(field) {
        try bind(field, BookField.traits(of: field), of: draft, to: update, at: place)
      } else {
        update.bindNull(place)
      }
      place &+= 1
    }
    for key in BookField.keys where !fields.isDisjoint(with: key.fields) {
      sortKeys.removeAll()
      let isThere = try appendKey(key, of: id, draft, fields)
      try Keys.check(sortKeys)
      // The key is copied, because several keys may share the buffer.
      try update.bind(place, isThere ? .blob(Array(sortKeys.bytes)) : .null)
      place &+= 1
    }
    _ = try update.step()
  }

  /// Appends the key that a book has after a change; returns false if there is none.
  private func appendKey(
    _ key: BookKey, of id: Int64, _ draft: BookDraft, _ changed: BookFields
  ) throws -> Bool {
    let isStored = !key.fields.isSubset(of: changed)
    // Fields that do not change keep their stored values.
    let stored = isStored ? try connection.statement(composed: BookSQL.sources(of: key)) : nil
    defer { stored?.reset() }
    if let stored {
      stored.bind(1, id)
      guard try stored.step() else { throw Failure.no(.book, id) }
    }
    return key.append(to: &sortKeys, articlesLast: articlesLast) { field in
      if changed.contains(field) {
        return draft.given.contains(field)
          ? draft.stored(field, BookField.traits(of: field), &storedText) : nil
      }
      let place = Int32(key.fields.bits.prefix { $0 != field }.count)
      guard let stored, !stored.isNull(place) else { return nil }
      return stored.text(place)
    }
  }
}
