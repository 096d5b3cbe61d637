// Tests that the checker of a store's invariants finds violations.
import TestSupport
import Testing

@testable import BookwormStore

@Suite struct InvariantTests {
  let folder = TemporaryFolder()
  var path: String { folder.file("store") }

  private func makeStore() throws {
    let store = try openStore(path)
    let genre = try store.genre(named: "G")
    let book = try store.create(SampleBook("A").with { $0.genres = [genre] })
    try store.addQuote("Q", to: book)
    _ = try store.close()
    try RawStore(path).execute(
      """
      UPDATE books SET price = 999, currency = 'EUR';
      INSERT INTO orders
      VALUES (1, 1, 'A', 2, 999, 'EUR', 1998, 0, x'0198F0C27F1A7C3E9D425B6F1A2C3D4E', NULL),
        (2, 7, 'Gone', 20, 0, 'JPY', 0, 0, x'0198F0C27F1A7C3E9D425B6F1A2C3D4F', NULL)
      """)
  }

  @Test func aSoundStoreHasNoFault() throws {
    try makeStore()
    #expect(try faults(inStore: path) == [])
  }

  @Test(arguments: [
    "UPDATE books SET title_key = x'00'", "UPDATE books SET rating = 6",
    "UPDATE genres SET name_key = x'00'", "UPDATE genres SET colour = 'red'",
    "DELETE FROM genre_books", "UPDATE counters SET rated_1 = 1",
    "DELETE FROM properties WHERE name = 'last_quote_id'",
    "UPDATE quotes SET text = ' '", "UPDATE quotes SET page = ''",
    "UPDATE quotes SET book = 2",
    "UPDATE books SET price = -1", "UPDATE books SET currency = NULL",
    "UPDATE books SET price = NULL", "UPDATE books SET currency = 'eur'",
    "UPDATE orders SET total = 1 WHERE id = 1", "UPDATE orders SET id = 3 WHERE id = 2",
    "UPDATE orders SET quantity = 0, total = 0", "UPDATE orders SET quantity = 21, total = 20979",
    "UPDATE orders SET title = ''", "UPDATE orders SET currency = 'EURO'",
    "UPDATE changes SET entries = x'00'", "UPDATE changes SET entries = x'0201'",
    "UPDATE books SET title = 'B'", "UPDATE books SET notes = 'x'",
    "UPDATE quotes SET text = 'R'", "INSERT INTO book_search (rowid, title) VALUES (2, 'x')",
    "INSERT INTO book_search (rowid, title) VALUES (1, 'x')",
    "INSERT INTO book_search (book_search) VALUES ('delete-all')",
    // A change of the fields 0x10000 of genre 1; a new quote without a change of its book.
    "UPDATE changes SET entries = x'050201808004'", "UPDATE changes SET entries = x'080201'",
  ])
  func whatIsWrongIsFound(spoil: String) throws {
    try makeStore()
    try RawStore(path).execute(spoil)
    #expect(try faults(inStore: path) != [])
  }
}
