// The rules of the book entity: its lists, and the values derived from a book and its lists.
import BookwormRecords
import BookwormStorage
import BookwormStore
import BookwormText

package enum BookEntity: EntityRules {
  package static let entity = Entity.book

  package static func clearLinks(_ id: Int64, _ writer: Writer) throws {
    let rating = try writer.connection.bookFacts(id).rating
    let genres = try writer.connection.genresToCount(ofBook: id)
    for genre in genres { try writer.pending.counters.countLink(genre, rating: rating, by: -1) }
    try writer.unlinkAll(from: id, genres)
  }

  package static func restoreLinks(
    _ id: Int64, _ record: inout UndoRecord, _ writer: Writer
  ) throws {
    var linked: LinkedBook?
    try record.rows { row in
      if linked == nil {
        try writer.connection.readTitleKey(of: id, into: &writer.titleKey)
        let rating = try writer.connection.bookFacts(id).rating
        linked = LinkedBook(id: id, titleKey: writer.titleKey.bytes, rating: rating)
      }
      let genre = row.integer(0)
      do { try writer.checkGenreExists(genre) } catch let failure as Failure
        where failure.kind == .notFound
      {
        throw Failure.inTheWay("genre \(genre), which book \(id) had, is gone")
      }
      if let linked { _ = try writer.link(linked, genre, at: row.integer(1)) }
    }
  }

  package static func willUpdate(_ id: Int64, _ fields: UInt64, _ writer: Writer) throws {
    try writer.willUpdate(book: id, BookFields(rawValue: fields))
  }

  /// Runs `change`, and updates what depends on it: the counters if the rating or the time of
  /// creation changes, and the title's key in the links to genres if the title's key may change.
  package static func updating(
    _ id: Int64, _ fields: UInt64, _ writer: Writer, _ change: () throws -> Void
  ) throws {
    let fields = BookFields(rawValue: fields)
    let old = try writer.connection.bookFacts(id)
    if !fields.isDisjoint(with: .titleSources) {
      try writer.retitlingLinks(of: id, change)
    } else {
      try change()
    }
    if !fields.isDisjoint(with: [.rating, .created]) {
      try writer.recount(id, from: old, to: try writer.connection.bookFacts(id))
    }
  }

  package static func updated(_ id: Int64, _ fields: UInt64, _ writer: Writer) throws {
    var fields = BookFields(rawValue: fields)
    if fields.contains(.readings) {
      let latest = try writer.connection.latestReading(ofBook: id)
      fields.formUnion(try writer.follow(latest, id, leavingShelf: false, .followed))
    }
    try writer.updated(book: id, fields)
  }

  package static func delete(_ id: Int64, _ writer: Writer) throws -> Bool {
    try writer.deleteBook(id)
  }

  package static func isBack(_ id: Int64, _ writer: Writer) throws {
    let facts = try writer.connection.bookFacts(id)
    try writer.pending.counters.count(facts, genres: EmptyCollection(), by: 1)
  }

  /// Makes the book follow its latest reading. Since the step was done, another reading may have
  /// become the latest.
  package static func updateDerived(_ id: Int64, _ fields: UInt64, _ writer: Writer) throws {
    guard !BookFields(rawValue: fields).isDisjoint(with: .followed),
      try writer.connection.exists(.book, id)
    else { return }
    let latest = try writer.connection.latestReading(ofBook: id)
    let changed = try writer.follow(latest, id, leavingShelf: false, .followed)
    if !changed.isEmpty { try writer.updated(book: id, changed) }
  }

  package static func restored(_ id: Int64, _ writer: Writer) throws {
    try writer.index(book: id)
    try writer.addPlainTitle(of: id)
    writer.noteInsertion(of: .book, id)
  }
}

extension Writer {
  /// Like willUpdate(), for the rating alone. `row` is from BookSQL.ratingToChange, which begins
  /// with the columns that change.
  func willRate(book id: Int64, _ row: Statement) throws {
    try record(.updated, .book, id, fields: BookFields.rating.rawValue) {
      $0.append(row, columns: 0..<2)
    }
  }

  /// Must run before any row that belongs to the book is deleted. Does the work of
  /// record(deletionOf:) with a row and links that have already been read, and also records the
  /// rows that belong to the book. Returns which kinds of such rows the book may have.
  func willDelete(
    book id: Int64, _ book: BookToDelete, links: [(genre: Int64, position: Int64)]
  ) throws -> (children: [Entity], identifiers: Bool, cover: Bool) {
    let hasQuotes = try unindex(book: id, textsIn: book.row, from: BookToDelete.firstText)
    let children = Entity.book.children.filter {
      switch $0 {
      case .quote: hasQuotes
      case .reading: book.facts.readings > 0
      default: true
      }
    }
    var hasIdentifiers = true
    try record(.deleted, .book, id) { log in
      log.append(book.row, columns: BookToDelete.firstColumn..<book.row.columnCount)
      for link in links { log.append(rowOf: link.genre, link.position) }
      log.append(0 as Int64)
      hasIdentifiers = try log.append(
        rowsOf: connection.statement(BookSQL.identifiersInPlace), id)
      if book.hasContributors {
        try log.append(rowsOf: connection.statement(ContributorSQL.inPlace), id)
      } else {
        log.append(0 as Int64)
      }
      if book.hasCover {
        try log.append(rowsOf: connection.statement(CoverSQL.rows), id)
      } else {
        log.append(0 as Int64)
      }
      for child in Entity.book.children {
        guard children.contains(child), let rows = child.descriptor.sql.ofOwner?.rows else {
          log.append(0 as Int64)
          continue
        }
        try log.append(rowsOf: connection.statement(rows), id)
      }
    }
    return (children, hasIdentifiers, book.hasCover)
  }
}
