// Reads the picture key of a book's primary genre.
import BookwormRecords
import BookwormStorage
import BookwormText

extension Connection {
  /// Passes the picture key of a book's primary genre to `body`; nil if the book has no genres.
  package func withPicture(ofBook book: Int64, _ body: (Bytes?) throws -> Void) throws {
    let select = try statement(BookGenreSQL.primaryName)
    defer { select.reset() }
    select.bind(1, book)
    guard try select.step() else { return try body(nil) }
    var key = ByteBuffer()
    try Picture.key(select.text(0), into: &key)
    try body(key.bytes)
  }
}
