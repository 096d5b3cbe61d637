// Completes a search line at a place, for a text field.
import BookwormRecords
import BookwormStorage
import BookwormStore

extension Session {
  /// Returns at most `limit` completions, the best first. `place` is the offset of a byte of the
  /// line, or -1 for its end.
  package func complete(
    _ line: Bytes, at place: Int64, _ language: Language, limit: Int64
  ) throws -> RowSet {
    try Rules.text(line, "line", limit: Rules.lineLimit)
    guard place >= -1, place <= Int64(line.count) else {
      throw Failure(
        .argument, "place",
        "place is \(place); it must be 0 to \(line.count), the line's length, or -1 for its end")
    }
    let place = place < 0 ? line.count : Int(place)
    guard place == line.count || line[place] & 0xC0 != 0x80 else {
      throw Failure(
        .argument, "place", "place is \(place), in the middle of a character",
        offset: Int64(place))
    }
    guard limit >= 0, limit <= Completer.most else {
      throw Failure(
        .argument, "limit", "limit is \(limit); it must be 0 to \(Completer.most)")
    }
    var completer = try Completer(self, line, place, language, limit: Int(limit))
    try completer.complete()
    let rows = try RowSet(
      .completions, RowSet.completionLayout, expecting: completer.found.count)
    for completion in completer.found.prefix(Int(limit)) { try rows.append(completion) }
    return rows
  }
}
