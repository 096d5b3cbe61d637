// Tests covers: setting, reading and removing them, and their fate when books are deleted or
// merged.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct CoverTests {
  let folder = TemporaryFolder()
  let store: Store
  let book: Int64

  init() throws {
    store = try openStore(folder.file("store"))
    book = try store.create("Dune")
  }

  private var path: String { folder.file("store") }

  private func expectSound() throws {
    #expect(try faults(inStore: path) == [])
    #expect(try store.check().told == [])
  }

  // MARK: Setting and reading

  @Test(arguments: SamplePicture.all)
  func aCoverIsReadAsItWasSet(_ picture: SamplePicture) throws {
    try store.setCover(ofBook: book, bytes(picture.data))
    let cover = try store.cover(ofBook: book)
    #expect(cover.format == picture.format && cover.size == Int64(picture.data.count))
    #expect((cover.width, cover.height) == (3, 2))
    #expect(cover.digestText.count == 16)
    #expect(try store.coverData(book) == picture.data)
    try expectSound()
  }

  @Test(arguments: [65_535, 65_536, 65_537, 200_000, 16 << 20])
  func itIsReadWholeOrAPieceAtATime(_ size: Int) throws {
    let data = SamplePicture.numbered(size, size: size)
    try store.setCover(ofBook: book, bytes(data))
    #expect(try store.coverData(book) == data)
    for (place, length) in [
      (0, 1), (size - 1, 9), (65_530, 20), (1, 65_536), (60_000, 70_000), (size, 5), (size + 9, 5),
    ] {
      let piece = try store.coverData(book, from: Int64(place), atMost: length)
      #expect(piece == Array(data.dropFirst(place).prefix(length)), "\(length) from \(place)")
    }
    try expectSound()
  }

  @Test func aPieceIsOneOfTheCoverThatIsMeant() throws {
    try store.setCover(ofBook: book, bytes(SamplePicture.numbered(1)))
    let first = try store.cover(ofBook: book).digestText
    #expect(try store.coverData(book, first).isEmpty == false)
    try store.setCover(ofBook: book, bytes(SamplePicture.numbered(2)))
    #expect(try store.cover(ofBook: book).digestText != first)
    let other = failure { try store.coverData(book, first) }
    #expect(other?.kind == .notFound && other?.field == "cover")
    #expect(failure { try store.coverData(book, from: -1) }?.field == "offset")
  }

  @Test func aShorterCoverTakesThePlaceOfALongerOne() throws {
    try store.setCover(ofBook: book, bytes(SamplePicture.numbered(1, size: 300_000)))
    try store.setCover(ofBook: book, bytes(SamplePicture.gif))
    #expect(try store.coverData(book) == SamplePicture.gif)
    try expectSound()
    try store.removeCover(ofBook: book)
    #expect(failure { try store.cover(ofBook: book) }?.field == "cover")
    #expect(failure { try store.coverData(book) }?.kind == .notFound)
    try expectSound()
  }

  @Test func theSameBytesAgainChangeNothing() throws {
    try store.setCover(ofBook: book, bytes(SamplePicture.gif))
    let (before, updated) = (try dump(ofStore: path), try store.undoInfo().undoCount)
    try store.setCover(ofBook: book, bytes(SamplePicture.gif))
    #expect(try differences(before, dump(ofStore: path)) == [])
    #expect(try store.undoInfo().undoCount == updated)
    try store.removeCover(ofBook: book)
    let removed = try store.undoInfo().undoCount
    try store.removeCover(ofBook: book)
    #expect(try store.undoInfo().undoCount == removed)
  }

  @Test func aChangeOfTheCoverIsOneOfTheBook() throws {
    let before = try store.read(book).updated
    while Clock.now() == before {}
    try store.setCover(ofBook: book, bytes(SamplePicture.gif))
    #expect(try store.read(book).updated > before)
  }

  @Test func theDigestIsAColumnThatIsAskedFor() throws {
    let other = try store.create("Emma")
    try store.setCover(ofBook: book, bytes(SamplePicture.gif))
    var query = try Query()
    try query.setFields([.id, .cover])
    let rows = try store.run(query)
    let column = rows.layout.columns[1]
    #expect(try rows.text(column, 0).elementsEqual(store.cover(ofBook: book).digestText))
    #expect(rows.ids == [book, other] && !rows.isPresent(column, 1))
  }

  // MARK: Refused covers

  @Test func whatIsNoCoverIsRefusedAndChangesNothing() throws {
    try store.setCover(ofBook: book, bytes(SamplePicture.gif))
    let before = try dump(ofStore: path)
    let refused: [(data: [UInt8], kind: Failure.Kind, words: String)] = [
      ([], .invalid, "cover is empty"),
      (Array("<svg/>".utf8), .invalid, "not a picture that is known"),
      (Array(SamplePicture.gif.dropLast()), .invalid, "a GIF file that ends too early"),
      (SamplePicture.numbered(1, size: 16 << 20 + 1), .tooLarge, "16777217 bytes"),
      ([UInt8](repeating: 0, count: 17 << 20), .tooLarge, "at most 16777216"),
      (SamplePicture.png(60_000, 60_000), .tooLarge, "60000 x 60000 pixels"),
      (SamplePicture.png(16_385, 1), .tooLarge, "at most 16384 a side"),
      (SamplePicture.png(10_000, 5001), .tooLarge, "50000000 in all"),
    ]
    for (data, kind, words) in refused {
      let failure = failure { try store.setCover(ofBook: book, bytes(data)) }
      #expect(failure?.kind == kind && failure?.field == "cover", "\(words)")
      #expect(failure?.message.contains(words) == true, "\(failure?.message ?? "-")")
    }
    #expect(try differences(before, dump(ofStore: path)) == [])
    try store.setCover(ofBook: book, bytes(SamplePicture.png(10_000, 5000)))
    try store.setCover(ofBook: book, bytes(SamplePicture.png(16_384, 1)))
  }

  @Test func aBookThatIsNotThereHasNoCover() throws {
    for call in [
      { try store.setCover(ofBook: 99, bytes(SamplePicture.gif)) },
      { try store.removeCover(ofBook: 99) }, { _ = try store.cover(ofBook: 99) },
      { _ = try store.coverData(99) },
    ] {
      let failure = failure(call)
      #expect(failure?.kind == .notFound && failure?.field == "book")
    }
  }

  // MARK: With its book

  @Test func itGoesAndComesBackWithItsBook() throws {
    let data = SamplePicture.numbered(1, size: 100_000)
    try store.setCover(ofBook: book, bytes(data))
    try store.deleteBook(book)
    try expectSound()
    #expect(try RawStore(path).integers("SELECT count(*) FROM book_covers") == [0])
    try store.undo()
    #expect(try store.coverData(book) == data)
    try expectSound()
    try store.redo()
    try store.undo()
    try store.undo()
    #expect(failure { try store.cover(ofBook: book) }?.kind == .notFound)
    try store.redo()
    #expect(try store.coverData(book) == data)
    try expectSound()
  }

  @Test func aChangeOfItIsUndoneAndHasAName() throws {
    let (one, two) = (SamplePicture.numbered(1, size: 70_000), SamplePicture.numbered(2))
    try store.setCover(ofBook: book, bytes(one))
    #expect(try store.undoInfo().undoName == "Change cover of book")
    #expect(try store.undoStep(redo: false, .english).name == "Change the cover of “Dune”")
    try store.setCover(ofBook: book, bytes(two))
    let updated = try store.read(book).updated
    try store.removeCover(ofBook: book)
    try store.undo()
    #expect(try store.coverData(book) == two)
    #expect(try store.read(book).updated == updated)
    try store.undo()
    #expect(try store.coverData(book) == one)
    try store.redo()
    #expect(try store.coverData(book) == two)
    try expectSound()
  }

  @Test func anotherProgramsCoverIsNotUndone() throws {
    let other = try openStore(path)
    try store.setCover(ofBook: book, bytes(SamplePicture.numbered(1)))
    try other.setCover(ofBook: book, bytes(SamplePicture.numbered(2)))
    #expect(failure { try store.undo() }?.kind == .conflict)
    try store.setRating(book, 3)
    try other.setCover(ofBook: book, bytes(SamplePicture.numbered(3)))
    try store.undo()
    #expect(try store.coverData(book) == SamplePicture.numbered(3))
    #expect(try store.read(book).rating == 0)
  }

  /// The bytes of a replaced or removed cover count.
  @Test func theOldBytesCountTowardsTheLimitOfAHistory() throws {
    let store = try openStore(path, history: "small", kibibytes: 256)
    for number in 1...9 {
      try store.setCover(ofBook: book, bytes(SamplePicture.numbered(number, size: 100_000)))
    }
    #expect(try store.undoInfo().undoCount == 2)
    try store.setCover(ofBook: book, bytes(SamplePicture.numbered(1, size: 300_000)))
    try store.removeCover(ofBook: book)
    #expect(failure { try store.undo() }?.message.contains("history_limit") == true)
    try expectSound()
  }

  // MARK: Searching and watching

  @Test func booksAreFoundByWhetherTheyHaveOne() throws {
    let other = try store.create("Emma")
    try store.setCover(ofBook: book, bytes(SamplePicture.gif))
    for (line, found) in [
      ("cover:none", [other]), ("-cover:none", [book]), ("COVER:None dune", []),
    ] {
      #expect(try store.run(SearchLine.query(bytes(line))).ids == found, "\(line)")
    }
    for line in ["cover:any", "cover:", "cover>none"] {
      #expect(failure { try SearchLine.query(bytes(line)) }?.field == "line", "\(line)")
    }
    var query = try Query()
    try query.filter(.cover, absent: 0)
    #expect(try store.run(query).ids == [book])
  }

  @Test func aPageHearsOfACover() throws {
    var query = try Query()
    try query.setLimit(5)
    let page = try store.observe(query, [])
    var without = try SearchLine.query(bytes("cover:none"))
    try without.setLimit(5)
    let observer = try store.observe(without, [])
    let masked = try store.observe(query, .cover)
    try store.setCover(ofBook: book, bytes(SamplePicture.gif))
    #expect(try page.hear() == [Heard(.updated, .book, book, .cover, at: 0, from: 0)])
    #expect(try observer.hear() == [Heard(.left, .book, book, from: 0)])
    try store.setRating(book, 3)
    #expect(try masked.hear() == [Heard(.updated, .book, book, .cover, at: 0, from: 0)])
    try store.removeCover(ofBook: book)
    #expect(try observer.hear() == [Heard(.entered, .book, book, at: 0)])
  }

  // MARK: Copies and merges

  @Test(.ofFiles()) func aBackupHasIt() throws {
    let data = SamplePicture.numbered(1, size: 100_000)
    try store.setCover(ofBook: book, bytes(data))
    while try Backup(store, path: bytes(folder.file("copy"))).step(-1).left > 0 {}
    #expect(try openStore(folder.file("copy")).coverData(book) == data)
  }

  @Test func theBookThatStaysKeepsItsCoverOrGetsTheOthers() throws {
    let others = try (1...3).map { number in
      let id = try store.create("Dune \(number)")
      try store.setCover(ofBook: id, bytes(SamplePicture.numbered(number, size: 70_000 * number)))
      return id
    }
    func merge(_ number: Int, taking: BookFields = []) throws -> [String] {
      let told = try store.mergeBook(others[number - 1], into: book, taking: taking, preview: false)
      try expectSound()
      let columns = told.layout.columns
      return (0..<told.count).compactMap { row in
        guard told.number(columns[2], row, as: UInt64.self) == BookFields.cover.rawValue else {
          return nil
        }
        let choice = MergeChoice(rawValue: told.number(columns[4], row, as: Int32.self))
        return "\(choice.map { "\($0)" } ?? "?") \(string(told.text(columns[6], row)))"
      }
    }
    #expect(try merge(1) == ["theirs GIF, 3 x 2, 70000 bytes"])
    #expect(try store.coverData(book) == SamplePicture.numbered(1, size: 70_000))
    #expect(try merge(2) == ["ours GIF, 3 x 2, 140000 bytes"])
    #expect(try store.coverData(book) == SamplePicture.numbered(1, size: 70_000))
    #expect(try merge(3, taking: .cover) == ["theirs GIF, 3 x 2, 210000 bytes"])
    #expect(try store.coverData(book) == SamplePicture.numbered(3, size: 210_000))
    for _ in 0..<3 { try store.undo() }
    try expectSound()
    #expect(failure { try store.cover(ofBook: book) }?.kind == .notFound)
    for (place, id) in others.enumerated() {
      let data = SamplePicture.numbered(place + 1, size: 70_000 * (place + 1))
      #expect(try store.coverData(id) == data)
    }
  }

  // MARK: The check

  @Test(
    arguments: [
      ("UPDATE book_covers SET width = 4", "does not match its stored properties"),
      ("UPDATE book_covers SET digest = 5", "does not match its stored properties"),
      ("UPDATE book_covers SET format = 99", "does not match its stored properties"),
      ("UPDATE book_covers SET data = x'00' WHERE piece = 0", "has damaged pieces"),
      ("DELETE FROM book_covers WHERE piece = 0", "has damaged pieces"),
      ("DELETE FROM book_covers WHERE piece = 1", "has damaged pieces"),
      ("DELETE FROM book_covers WHERE piece = 2", "does not match its stored properties"),
      ("DELETE FROM books", "does not exist"),
    ])
  func aDamagedCoverIsReported(_ damage: String, _ words: String) throws {
    try store.setCover(ofBook: book, bytes(SamplePicture.numbered(1, size: 150_000)))
    try RawStore(path).execute(damage)
    let told = try store.check().told.filter { $0.contains("cover") }
    #expect(told.contains { $0.contains(words) }, "\(told)")
  }
}

extension Session {
  func coverData(
    _ book: Int64, _ known: [UInt8]? = nil, from offset: Int64 = 0, atMost most: Int = 17 << 20
  ) throws -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
      let memory = UnsafeMutableRawBufferPointer(buffer)
      count = Int(try readCover(ofBook: book, known, from: offset, into: memory))
    }
  }
}
