// Copies a whole store row by row, to a server or from one. It copies all tables that a file and a
// server have in common, and rebuilds the index of words.
import BookwormBooks
import BookwormRecords
import BookwormStorage
import BookwormStore

/// A table of a file that a store on a server also has.
private struct CopiedTable {
  let name: String
  var columns: [(name: String, kind: Statement.Kind)] = []
  /// The places of the columns of its key.
  var key: [Int] = []

  func place(of column: String) -> Int32? {
    columns.firstIndex { $0.name == column }.map { Int32($0) }
  }

  /// The source of all of its rows.
  func rows(_ source: Connection) -> String {
    name == "counters" ? CounterSQL.table(source.dialect) : name
  }

  /// Selects rows after a given row in the order of the key, up to a limit.
  func select(_ source: Connection) -> String {
    let key = key.map { columns[$0].name }.joined(separator: ", ")
    let marks = self.key.map { _ in "?" }.joined(separator: ", ")
    return "SELECT \(columns.map(\.name).joined(separator: ", ")) FROM \(rows(source))"
      + " WHERE (\(key)) > (\(marks)) ORDER BY \(key) LIMIT ?"
  }

  var insert: String {
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    return "INSERT INTO \(name) (\(columns.map(\.name).joined(separator: ", "))) VALUES (\(marks))"
  }

  /// A key below every other key.
  var beforeFirst: [Statement.Value] {
    key.map { place in
      switch columns[place].kind {
      case .integer: .integer(.min)
      case .text: .text([])
      default: .blob([])
      }
    }
  }

  static func all() throws -> [CopiedTable] {
    try Schema.inMemory(ofVersion: Schema.version) { connection in
      let select = try connection.statement(composed: columnsOfFile)
      defer { select.reset() }
      var tables: [CopiedTable] = []
      while try select.step() {
        func text(_ column: Int32) -> String {
          String(decoding: select.text(column), as: UTF8.self)
        }
        if tables.last?.name != text(0) { tables.append(CopiedTable(name: text(0))) }
        let last = tables.count - 1
        if select.int64(3) > 0 { tables[last].key.append(tables[last].columns.count) }
        tables[last].columns.append((text(1), kinds[text(2)] ?? .blob))
      }
      return tables
    }
  }

  /// The columns of a key come in the order of the table's columns.
  private static let columnsOfFile = """
    SELECT t.name, c.name, c.type, c.pk FROM sqlite_schema t JOIN pragma_table_info(t.name) c
    WHERE t.type = 'table' AND substr(t.name, 1, 11) <> 'book_search' ORDER BY t.name, c.cid
    """
  private static let kinds: [String: Statement.Kind] = [
    "INTEGER": .integer, "REAL": .real, "TEXT": .text,
  ]
}

/// A copy of a store, row by row. Its progress counts rows in place of pages.
final class StoreCopy: DatabaseCopy {
  private let source: Connection
  private var target: CopyTarget?
  private(set) var pages = (total: 0, left: 0)
  /// The number of rows that remain to be copied.
  private var left = 0
  /// The tables that are not completely copied; the last of them is next.
  private var tables: [CopiedTable]
  /// The key of the last copied row.
  private var last: [Statement.Value]
  /// The number of rows per request.
  private var piece = 64
  private let document = SearchDocument()
  /// The places of the columns of books in a row, by their fields.
  private var places: [BookFields.RawValue: Int32] = [:]

  /// The source must keep its first snapshot, and outlive the copy.
  init(of source: Connection, to target: () throws -> CopyTarget) throws {
    self.source = source
    tables = try CopiedTable.all()
    last = tables.last?.beforeFirst ?? []
    for table in tables {
      pages.total += Int(
        clamping: try source.integer("SELECT count(*) FROM \(table.rows(source))") ?? 0)
    }
    (pages.left, left) = (pages.total, pages.total)
    for case let table in tables where table.name == EntityDescriptor.book.table {
      for column in BookField.columns {
        places[column.field.rawValue] = table.place(of: column.name.description)
      }
    }
    let made = try target()
    self.target = made
    made.connection.rowsToCome = .wholeTables
    try made.connection.fullText.index.beginCopy(made.connection)
  }

  deinit { end() }

