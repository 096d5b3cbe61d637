// Contains the SELECT of one book, which each selection of fields keeps.

package enum BookByIDSQL {
  /// `columns` are given as "b.id, b.title, ...".
  package static func text(_ columns: String) -> String {
    "SELECT \(columns) FROM books b WHERE b.id = ?"
  }
}
