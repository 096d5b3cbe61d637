// Describes the quote entity: its table, and its relation to a book.
import BookwormRecords
import BookwormStorage
import BookwormStore

package enum QuoteEntity: EntityRules {
  package static let entity = Entity.quote
}
