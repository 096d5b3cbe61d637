// Tests open readings with an end, which version 2.0.0 allowed: in an upgrade, a document and a
// merge.
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormRecords
@testable import BookwormStore

/// Gives two open readings of a store in Tests/stores an end, and checks how they are split.
enum OpenReadings {
  static let withEnds = """
    UPDATE readings SET finished = 20260215, page = 12, note = 'Good' WHERE id = 5;
    UPDATE books SET finished = 20260215 WHERE id = 5;
    UPDATE readings SET finished = 20250101 WHERE id = 8;
    UPDATE books SET finished = 20250101 WHERE id = 9;
    INSERT INTO counters VALUES (3, 202602, 0, 0, 0, 1, 0, 0), (3, 202501, 0, 0, 0, 1, 0, 0);
    """

  static func expectSplit(in store: Store) throws {
    #expect(
      try store.readings(ofBook: 5).readings == [
        SampleReading(.completed, 2026_02_01, 2026_02_15, note: "Good"),
        SampleReading(.open, page: 12),
      ])
    #expect(
      try store.readings(ofBook: 9).readings == [
        SampleReading(.completed, nil, 2025_01_01), SampleReading(.open, 2026_03_08),
      ])
    let (one, other) = (try store.read(5), try store.read(9))
    #expect([one.status, one.started, one.finished] == [1, nil, nil])
    #expect([other.status, other.started, other.finished] == [1, 2026_03_08, nil])
    #expect(try store.check().count == 0)
  }
}

@Suite struct EndedOpenReadingTests {
  let folder = TemporaryFolder()

  /// Returns the path of a store whose rows are as version 2.0.0 left them.
  private func keptStore(_ name: String) throws -> String {
    let path = folder.file(name)
    let raw = try RawStore(path)
    try raw.execute(SourceTree.text(of: "Tests/stores/version-2.0.0.sql"))
    try raw.execute(OpenReadings.withEnds)
    return path
  }

  @Test func anUpgradeMakesTwoReadingsOfOne() throws {
    let path = try keptStore("store")
    let store = try openStore(path)
    try OpenReadings.expectSplit(in: store)
    #expect(try faults(inStore: path) == [])
    #expect(try store.read(5, SampleReading(.completed, nil, 2026_04_01)) > 0)
    #expect(try faults(inStore: path) == [])
  }

  @Test func copiesThatAreUpgradedApartHaveTheSameReadings() throws {
    let (one, other) = (try openStore(try keptStore("one")), try openStore(try keptStore("other")))
    let count = try one.readings(after: 0, limit: -1).count
    let counts = try one.mergeStore(other, base: nil, .later, preview: false).counts
    #expect(counts.inserted == 0 && counts.conflicts == 0)
    #expect(try one.readings(after: 0, limit: -1).count == count)
  }

  @Test func aDocumentOfOneMakesTwo() throws {
    let store = try openStore(folder.file("store"))
    let book = try store.create("Dune")
    try store.read(book, SampleReading(.open, 2026_02_01))
    let document = folder.file("document")
    try store.export(to: bytes(document))
    let text = String(decoding: try #require(contents(of: document)), as: UTF8.self)
      .replacing(
        "\"started\":\"2026-02-01\"",
        with: "\"started\":\"2026-02-01\",\"finished\":\"2026-02-15\"")
    write(Array(text.utf8), to: document)
    let copy = try openStore(folder.file("copy"))
    try copy.importDocument(from: bytes(document))
    let expected = [SampleReading(.completed, 2026_02_01, 2026_02_15), SampleReading(.open)]
    #expect(try copy.readings(ofBook: book).readings == expected)
    #expect(try copy.check().count == 0)
    #expect(try faults(inStore: folder.file("copy")) == [])
  }

  /// One copy opens the reading again; the other one corrects its end.
  @Test func aMergeDecidesAnEndWithItsOutcome() throws {
    let path = folder.file("base")
    let base = try openStore(path)
    let book = try base.create("Dune")
    let reading = try base.read(book, SampleReading(.completed, nil, 2026_02_01))
    for name in ["one", "other"] {
      while try Backup(base, path: bytes(folder.file(name))).step(-1).left > 0 {}
    }
    let (one, other) = (try openStore(folder.file("one")), try openStore(folder.file("other")))
    var draft = ReadingDraft()
    draft.give(.outcome, ReadingOutcome.open.rawValue)
    try one.updateReading(reading, draft, clear: [])
    draft.given = []
    draft.give(.finished, 2026_02_09)
    try other.updateReading(reading, draft, clear: [])
    _ = try one.mergeStore(other, base: base, .later, preview: false)
    #expect(
      try one.readings(ofBook: book).readings.allSatisfy { $0.finished == nil || $0.outcome != 1 })
    #expect(try one.check().count == 0)
  }
}
