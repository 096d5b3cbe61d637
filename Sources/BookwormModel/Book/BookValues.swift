// The values of a book's columns, each by its own name: from a row of the table, and into a draft.
import BookwormStorage

extension Statement {
  /// What stands at `place` in a row, for a column of books; nil where it is absent. Throws where
  /// it is of another type than the library writes.
  func value(of column: BookColumn, at place: Int32) throws -> BookColumn.Value? {
    switch (kind(place), column.type) {
    case (.null, _) where column.optional: nil
    case (.integer, .int32), (.integer, .int64): .integer(int64(place))
    case (.real, .double), (.integer, .double): .real(double(place))
    case (.text, .text): .text(text(place))
    case (let kind, _): throw Failure.cannotBe(column.name, kind)
    }
  }
}

extension BookDraft {
  /// Gives a field that is one value. The value is of the column's type.
  mutating func give(_ column: BookColumn, _ value: BookColumn.Value) throws {
    given.insert(column.field)
    switch value {
    case .text(let value): give(column.field, value)
    case .real(let value): seriesNumber = value
    case .integer(let value) where column.field == .created: created = value
    case .integer(let value) where column.field == .price: price = value
    case .integer(let value):
      guard let value = Int32(exactly: value) else {
        throw Failure(.invalid, column.name, "\(column.name) is \(value), which is out of range")
      }
      give(column.field, value)
    }
  }

  private mutating func give(_ field: BookFields, _ value: Bytes) {
    switch field {
    case .title: title = value
    case .author: author = value
    case .synopsis: synopsis = value
    case .review: review = value
    case .notes: notes = value
    case .series: series = value
    case .currency: currency = value
    default: given.remove(field)
    }
  }

  private mutating func give(_ field: BookFields, _ value: Int32) {
    switch field {
    case .rating: rating = value
    case .favourite: favourite = value
    case .status: status = value
    case .year: year = value
    case .started: started = value
    case .finished: finished = value
    default: given.remove(field)
    }
  }
}

extension Failure {
  /// A value that is stored in a way that the library never does.
  static func cannotBe(_ field: String, _ kind: Statement.Kind) -> Failure {
    Failure(.corrupt, field, "\(field) is stored as \(kind), which cannot be")
  }
}
