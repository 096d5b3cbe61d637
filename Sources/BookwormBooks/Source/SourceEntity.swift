// The rules of the entity of a source's book: only those that every entity has by default. A row
// outlives its book, so that the next import does not recreate a book that was deleted here.
import BookwormRecords
import BookwormStorage
import BookwormStore

package enum SourceEntity: EntityRules {
  package static let entity = Entity.source
}
