// Describes a column of books that holds sort keys.
import BookwormStorage
import BookwormText

package struct BookKey {
  package let column: String
  /// The source fields of the key. It is derived from the last of them that a book has; for the key
  /// of a title, see TitleKey.
  package var fields: BookFields

  /// Appends the key of a book; returns false if the book has none. `text` returns the stored form
  /// of a source field, which is borrowed until the key is complete.
  package func append(
    to keys: inout ByteBuffer, articlesLast: Bool, _ text: (BookFields) -> Bytes?
  ) -> Bool {
    if fields.contains(.title) {
      let title = TitleKey(text, articlesLast: articlesLast)
      title?.append(to: &keys)
      return title != nil
    }
    let source = fields.bits.reduce(nil as Bytes?) { text($1) ?? $0 }
    if let source { Keys.append(sort: source, to: &keys) }
    return source != nil
  }
}
