// Lists the fields of the results of an import.
import BookwormStorage

package struct ImportFields: FieldSet {
  package let rawValue: UInt64
  package init(rawValue: UInt64) { self.rawValue = rawValue }

  package static let owner = "an import's row"
  package static let names = [
    "outcome", "book", "changed", "kept", "status", "field", "message", "source_id", "reason",
  ]

  package static let outcome = ImportFields(bit: 0)
  package static let book = ImportFields(bit: 1)
  package static let changed = ImportFields(bit: 2)
  package static let kept = ImportFields(bit: 3)
  package static let status = ImportFields(bit: 4)
  package static let field = ImportFields(bit: 5)
  package static let message = ImportFields(bit: 6)
  /// The id that the source gave to a book that it no longer has.
  package static let sourceID = ImportFields(bit: 7)
  package static let reason = ImportFields(bit: 8)
}
