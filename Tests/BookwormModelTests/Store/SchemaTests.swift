// Tests how a store's tables are recognised.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormRecords
@testable import BookwormStore

@Suite struct SchemaTests {
  @Test func theSchemaIsTheOneThatAStoreIsKnownBy() throws {
    let made = try Schema.inMemory(ofVersion: Schema.version) { try $0.schemaChecksum() }
    #expect(
      made == Schema.checksum,
      "Schema.checksum is 0x\(String(made, radix: 16)) now, if this change of it was meant")
  }

  @Test func eachObjectTellsSchemasApart() throws {
    let changes = [
      "CREATE INDEX another ON books (rating)", "DROP INDEX books_by_title",
      "CREATE TRIGGER one AFTER DELETE ON books BEGIN SELECT 1; END",
      "ALTER TABLE quotes ADD COLUMN another",
    ]
    let made = try changes.map { change in
      try Schema.inMemory(ofVersion: Schema.version) { connection in
        try connection.execute(change)
        return try connection.schemaChecksum()
      }
    }
    #expect(Set(made + [Schema.checksum]).count == changes.count + 1)
  }

  @Test func theTableOfFieldsKnowsTheIndexesOfBooks() throws {
    let first = try Schema.inMemory(ofVersion: Schema.version) { connection in
      let select = try connection.statement(
        composed: """
          SELECT c.name FROM pragma_index_list('books') i, pragma_index_info(i.name) c
          WHERE c.seqno = 0 AND c.name <> 'global_id'
          """)
      defer { select.reset() }
      var names: Set<String> = []
      while try select.step() { names.insert(String(decoding: select.text(0), as: UTF8.self)) }
      return names
    }
    let known = BookField.columns.filter(\.isIndexed).map { $0.keys.first ?? $0.name.description }
    #expect(first == Set(known))
  }
}
