// Defines the genres that every reader knows, with their colours, and the default values of a form
// for a new book.
import BookwormStorage

package enum StandardGenres {
  package static let all: [(name: StaticString, colour: UInt32)] = [
    ("Fantasy", 0x7E57C2), ("Horror", 0x4E342E), ("Kids", 0xFFB300), ("Mystery", 0x37474F),
    ("Poetry", 0xEC407A), ("Romance", 0xFF0000), ("Thriller", 0x000000),
  ]

  private static let colours: [[UInt8]: UInt32] = {
    var colours: [[UInt8]: UInt32] = [:]
    for genre in all {
      // The names are ASCII, so a lower-case name is its own key.
      colours[genre.name.bytes.map { $0 | 0x20 }] = genre.colour
    }
    return colours
  }()

  /// Returns a standard genre's own colour; nil for any other genre.
  static func colour(ofKey key: some Collection<UInt8>) -> UInt32? { colours[Array(key)] }
}

package enum FormDefaults {
  package static let rating: Int32 = 3
  package static let genre: StaticString = "Fantasy"
  package static let quantity: Int32 = 1
}
