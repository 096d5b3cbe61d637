// Tests that a new book with dates and without a status gets the status of its dates, in all ways
// to create one, and that a given status stays.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormFrontend
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct StatusByDatesTests {
  /// The ways to create a book.
  enum Way: CaseIterable {
    case single, batch, identified, draft, imported, importedSilent, importedAbsent

    var isImport: Bool { [.imported, .importedSilent, .importedAbsent].contains(self) }
  }

  let folder = TemporaryFolder()
  let store: Store
  init() throws { store = try openStore(folder.file("store")) }

  private func draft(_ started: Int32?, _ finished: Int32?, _ status: Int32? = nil) -> BookDraft {
    var draft = BookDraft()
    draft.give(.title, bytes("Dune"))
    draft.give(.author, bytes("Frank Herbert"))
    if let started { draft.give(.started, started) }
    if let finished { draft.give(.finished, finished) }
    if let status { draft.give(.status, status) }
    return draft
  }

  private func create(_ draft: BookDraft, _ way: Way, in other: Store? = nil) throws -> Int64 {
    let store = other ?? store
    let fields = draft.given.union(.followed)
    switch way {
    case .single: return try store.createBook(draft)
    case .batch:
      var (ids, isOver) = ([Int64](), false)
      try store.createBooks(
        next: {
          defer { isOver = true }
          if !isOver { $0 = draft }
          return !isOver
        }, created: { ids.append($0) })
      return try #require(ids.first)
    case .identified: return try store.findOrCreateBook(draft).id
    case .draft:
      let form = try DraftBinding()
      try form.set(draft)
      return try form.save(to: store)
    case .imported, .importedSilent, .importedAbsent:
      var draft = draft
      if way == .importedSilent { draft.silent = fields.subtracting(draft.given) }
      let rows = try RowSet.ofImport()
      let given = way == .imported ? draft.given : fields
      _ = try store.importBooks([("1", draft)], of: given, into: rows)
      return try #require(rows.column(ImportFields.book)).int64(0)
    }
  }

  private func only(_ field: BookFields, _ value: Int32) -> BookDraft {
    var draft = BookDraft()
    draft.give(field, value)
    return draft
  }

  static let days: [(started: Int32?, finished: Int32?, status: Int32)] = [
    (nil, nil, 0), (2024_01_02, nil, 1), (nil, 2024_03_04, 2), (2024_01_02, 2024_03_04, 2),
  ]

  @Test(arguments: Way.allCases)
  func theDatesOfANewBookGiveItsStatus(way: Way) throws {
    for (started, finished, status) in Self.days {
      let store = try memoryStore()
      let book = try store.read(try create(draft(started, finished), way, in: store))
      #expect([book.started, book.finished, book.status] == [started, finished, status])
      let readings = try store.readings(ofBook: book.id).readings
      let expected = SampleReading(status == 1 ? .open : .completed, started, finished)
      #expect(readings == (status == 0 ? [] : [expected]))
      #expect(try store.check().count == 0)
    }
  }

  @Test(arguments: Way.allCases)
  func aGivenStatusStays(way: Way) throws {
    for (started, finished, given): (Int32?, Int32?, Int32) in [
      (nil, 2024_03_04, 0), (nil, 2024_03_04, 3), (2024_01_02, nil, 0), (2024_01_02, nil, 2),
      (2024_01_02, 2024_03_04, 0), (2024_01_02, 2024_03_04, 3),
    ] {
      let store = try memoryStore()
      let book = try store.read(try create(draft(started, finished, given), way, in: store))
      #expect([book.started, book.finished, book.status] == [started, finished, given])
    }
  }

  @Test(arguments: Way.allCases.filter(\.isImport))
  func anImportedRowAgainChangesNothing(way: Way) throws {
    let book = try create(draft(2024_01_02, 2024_03_04), way)
    let before = try dump(ofStore: folder.file("store"))
    #expect(try create(draft(2024_01_02, 2024_03_04), way) == book)
    #expect(differences(before, try dump(ofStore: folder.file("store"))) == [])
    _ = try create(draft(2024_01_02, 2024_03_05), way)
    #expect(try store.read(book).status == 2)
  }

  @Test(arguments: Way.allCases.filter(\.isImport))
  func aBookThatARowMeetsGetsTheSameStatusAsANewOne(way: Way) throws {
    let book = try store.createBook(draft(nil, nil))
    #expect(try create(draft(nil, 2024_03_04), way) == book)
    #expect(try store.read(book).status == 2)
  }

  @Test func aDraftShowsTheStatusThatItsBookWillHave() throws {
    let form = try DraftBinding()
    try form.set(draft(nil, nil))
    func shown() throws -> Int32? {
      let row = try form.get()
      return row.column(.status).flatMap { $0.isPresent(0) ? $0.int32(0) : nil }
    }
    #expect(try shown() == nil)
    try form.set(only(.started, 2024_01_02))
    #expect(try shown() == 1)
    try form.set(only(.finished, 2024_03_04))
    #expect(try shown() == 2)
    try form.clear(.finished)
    #expect(try shown() == 1)
    try form.set(only(.status, 3))
    try form.clear(.started)
    #expect(try shown() == 3)
    try form.clear(.status)
    #expect(try shown() == nil)
    try form.set(only(.finished, 2024_03_04))
    #expect(try shown() == 2)
    let book = try form.save(to: store)
    #expect(try store.read(book).status == 2)
    // It is a draft of the stored book now, and nothing has changed.
    #expect(try shown() == 2)
    let undo = try store.undoInfo().undoCount
    #expect(try form.save(to: store) == book)
    #expect(try store.undoInfo().undoCount == undo)
    try form.clear(.status)
    #expect(try shown() == 0)
    _ = try form.save(to: store)
    #expect(try store.read(book).status == 0)
  }

  @Test func aDraftThatIsRefusedStaysADraft() throws {
    let form = try DraftBinding()
    var draft = draft(nil, 2024_03_04)
    draft.give(.author, bytes(" "))
    try form.set(draft)
    #expect(failure { try form.save(to: store) }?.field == "author")
    try form.clear(.finished)
    draft.give(.author, bytes("Herbert"))
    draft.given.remove(.finished)
    try form.set(draft)
    #expect(try store.read(try form.save(to: store)).status == 0)
  }
}
