// The search index in a file is `book_search`, an FTS5 table without texts. The library passes
// tokens, each followed by a space, or an ASCII text unchanged. The table's tokenizer only splits
// at ASCII characters other than letters and digits, and folds ASCII letters to lower case. So
// every program with SQLite can read the index, and only the library has the rules of tokens.
import BookwormRecords
import BookwormStorage

package struct FTS5SQL: SearchIndex {
  private static let names = SearchSQL.columns.map(\.name).joined(separator: ", ")
  private static let marks = SearchSQL.columns.map { _ in "?" }.joined(separator: ", ")

  private static let insert = SQL(
    "INSERT INTO book_search (rowid, \(names)) VALUES (?, \(marks))")
  /// The parameters are the exact values that were inserted, because the index does not store them.
  private static let delete = SQL(
    "INSERT INTO book_search (book_search, rowid, \(names)) VALUES ('delete', ?, \(marks))")
  private static let deleteAll = SQL("INSERT INTO book_search (book_search) VALUES ('delete-all')")
  /// Combines the pieces that writes have left.
  package static let optimize = SQL("INSERT INTO book_search (book_search) VALUES ('optimize')")

  // MARK: Writing

  package func insert(
    _ id: Int64, _ document: SearchDocument, _ connection: Connection
  ) throws -> SearchTotal {
    try write(FTS5SQL.insert, id, document, connection)
    return SearchTotal()
  }

  package func delete(
    _ id: Int64, _ document: SearchDocument, _ connection: Connection
  ) throws -> SearchTotal {
    try write(FTS5SQL.delete, id, document, connection)
    return SearchTotal()
  }

  package func add(_ total: SearchTotal, _ connection: Connection) {}

  private func write(
    _ sql: SQL, _ id: Int64, _ document: SearchDocument, _ connection: Connection
  ) throws {
    let write = try connection.statement(sql)
    write.bind(1, id)
    defer { write.reset() }
    try document.bind(to: write, from: 2)
    _ = try write.step()
  }

  package func fold(_ connection: Connection) {}

  package func deleteAll(_ connection: Connection) throws {
    try connection.statement(FTS5SQL.deleteAll).run()
  }

  package func beginCopy(_ connection: Connection) throws {}
  package func completeCopy(_ connection: Connection) throws {}

  // These do nothing: in a file, a search for a part of a text reads the text itself.
  package func fold(_ id: Int64, _ connection: Connection, _ text: (BookFields) -> Bytes?) throws {}
  package func fold(_ id: Int64, _ changed: BookFields, _ connection: Connection) throws {}
  package func unfold(_ id: Int64, _ connection: Connection) throws {}

  // MARK: Searching

  package let id = "s.rowid"
  /// Without the plus, FTS5 would mistake a comparison for the name of a ranking function.
  package let rank = "+s.rank"
  package let findsOneByOne = true

  package func check(_ searches: [Search]) throws {}

  package func rows(_ expression: SearchExpression, ranked: Bool) -> BoundText {
    BoundText("book_search s")
  }

  package func condition(_ expression: SearchExpression) -> BoundText? {
    BoundText("book_search MATCH ?", [.text(expression.fts5)])
  }

  package func found(_ expression: SearchExpression, isListed: Bool) -> BoundText {
    isListed
      ? BoundText(
        "EXISTS (SELECT 1 FROM book_search WHERE book_search MATCH ? AND rowid = b.id)",
        [.text(expression.fts5)])
      : BoundText(
        "b.id IN (SELECT rowid FROM book_search WHERE book_search MATCH ?)",
        [.text(expression.fts5)])
  }

  // MARK: Checking

  /// FTS5 keeps a row for each book in this table, with the numbers of its words.
  package let idsOfBooks = "id FROM book_search_docsize"

  /// FTS5 truncates tokens at this length.
  private static let tokenLimit = 32768

  package func stored(_ token: Bytes) -> [UInt8]? {
    token.count > FTS5SQL.tokenLimit ? Array(token.prefix(FTS5SQL.tokenLimit)) : nil
  }

  package func checkFolded(_ connection: Connection, _ fault: (Int64) throws -> Void) throws {}

  /// FTS5 shows its tokens as a table, which exists only for this call, in the connection's
  /// temporary schema.
  package func forEachToken(
    _ connection: Connection, _ each: (Int64, Int, Int, Bytes) -> Void
  ) throws {
    let isReader = try connection.integer("PRAGMA query_only") == 1
    if isReader { try connection.execute("PRAGMA query_only = OFF") }
    // This cannot fail. Even a failure would do no harm, because the library writes through another
    // connection.
    defer { if isReader { try? connection.execute("PRAGMA query_only = ON") } }
    try connection.execute(
      """
      DROP TABLE IF EXISTS temp.book_search_tokens;
      CREATE VIRTUAL TABLE temp.book_search_tokens USING fts5vocab(main, book_search, instance)
      """)
    // If dropping the table fails, the next check drops it.
    defer { try? connection.execute("DROP TABLE IF EXISTS temp.book_search_tokens") }
    let select = try connection.statement(
      composed: "SELECT doc, col, offset, term FROM temp.book_search_tokens")
    defer { select.reset() }
    let names = SearchSQL.columns.map { Array($0.name.utf8) }
    while try select.step() {
      let column = names.firstIndex { $0.elementsEqual(select.text(1)) } ?? -1
      each(select.int64(0), column, Int(truncatingIfNeeded: select.int64(2)), select.text(3))
    }
  }
}

extension SearchExpression {
  /// The expression in the syntax of FTS5. It is built only from the terms' tokens, which contain
  /// only letters, digits and marks.
  var fts5: [UInt8] {
    var expression: [UInt8] = []
    for (index, search) in searches.enumerated() {
      if index > 0 { expression += Array(" AND ".utf8) }
      search.append(to: &expression)
    }
    return expression
  }
}

extension Search {
  fileprivate func append(to expression: inout [UInt8]) {
    if fields != .searched {
      let names = SearchSQL.columns.filter { fields.contains($0.field) }.map(\.name)
      expression += Array("{\(names.joined(separator: " "))} : ".utf8)
    }
    expression.append(UInt8(ascii: "("))
    for (index, term) in terms.enumerated() {
      if index > 0 { expression += Array((match == .all ? " AND " : " OR ").utf8) }
      expression.append(UInt8(ascii: "\""))
      expression += term.tokens.joined(separator: CollectionOfOne(0x20))
      expression.append(UInt8(ascii: "\""))
      if term.isPrefix { expression.append(UInt8(ascii: "*")) }
    }
    expression.append(UInt8(ascii: ")"))
  }
}
