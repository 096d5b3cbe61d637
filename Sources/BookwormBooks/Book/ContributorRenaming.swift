// Renames a person in all books at once, so that two spellings of one person become one.
import BookwormRecords
import BookwormStorage
import BookwormStore

extension Session {
  /// Renames every contributor who has this name, and every author whose whole text is this name,
  /// as one step. Case and accents are ignored. Returns how many books changed. The sort form
  /// becomes `sort`. If that is empty, the sort form stays if only the case or the accents of the
  /// name change. Otherwise it becomes the sort form of another contributor with the new name, or
  /// none if there is none.
  package func renamePerson(
    _ name: Bytes, to newName: Bytes, sort: Bytes
  ) throws -> Int64 {
    try Rules.name(name, "name")
    try Rules.name(newName, "new_name")
    if !sort.isEmpty { try Rules.name(sort, "sort") }
    return try write(.batch) { writer in
      let renaming = try PersonRenaming(name, newName, sort: sort, writer.connection)
      var changed: Int64 = 0
      let books = try writer.connection.booksOfPerson(name)
      for book in books.ids where try renaming.run(book, writer) { changed += 1 }
      return changed
    }
  }
}

private struct PersonRenaming {
  private let name: [UInt8]
  private let key: [UInt8]
  private let newName: [UInt8]
  /// Nil if the sort form stays, because only the spelling of the same name changes.
  private let sort: [UInt8]?

  init(_ name: Bytes, _ newName: Bytes, sort: Bytes, _ connection: Connection) throws {
    (self.name, self.newName) = (Array(name), Array(newName))
    key = try Keys.sort(name)
    let newKey = try Keys.sort(newName)
    if !sort.isEmpty {
      self.sort = Array(sort)
    } else {
      self.sort = newKey == key ? nil : try connection.sortForm(ofPerson: newKey)
    }
  }

  /// Returns whether the book changed.
  func run(_ book: Int64, _ writer: Writer) throws -> Bool {
    let connection = writer.connection
    let old = try connection.contributors(ofBook: book)
    let new = try old.map { try isPerson($0.name) ? renamed($0) : $0 }.unique()
    let (author, authorSort) = try connection.author(ofBook: book)
    let people = HeldTexts(new)
    let texts = HeldTexts([newName, sort ?? []])
    var (draft, clear) = (BookDraft(), BookFields())
    if new != old {
      draft.given.formUnion(.contributors)
      draft.contributors = people.contributors
    }
    if try isPerson(author) {
      draft.give(.author, texts.texts[0])
      if let sort, !sort.isEmpty {
        draft.give(.authorSort, texts.texts[1])
      } else if sort != nil, authorSort != nil {
        clear = .authorSort
      }
    }
    return try withExtendedLifetime((people, texts)) {
      try writer.update(book, draft, clear: clear, nil)
    }
  }

  private func isPerson(_ text: [UInt8]) throws -> Bool {
    try text == name || text.withUnsafeBufferPointer { try Keys.sort($0) } == key
  }

  private func renamed(_ contributor: Contributor) -> Contributor {
    Contributor(name: newName, sort: sort ?? contributor.sort, role: contributor.role)
  }
}

extension Connection {
  fileprivate func booksOfPerson(_ name: Bytes) throws -> IDList {
    let select = try statement(ContributorSQL.booksOfPerson)
    defer { select.reset() }
    try select.bind(1, .blob(try Keys.sort(name)))
    try select.bindText(2, name)
    var books = IDList()
    while try select.step() { try books.append(select.int64(0)) }
    return books
  }

  /// Returns the sort form of a contributor with this key; empty if none has one.
  fileprivate func sortForm(ofPerson key: [UInt8]) throws -> [UInt8] {
    try key.withUnsafeBufferPointer {
      try first(ContributorSQL.sortOfPerson, key: $0) { Array($0.text(0)) } ?? []
    }
  }
}
