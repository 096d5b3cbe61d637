// The rules of the quote entity: only those that every entity has by default.
import BookwormRecords
import BookwormStorage
import BookwormStore

package enum QuoteEntity: EntityRules {
  package static let entity = Entity.quote
}
