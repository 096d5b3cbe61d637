// The state of a book: the values that are read before a change, to determine what it must update.
import BookwormRecords
import BookwormStorage

package struct BookState {
  package var facts: BookFacts
  package var started: Int32?
  package var status: Int32
  package var favourite: Int32
  package var updated: Milliseconds
}

extension Writer {
  package func bookState(_ id: Int64) throws -> BookState {
    let select = try connection.statement(BookSQL.state)
    defer { select.reset() }
    select.bind(1, id)
    guard try select.step() else { throw Failure.no(.book, id) }
    return BookState(
      facts: BookFacts(select), started: select.isNull(4) ? nil : select.int32(4),
      status: select.int32(5), favourite: select.int32(6), updated: select.int64(7))
  }
}
