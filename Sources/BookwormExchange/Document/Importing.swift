// Reads a document written by an export into a store that is still empty.
import BookwormRecords
import BookwormStorage
import BookwormStore
import BookwormText

extension Store {
  /// Imports everything or nothing. Every rule of the model is applied.
  package func importDocument(from path: Bytes) throws {
    let file = try InputFile(path: try Rules.oldFile(path))
    try write(.batch) { writer in
      writer.isUndoable = false
      guard try writer.isUntouched() else {
        throw Failure(
          .exists, "store",
          "the store has, or has had, rows of its own; make a new one to import into")
      }
      let document = try DocumentReader(writer, JSONReader(file))
      try document.read()
    }
  }
}

extension Rules {
  /// Returns the path of an existing file.
  fileprivate static func oldFile(_ given: Bytes) throws -> String {
    try text(given, "path", limit: 4095)
    guard !given.isEmpty else { throw Failure(.argument, "path", "path is empty") }
    return try noAddress(given)
  }
}

extension Writer {
  /// Whether the store has never had a row. A store that once had rows has assigned ids, and these
  /// must keep their meaning.
  fileprivate func isUntouched() throws -> Bool {
    for entity in Entity.withLastIDs
    where try connection.property(entity.descriptor.lastID) ?? 0 != 0 { return false }
    return try connection.integer(DocumentForm.anyRow) == nil
  }
}

private final class DocumentReader {
  /// A value of the row that is being read. A text is a range of `texts`, which may still move.
  private enum Value {
    case integer(Int64)
    case real(Double)
    case text(Range<Int>)
  }

  private let writer: Writer
  private let json: JSONReader
  /// The texts of the row that is being read.
  private var texts = ByteBuffer()
  private var values: [(name: String, value: Value)] = []
  private var identifiers: [(scheme: Range<Int>, value: Range<Int>)] = []
  private var contributors: [(name: Range<Int>, sort: Range<Int>, role: Range<Int>)] = []
  private var genres = IDList()
  private var genreCount = 0
  private var cover: Range<Int>?
  private var lastID: Int64 = 0
  private var lastBook: Int64 = 0
  private var version: Int64 = 0

  init(_ writer: Writer, _ json: JSONReader) { (self.writer, self.json) = (writer, json) }

  func read() throws {
    var next = 0
    var members = DocumentForm.members(DocumentForm.version)
    var saysArticles = false
    try json.object { key in
      if key == DocumentForm.articles, !saysArticles, next > 0, members[next - 1] == "sort_keys" {
        saysArticles = true
        _ = try writer.setArticlesLast(try json.flag(key))
        return
      }
      guard next < members.count, key == members[next] else {
        throw unexpected(key, instead: members.dropFirst(next).first)
      }
      next += 1
      switch key {
      case "bookworm":
        try readVersion()
        members = DocumentForm.members(version)
      case "schema": try schema()
      case "sort_keys": _ = try json.integer(key)
      case "last_ids": try lastIDs()
      default:
        guard let entity = Entity.inDocument.first(where: { $0.descriptor.table == key }) else {
          throw unexpected(key, instead: nil)
        }
        if entity == .book { try books() } else { try rows(of: entity) }
      }
    }
    try json.end()
    guard next == members.count else {
      throw Failure(.invalid, "document", "the document lacks \"\(members[next])\"")
    }
  }

  private func unexpected(_ key: String, instead wanted: String?) -> Failure {
    let wanted = wanted.map { "\"\($0)\"" } ?? "the end"
    return Failure(
      .invalid, "document", "the document has \"\(key)\" where \(wanted) was expected",
      offset: json.offset)
  }

  private func readVersion() throws {
    version = try json.integer("bookworm")
    guard version <= DocumentForm.version else {
      throw Failure(
        .newer, "bookworm",
        "a newer library wrote the document: its form is \(version), and this library knows"
          + " \(DocumentForm.version)")
    }
    guard version >= 1 else {
      throw Failure(.invalid, "bookworm", "bookworm is \(version), which no library uses")
    }
  }

  /// Refuses a newer schema, which may give the same values another meaning.
  private func schema() throws {
    let schema = try json.integer("schema")
    guard schema <= Int64(Schema.version) else {
      throw Failure(
        .newer, "schema",
        "a newer library wrote the document: its schema is \(schema), and this library knows"
          + " \(Schema.version)")
    }
    guard schema >= 1 else {
      throw Failure(.invalid, "schema", "schema is \(schema), which no library uses")
    }
  }

  private func lastIDs() throws {
    let known = Entity.withLastIDs.filter { $0.descriptor.documentVersion <= version }
    try members("last_ids", known.map(\.descriptor.name)) { key in
      let last = try json.integer(key)
      guard (0...Rules.highestID).contains(last) else {
        throw Failure(
          .invalid, key,
          "the last id of \(key) is \(last); it must be from 0 to \(Rules.highestID)")
      }
      for entity in Entity.withLastIDs where entity.descriptor.name == key {
        writer.takeID(last, entity)
        if entity == .book { lastBook = last }
      }
    }
  }

  // MARK: Rows

