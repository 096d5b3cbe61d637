// A source's book, as a row of its table.
import BookwormStorage

struct SourceBook {
  /// The book here, which may have been deleted since.
  var book: Int64
  let source: Bytes
  /// The source's own id of it.
  let sourceID: Bytes
  /// What was last taken of it: see SourceValues.
  var taken: Bytes
  /// The row as the source has it.
  let raw: Bytes?
  let imported: Milliseconds

  func check() throws {
    try Rules.name(source, "source", limit: Rules.sourceLimit)
    try Rules.name(sourceID, "source_id", limit: Rules.sourceLimit)
    try Rules.text(taken, "taken", limit: Rules.takenLimit)
    _ = try SourceValues(taken)
    if let raw { try Rules.text(raw, "raw") }
    try Rules.instant(imported, "imported")
  }

  /// By which it is found, and of which there is one.
  static func key(_ source: Bytes, _ sourceID: Bytes) -> [UInt8] { source + [0] + sourceID }
}

extension SourceBook {
  /// From a row of SourceSQL.allToCheck.
  init(_ row: Statement) {
    self.init(
      book: row.int64(1), source: row.text(2), sourceID: row.text(3), taken: row.text(4),
      raw: row.isNull(5) ? nil : row.text(5), imported: row.int64(6))
  }
}
