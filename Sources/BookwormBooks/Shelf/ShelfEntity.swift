// Describes the shelf entity: its table. A shelf is a saved search: a name and a search line. Its
// books are searched for whenever it is read.
import BookwormRecords
import BookwormStorage
import BookwormStore

package enum ShelfEntity: EntityRules {
  package static let entity = Entity.shelf
}
