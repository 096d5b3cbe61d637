// Tests rows of an import that name their books by global ids.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct ImportedGlobalIDTests {
  let folder = TemporaryFolder()
  let store: Store
  private let other = GlobalID(high: 0x0198_F0C2_7F1A_7C3E, low: 0x9D42_5B6F_1A2C_3D4E)

  init() throws { store = try openStore(folder.file("store")) }

  private func row(_ id: GlobalID?, _ title: String = "Emma", rating: Int32 = 3) -> BookDraft {
    var draft = SampleBook(title, by: "Jane Austen").with { $0.rating = rating }.draft
    if let id {
      draft.globalID = id
      draft.given.formUnion(.globalID)
    }
    return draft
  }

  private func take(
    _ rows: BookDraft..., from source: String = "shop",
    with options: ImportOptions = ImportOptions()
  ) throws -> (outcomes: [ImportOutcome], books: [Int64]) {
    let result = try RowSet.ofImport()
    let outcomes = try store.importBooks(
      rows.enumerated().map { ("\($0.offset)", $0.element) },
      of: [.title, .author, .rating, .globalID], from: source, options, into: result)
    #expect(try store.check().count == 0)
    let books = try #require(result.column(ImportFields.book))
    return (outcomes, (0..<result.count).map { books.int64($0) })
  }

  private func globalID(_ book: Int64) throws -> GlobalID {
    try #require(try store.read { try $0.globalID(ofBook: book) })
  }

  @Test func aRowIsTheBookWithItsGlobalID() throws {
    let books = try (0..<2).map { _ in
      try store.create(SampleBook("Emma", by: "Jane Austen").with { $0.rating = 3 })
    }
    let ids = try books.map(globalID)
    let before = try dump(ofStore: folder.file("store"))
    // The rows have the values of their books.
    let same = try take(row(ids[1]), row(ids[0]))
    #expect(same.outcomes == [.unchanged, .unchanged] && same.books == [books[1], books[0]])
    #expect(differences(before, try dump(ofStore: folder.file("store"))) == [])
    let changed = try take(row(ids[1], "Emma, again"), row(ids[0]))
    #expect(changed.outcomes == [.merged, .unchanged] && changed.books == [books[1], books[0]])
    #expect(try store.read(books[1]).title == "Emma")
    // The book is linked to its row from now on.
    #expect(try store.findBook(ofSource: bytes("shop"), bytes("0")) == books[1])
    #expect(try take(row(nil), row(ids[0])).books == [books[1], books[0]])
  }

  @Test func anUnknownGlobalIDIsThatOfANewBook() throws {
    let made = try take(row(other), row(nil))
    #expect(made.outcomes == [.created, .created])
    #expect(try globalID(made.books[0]) == other)
    #expect(try globalID(made.books[1]) != other)
    #expect(try take(row(other), row(nil)).outcomes == [.unchanged, .unchanged])
    #expect(try take(row(other), from: "another").books == [made.books[0]])
    // A book that was linked to the row stays deleted, unless the caller wants it again.
    _ = try store.deleteBook(made.books[0])
    #expect(try take(row(other), row(nil)).outcomes == [.deleted, .unchanged])
    var options = ImportOptions()
    options.recreatesDeleted = true
    let again = try take(row(other), row(nil), with: options)
    #expect(again.outcomes == [.created, .unchanged])
    #expect(try globalID(again.books[0]) == other)
  }

  @Test func theOtherRulesFindTheBookOfAnUnknownGlobalID() throws {
    let book = try store.create(SampleBook("Emma", by: "Jane Austen").with { $0.rating = 3 })
    let before = try globalID(book)
    let found = try take(row(other))
    #expect(found.outcomes == [.merged] && found.books == [book])
    #expect(try globalID(book) == before)
  }

  @Test func twoRowsOfOneBookAreRefused() throws {
    let book = try store.create(SampleBook("Emma", by: "Jane Austen").with { $0.rating = 3 })
    let id = try globalID(book)
    for rows in [
      [row(id), row(id)], [row(id, "A"), row(id)], [row(other, "A"), row(other, "B")],
    ] {
      let refused = failure { try take(rows[0], rows[1], from: "another") }
      #expect(refused?.kind == .exists && refused?.row == 1)
    }
    var options = ImportOptions()
    options.skipsRefused = true
    #expect(try take(row(id), row(id), with: options).outcomes == [.unchanged, .refused])
  }

  @Test func aMergedBooksGlobalIDIsTheOtherBooks() throws {
    let (kept, gone) = (try store.create(SampleBook("Emma")), try store.create(SampleBook("Em")))
    let id = try globalID(gone)
    _ = try store.mergeBook(gone, into: kept, taking: [], preview: false)
    let found = try take(row(id, "Emma", rating: 0))
    #expect(found.books == [kept])
    #expect(try globalID(kept) != id)
  }

  @Test func zerosAreNoGlobalID() throws {
    let refused = failure { try take(row(GlobalID.none)) }
    #expect(refused?.kind == .invalid && refused?.field == "global_id" && refused?.row == 0)
  }

  @Test func anImportWithGlobalIDsIsUndone() throws {
    let before = try dump(ofStore: folder.file("store"))
    let made = try take(row(other))
    try store.undo()
    #expect(differences(before, try dump(ofStore: folder.file("store"))) == [])
    try store.redo()
    #expect(try globalID(made.books[0]) == other)
    #expect(try faults(inStore: folder.file("store")) == [])
  }
}
