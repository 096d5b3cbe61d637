// This table lists the fields of a merged book, a line each.
import BookwormStorage

package struct MergedBookFields: RowFields {
  package let rawValue: UInt64
  package init(rawValue: UInt64) { self.rawValue = rawValue }

  package static let owner = "a merged book"
  package static let entity = Entity.merged

  package static let id = MergedBookFields(bit: 0)
  package static let book = MergedBookFields(bit: 1)
  package static let globalID = MergedBookFields(bit: 2)

  package nonisolated(unsafe) static let traits = EntityField.traits(of: table)
  package static let table = [
    line(.id, "id", .int64, .stored), line(.book, "book", .int64, .stored),
    line(.globalID, "global_id", .uuid, .stored),
  ]
}
