// Reading a document that an export has written into a store that has nothing yet.
import BookwormStorage
import BookwormText

extension Store {
  /// All of it, or nothing. Every rule of the model is applied.
  public func importDocument(from path: Bytes) throws {
    let file = try InputFile(path: try Rules.oldFile(path))
    try write(.batch) { writer in
      writer.isUndoable = false
      guard try writer.isUntouched() else {
        throw Failure(
          .exists, "store",
          "the store has, or has had, books, genres, quotes or orders; make a new one to import"
            + " into")
      }
      let document = try DocumentReader(writer, JSONReader(file))
      try document.read()
    }
  }
}

extension Rules {
  /// The path of a file that is to be read.
  fileprivate static func oldFile(_ given: Bytes) throws -> String {
    try text(given, "path", limit: 4095)
    guard !given.isEmpty else { throw Failure(.argument, "path", "path is empty") }
    return String(decoding: given, as: UTF8.self)
  }
}

extension Writer {
  /// A store that has had rows has given ids, which may not mean others.
  fileprivate func isUntouched() throws -> Bool {
    for series in IDSeries.allCases where try connection.property(series.rawValue) ?? 0 != 0 {
      return false
    }
    return try connection.integer(DocumentForm.anyRow) == nil
  }
}

private final class DocumentReader {
  private let writer: Writer
  private let json: JSONReader
  /// The texts of the row that is being read.
  private var texts = ByteBuffer()
  private var values: [(column: BookField, text: Range<Int>)] = []
  private var identifiers: [(scheme: Range<Int>, value: Range<Int>)] = []
  private var genres = IDList()
  private var genreCount = 0
  private var section = ""
  private var lastID: Int64 = 0
  private var lastBook: Int64 = 0

  init(_ writer: Writer, _ json: JSONReader) { (self.writer, self.json) = (writer, json) }

  /// The members come in the order in which they are written: books have genres, quotes books.
  private static let members = [
    "bookworm", "schema", "sort_keys", "last_ids", "genres", "books", "quotes", "orders",
  ]

  func read() throws {
    var next = 0
    try json.object { key in
      guard next < DocumentReader.members.count, key == DocumentReader.members[next] else {
        throw unexpected(key, instead: DocumentReader.members.dropFirst(next).first)
      }
      next += 1
      switch key {
      case "bookworm": try version()
      case "schema": try schema()
      case "last_ids": try lastIDs()
      case "genres": try rows(key, DocumentForm.genreKeys, .genre, genre)
      case "books": try books()
      case "quotes": try rows(key, DocumentForm.quoteKeys, .quote, quote)
      case "orders": try rows(key, DocumentForm.orderKeys, nil, order)
      default: _ = try json.integer(key)
      }
    }
    try json.end()
    guard next == DocumentReader.members.count else {
      throw Failure(
        .invalid, "document", "the document lacks \"\(DocumentReader.members[next])\"")
    }
  }

  private func unexpected(_ key: String, instead wanted: String?) -> Failure {
    let wanted = wanted.map { "\"\($0)\"" } ?? "the end"
    return Failure(
      .invalid, "document", "the document has \"\(key)\" where \(wanted) was expected",
      offset: json.offset)
  }

  private func version() throws {
    let version = try json.integer("bookworm")
    guard version <= DocumentForm.version else {
      throw Failure(
        .newer, "bookworm",
        "a newer library wrote the document: its form is \(version), and this library knows"
          + " \(DocumentForm.version)")
    }
    guard version >= 1 else {
      throw Failure(.invalid, "bookworm", "bookworm is \(version), a form that never was")
    }
  }

  /// A newer schema may give the same values another meaning.
  private func schema() throws {
    let schema = try json.integer("schema")
    guard schema <= Int64(Schema.version) else {
      throw Failure(
        .newer, "schema",
        "a newer library wrote the document: its schema is \(schema), and this library knows"
          + " \(Schema.version)")
    }
    guard schema >= 1 else {
      throw Failure(.invalid, "schema", "schema is \(schema), a version that never was")
    }
  }

