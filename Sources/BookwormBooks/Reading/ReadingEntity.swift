// The rules of the reading entity: how finished readings are counted.
import BookwormRecords
import BookwormStorage
import BookwormStore

package enum ReadingEntity: EntityRules {
  package static let entity = Entity.reading

  /// The reading is counted in the month of `finished`, by its book's rating.
  package static func updating(
    _ id: Int64, _ fields: UInt64, _ writer: Writer, _ change: () throws -> Void
  ) throws {
    guard !ReadingFields(rawValue: fields).isDisjoint(with: [.book, .finished]) else {
      return try change()
    }
    try count(id, writer, by: -1)
    try change()
    try count(id, writer, by: 1)
  }

  private static func count(_ id: Int64, _ writer: Writer, by step: Int64) throws {
    let select = try writer.connection.statement(ReadingSQL.bookAndFinished)
    defer { select.reset() }
    select.bind(1, id)
    guard try select.step(), !select.isNull(1) else { return }
    let rating = try writer.connection.bookFacts(select.int64(0)).rating
    try writer.pending.counters.countReading(finished: select.int32(1), rating: rating, by: step)
  }

  package static func willDelete(_ id: Int64, _ writer: Writer) throws {
    try count(id, writer, by: -1)
  }

  package static func isBack(_ id: Int64, _ writer: Writer) throws { try count(id, writer, by: 1) }
}
