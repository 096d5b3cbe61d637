// Sets, reads and removes covers.
import BookwormRecords
import BookwormStorage
import BookwormStore

extension Session {
  /// Setting the same bytes again changes nothing.
  package func setCover(ofBook book: Int64, _ data: Bytes) throws {
    let cover = try Cover(data)
    try write { writer in
      _ = try writer.connection.bookFacts(book)
      guard try !writer.connection.hasCover(book, cover, data) else { return }
      try writer.setCover(ofBook: book, cover, data)
    }
  }

  /// Leaves a book without a cover as it is.
  package func removeCover(ofBook book: Int64) throws {
    try write { writer in
      _ = try writer.connection.bookFacts(book)
      guard try writer.connection.cover(ofBook: book) != nil else { return }
      try writer.changeCover(ofBook: book) {}
    }
  }

  package func cover(ofBook book: Int64) throws -> Cover {
    try read { try $0.existingCover(ofBook: book) }
  }

  /// Copies bytes from `offset` on into `memory`, up to the end of the cover or of the memory, and
  /// returns their number. If `known` is given, the cover must have this digest.
  package func readCover(
    ofBook book: Int64, _ known: [UInt8]?, from offset: Int64,
    into memory: UnsafeMutableRawBufferPointer
  ) throws -> Int64 {
    guard offset >= 0 else {
      throw Failure(.argument, "offset", "offset is \(offset); it must not be negative")
    }
    return try read { connection in
      try connection.inSnapshot {
        let cover = try connection.existingCover(ofBook: book)
        guard known == nil || known == cover.digestText else {
          throw Failure(.notFound, "cover", "the book \(book) has another cover now")
        }
        return try connection.read(cover, ofBook: book, from: offset, into: memory)
      }
    }
  }
}

extension Connection {
  package func cover(ofBook book: Int64) throws -> Cover? {
    let select = try statement(CoverSQL.cover)
    defer { select.reset() }
    select.bind(1, book)
    guard try select.step() else { return nil }
    guard let cover = Cover(select) else {
      throw Failure(
        .corrupt, "cover", "the properties of the cover of the book \(book) are damaged")
    }
    return cover
  }

  /// Throws if the book does not exist, or lacks a cover.
  fileprivate func existingCover(ofBook book: Int64) throws -> Cover {
    if let cover = try cover(ofBook: book) { return cover }
    _ = try bookFacts(book)
    throw Failure(.notFound, "cover", "the book \(book) has no cover")
  }

  package func read(
    _ cover: Cover, ofBook book: Int64, from offset: Int64,
    into memory: UnsafeMutableRawBufferPointer
  ) throws -> Int64 {
    let wanted = min(Int64(memory.count), max(0, cover.size - min(offset, cover.size)))
    guard wanted > 0 else { return 0 }
    let size = Int64(Cover.pieceSize)
    let select = try statement(CoverSQL.pieces)
    defer { select.reset() }
    select.bind(1, book)
    select.bind(2, offset / size)
    select.bind(3, (offset + wanted - 1) / size)
    var (copied, skipped) = (0, Int(offset % size))
    while copied < Int(wanted), try select.step() {
      let piece = select.blob(0).dropFirst(skipped).prefix(Int(wanted) - copied)
      guard !piece.isEmpty else { break }
      UnsafeMutableRawBufferPointer(rebasing: memory[copied...]).copyBytes(from: piece)
      (copied, skipped) = (copied + piece.count, 0)
    }
    guard copied == Int(wanted) else {
      throw Failure(.corrupt, "cover", "the cover of the book \(book) lacks bytes")
    }
    return wanted
  }

  /// Returns whether the cover of a book has these bytes.
  fileprivate func hasCover(_ book: Int64, _ cover: Cover, _ data: Bytes) throws -> Bool {
    guard try self.cover(ofBook: book) == cover else { return false }
    let rows = try statement(CoverSQL.rows)
    defer { rows.reset() }
    rows.bind(1, book)
    var place = 0
    while try rows.step() {
      let piece = rows.blob(6)
      guard data.dropFirst(place).prefix(piece.count).elementsEqual(piece) else { return false }
      place += piece.count
    }
    return place == data.count
  }
}

extension Writer {
  /// Replaces a book's cover with the rows that `insert` inserts, or removes it.
  func changeCover(ofBook book: Int64, _ insert: () throws -> Void) throws {
    try willUpdate(book: book, .cover)
    try delete(CoverSQL.delete, book)
    try insert()
    let update = try connection.statement(BookSQL.setUpdated)
    update.bind(1, book)
    update.bind(2, now)
    try update.run()
    try updated(book: book, .cover)
  }

  func setCover(ofBook book: Int64, _ cover: Cover, _ data: Bytes) throws {
    try changeCover(ofBook: book) { try insert(cover, data, ofBook: book) }
  }

  /// Inserts the rows alone.
  package func insert(_ cover: Cover, _ data: Bytes, ofBook book: Int64) throws {
    let insert = try connection.statement(CoverSQL.insert)
    for (piece, start) in stride(from: 0, to: data.count, by: Cover.pieceSize).enumerated() {
      insert.bind(1, book)
      insert.bind(2, Int64(piece))
      let facts = [
        Int64(cover.format.rawValue), Int64(cover.width), Int64(cover.height), cover.size,
        cover.digest,
      ]
      for (place, fact) in zip(Int32(3)..., facts) {
        if piece == 0 { insert.bind(place, fact) } else { insert.bindNull(place) }
      }
      let end = min(data.count, start + Cover.pieceSize)
      try insert.bindBlob(8, Bytes(rebasing: data[start..<end]))
      try insert.run()
    }
  }

  /// Copies a book's cover from another store, or removes the cover if the other book has none.
  package func copyCover(ofBook other: Int64, in source: Connection, to book: Int64) throws {
    try changeCover(ofBook: book) {
      let insert = try connection.statement(CoverSQL.insert)
      try source.each(CoverSQL.rows, other) { rows in
        insert.bind(1, book)
        for column in 0..<rows.columnCount { try insert.bind(column + 2, rows.value(column)) }
        try insert.run()
      }
    }
  }

  /// Gives a book the cover of another book that is merged into it, if it lacks a cover or `taking`
  /// is true.
  package func joinCover(of old: Int64, into book: Int64, taking: Bool = false) throws {
    guard try connection.cover(ofBook: old) != nil,
      try taking || connection.cover(ofBook: book) == nil
    else { return }
    try changeCover(ofBook: book) {
      let copy = try connection.statement(CoverSQL.copy)
      copy.bind(1, old)
      copy.bind(2, book)
      try copy.run()
    }
  }
}