  private func lastIDs() throws {
    try members("last_ids", Writer.IDSeries.allCases.map(\.entity)) { key in
      let last = try json.integer(key)
      guard (0...Rules.highestID).contains(last) else {
        throw Failure(
          .invalid, key,
          "the last id of \(key) is \(last); it must be from 0 to \(Rules.highestID)")
      }
      for series in Writer.IDSeries.allCases where series.entity == key {
        writer.takeID(last, series)
      }
      if key == Writer.IDSeries.book.entity { lastBook = last }
    }
  }

  // MARK: Rows

  private func rows(
    _ name: String, _ keys: [String], _ series: Writer.IDSeries?,
    _ row: (_ keys: [String]) throws -> Void
  ) throws {
    section = name
    lastID = 0
    var number = 0
    try json.array {
      texts.removeAll()
      do { try inRow(number) { try row(keys) } } catch let failure as Failure {
        throw failure.inDocument(name, number)
      }
      if let series { writer.takeID(lastID, series) }
      number &+= 1
    }
  }

  /// An object's members, none of them twice.
  private func members(
    _ name: String, _ keys: [String], _ member: (String) throws -> Void
  ) throws {
    var seen: UInt64 = 0
    try json.object { key in
      guard let place = keys.firstIndex(of: key) else {
        throw Failure(
          .invalid, "document", "\(name) has \"\(key)\", which this library does not know",
          offset: json.offset)
      }
      guard seen & 1 << UInt64(place) == 0 else {
        throw Failure(.invalid, key, "\(key) is given twice", offset: json.offset)
      }
      seen |= 1 << UInt64(place)
      try member(key)
    }
  }

  /// Ids rise from row to row, so that none comes twice.
  private func id() throws -> Int64 {
    let id = try json.integer("id")
    guard id > lastID, id <= Rules.highestID else {
      throw Failure(
        .invalid, "id",
        "id is \(id), after \(lastID); ids begin at 1 and rise from row to row, to"
          + " \(Rules.highestID)")
    }
    lastID = id
    return id
  }

  private func text(_ field: String, limit: Int) throws -> Range<Int> {
    try json.string(into: &texts, limit: limit, field)
  }

  /// Valid until the next text of the row is read.
  private func bytes(_ range: Range<Int>) -> Bytes { Bytes(rebasing: texts.bytes[range]) }

  private func missing(_ field: String) -> Failure {
    Failure(.invalid, field, "\(field) is missing")
  }

  // MARK: Genres

  private func genre(_ keys: [String]) throws {
    var (known, name, colour): (Int64?, Range<Int>?, Range<Int>?) = (nil, nil, nil)
    try members("a genre", keys) { key in
      switch key {
      case "id": known = try id()
      case "name": name = try text(key, limit: Rules.nameLimit)
      default: colour = try text(key, limit: Rules.nameLimit)
      }
    }
    guard let known else { throw missing("id") }
    guard let name else { throw missing("name") }
    guard let colour else { throw missing("colour") }
    try Rules.name(bytes(name), "name")
    let shade = try Colour.check(bytes(colour))
    if let other = try writer.findGenre(bytes(name)) { throw Failure.exists(other) }
    _ = try writer.insertGenre(bytes(name), shade, as: known)
  }

  // MARK: Books

  private func books() throws {
    let links = PendingBookGenres()
    writer.pendingLinks = links
    defer { writer.pendingLinks = nil }
    try rows("books", DocumentForm.bookKeys, .book) { keys in
      try book(keys)
      if links.isFull { try links.write(to: writer.connection) }
    }
    try links.write(to: writer.connection)
    lastBook = max(lastBook, lastID)
  }

  private func book(_ keys: [String]) throws {
    var draft = BookDraft()
    var (known, updated): (Int64?, Int64?) = (nil, nil)
    values.removeAll(keepingCapacity: true)
    identifiers.removeAll(keepingCapacity: true)
    genres = IDList()
    genreCount = 0
    try members("a book", keys) { key in
      switch key {
      case "id": known = try id()
      case "updated": updated = try json.integer(key)
      case "genres": try genreIDs()
      case "identifiers": try identifierList()
      default: try value(key, into: &draft)
      }
    }
    guard let known else { throw missing("id") }
    guard let updated else { throw missing("updated") }
    guard draft.given.contains(.created) else { throw missing("created") }
    try Rules.instant(updated, "updated")
    // Now that all texts are read, they stay where they are.
    for (column, text) in values { try draft.give(column, .text(bytes(text))) }
    draft.given.formUnion([.genres, .identifiers])
    draft.genres = genres.ids
    draft.identifiers = identifiers.map { (bytes($0.scheme), bytes($0.value)) }
    try draft.check()
    _ = try writer.insert(draft, as: known, updated: updated)
  }

