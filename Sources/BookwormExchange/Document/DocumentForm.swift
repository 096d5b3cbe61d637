// Defines the form of the document that an export writes and an import reads. The header's section
// about documents describes it.
import BookwormRecords
import BookwormStorage
import BookwormStore

enum DocumentForm {
  /// The version increases if an older library could not read the document correctly. Version 2
  /// added global ids, readings, shelves, sources and merged books. Version 3 has words in places
  /// where earlier versions have numbers: see JSONWord.
  static let version: Int64 = 3
  static let firstWithWords: Int64 = 3

  /// The member for the rule that titles sort with articles last. It follows "sort_keys", and is
  /// present only if the rule is off. An import of a document without it leaves the store's rule as
  /// it is.
  static let articles = "articles_last"

  /// The lists and the cover of a book, which follow its columns.
  static let bookLists = ["genres", "identifiers", "contributors", "cover"]
  static let identifierKeys = ["scheme", "value"]
  static let contributorKeys = ["name", "sort", "role"]

  /// Returns the document's members in the order they are written.
  static func members(_ version: Int64) -> [String] {
    ["bookworm", "schema", "sort_keys", "last_ids"] + sections(version).map(\.descriptor.table)
  }

  static func sections(_ version: Int64) -> [Entity] {
    Entity.inDocument.filter { $0.descriptor.documentVersion <= version }
  }

  /// Returns the members of a row.
  static func keys(of entity: Entity) -> [String] {
    entity.descriptor.columns.map(\.column) + (entity == .book ? bookLists : [])
  }

  /// Whether the store has any row of a kind that documents contain.
  static let anyRow = EntitySQL.anyRow(of: Entity.allCases.map(\.descriptor.table))
}

extension Failure {
  package static func missing(_ field: String) -> Failure {
    Failure(.invalid, field, "\(field) is missing")
  }
}
