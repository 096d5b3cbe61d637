// A store subject observes a whole store, or all rows of one entity.
import BookwormRecords
import BookwormStorage
import BookwormStore

struct StoreSubject: StepwiseSubject {
  let mask: ChangeMask
  /// Nil for all entities.
  let entity: Entity?
  var place: Int64

  init(_ mask: ChangeMask, of entity: Entity? = nil, _ connection: Connection) throws {
    (self.mask, self.entity) = (mask, entity)
    place = try connection.lastChange()
  }

  mutating func begin(_ connection: Connection) throws {}

  mutating func goBack(to since: Int64, _ connection: Connection) throws { place = since }

  func wanted(_ change: RowChange) -> RowChange? { mask.wanted(change) }

  mutating func changes(of runs: ChangeRuns, _ connection: Connection) throws -> ChangeSet? {
    let changes = ChangeSet()
    for run in runs where entity == nil || run.entity == entity {
      guard try changes.add(run) else { return nil }
    }
    return changes
  }
}