  func step(_ rows: Int32) throws -> Bool {
    guard let target else { throw Failure.closedHandle }
    var wanted = rows < 0 ? Int.max : Int(rows)
    while wanted > 0, let table = tables.last {
      let (asked, size) = (min(piece, wanted), try copy(table, atMost: min(piece, wanted), target))
      if size.rows < asked {
        tables.removeLast()
        // The rows of the next table may be large.
        piece = 64
        last = tables.last?.beforeFirst ?? []
      }
      // On a server, all rows of a piece are in memory at the same time.
      if size.rows == asked {
        piece = size.bytes > 1 << 22 ? max(1, piece / 4) : min(1024, piece * 2)
      }
      wanted -= size.rows
      left -= size.rows
    }
    // Tables without rows may remain, so the work is not done yet.
    pages.left = tables.isEmpty ? left : max(1, left)
    guard tables.isEmpty else { return false }
    guard left == 0 else {
      throw StorageError(.corrupt, "there are rows that cannot be found by their keys")
    }
    return true
  }

  func finish() throws {
    guard let target else { throw Failure.closedHandle }
    try target.connection.fullText.index.completeCopy(target.connection)
    try target.complete(target.connection)
    self.target = nil
    defer { target.database.close() }
    try target.database.commit(target.connection)
  }

  func end() {
    guard let target else { return }
    self.target = nil
    target.database.rollBack(target.connection)
    target.database.close()
  }

  // MARK: Rows

  private func copy(
    _ table: CopiedTable, atMost most: Int, _ target: CopyTarget
  ) throws -> (rows: Int, bytes: Int) {
    let select = try source.statement(composed: table.select(source))
    defer { select.reset() }
    for (index, value) in last.enumerated() { try select.bind(Int32(index + 1), value) }
    select.bind(Int32(last.count + 1), Int64(most))
    let insert = try target.connection.statement(composed: table.insert)
    let quotes =
      table.name == EntityDescriptor.book.table ? try Quotes(source, last, most) : nil
    var size = (rows: 0, bytes: 0)
    while try select.step() {
      size.bytes += try copy(table, select, to: insert)
      if let quotes { try index(select, quotes, target.connection) }
      size.rows += 1
      if size.rows == most { last = table.key.map { select.value(Int32($0)) } }
    }
    return size
  }

  /// Returns the size of the row's texts in bytes.
  private func copy(
    _ table: CopiedTable, _ row: Statement, to insert: Statement
  ) throws -> Int {
    var bytes = 0
    for (index, (name, kind)) in table.columns.enumerated() {
      let (column, place) = (Int32(index), Int32(index + 1))
      let found = row.kind(column)
      guard found == kind || found == .null else {
        throw StorageError(
          .corrupt,
          "\(table.name).\(name) has a value that is \(found.rawValue), not \(kind.rawValue)")
      }
      switch found {
      case .null: insert.bindNull(place)
      case .integer: insert.bind(place, row.int64(column))
      case .real: insert.bind(place, row.double(column))
      case .text:
        let text = row.text(column)
        bytes += text.count
        try insert.bindText(place, text)
      case .blob:
        let blob = row.blob(column)
        bytes += blob.count
        try insert.bindBlob(place, blob)
      }
    }
    try insert.run()
    return bytes
  }

  // MARK: Words

  /// The quotes of the books of one piece, in the same order.
  private final class Quotes {
    private let rows: Statement
    private var isRow: Bool

    init(_ source: Connection, _ last: [Statement.Value], _ most: Int) throws {
      rows = try source.statement(SearchSQL.quotesOfMany)
      for (index, value) in last.enumerated() { try rows.bind(Int32(index + 1), value) }
      rows.bind(Int32(last.count + 1), Int64(most))
      isRow = try rows.step()
    }

    deinit { rows.reset() }

    func add(ofBook id: Int64, to document: SearchDocument) throws {
      while isRow, rows.int64(0) <= id {
        if rows.int64(0) == id { document.addQuote(rows.text(1)) }
        isRow = try rows.step()
      }
    }
  }

  private func index(_ row: Statement, _ quotes: Quotes, _ connection: Connection) throws {
    func text(_ field: BookFields) -> Bytes? {
      guard let place = places[field.rawValue], !row.isNull(place) else { return nil }
      return row.text(place)
    }
    document.removeAll()
    for (column, field) in SearchSQL.texts.enumerated() {
      if let text = text(field) { document.set(column, text) }
    }
    let id = row.int64(0)
    try quotes.add(ofBook: id, to: document)
    let index = connection.fullText.index
    // The totals are added up when all books have been inserted.
    _ = try index.insert(id, document, connection)
    try index.fold(id, connection, text)
  }
}
