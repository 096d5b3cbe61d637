// The columns that hold a book's fields.

extension BookFields {
  /// The columns of a book's row that hold these fields.
  var columns: [StaticString] { intersection(.row).bits.compactMap { BookField.of($0)?.name } }

  /// The columns of a book's row that hold these fields, and those of the keys made of them.
  var columnsAndKeys: [StaticString] {
    columns
      + BookField.keys.filter { !isDisjoint(with: $0.fields) }.map(\.column)
  }
}
