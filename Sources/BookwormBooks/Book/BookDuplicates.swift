// Finds books that are probably the same: books that share an identifier, and books with a similar
// title and author. The searches walk indexes instead of comparing every pair of books.
import BookwormRecords
import BookwormStorage
import BookwormStore
import BookwormText

extension Session {
  /// Returns the groups one after another, groups by identifier first. The books of a group are
  /// sorted by id.
  package func duplicates() throws -> RowSet {
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
  /// One of several authors matches too: some files name only the first.
  fileprivate func appendAlike(to rows: RowSet, _ group: inout Int64) throws {
    let select = try statement(BookSQL.sameTitles)
    defer { select.reset() }
    var title: [UInt8]?
    var books: [TitledBook] = []
    var key = ByteBuffer()
    while try select.step() {
      // The statement reads books by the key that sorts them. Skips a book whose title has another
      // key, for example because the book has a title_sort.
      try Keys.sort(select.text(3), into: &key)
      guard key.bytes.elementsEqual(select.blob(1)) else { continue }
      let isOfTitle = title.map { select.blob(1).elementsEqual($0) } ?? false
      if !isOfTitle {
        try append(alike: books, to: rows, &group)
        (title, books) = (Array(select.blob(1)), [])
      }
      books.append(try TitledBook(id: select.int64(0), author: select.text(2)))
    }
    try append(alike: books, to: rows, &group)
  }

  private func append(
    alike books: [TitledBook], to rows: RowSet, _ group: inout Int64
  ) throws {
    let columns = rows.layout.columns
    for books in TitledBook.alike(books) {
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

/// One of several books with the same title.
private struct TitledBook {
  let id: Int64
  /// The words of all its authors, folded and sorted.
  private let author: [UInt8]
  /// If the text names several authors: for each run of successive authors, their words. Only the
  /// first `mostAuthors` authors are looked at.
  private let someAuthors: Set<[UInt8]>

  private static let mostAuthors = 10

  init(id: Int64, author: Bytes) throws {
    self.id = id
    let names = author.split { ",;&".utf8.contains($0) }.prefix(TitledBook.mostAuthors)
    let words = try names.map { try Keys.words(Bytes(rebasing: $0)) }.filter { !$0.isEmpty }
    self.author = TitledBook.key(try Keys.words(author))
    var some: Set<[UInt8]> = []
    for first in words.indices where words.count > 1 {
      for last in first..<words.count {
        some.insert(TitledBook.key(words[first...last].flatMap { $0 }))
      }
    }
    someAuthors = some
  }

  private static func key(_ words: [[UInt8]]) -> [UInt8] {
    Array(words.sorted { $0.lexicographicallyPrecedes($1) }.joined(separator: [0x20]))
  }

  /// Returns the ids of the books that are alike, by group. Two books that are like a third one are
  /// in one group with it.
  static func alike(_ books: [TitledBook]) -> [[Int64]] {
    guard books.count > 1 else { return [] }
    var groups = Array(books.indices)
    var byAuthor: [[UInt8]: Int] = [:]
    func group(of place: Int) -> Int {
      var place = place
      while groups[place] != place {
        groups[place] = groups[groups[place]]
        place = groups[place]
      }
      return place
    }
    for (place, book) in books.enumerated() {
      if let known = byAuthor[book.author] {
        groups[place] = known
      } else {
        byAuthor[book.author] = place
      }
    }
    for (place, book) in books.enumerated() {
      for author in book.someAuthors {
        guard let other = byAuthor[author] else { continue }
        let (one, two) = (group(of: place), group(of: other))
        groups[max(one, two)] = min(one, two)
      }
    }
    let alike = Dictionary(grouping: books.indices, by: group).values.filter { $0.count > 1 }
    return alike.sorted { $0[0] < $1[0] }.map { $0.map { books[$0].id } }
  }
}

extension Keys {
  /// Returns the words of a name, folded.
  fileprivate static func words(_ name: Bytes) throws -> [[UInt8]] {
    var buffer = ByteBuffer()
    UTF8Text.tokens(of: name, into: &buffer)
    try check(buffer)
    return buffer.bytes.split(separator: UInt8(ascii: " ")).map(Array.init)
  }
}
