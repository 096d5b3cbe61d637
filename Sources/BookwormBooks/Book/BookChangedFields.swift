// Finds the fields whose stored value a change would change. Only these are written and recorded.
import BookwormRecords
import BookwormStorage
import BookwormStore
import BookwormText

extension Writer {
  /// Returns the columns and lists in `asked` whose stored values differ from the draft's. A field
  /// that the draft does not give is to become absent. Throws if the book does not exist.
  func differing(
    _ id: Int64, _ draft: BookDraft, _ asked: BookFields
  ) throws -> BookFields {
    let columns = asked.intersection(.row)
    let select = try connection.statement(composed: comparison(of: columns))
    defer { select.reset() }
    select.bind(1, id)
    guard try select.step() else { throw Failure.no(.book, id) }
    var result: BookFields = []
    var place: Int32 = 1
    for field in columns.bits {
      let isThere = !select.isNull(place)
      if draft.given.contains(field) {
        let isZero = BookFields.zeroIfMissing.contains(field) && draft.int32(field) == 0
        let isSame = isThere ? holds(select, place, field, of: draft) : isZero
        if !isSame { result.formUnion(field) }
      } else if isThere {
        result.formUnion(field)
      }
      place &+= 1
    }
    if !asked.isDisjoint(with: .identifiers), try !hasIdentifiers(id, draft.givenIdentifiers) {
      result.formUnion(asked.intersection(.identifiers))
    }
    if !asked.isDisjoint(with: .contributors),
      try connection.contributors(ofBook: id) != draft.storedContributors()
    {
      result.formUnion(.contributors)
    }
    return result
  }

  private func holds(
    _ row: Statement, _ place: Int32, _ field: BookFields, of draft: BookDraft
  ) -> Bool {
    let traits = BookField.traits(of: field)
    return switch traits.kind.type {
    case .text: row.text(place).elementsEqual(draft.stored(field, traits, &storedText))
    case .double: row.double(place) == draft.double(field)
    case .int32: row.int32(place) == draft.int32(field)
    default: row.int64(place) == draft.int64(field)
    }
  }

  private func hasIdentifiers(
    _ id: Int64, _ wanted: [(scheme: Bytes, value: Bytes)]
  ) throws -> Bool {
    let select = try connection.statement(BookSQL.identifiers)
    defer { select.reset() }
    select.bind(1, id)
    for identifier in wanted {
      guard try select.step(), select.text(0).elementsEqual(identifier.scheme),
        select.text(1).elementsEqual(identifier.value)
      else { return false }
    }
    return try !select.step()
  }

  /// The SQL is kept, because the rows of a batch mostly give the same fields.
  private func comparison(of columns: BookFields) -> String {
    if let known = comparison, known.columns == columns { return known.sql }
    let sql = BookByIDSQL.text(
      (["id"] + columns.columns).map { "b.\($0)" }.joined(separator: ", "))
    comparison = (columns, sql)
    return sql
  }
}
