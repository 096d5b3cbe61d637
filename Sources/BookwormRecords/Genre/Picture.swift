// A picture key lets a frontend find its own picture for a genre, or for a book by its primary
// genre.
import BookwormStorage
import BookwormText

package enum Picture {
  /// The key is derived from a genre's name alone, so that it is the same in every store.
  package static func key(_ name: Bytes, into key: inout ByteBuffer) throws {
    key.removeAll()
    // A damaged store may hold a name of any length.
    UTF8Text.slug(Bytes(rebasing: name.prefix(Rules.nameLimit)), into: &key)
    try Keys.check(key)
  }
}
