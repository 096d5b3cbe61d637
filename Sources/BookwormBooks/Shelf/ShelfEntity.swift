// The rules of the shelf entity: only those that every entity has by default. A shelf is a saved
// search: a name and a search line. Its books are searched for whenever it is read.
import BookwormRecords
import BookwormStorage
import BookwormStore

package enum ShelfEntity: EntityRules {
  package static let entity = Entity.shelf
}
