// Groups the books of a query by texts: by a field, by people in one role or in any, or by the
// roles of people.
import BookwormBooks
import BookwormRecords
import BookwormStorage
import BookwormStore
import BookwormText

extension Connection {
  /// The groups must have names. Several SELECTs may be needed, which must see one state of the
  /// store.
  func namedGroups(
    of query: Query, by group: StatisticsGroup, keepsLinks: Bool = false
  ) throws -> NamedGroups {
    let books = try sql(query.whole).selecting(StatisticsSQL.columns(group))
    let groups = NamedGroups(keepsLinks: keepsLinks)
    if let role = group.role, role != .author {
      let people = StatisticsSQL.people(role, of: books.text)
      try groups.add(
        rowsOf: bound(QuerySQL.Select(text: people, values: books.values)), place: 3)
      return groups
    }
    let sorted = QuerySQL.Select(text: books.text + " ORDER BY b.id", values: books.values)
    let select = try bound(sorted)
    guard group.isOfPeople else {
      try groups.add(rowsOf: select, place: 2)
      return groups
    }
    defer { select.reset() }
    select.readInPieces()
    let part = CountedBooks(group)
    repeat {
      try part.fill(select)
      try part.count(self, into: groups)
    } while part.isFull
    return groups
  }

  /// The groups of these books. The ids must be in ascending order.
  func namedGroups(
    ofBooks ids: UnsafeBufferPointer<Int64>, by group: StatisticsGroup
  ) throws -> NamedGroups {
    let groups = NamedGroups(keepsLinks: true)
    let books = StatisticsSQL.listed(group, dialect)
    let part = CountedBooks(group)
    try withTable(BookSQL.listedTable, ListedBooks(ids)) {
      let select = try statement(composed: books)
      guard group.isOfPeople else { return try groups.add(rowsOf: select, place: 2) }
      defer { select.reset() }
      try part.fill(select)
    }
    if group.isOfPeople { try part.count(self, into: groups) }
    return groups
  }
}

extension NamedGroups {
  /// Each row of `select` has a book, its rating, and a group's key, place and name. `place` is the
  /// column of the place, which may be that of the key.
  fileprivate func add(rowsOf select: Statement, place: Int32) throws {
    defer { select.reset() }
    select.readInPieces()
    while try select.step() {
      guard !select.isNull(place + 1) else { continue }
      try add(
        select.int64(0), rating: select.int64(1), key: select.blob(2), place: select.blob(place),
        name: select.text(place + 1))
    }
  }
}

/// Some of a query's books, in the order of their ids. Their people are read together.
private final class CountedBooks: MemoryRows {
  private struct Book: BitwiseCopyable {
    let id: Int64
    let rating: Int64
    /// The ends of three texts in `authors`: the key, the place and the name of the book's author
    /// or, if roles are counted, of the role author. The key is empty if it equals the place.
    let keyEnd, placeEnd, nameEnd: Int
  }

  private static let most = 8192
  /// The name of the role, which is also its key.
  private static let author: StaticString = "author"

  private let group: StatisticsGroup
  /// Whether the field `author` of a book counts if none of its contributors is an author.
  private let hasAuthors: Bool
  private var books = MemoryBuffer()
  private var authors = MemoryBuffer()
  private var nameKey = ByteBuffer()

  init(_ group: StatisticsGroup) {
    self.group = group
    hasAuthors = [.author, .person, .contributorRole].contains(group)
  }

  deinit {
    books.free()
    authors.free()
  }

  private var all: UnsafeMutableBufferPointer<Book> { books.values(Book.self) }

  var isFull: Bool { count == CountedBooks.most }

  /// Replaces the books by the next ones.
  func fill(_ select: Statement) throws {
    books.removeAll()
    authors.removeAll()
    while !isFull, try select.step() {
      var (keyEnd, placeEnd) = (0, 0)
      if hasAuthors {
        let isRole = group == .contributorRole
        let name = isRole ? CountedBooks.author.bytes : select.text(3)
        if !isRole, select.int64(4) != 0 { try authors.append(bytes: key(of: name)) }
        keyEnd = authors.count
        try authors.append(bytes: isRole ? name : select.blob(2))
        placeEnd = authors.count
        try authors.append(bytes: name)
      }
      try books.append(
        Book(
          id: select.int64(0), rating: select.int64(1), keyEnd: keyEnd, placeEnd: placeEnd,
          nameEnd: authors.count))
    }
  }

  /// The key that contributors with this name have.
  private func key(of name: Bytes) throws -> Bytes {
    try Keys.sort(name, into: &nameKey)
    return nameKey.bytes
  }

  func count(_ connection: Connection, into groups: NamedGroups) throws {
    guard let first = all.first?.id, let last = all.last?.id else { return }
    // If the ids are close together, reads the people of all books between the first and the last
    // id, and skips those of books that are not counted.
    if last &- first < Int64(4 * count) {
      let sql = StatisticsSQL.people(group, in: "book_people p WHERE p.book BETWEEN ? AND ?")
      let people = try connection.statement(composed: sql)
      people.bind(1, first)
      people.bind(2, last)
      try count(people, into: groups)
    } else {
      try connection.withTable(BookSQL.listedTable, self) {
        let listed = BookSQL.inListed("book_people p", "p.book", connection.dialect)
        let sql = StatisticsSQL.people(group, in: listed)
        try count(connection.statement(composed: sql), into: groups)
      }
    }
  }

  /// `people` are in the order of their books.
  private func count(_ people: Statement, into groups: NamedGroups) throws {
    defer { people.reset() }
    var next = try people.step() ? people.int64(0) : nil
    var start = 0
    for book in all {
      var hasAuthor = false
      while let id = next, id <= book.id {
        if id == book.id {
          try groups.add(
            book.id, rating: book.rating, key: people.blob(1), place: people.blob(2),
            name: people.text(3))
          hasAuthor = hasAuthor || people.int64(4) != 0
        }
        next = try people.step() ? people.int64(0) : nil
      }
      if hasAuthors, !hasAuthor {
        let key = Bytes(rebasing: authors.bytes[start..<book.keyEnd])
        let place = Bytes(rebasing: authors.bytes[book.keyEnd..<book.placeEnd])
        let name = Bytes(rebasing: authors.bytes[book.placeEnd..<book.nameEnd])
        try groups.add(
          book.id, rating: book.rating, key: key.isEmpty ? place : key, place: place, name: name)
      }
      start = book.nameEnd
    }
  }

  // MARK: MemoryRows

  var count: Int { all.count }
  func integer(_ row: Int, _ column: Int) -> Int64 { all[row].id }
  func blob(_ row: Int) -> Bytes { Bytes(start: nil, count: 0) }
}
