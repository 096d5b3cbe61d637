// Tests shelves: what is stored, and what others see of it.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct ShelfTests {
  let folder = TemporaryFolder()
  let store: Store

  init() throws { store = try openStore(folder.file("store")) }

  private func add(_ name: String, _ line: String = "") throws -> Int64 {
    try store.createShelf(bytes(name), line: bytes(line))
  }

  private var names: [String] {
    get throws {
      let rows = try store.allShelves()
      return rows.texts(GenreFields.name)
    }
  }

  @Test func theNameIsUniqueAsThatOfAGenre() throws {
    let first = try add("Straße 9")
    #expect(failure { try add("STRASSE 9") }?.kind == .exists)
    #expect(failure { try add(" ") }?.field == "name")
    let second = try add("Straße 10")
    #expect(try names == ["Straße 9", "Straße 10"])
    #expect(failure { try store.renameShelf(second, bytes("straße 9")) }?.kind == .exists)
    #expect(try store.findShelf(bytes("STRASSE 9")) == first)
    try store.deleteShelf(first)
    #expect(try add("strasse 9") == 3)
    #expect(try faults(inStore: folder.file("store")) == [])
  }

  @Test func aNameThatWasTakenMeanwhileIsInTheWayOfUndo() throws {
    let shelf = try add("A", "dune")
    try store.deleteShelf(shelf)
    let other = try openStore(folder.file("store"))
    _ = try other.createShelf(bytes("a"), line: bytes(""))
    #expect(failure { try store.undo() }?.kind == .conflict)
    #expect(try names == ["a"])
  }

  @Test func whatAnUndoIsCalledSaysWhatItDid() throws {
    let shelf = try add("A")
    #expect(try store.undoInfo().undoName == "Add shelf")
    try store.renameShelf(shelf, bytes("B"))
    #expect(try store.undoInfo().undoName == "Rename shelf")
    let transaction = try store.begin(.write)
    for name in ["C", "D"] { _ = try transaction.createShelf(bytes(name), line: bytes("")) }
    try transaction.commit()
    #expect(try store.undoInfo().undoName == "Add 2 shelves")
  }

  @Test func aDamagedShelfIsReported() throws {
    let shelf = try add("A", "rating:5")
    _ = try add("B")
    let raw = try RawStore(folder.file("store"))
    try raw.execute("UPDATE shelves SET line = 'rating:9', sort_key = x'00' WHERE id = \(shelf)")
    #expect(failure { try store.query(ofShelf: shelf) }?.field == "line")
    #expect(try store.check().count == 2)
    try store.rebuild()
    #expect(try store.check().count == 1)
    try store.setLine(ofShelf: shelf, bytes("rating:4"))
    #expect(try faults(inStore: folder.file("store")) == [])
  }
}
