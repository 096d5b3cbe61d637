// The rules of the order entity. An order can be cancelled, is never deleted or undone, and
// outlives its book.
import BookwormRecords
import BookwormStorage
import BookwormStore

package enum OrderEntity: EntityRules {
  package static let entity = Entity.order

  package static func delete(_ id: Int64, _ writer: Writer) throws -> Bool {
    throw UndoRecord.broken
  }
}
