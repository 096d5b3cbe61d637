// A column of books that has sort keys.

struct BookKey {
  let column: String
  /// The fields that it is made of: of those that a book has, the last.
  var fields: BookFields
}
