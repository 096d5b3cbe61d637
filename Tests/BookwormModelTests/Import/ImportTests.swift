// Tests importing books from a source with its own ids: what is written, logged, checked and
// undone.
import BookwormStorage
import BookwormText
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct ImportTests {
  let folder = TemporaryFolder()
  let store: Store
  let fields: BookFields = [.title, .author, .rating, .genreNames, .identifiers]

  init() throws { store = try openStore(folder.file("store")) }

  private var path: String { folder.file("store") }

  private func books(_ ids: ClosedRange<Int>, rating: Int32 = 3) -> [(String, BookDraft)] {
    ids.map { id in
      var draft = SampleBook("Book \(id)").with { $0.rating = rating }.draft
      draft.given.formUnion(.genreNames)
      draft.genreNames = [bytes("Genre \(id % 3)")]
      return ("\(id)", draft)
    }
  }

  @Test func newBooksAndTheirSourcesAreTwoRunsOfTheLog() throws {
    let outcomes = try store.importBooks(books(1...50), of: fields)
    #expect(outcomes == Array(repeating: .created, count: 50))
    let rows = try RawStore(path).rows("SELECT entries FROM changes")
    #expect(rows.count == 1)
    let changes = try #require(rows.first?[0].blob.flatMap { Change.list($0) })
    #expect(changes.last == Change(.insert, .source, 1, count: 50))
    #expect(try faults(inStore: path) == [])
    #expect(try store.check().count == 0)
  }

  @Test func toDoItAgainWritesNothing() throws {
    try store.importBooks(books(1...5), of: fields)
    let before = try dump(ofStore: path)
    #expect(
      try store.importBooks(books(1...5), of: fields) == Array(repeating: .unchanged, count: 5))
    #expect(differences(before, try dump(ofStore: path)) == [])
    #expect(try RawStore(path).integers("SELECT count(*) FROM changes") == [1])
    #expect(try store.undoInfo().undoCount == 1)
  }

  @Test func aDryRunWithinATransactionTakesNothingOfItBack() throws {
    let transaction = try store.begin(.write)
    try transaction.importBooks(books(1...2), of: fields)
    var options = ImportOptions()
    options.isDryRun = true
    let outcomes = try transaction.importBooks(
      books(1...3, rating: 4), of: fields, from: "shop", options)
    #expect(outcomes == [.updated, .updated, .created])
    try transaction.commit()
    #expect(try store.countBooks() == 2)
    #expect(try store.read(1).rating == 3)
    #expect(try faults(inStore: path) == [])
  }

  @Test func aRowThatIsRefusedHasLeftNothing() throws {
    var rows = books(1...3)
    rows[1].1.give(.rating, 9 as Int32)
    let refused = failure { try store.importBooks(rows, of: fields) }
    #expect(refused?.row == 1 && refused?.field == "rating")
    #expect(try store.countBooks() == 0 && store.count(.genre) == 0)
    var options = ImportOptions()
    options.skipsRefused = true
    #expect(
      try store.importBooks(rows, of: fields, from: "shop", options)
        == [.created, .refused, .created])
    #expect(try store.count(.genre) == 2)
    #expect(try faults(inStore: path) == [])
  }

  @Test(arguments: [
    ("UPDATE book_sources SET taken = 'title' WHERE id = 1", "book_sources"),
    ("UPDATE book_sources SET taken = 'colour' || char(9, 10) WHERE id = 1", "book_sources"),
    ("UPDATE book_sources SET key = x'00' WHERE id = 1", "book_sources"),
    ("UPDATE book_sources SET book = 99 WHERE id = 1", "book_sources"),
    ("UPDATE properties SET value = 1 WHERE name = 'last_source_id'", "properties"),
  ])
  func damageIsFound(_ damage: String, _ table: String) throws {
    try store.importBooks(books(1...2), of: fields)
    _ = try store.close()
    try RawStore(path).execute(damage)
    let problems = try openStore(path).check()
    #expect(problems.count == 1)
    #expect(problems.problem(0).table.map { String(decoding: $0, as: UTF8.self) } == table)
  }

  @Test func whatWasTakenIsReadAsItWasWritten() throws {
    var draft = SampleBook("tab\there", by: "back\\slash\nline").draft
    draft.given.formUnion(.genreNames)
    draft.genreNames = [bytes("a\tb"), bytes("\\t")]
    var text = ByteBuffer()
    try SourceValues.write(draft, of: [.title, .author, .year, .genreNames], into: &text)
    let expected = "title\ttab\\there\nauthor\tback\\\\slash\\nline\nyear\ngenres\ta\\tb\t\\\\t\n"
    #expect(String(decoding: text.bytes, as: UTF8.self) == expected)
    let taken = try SourceValues(text.bytes)
    #expect(try taken.items(SourceValues.genres) == [Array("a\tb".utf8), Array("\\t".utf8)])
    #expect(taken[SourceValues.identifiers] == nil)
    #expect(failure { try SourceValues(bytes("year\ntitle\tx\n")) }?.field == "taken")
  }
}
