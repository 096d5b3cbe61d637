// An inspection searches a store for problems in its file, its rows and all derived values.
import BookwormRecords
import BookwormStorage
import BookwormStore
import BookwormText

package enum ProblemKind: Int32, Sendable {
  case file, reference, value, key, link, counter, searchIndex, lastID, more, reading
}

extension Store {
  /// Returns the problems of one state of the store, a row for each. The result is empty if the
  /// store is sound.
  package func check() throws -> RowSet {
    try read { connection in
      try connection.inSnapshot {
        try checkIsSame(connection)
        let inspection = try Inspection(connection)
        do { try inspection.run() } catch is Inspection.Enough {}
        try connection.checkIsInPlace()
        return inspection.problems
      }
    }
  }
}

struct Inspection {
  /// Thrown when no more problems are wanted.
  struct Enough: Error {}

  static let limit = 1000

  let connection: Connection
  let problems: RowSet

  init(_ connection: Connection) throws {
    self.connection = connection
    problems = try RowSet(.problems, Inspection.layout, expecting: 8)
  }

  private static let layout = RowLayout([
    ColumnSpec(.int32),
    ColumnSpec(.int64),
    ColumnSpec(.text, optional: true),
    ColumnSpec(.text),
  ])

  func run() throws {
    // A file that is damaged in one place may be sound in others.
    let rows = Entity.allCases.map { entity in { try entity.checkRules.check(self) } }
    // The index comes last. Its check reports a missing table itself; after such an error, a server
    // refuses every statement of the transaction.
    for part in [file, references] + rows
      + [
        globalIDs, identifiers, contributors, covers, positions, links, counters, lastIDs,
        histories, searchIndex,
      ]
    {
      do { try connection.sparing(part) } catch let error as StorageError
        where error.kind == .corrupt || error.kind == .notADatabase
      {
        try report(.file, nil, 0, error.message)
      }
      // After the end of the transaction, the remaining parts would check a later state.
      guard connection.inTransaction else { return }
    }
  }

  func report(_ kind: ProblemKind, _ table: String?, _ id: Int64, _ text: String) throws {
    guard problems.count < Inspection.limit else {
      try append(.more, nil, 0, "there are more problems than these \(Inspection.limit)")
      throw Enough()
    }
    try append(kind, table, id, text)
  }

  private func append(
    _ kind: ProblemKind, _ table: String?, _ id: Int64, _ text: String
  ) throws {
    var text = text
    let columns = problems.layout.columns
    try problems.appendRow {
      problems.append(kind.rawValue, to: columns[0])
      problems.append(id, to: columns[1])
      try problems.append(optional: table, to: columns[2])
      try text.withUTF8 { try problems.append($0, to: columns[3]) }
    }
  }

  /// Reports each row of a statement with two columns: an id, and another number for the text.
  func report(
    _ kind: ProblemKind, _ table: String, _ sql: SQL, _ text: (Int64, Int64) -> String
  ) throws {
    try connection.each(sql) { select in
      let id = select.int64(0)
      try report(kind, table, id, text(id, select.int64(1)))
    }
  }

  /// Reports a broken rule of the model.
  func expect(_ table: String, _ id: Int64, _ body: () throws -> Void) throws {
    do { try body() } catch let failure as Failure where failure.kind != .memory {
      try report(.value, table, id, failure.message)
    }
  }

  func expect(
    key: Bytes, _ name: String, _ table: String, _ id: Int64, isKeyIn column: Int32,
    of row: Statement
  ) throws {
    guard row.kind(column) != .blob || !key.elementsEqual(row.blob(column)) else { return }
    try report(.key, table, id, "\(name) is not the key of the name")
  }

  // MARK: The parts

  private func file() throws {
    guard let integrity = connection.dialect.integrity else {
      let version = try connection.property(Schema.versionProperty)
      try Store.checkIsNotNewer(schema: version, sortKeys: nil)
      let fault = try Schema.faultOnServer(connection)
      if let fault { try report(.file, nil, 0, "the schema \(fault)") }
      return
    }
    let failures = connection.failures
    let select = try connection.statement(composed: integrity)
    defer { select.reset() }
    while try select.step() {
      let text = String(decoding: select.text(0), as: UTF8.self)
      // Another part checks the search index, and reports more.
      let ofIndex = ["fts5: ", "malformed inverted ", "unable to validate the inverted "]
      let isOfIndex = ofIndex.contains { text.hasPrefix($0) }
      if text != "ok", !isOfIndex { try report(.file, nil, 0, "SQLite: \(text)") }
    }
    // SQLite reports a page that it could not read as damaged.
    try failures.check(connection.failures)
  }

