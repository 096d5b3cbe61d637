// Tests that the descriptors of entities match the tables.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormRecords
@testable import BookwormStore

@Suite struct EntityTests {
  @Test(arguments: Entity.allCases)
  func aDescriptorNamesEveryColumnOfItsTable(_ entity: Entity) throws {
    let folder = TemporaryFolder()
    _ = try openStore(folder.file("store")).close()
    let descriptor = entity.descriptor
    let columns = try RawStore(folder.file("store"))
      .rows("SELECT name FROM pragma_table_info('\(descriptor.table)')").compactMap { $0[0].text }
    #expect(Set(descriptor.allColumns) == Set(columns))
    #expect(descriptor.allColumns.count == columns.count)
    #expect(descriptor.allColumns.first == "id" && descriptor.entity == entity)
    if let owner = descriptor.owner { #expect(descriptor.place(of: owner.column) != nil) }
  }

  @Test func booksKnowWhatBelongsToThem() {
    #expect(Entity.book.children == [.quote, .reading, .merged])
    #expect(Entity.order.children == [])
    #expect(
      Entity.inDocument == [.genre, .book, .quote, .order, .reading, .shelf, .source, .merged])
    for child in Entity.book.children {
      #expect(Entity.book.ownFields & (child.descriptor.owner?.field ?? 0) == 0)
    }
  }
}