  private func value(_ key: String, into draft: inout BookDraft) throws {
    guard let column = BookField.columns.first(where: { $0.name.description == key }) else {
      return
    }
    switch column.kind {
    case .text: values.append((column, try text(key, limit: column.rule.textLimit)))
    case .double: try draft.give(column, .real(try json.real(key)))
    default: try draft.give(column, .integer(try json.integer(key)))
    }
  }

  private func genreIDs() throws {
    try json.array {
      genreCount &+= 1
      try Rules.list(genreCount, "genres")
      try genres.append(try json.integer("genres"))
    }
  }

  private func identifierList() throws {
    try json.array {
      try Rules.list(identifiers.count + 1, "identifiers")
      var (scheme, value): (Range<Int>?, Range<Int>?) = (nil, nil)
      try members("an identifier", DocumentForm.identifierKeys) { key in
        let text = try text("identifiers", limit: Rules.nameLimit)
        if key == "scheme" { scheme = text } else { value = text }
      }
      guard let scheme, let value else { throw missing("identifiers") }
      identifiers.append((scheme, value))
    }
  }

  // MARK: Quotes

  private func quote(_ keys: [String]) throws {
    var (known, book, created): (Int64?, Int64?, Int64?) = (nil, nil, nil)
    var (words, page): (Range<Int>?, Range<Int>?) = (nil, nil)
    try members("a quote", keys) { key in
      switch key {
      case "id": known = try id()
      case "book": book = try json.integer(key)
      case "created": created = try json.integer(key)
      case "text": words = try text(key, limit: Rules.textLimit)
      default: page = try text(key, limit: Rules.nameLimit)
      }
    }
    guard let known else { throw missing("id") }
    guard let book else { throw missing("book") }
    guard let created else { throw missing("created") }
    guard let words else { throw missing("text") }
    try Rules.instant(created, "created")
    var draft = QuoteDraft()
    draft.given = page == nil ? .text : [.text, .page]
    draft.text = bytes(words)
    if let page { draft.page = bytes(page) }
    try draft.check()
    _ = try writer.insertQuote(draft, into: book, as: known, created: created)
  }

  // MARK: Orders

  private func order(_ keys: [String]) throws {
    var numbers: [String: Int64] = [:]
    var (title, currency): (Range<Int>?, Range<Int>?) = (nil, nil)
    let expected = lastID &+ 1
    try members("an order", keys) { key in
      switch key {
      case "id": numbers[key] = try id()
      case "title": title = try text(key, limit: Rules.nameLimit)
      case "currency": currency = try text(key, limit: Rules.nameLimit)
      default: numbers[key] = try json.integer(key)
      }
    }
    func number(_ key: String) throws -> Int64 {
      guard let number = numbers[key] else { throw missing(key) }
      return number
    }
    guard let title else { throw missing("title") }
    guard let currency else { throw missing("currency") }
    let order = PlacedOrder(
      id: try number("id"), book: try number("book"), title: bytes(title),
      quantity: try number("quantity"), unitPrice: try number("unit_price"),
      currency: bytes(currency), total: try number("total"), placed: try number("placed"))
    guard order.id == expected else {
      throw Failure(.invalid, "id", "id is \(order.id); orders count up from 1 without a gap")
    }
    guard (1...max(1, lastBook)).contains(order.book), lastBook > 0 else {
      throw Failure(
        .invalid, "book", "book is \(order.book), but no id above \(lastBook) has been given")
    }
    try order.check()
    try writer.insert(order)
  }
}

extension Failure {
  /// Names the section of the document beside the row.
  fileprivate func inDocument(_ section: String, _ row: Int) -> Failure {
    var told = Failure(kind, field, "\(section)[\(row)]: \(message)", offset: offset)
    told.row = self.row
    return told
  }
}