  private func references() throws {
    try report(.reference, "book_genres", MaintenanceSQL.linksWithoutBook) { book, genre in
      "book \(book) has the genre \(genre), but does not exist"
    }
    try report(.reference, "book_genres", MaintenanceSQL.linksWithoutGenre) { book, genre in
      "book \(book) has the genre \(genre), which does not exist"
    }
    try report(.reference, "book_identifiers", MaintenanceSQL.identifiersWithoutBook) { book, _ in
      "book \(book) has identifiers, but does not exist"
    }
    try report(.reference, ContributorSQL.table, ContributorSQL.withoutBook) { book, _ in
      "book \(book) has contributors, but does not exist"
    }
    for descriptor in Entity.allCases.map(\.descriptor) {
      guard let owner = descriptor.owner?.entity, let orphans = descriptor.sql.orphans else {
        continue
      }
      try report(.reference, descriptor.table, orphans) { _, id in
        "there is no \(owner.descriptor.name) \(id), which the \(descriptor.name) is from"
      }
    }
  }

  /// Only checks the size: the engine itself checks that global ids are unique.
  private func globalIDs() throws {
    for descriptor in Entity.allCases.map(\.descriptor) {
      try connection.each(descriptor.sql.wrongGlobalIDs) { select in
        try report(.value, descriptor.table, select.int64(0), "global_id is not 16 bytes long")
      }
    }
  }

  private func identifiers() throws {
    let select = try connection.statement(BookSQL.allIdentifiers)
    defer { select.reset() }
    while try select.step() {
      let book = select.int64(0)
      try expect("book_identifiers", book) {
        try Rules.name(select.text(2), "identifier_schemes")
        try Rules.name(select.text(3), "identifier_values")
        let key = try IdentifierKey.make(select.text(2), select.text(3))
        guard select.kind(4) != .blob || !select.blob(4).elementsEqual(key) else { return }
        try report(.key, "book_identifiers", book, "key is not the key of the identifier")
      }
    }
  }

  private func positions() throws {
    try report(.value, "book_genres", MaintenanceSQL.positions) { book, position in
      "the genres of the book \(book) have no clear order at position \(position)"
    }
    try report(.value, "book_genres", MaintenanceSQL.tooManyGenres) { book, count in
      "the book \(book) has \(count) genres; at most \(Rules.listLimit) are allowed"
    }
    try report(.value, "book_identifiers", MaintenanceSQL.identifierPositions) { book, _ in
      "the identifiers of the book \(book) have gaps in their order"
    }
  }

  private func links() throws {
    try report(.link, "genre_books", MaintenanceSQL.linksMissing) { book, genre in
      "the list of the genre \(genre) lacks the book \(book), or has it at a wrong place"
    }
    try report(.link, "genre_books", MaintenanceSQL.linksTooMany) { book, genre in
      "the list of the genre \(genre) has the book \(book), which should not be in it"
    }
  }

  private func counters() throws {
    var counted = try Counters(countedBy: connection)
    try counted.compare(with: connection) { key in
      let whose =
        switch Counters.Kind(rawValue: Int32(truncatingIfNeeded: key.kind)) {
        case .store: "of the store"
        case .genre: "of the genre \(key.key)"
        case .monthAdded: "of books added in the month \(key.key)"
        case .monthFinished: "of books finished in the month \(key.key)"
        case nil: "of an unknown kind, \(key.kind),"
        }
      try report(.counter, "counters", key.key, "the counter \(whose) is wrong")
    }
  }

  private func searchIndex() throws {
    for fault in try connection.checkSearchIndex() {
      try report(.searchIndex, "book_search", fault.book, fault.text)
    }
  }

  private func lastIDs() throws {
    for entity in Entity.withLastIDs {
      guard let id = try connection.idAbove(entity) else { continue }
      let property = entity.descriptor.lastID
      try report(
        .lastID, "properties", id, "\(property) is below the id \(id), which is in use")
    }
  }
}

/// One row of a result of problems.
package struct Problem {
  package let kind: ProblemKind
  package let id: Int64
  package let table: Bytes?
  package let text: Bytes
}

extension RowSet {
  package func problem(_ row: Int) -> Problem {
    let columns = layout.columns
    return Problem(
      kind: ProblemKind(rawValue: number(columns[0], row, as: Int32.self)) ?? .file,
      id: number(columns[1], row, as: Int64.self),
      table: isPresent(columns[2], row) ? text(columns[2], row) : nil, text: text(columns[3], row))
  }
}
