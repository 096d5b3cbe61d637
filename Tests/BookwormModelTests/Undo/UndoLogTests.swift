// Tests how conflicts are found in the log of changes, which may contain too much, too little, or
// damaged rows.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct UndoLogTests {
  let folder = TemporaryFolder()
  let store: Store
  let genres: [Int64]
  let book: Int64
  let second: Int64

  init() throws {
    let store = try openStore(folder.file("store"))
    self.store = store
    genres = try ["A", "B", "C"].map { try store.genre(named: $0) }
    let sample = SampleBook("Book").with { [genres] in
      $0.rating = 2
      $0.genres = [genres[0], genres[1]]
    }
    book = try store.create(sample)
    second = try store.create(sample)
    try store.clearUndo()
  }

  private var path: String { folder.file("store") }
  private func conflictRows() throws -> [ConflictRow] { try store.conflictRows() }

  @Test func tooMuchToTellIsRefused() throws {
    try store.setRating(book, 4)
    try RawStore(path).addToLog("FF")
    #expect(failure { try store.undo() }?.kind == .conflict)
    #expect(try conflictRows() == [ConflictRow(kind: .reread, entity: .none, id: 0)])
    #expect(try store.read(book).rating == 4)
  }

  @Test func onesOwnChangesMayBeTooManyToTell() throws {
    try store.setRating(book, 4)
    try store.createMany(50_000) { SampleBook("\($0)").draft }
    var odd = try Query()
    try odd.setFields(.id)
    let ids = try store.run(odd).ids.filter { $0 % 2 == 1 && $0 != book && $0 != second }
    _ = try store.deleteBooks(array(ids))
    let last = try RawStore(path).rows("SELECT entries FROM changes ORDER BY id DESC LIMIT 1")
    #expect(last[0][0].blob == [0xFF])
    for _ in 0..<3 { try store.undo() }
    #expect(try store.read(book).rating == 2)
    #expect(try store.countBooks() == 2)
  }

  @Test func aLogThatDoesNotReachBackIsRefused() throws {
    try store.setRating(book, 4)
    let raw = try RawStore(path)
    for _ in 0..<9 { try raw.addToLog("0C0201") }
    #expect(try conflictRows() == [])
    try raw.execute("DELETE FROM changes WHERE id < (SELECT max(id) FROM changes) - 3")
    #expect(failure { try store.undo() }?.kind == .conflict)
    #expect(try conflictRows() == [ConflictRow(kind: .reread, entity: .none, id: 0)])
    try raw.execute("DELETE FROM changes")
    #expect(failure { try store.undo() }?.kind == .conflict)
    #expect(try store.read(book).rating == 4)
  }

  @Test func hugeRunsCostNothing() throws {
    try store.setRating(book, 4)
    // An update of the title of 2^62 rows from 1 on, and one of the rating.
    let many = "8080808080808080" + "40"
    for fields in ["02", "40"] { try RawStore(path).addToLog("0102\(many)\(fields)") }
    let expected = ConflictRow(
      kind: .updated, entity: .book, id: book, fields: BookFields.rating.rawValue)
    #expect(try conflictRows() == [expected])
  }

  @Test func damagedRowsOfTheLogAreRefused() throws {
    for entries in ["", "03", "0002", "0002FFFFFFFFFFFFFFFFFF", "0002FFFFFFFFFFFFFFFFFF01", "FFFF"]
    {
      try store.clearUndo()
      try store.setRating(book, try store.read(book).rating == 4 ? 5 : 4)
      try RawStore(path).addToLog(entries)
      #expect(failure { try store.undo() }?.kind == .conflict, "\(entries)")
    }
  }

  @Test func whatTheLogDoesNotTellIsFoundAllTheSame() throws {
    // Another program than the library has written.
    let raw = try RawStore(path)
    try store.deleteBook(book)
    try raw.execute("DELETE FROM genres WHERE id = \(genres[1])")
    #expect(failure { try store.undo() }?.kind == .conflict)
    #expect(try raw.integers("SELECT count(*) FROM books WHERE id = \(book)") == [0])
    try store.clearUndo()
    try store.setRating(second, 5)
    try raw.execute("DELETE FROM books WHERE id = \(second)")
    #expect(failure { try store.undo() }?.kind == .conflict)
    try store.clearUndo()
    try store.deleteGenre(genres[0])
    try raw.execute("UPDATE genres SET name_key = x'61' WHERE id = \(genres[2])")
    #expect(failure { try store.undo() }?.kind == .conflict)
    #expect(try raw.integers("SELECT count(*) FROM genres WHERE id = \(genres[0])") == [0])
  }
}
