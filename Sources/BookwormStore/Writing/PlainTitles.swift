// Keeps the key of the title as written, for each book that is sorted by something else: by
// title_sort, or by the title with its article at the end. Imports, find_or_create and duplicates
// use it to find the book.
import BookwormRecords
import BookwormStorage
import BookwormText

extension Writer {
  package func add(plain title: TitleKey, of book: Int64) throws {
    guard !title.isPlain else { return }
    otherKey.removeAll()
    guard title.appendPlain(to: &otherKey) else { return }
    try Keys.check(otherKey)
    try run(BookSQL.addPlainTitle, otherKey.bytes, book)
  }

  /// Adds the key of a book that has just got its title.
  package func addPlainTitle(of book: Int64) throws {
    try withTitle(of: book) { try add(plain: $0, of: book) }
  }

  /// Removes the key of a book that is about to lose its title.
  package func removePlainTitle(of book: Int64) throws {
    try withTitle(of: book) { title in
      otherKey.removeAll()
      guard title.appendPlain(to: &otherKey) else { return }
      try Keys.check(otherKey)
      try run(BookSQL.removePlainTitle, otherKey.bytes, book)
    }
  }

  private func run(_ sql: SQL, _ key: Bytes, _ book: Int64) throws {
    let statement = try connection.statement(sql)
    try statement.bindBlob(1, key)
    statement.bind(2, book)
    try statement.run()
  }

  private func withTitle(of book: Int64, _ body: (TitleKey) throws -> Void) throws {
    let select = try connection.statement(BookSQL.titleSources)
    defer { select.reset() }
    select.bind(1, book)
    guard try select.step() else { throw Failure.no(.book, book) }
    func text(_ column: Int32) -> Bytes? { select.isNull(column) ? nil : select.text(column) }
    try body(
      TitleKey(select.text(0), sort: text(1), language: text(2), articlesLast: articlesLast))
  }
}

extension Connection {
  package func hasPlainTitle(_ key: Bytes, of book: Int64) throws -> Bool {
    let select = try statement(BookSQL.hasPlainTitle)
    defer { select.reset() }
    try select.bindBlob(1, key)
    select.bind(2, book)
    return try select.step()
  }
}
