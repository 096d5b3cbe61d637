// Finds books that are probably the same: books that share an identifier, and books with a similar
// title and author. Each search walks one index, whatever the store's size.
import BookwormStorage
import BookwormText

extension Session {
  /// Returns the groups one after another, groups by identifier first. The books of a group are
  /// sorted by id.
  public func duplicates() throws -> RowSet {
    try read { connection in
      try connection.inSnapshot {
        let rows = try RowSet(.duplicates, Connection.duplicateLayout, expecting: 64)
        var group: Int64 = 0
        try connection.appendSharedIdentifiers(to: rows, &group)
        try connection.appendAlike(to: rows, &group)
        return rows
      }
    }
  }
}

extension Connection {
  fileprivate static let duplicateLayout = RowLayout([
    ColumnSpec(BookFields.group, .int64),
    ColumnSpec(BookFields.id, .int64),
    ColumnSpec(BookFields.identifierSchemes, .text, optional: true),
    ColumnSpec(BookFields.identifierValues, .text, optional: true),
  ])

  fileprivate func appendSharedIdentifiers(to rows: RowSet, _ group: inout Int64) throws {
    let columns = rows.layout.columns
    let select = try statement(BookSQL.sharedIdentifiers)
    defer { select.reset() }
    var key: [UInt8]?
    var last: Int64 = 0
    while try select.step() {
      guard IdentifierKey.identifies(select.blob(0)) else { continue }
      let isOfGroup = key.map { select.blob(0).elementsEqual($0) } ?? false
      if !isOfGroup { (key, group, last) = (Array(select.blob(0)), group &+ 1, 0) }
      // A book may have the same identifier twice, in two spellings.
      guard select.int64(1) != last else { continue }
      last = select.int64(1)
      try rows.appendRow {
        rows.append(group, to: columns[0])
        rows.append(select.int64(1), to: columns[1])
        try rows.append(optional: select.text(2), to: columns[2])
        try rows.append(optional: select.text(3), to: columns[3])
      }
    }
  }

  /// Compares the words of the authors in any order, so "Le Guin, Ursula" matches Ursula Le Guin.
  fileprivate func appendAlike(to rows: RowSet, _ group: inout Int64) throws {
    let select = try statement(BookSQL.sameTitles)
    defer { select.reset() }
    var title: [UInt8]?
    var books: [(id: Int64, author: [UInt8])] = []
    var key = ByteBuffer()
    while try select.step() {
      // Books may only sort by this key.
      try Keys.sort(select.text(3), into: &key)
      guard key.bytes.elementsEqual(select.blob(1)) else { continue }
      let isOfTitle = title.map { select.blob(1).elementsEqual($0) } ?? false
      if !isOfTitle {
        try append(alike: books, to: rows, &group)
        (title, books) = (Array(select.blob(1)), [])
      }
      books.append((select.int64(0), try Keys.words(select.text(2))))
    }
    try append(alike: books, to: rows, &group)
  }

  private func append(
    alike books: [(id: Int64, author: [UInt8])], to rows: RowSet, _ group: inout Int64
  ) throws {
    let columns = rows.layout.columns
    var byAuthor: [[UInt8]: [Int64]] = [:]
    for book in books { byAuthor[book.author, default: []].append(book.id) }
    let alike = byAuthor.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
    for books in alike {
      group &+= 1
      for book in books {
        try rows.appendRow {
          rows.append(group, to: columns[0])
          rows.append(book, to: columns[1])
          try rows.append(optional: nil as Bytes?, to: columns[2])
          try rows.append(optional: nil as Bytes?, to: columns[3])
        }
      }
    }
  }
}

extension Keys {
  /// Returns the words of a name, folded and sorted.
  fileprivate static func words(_ name: Bytes) throws -> [UInt8] {
    var buffer = ByteBuffer()
    UTF8Text.tokens(of: name, into: &buffer)
    try check(buffer)
    let words = buffer.bytes.split(separator: UInt8(ascii: " ")).map(Array.init)
    return Array(words.sorted { $0.lexicographicallyPrecedes($1) }.joined(separator: [0x20]))
  }
}
