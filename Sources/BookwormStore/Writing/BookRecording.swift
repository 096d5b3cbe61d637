// Records the change of a book whose latest reading stays the same.
import BookwormRecords
import BookwormStorage

extension Writer {
  /// `fields` are named as in the change log. They can include lists, and rows that belong to the
  /// book.
  package func willUpdate(book id: Int64, _ fields: BookFields) throws {
    if !fields.isDisjoint(with: .searched) { try unindex(book: id) }
    try record(updateOf: .book, id, fields.rawValue)
  }

  package func updated(book id: Int64, _ fields: BookFields) throws {
    if !fields.isDisjoint(with: .indexed) { try index(book: id, changed: fields) }
    pending.log.add(.update, .book, id, fields.rawValue)
  }
}
