// Writes and reads the contributors of a book.
import BookwormRecords
import BookwormStorage
import BookwormStore
import BookwormText

// MARK: Writing

extension Writer {
  func add(contributors: [Contributor], to book: Int64) throws {
    for (position, contributor) in contributors.enumerated() {
      let insert = try connection.statement(ContributorSQL.add)
      insert.bind(1, book)
      insert.bind(2, Int64(position))
      try insert.bind(3, .text(contributor.name))
      try insert.bind(4, contributor.sort.isEmpty ? .null : .text(contributor.sort))
      try insert.bind(5, .text(contributor.role))
      for (place, key) in try contributor.keys().all.enumerated() {
        try insert.bind(Int32(place + 6), .blob(key))
      }
      try insert.run()
    }
  }

  /// Returns the effect that a change of a book's contributors has on its author, if the change
  /// does not give the author: an author derived from the contributors follows them. Nil if the
  /// author stays.
  func following(
    _ draft: BookDraft, clear: BookFields, ofBook id: Int64
  ) throws -> (draft: BookDraft, clear: BookFields)? {
    let asked = draft.given.union(clear)
    guard !asked.isDisjoint(with: .contributors), !draft.given.contains(.author) else { return nil }
    let new = try draft.storedContributors()
    guard let author = new.author else { return nil }
    let old = try connection.contributors(ofBook: id)
    let (name, sort) = try connection.author(ofBook: id)
    guard name == old.author else { return nil }
    let isSortDerived = !asked.contains(.authorSort) && sort == old.authorSort
    let sorted = isSortDerived ? new.authorSort : nil
    let clear = isSortDerived && sorted == nil && sort != nil ? clear.union(.authorSort) : clear
    return (try draft.giving(author, sort: sorted), clear)
  }
}

// MARK: Reading

extension Connection {
  package func contributors(ofBook book: Int64) throws -> [Contributor] {
    var all: [Contributor] = []
    try each(ContributorSQL.ofBook, book) { select in
      all.append(
        Contributor(
          name: Array(select.text(0)), sort: Array(select.text(1)), role: Array(select.text(2))))
    }
    return all
  }

  /// Returns the author of a book, and its sort form. Empty if the book does not exist.
  func author(ofBook book: Int64) throws -> (name: [UInt8], sort: [UInt8]?) {
    try first(ContributorSQL.authorOfBook, book) {
      (Array($0.text(0)), $0.isNull(1) ? nil : Array($0.text(1)))
    } ?? ([], nil)
  }
}
