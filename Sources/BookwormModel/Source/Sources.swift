// What is kept of a source's book: its rules, and writing it.
import BookwormStorage

extension Rules {
  /// Of a source's name, and of its own id of a book: an engine's index takes no longer keys.
  static let sourceLimit = 1024
  /// Twice what the longest texts take, as some characters take two bytes.
  static let takenLimit = 256 << 20
}

extension Writer {
  /// The row alone: the log has it later.
  func insert(_ source: SourceBook, as id: Int64) throws {
    var source = source
    source.give(.id, id)
    try insertRow(source, at: source.int64(.imported))
  }
}
