// The values of a book's columns, each by its own name: from a row of the table, and into a draft.
import BookwormStorage

extension BookField {
  enum Value {
    case integer(Int64)
    case real(Double)
    case text(Bytes)
  }
}

extension Statement {
  /// What stands at `place` in a row, for a column of books; nil where it is absent. Throws where
  /// it is of another type than the library writes.
  func value(of column: BookField, at place: Int32) throws -> BookField.Value? {
    switch (kind(place), column.kind.type) {
    case (.null, _) where column.need == .optional: nil
    case (.integer, .int32), (.integer, .int64): .integer(int64(place))
    case (.real, .double), (.integer, .double): .real(double(place))
    case (.text, .text): .text(text(place))
    case (let kind, _): throw Failure.cannotBe(column.name.description, kind)
    }
  }
}

extension BookDraft {
  /// Gives a field that is one value. The value is of the column's type.
  mutating func give(_ column: BookField, _ value: BookField.Value) throws {
    switch value {
    case .text(let value): give(column.field, value)
    case .real(let value): give(column.field, value)
    case .integer(let value):
      guard column.kind.type == .int64 || Int32(exactly: value) != nil else {
        throw Failure(
          .invalid, column.name.description, "\(column.name) is \(value), which is out of range")
      }
      give(column.field, value)
    }
  }
}

extension Failure {
  /// A value that is stored in a way that the library never does.
  static func cannotBe(_ field: String, _ kind: Statement.Kind) -> Failure {
    Failure(.corrupt, field, "\(field) is stored as \(kind), which cannot be")
  }
}
