// The rules of an entity are the part of its behaviour that its descriptor cannot express.
import BookwormRecords
import BookwormStorage

/// All functions are called under the write lock.
package protocol EntityRules: SendableMetatype {
  static var entity: Entity { get }

  /// Called before a row gets other values or other lists. Removes derived values that only the old
  /// values lead to, and records the old values and lists for undo.
  static func willUpdate(_ id: Int64, _ fields: UInt64, _ writer: Writer) throws
  /// Runs the change of the row's columns, and updates the values derived from them.
  static func updating(
    _ id: Int64, _ fields: UInt64, _ writer: Writer, _ change: () throws -> Void) throws
  /// Called after the change that followed willUpdate().
  static func updated(_ id: Int64, _ fields: UInt64, _ writer: Writer) throws

  /// Returns false if the row does not exist.
  static func delete(_ id: Int64, _ writer: Writer) throws -> Bool

  /// Called before a row that belongs to another row is deleted alone, not together with its owner.
  static func willDelete(_ id: Int64, _ writer: Writer) throws

  /// Called when a deleted row is in the table again, but its lists are not yet. The row is
  /// restored alone, or with its owner.
  static func isBack(_ id: Int64, _ writer: Writer) throws
  /// Called when the row and its lists are restored.
  static func restored(_ id: Int64, _ writer: Writer) throws

  /// These two functions remove the links between genres and books, and restore them as recorded.
  /// Counters and other rows depend on these links.
  static func clearLinks(_ id: Int64, _ writer: Writer) throws
  static func restoreLinks(_ id: Int64, _ record: inout UndoRecord, _ writer: Writer) throws

  /// Called for each row of a step that was undone, if others have changed anything since the step.
  /// `fields` are the fields that the step changed. Updates values that follow from other rows. The
  /// row may be gone.
  static func updateDerived(_ id: Int64, _ fields: UInt64, _ writer: Writer) throws
}

/// The rules of all entities. They are in a layer above the store, with the operations on entities.
/// That layer passes them to each store that it opens.
package struct RulesOfEntities: Sendable {
  private let rules: [any EntityRules.Type]

  package init(_ rules: (Entity) -> any EntityRules.Type) {
    self.rules = Entity.allCases.map(rules)
  }

  package subscript(entity: Entity) -> any EntityRules.Type { rules[Int(entity.rawValue)] }
}
