// Contains the SELECT of one book. Each selection of fields keeps its own text of this SELECT.

package enum BookByIDSQL {
  /// `columns` are given as "b.id, b.title, ...".
  package static func text(_ columns: String) -> String {
    "SELECT \(columns) FROM books b WHERE b.id = ?"
  }
}
