// The form of the document that an export writes and an import reads. The header's section about
// documents describes it.
import BookwormStorage

enum DocumentForm {
  /// Goes up when an older library could not read the document rightly: 2 has global ids
  /// and readings.
  static let version: Int64 = 2

  /// What a book has besides its columns.
  static let bookLists = ["genres", "identifiers"]
  static let identifierKeys = ["scheme", "value"]

  /// In the order in which they are written.
  static func members(_ version: Int64) -> [String] {
    ["bookworm", "schema", "sort_keys", "last_ids"] + sections(version).map(\.descriptor.table)
  }

  static func sections(_ version: Int64) -> [Entity] {
    Entity.inDocument.filter { $0.descriptor.documentVersion <= version }
  }

  /// The members of a row.
  static func keys(of entity: Entity) -> [String] {
    entity.descriptor.columns.map(\.column) + (entity == .book ? bookLists : [])
  }

  /// Whether there is any row that an import would bring.
  static let anyRow = EntitySQL.anyRow(of: Entity.allCases.map(\.descriptor.table))
}

extension Failure {
  static func missing(_ field: String) -> Failure {
    Failure(.invalid, field, "\(field) is missing")
  }
}
