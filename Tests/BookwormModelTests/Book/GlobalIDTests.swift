// Tests global ids: how they are made, that every row keeps its own, and how they find a row.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct GlobalIDTests {
  private func text(_ id: GlobalID) -> String { String(decoding: id.text, as: UTF8.self) }

  @Test func theyRiseWithinAMillisecondAndWhenTheClockGoesBack() throws {
    let maker = GlobalIDMaker()
    var ids: [GlobalID] = []
    for time: Milliseconds in [1000, 1000, 1000, 2000, 1500, 1500] {
      for _ in 0..<10_000 { ids.append(try maker.next(at: time)) }
    }
    #expect(zip(ids, ids.dropFirst()).allSatisfy { ($0.high, $0.low) < ($1.high, $1.low) })
    #expect(Set(ids).count == ids.count)
    for id in ids {
      try #require(id.high >> 12 & 15 == 7 && id.low >> 62 == 2, "\(text(id))")
    }
    #expect(ids[0].high >> 16 == 1000 && ids[30_000].high >> 16 == 2000)
  }

  @Test func aCounterThatIsFullGoesIntoTheNextMillisecond() throws {
    let maker = GlobalIDMaker(
      after: GlobalID(high: 1000 << 16 | 0x7FFF, low: 2 << 62 | (1 << 62 - 1)))
    let id = try maker.next(at: 1000)
    #expect(id.high >> 16 == 1001 && id.high >> 12 & 15 == 7 && id.low >> 62 == 2)
    let carried = GlobalIDMaker(
      after: GlobalID(high: 1000 << 16 | 0x7000, low: 2 << 62 | (1 << 62 - 1)))
    #expect(try carried.next(at: 1000).high == 1000 << 16 | 0x7001)
  }

  @Test func timesOutOfRangeTrapNowhere() throws {
    for time in [Milliseconds.min, -1, 0, .max] {
      #expect(try GlobalIDMaker().any(at: time).high >> 12 & 15 == 7)
      #expect(try GlobalIDMaker().next(at: time).low >> 62 == 2)
    }
  }

  @Test func theirTextIsReadAsItIsWritten() throws {
    let id = try GlobalID(text: bytes("0198F0C2-7f1a-7C3e-9d42-5b6f1a2c3d4e"), "f")
    #expect(text(id) == "0198f0c2-7f1a-7c3e-9d42-5b6f1a2c3d4e")
    #expect(id.withBytes { GlobalID($0) } == id)
    #expect(id.withBytes { Array($0.prefix(4)) } == [0x01, 0x98, 0xF0, 0xC2])
    for wrong in [
      "", "0198f0c27f1a7c3e9d425b6f1a2c3d4e", "0198f0c2-7f1a-7c3e-9d42-5b6f1a2c3d4",
      "0198f0c2-7f1a-7c3e-9d42-5b6f1a2c3d4g", "0198f0c2_7f1a-7c3e-9d42-5b6f1a2c3d4e",
    ] {
      #expect(failure { try GlobalID(text: bytes(wrong), "f") }?.field == "f", "\(wrong)")
    }
  }

  @Test func everyRowHasItsOwnAndIsFoundByIt() throws {
    let store = try memoryStore()
    let genre = try store.genre(named: "G")
    let book = try store.create(SampleBook("A").with { $0.genres = [genre] })
    let quote = try store.quote("Q", of: book)
    func id<F: FieldSet>(_ rows: RowSet, _ field: F) throws -> GlobalID {
      let column = try #require(rows.layout.columns.first { $0.bit == field.rawValue })
      return try #require(GlobalID(rows.uuid(column, 0)))
    }
    let ids = [
      try id(store.book(book, .globalID), BookFields.globalID),
      try id(store.genre(genre), GenreFields.globalID),
      try id(store.quote(quote), QuoteFields.globalID),
    ]
    #expect(Set(ids).count == 3)
    for (entity, row, id) in [(Entity.book, book, ids[0]), (.genre, genre, ids[1])] {
      #expect(try store.find(entity, id) == row)
    }
    #expect(try store.find(.quote, ids[2]) == quote)
    let failure = failure { try store.find(.book, ids[1]) }
    #expect(failure?.kind == .notFound && failure?.field == "global_id")
    try store.deleteBook(book)
    #expect(throws: Failure.self) { try store.find(.book, ids[0]) }
    try store.undo()
    #expect(try store.find(.book, ids[0]) == book)
    #expect(try store.find(.quote, ids[2]) == quote)
    try store.deleteGenre(genre)
    try store.undo()
    #expect(try store.find(.genre, ids[1]) == genre)
  }

  @Test func twoRowsOfADocumentCannotHaveTheSame() throws {
    let folder = TemporaryFolder()
    let store = try memoryStore()
    try store.create("A")
    try store.create("B")
    try store.export(to: bytes(folder.file("document")))
    var lines = String(
      decoding: try #require(contents(of: folder.file("document"))), as: UTF8.self
    ).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let books = lines.indices.filter { lines[$0].contains("\"title\"") }
    func id(_ line: String) -> Substring? {
      let parts = line.split(separator: "\"")
      return parts.firstIndex(of: "global_id").map { parts[$0 + 2] }
    }
    let (first, second) = (
      try #require(id(lines[books[0]])), try #require(id(lines[books[1]]))
    )
    lines[books[1]] = lines[books[1]].replacing(String(second), with: String(first))
    write(Array(lines.joined(separator: "\n").utf8), to: folder.file("document"))
    let failure = failure {
      try memoryStore().importDocument(from: bytes(folder.file("document")))
    }
    #expect(failure?.field == "global_id" && failure?.kind == .invalid)
  }
}
