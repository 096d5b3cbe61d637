// Filling the empty index of a store that is being made on a server: every row is made here, and
// goes out with many.
import BookwormStorage

/// A token of the document that is copied, and where it stands.
private struct FoundToken: BitwiseCopyable {
  let start: UnsafePointer<UInt8>?
  let count: Int32
  let place: Int32

  var bytes: Bytes { Bytes(start: start, count: Int(count)) }

  /// By word, letters of ASCII in either case alike, and then by place.
  static func order(_ one: UnsafeRawPointer?, _ other: UnsafeRawPointer?) -> Int32 {
    guard let one = one?.loadUnaligned(as: FoundToken.self),
      let other = other?.loadUnaligned(as: FoundToken.self)
    else { return 0 }
    let words = one.comparedWord(with: other)
    return words != 0 ? words : one.place - other.place
  }

  func comparedWord(with other: FoundToken) -> Int32 {
    guard let start, let others = other.start else { return 0 }
    for place in 0..<Int(min(count, other.count)) {
      let (byte, its) = (FoundToken.lower(start[place]), FoundToken.lower(others[place]))
      if byte != its { return byte < its ? -1 : 1 }
    }
    return count - other.count
  }

  private static func lower(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }
}

extension WordSQL {
  private static let copyWords = SQL {
    $0.insertMany(into: "book_words", ["word", "book", "places"])
  }
  private static let copyBook = SQL { $0.insertMany(into: "book_search", ["book", "words"]) }
  private static let copyFolded = SQL {
    $0.insertMany(into: "book_folded", ["book"] + folded.map(\.name.description))
  }
  private static let setTotal = [
    SQL("DELETE FROM book_search_total"),
    SQL(
      """
      INSERT INTO book_search_total SELECT count(*), coalesce(sum(words), 0) FROM book_search
      """),
  ]

  /// The words come in no order: it is quicker to make their key when all are there.
  func beginCopy(_ connection: Connection) throws {
    try connection.execute("ALTER TABLE book_words DROP CONSTRAINT book_words_pkey")
  }

  func copy(
    _ id: Int64, _ document: SearchDocument, _ connection: Connection,
    _ text: (BookFields) -> Bytes?
  ) throws {
    try document.checkMemory()
    var memory = MemoryBuffer()
    defer { memory.free() }
    try document.forEachToken { column, place, token in
      let number = min(place, 1 << WordSQL.placeBits - 1)
      try memory.append(
        FoundToken(
          start: token.baseAddress, count: Int32(clamping: token.count),
          place: Int32(truncatingIfNeeded: column << WordSQL.placeBits | number)))
    }
    let tokens = UnsafeMutableBufferPointer(
      start: memory.start?.assumingMemoryBound(to: FoundToken.self),
      count: memory.count / MemoryLayout<FoundToken>.stride)
    tokens.sortInPlace { FoundToken.order($0, $1) }
    try write(tokens[...], ofBook: id, to: connection.statement(WordSQL.copyWords))
    let book = try connection.statement(WordSQL.copyBook)
    book.bind(1, id)
    book.bind(2, Int64(tokens.count))
    try book.run()
    try fold(id, connection.statement(WordSQL.copyFolded), text)
  }

  private func write(
    _ sorted: Slice<UnsafeMutableBufferPointer<FoundToken>>, ofBook id: Int64,
    to insert: Statement
  ) throws {
    var (rest, places) = (sorted, [UInt8]())
    insert.bind(2, id)
    while let first = rest.first {
      let same = rest.prefix { $0.comparedWord(with: first) == 0 }
      rest = rest[same.endIndex...]
      IntegerArray.set(&places, count: same.count) { same[same.startIndex + $0].place }
      try WordSQL.stored(first.bytes).withUnsafeBufferPointer { word in
        try places.withUnsafeBufferPointer { places in
          try insert.bindBlob(1, word)
          try insert.bindBlob(3, places)
          try insert.run()
        }
      }
    }
  }

  func completeCopy(_ connection: Connection) throws {
    try connection.execute("ALTER TABLE book_words ADD PRIMARY KEY (word, book)")
    for sql in WordSQL.setTotal { try connection.statement(sql).run() }
  }
}