  private func rows(of entity: Entity, _ after: () throws -> Void = {}) throws {
    let descriptor = entity.descriptor
    let keys = DocumentForm.keys(of: entity)
    lastID = 0
    var number = 0
    writer.connection.rowsToCome = .many
    defer { writer.connection.rowsToCome = .few }
    try json.array {
      do { try row(of: entity, descriptor, keys) } catch let failure as Failure {
        throw failure.inDocument(descriptor.table, number)
      }
      if descriptor.hasLastID { writer.takeID(lastID, entity) }
      number &+= 1
      try after()
    }
    try entity.documentRules.tookAll(writer)
  }

  /// The links of books are gathered, as in any batch of books.
  private func books() throws {
    let links = PendingBookGenres()
    writer.pendingLinks = links
    defer { writer.pendingLinks = nil }
    try rows(of: .book) { if links.isFull { try links.write(to: writer.connection) } }
    try links.write(to: writer.connection)
    lastBook = max(lastBook, lastID)
  }

  private func row(of entity: Entity, _ descriptor: EntityDescriptor, _ keys: [String]) throws {
    let previous = lastID
    texts.removeAll()
    values.removeAll(keepingCapacity: true)
    identifiers.removeAll(keepingCapacity: true)
    contributors.removeAll(keepingCapacity: true)
    genres = IDList()
    genreCount = 0
    cover = nil
    try members(descriptor.withArticle, keys) { key in
      switch key {
      case "id": values.append((key, .integer(try id())))
      case "genres" where entity == .book: try genreIDs()
      case "identifiers" where entity == .book: try identifierList()
      case "contributors" where entity == .book: try contributorList()
      case "cover" where entity == .book:
        cover = try text(key, limit: Base64.length(of: Cover.sizeLimit))
      default: try value(key, descriptor)
      }
    }
    guard lastID > previous else { throw Failure.missing("id") }
    // All texts have been read, so they no longer move.
    let row = DocumentRow(
      id: lastID, globalID: try globalID(entity), previousID: previous, lastBook: lastBook,
      hasReadings: version >= Entity.reading.descriptor.documentVersion,
      values: values.reduce(into: [:]) { row, item in
        row[item.name] =
          switch item.value {
          case .integer(let value): .integer(value)
          case .real(let value): .real(value)
          case .text(let range): .text(bytes(range))
          }
      }, genres: genres.ids,
      identifiers: identifiers.map { (bytes($0.scheme), bytes($0.value)) },
      contributors: contributors.map {
        GivenContributor(name: bytes($0.name), sort: bytes($0.sort), role: bytes($0.role))
      },
      cover: cover.map { bytes($0) })
    try entity.documentRules.take(row, writer)
  }

  private func globalID(_ entity: Entity) throws -> GlobalID? {
    guard case .text(let range) = values.first(where: { $0.name == "global_id" })?.value else {
      return nil
    }
    let id = try GlobalID(text: bytes(range), "global_id")
    if let other = try writer.connection.find(entity, id) {
      throw Failure(
        .invalid, "global_id",
        "the \(entity.descriptor.name) \(other) already has this global id; each row needs its own")
    }
    return id
  }

  private func value(_ key: String, _ descriptor: EntityDescriptor) throws {
    guard let column = descriptor.columns.first(where: { $0.column == key }) else { return }
    if version >= DocumentForm.firstWithWords, let word = JSONWord(column) {
      return values.append((key, .integer(try number(word, key))))
    }
    switch column.kind.type {
    case .text, .uuid: values.append((key, .text(try text(key, limit: column.limit))))
    case .double: values.append((key, .real(try json.real(key))))
    default: values.append((key, .integer(try json.integer(key))))
    }
  }

  private func number(_ word: JSONWord, _ key: String) throws -> Int64 {
    guard word != .flag else { return try json.flag(key) ? 1 : 0 }
    return try word.number(of: bytes(try text(key, limit: Rules.nameLimit)), key)
  }

  /// Reads an object's members. Refuses unknown members, and members that occur twice.
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

  /// Ids must rise from row to row, so that each is unique.
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
      guard let scheme, let value else { throw Failure.missing("identifiers") }
      identifiers.append((scheme, value))
    }
  }

  private func contributorList() throws {
    try json.array {
      try Rules.list(contributors.count + 1, "contributors")
      var (name, role): (Range<Int>?, Range<Int>?) = (nil, nil)
      var sort = 0..<0
      try members("a contributor", DocumentForm.contributorKeys) { key in
        let text = try text("contributors", limit: Rules.nameLimit)
        switch key {
        case "name": name = text
        case "sort": sort = text
        default: role = text
        }
      }
      guard let name, let role else { throw Failure.missing("contributors") }
      contributors.append((name, sort, role))
    }
  }
}

extension Failure {
  /// Puts the section and the row, such as "books[3]: ", before the message, and sets the row of
  /// the failure.
  fileprivate func inDocument(_ section: String, _ row: Int) -> Failure {
    var failure = Failure(kind, field, "\(section)[\(row)]: \(message)", offset: offset)
    failure.row = Int64(row)
    return failure
  }
}
