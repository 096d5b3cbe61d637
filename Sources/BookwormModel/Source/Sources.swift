// Checks and writes the rows kept for sources' books.
import BookwormStorage

extension Rules {
  /// The limit of a source's name, and of its own id of a book: an engine's index rejects longer
  /// keys.
  static let sourceLimit = 1024
  /// Twice the length of the longest texts, as some characters take two bytes.
  static let takenLimit = 256 << 20
}

extension Writer {
  /// Writes the row alone; the log records it later.
  func insert(_ source: SourceBook, as id: Int64) throws {
    var source = source
    source.give(.id, id)
    try insertRow(source, at: source.int64(.imported))
  }
}
