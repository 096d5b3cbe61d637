// Results of a SELECT whose columns are those of their rows.
import BookwormStorage

extension Connection {
  /// The numbers are its parameters; those that are absent it does not have.
  func rows(
    _ kind: RowSet.Kind, _ layout: RowLayout, expecting count: Int, _ sql: SQL, _ numbers: Int64?...
  ) throws -> RowSet {
    let rows = try RowSet(kind, layout, expecting: count)
    let select = try statement(sql)
    defer { select.reset() }
    for (place, number) in numbers.enumerated() {
      if let number { select.bind(Int32(place + 1), number) }
    }
    try rows.append(rowsOf: select)
    return rows
  }
}

extension RowSet {
  /// Of what was read by an id: throws where nothing has it.
  func one(_ entity: Entity, _ id: Int64) throws -> RowSet {
    guard count == 1 else { throw Failure.no(entity, id) }
    return self
  }
}
