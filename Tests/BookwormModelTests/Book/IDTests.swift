// Tests that an id names one row for ever.
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormStore

@Suite struct IDTests {
  let folder = TemporaryFolder()
  private func open() throws -> Store { try openStore(folder.file("store")) }

  @Test func idsAreGivenInOrder() throws {
    let store = try open()
    #expect(try (1...3).map { try store.create("Book \($0)") } == [1, 2, 3])
    #expect(try (1...3).map { try store.genre(named: "Genre \($0)") } == [1, 2, 3])
  }

  @Test func theIdOfTheLastRowIsNotGivenAgain() throws {
    let store = try open()
    try store.create("A")
    let last = try store.create("B")
    try store.deleteBook(last)
    #expect(try store.create("C") == last + 1)
    let genre = try store.genre(named: "A")
    try store.deleteGenre(genre)
    #expect(try store.genre(named: "A") == genre + 1)
  }

  @Test func norIsItAfterTheStoreWasClosed() throws {
    var store = try open()
    let last = try store.create("A")
    let genre = try store.genre(named: "A")
    try store.deleteBook(last)
    try store.deleteGenre(genre)
    _ = try store.close()
    store = try open()
    #expect(try store.create("B") == last + 1)
    #expect(try store.genre(named: "B") == genre + 1)
  }

  @Test func aRollbackBringsNoDeletedIdBack() throws {
    let store = try open()
    let last = try store.create("A")
    let transaction = try store.begin(.write)
    try transaction.deleteBook(last)
    #expect(try transaction.create("B") == last + 1)
    try transaction.rollBack()
    #expect(try store.create("C") == last + 1)
    #expect(try store.read(last).title == "A")
  }

  @Test func aNestedRollbackBringsNoDeletedIdBack() throws {
    let store = try open()
    let outer = try store.begin(.write)
    let first = try outer.create("A")
    let genre = try outer.genre(named: "A")
    let inner = try outer.begin(.write)
    try inner.deleteBook(first)
    try inner.deleteGenre(genre)
    let taken = try inner.create("B")
    #expect(taken > first)
    try inner.rollBack()
    // The caller has seen the id, so no other book gets it either.
    let next = try outer.create("C")
    #expect(next > taken)
    #expect(try outer.genre(named: "C") > genre)
    try outer.commit()
    #expect(try store.create("D") > next)
    #expect(try faults(inStore: folder.file("store")) == [])
  }

  @Test func aStoreThatHasRunOutOfIdsSaysSo() throws {
    let store = try open()
    try RawStore(folder.file("store")).execute(
      "REPLACE INTO properties VALUES ('last_book_id', \(Int64.max - 2))")
    #expect(try store.create("A") == Int64.max - 1)
    #expect(storageError { try store.create("B") }?.kind == .full)
    #expect(try store.countBooks() == 1)
  }
}
