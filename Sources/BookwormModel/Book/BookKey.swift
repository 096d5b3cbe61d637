// Describes a column of books that holds sort keys.

struct BookKey {
  let column: String
  /// The source fields of the key. It is derived from the last of them that a book has.
  var fields: BookFields
}
