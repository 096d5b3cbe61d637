// Checks and writes the rows kept for sources' books.
import BookwormStorage

extension Rules {
  /// The limit of a source's name, and of its own id of a book: an engine's index rejects longer
  /// keys.
  package static let sourceLimit = 1024
  /// Twice the length of the longest texts, as some characters take two bytes.
  static let takenLimit = 256 << 20
}
