// Tests how far back steps can be undone: beyond the log's end, if all missing changes are the
// handle's own.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct UndoReachTests {
  private func rate(_ book: Int64, _ times: Int, in store: Store) throws {
    for time in 0..<times { try store.setRating(book, Int32(time % 5) + 1) }
  }

  private func oldestLogged(in store: Store) throws -> Int64 {
    try store.read { try $0.integer("SELECT min(id) FROM changes") ?? 0 }
  }

  @Test func allThatOneHandleDidIsUndoneAndRedone() throws {
    let store = try memoryStore()
    let book = try store.create("Book")
    try store.clearUndo()
    let steps = 4700
    try rate(book, steps, in: store)
    #expect(try oldestLogged(in: store) > 2)
    #expect(try store.conflictRows() == [])
    for _ in 0..<steps { try store.undo() }
    #expect(try store.read(book).rating == 0)
    #expect(try store.undoInfo().undoCount == 0)
    for _ in 0..<steps { try store.redo() }
    #expect(try store.read(book).rating == Int32((steps - 1) % 5) + 1)
    #expect(try store.undoInfo().redoCount == 0)
  }

  @Test func anothersTransactionAmongThemRefusesWhatItTouches() throws {
    let folder = TemporaryFolder()
    let store = try openStore(folder.file("store"))
    let (book, second) = (try store.create("Book"), try store.create("Second"))
    try store.clearUndo()
    try rate(second, 4500, in: store)
    try store.setRating(book, 4)
    try rate(second, 4, in: store)
    let other = try openStore(folder.file("store"))
    try other.setRating(book, 5)
    try store.change(second) {
      $0.given = .review; $0.review = bytes("New")
    }
    for _ in 0..<5 { try store.undo() }
    let expected = ConflictRow(
      kind: .updated, entity: .book, id: book, fields: BookFields.rating.rawValue)
    #expect(try store.conflictRows() == [expected])
    #expect(failure { try store.undo() }?.kind == .conflict)
    #expect(try store.read(book).rating == 5)
    try store.dropUndo(redo: false)
    // Steps that the log no longer contains can be undone too, as long as the log has the other
    // program's transaction.
    let foreign: Int64 = 2 + 4500 + 1 + 4 + 1
    for _ in 0..<4000 { try store.undo() }
    let oldest = try oldestLogged(in: store)
    #expect(oldest > 1000 && oldest <= foreign)
    #expect(try store.conflictRows() == [])
    // Once the other's transaction is no longer in the log, nobody knows what it changed.
    try rate(book, 400, in: store)
    #expect(try oldestLogged(in: store) > foreign)
    for _ in 0..<400 { try store.undo() }
    #expect(try store.conflictRows() == [ConflictRow(kind: .reread, entity: .none, id: 0)])
    #expect(failure { try store.undo() }?.kind == .conflict)
    #expect(try store.undoInfo().undoCount == 500)
  }

  @Test func aRebuildEndsTheStepsOfEveryHandle() throws {
    let folder = TemporaryFolder()
    let store = try openStore(folder.file("store"))
    let other = try openStore(folder.file("store"))
    let (book, second) = (try store.create("Book"), try store.create("Second"))
    try other.setRating(second, 3)
    let observer = try other.observe([])
    try store.rebuild()
    #expect(try observer.hear() == [.reread])
    #expect(try store.undoInfo().undoCount == 0)
    #expect(try other.conflictRows() == [ConflictRow(kind: .reread, entity: .none, id: 0)])
    #expect(failure { try other.undo() }?.kind == .conflict)
    try other.clearUndo()
    try other.setRating(second, 4)
    try store.setRating(book, 4)
    try other.undo()
    try store.undo()
    #expect(try store.read(second).rating == 3)
    #expect(try store.read(book).rating == 0)
    #expect(try faults(inStore: folder.file("store")) == [])
  }
}
