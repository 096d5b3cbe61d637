// A picture key lets a frontend find its own picture for a genre, or for a book by its primary
// genre.
import BookwormStorage
import BookwormText

enum Picture {
  /// The key is derived from a genre's name alone, so that it is the same in every store.
  static func key(_ name: Bytes, into key: inout ByteBuffer) throws {
    key.removeAll()
    // A damaged store may hold a name of any length.
    UTF8Text.slug(Bytes(rebasing: name.prefix(Rules.nameLimit)), into: &key)
    try Keys.check(key)
  }
}

extension Connection {
  /// Passes the key for a book's primary genre; nil if the book has no genres.
  func withPicture(ofBook book: Int64, _ body: (Bytes?) throws -> Void) throws {
    let select = try statement(BookGenreSQL.primaryName)
    defer { select.reset() }
    select.bind(1, book)
    guard try select.step() else { return try body(nil) }
    var key = ByteBuffer()
    try Picture.key(select.text(0), into: &key)
    try body(key.bytes)
  }
}
