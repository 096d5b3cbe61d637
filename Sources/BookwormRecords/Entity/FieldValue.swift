// A field value comes from a row of a table, from a document or from another store.
import BookwormStorage

package enum FieldValue {
  case integer(Int64)
  case real(Double)
  case text(Bytes)
  case uuid(GlobalID)
}

extension FieldValue: Equatable {
  package static func == (one: Self, other: Self) -> Bool {
    switch (one, other) {
    case (.integer(let one), .integer(let other)): one == other
    case (.real(let one), .real(let other)): one == other
    case (.text(let one), .text(let other)): one.elementsEqual(other)
    case (.uuid(let one), .uuid(let other)): one == other
    default: false
    }
  }

  /// The value as a document has it.
  package var text: [UInt8] {
    switch self {
    case .integer(let value): Array(String(value).utf8)
    case .real(let value): Array(String(value).utf8)
    case .text(let value): Array(value)
    case .uuid(let value): value.text
    }
  }
}

extension Statement {
  private func globalID(at place: Int32, _ name: String) throws -> GlobalID {
    guard let id = GlobalID(blob(place)) else { throw Failure.cannotBe(name, .blob) }
    return id
  }

  /// Returns the value at a place of a row, for a column of an entity; nil if it is absent. Throws
  /// if its type differs from the type that the library writes.
  package func value(of line: EntityField, at place: Int32) throws -> FieldValue? {
    switch (kind(place), line.kind.type) {
    case (.null, _) where line.isOptional: nil
    case (.null, .int32) where line.isZeroIfMissing: .integer(0)
    case (.integer, .int32), (.integer, .int64): .integer(int64(place))
    case (.real, .double), (.integer, .double): .real(double(place))
    case (.text, .text): .text(text(place))
    case (.blob, .uuid): try .uuid(globalID(at: place, line.column))
    case (let kind, _): throw Failure.cannotBe(line.column, kind)
    }
  }
}

extension Failure {
  /// The failure for a value stored in a form that the library never writes.
  static func cannotBe(_ field: String, _ kind: Statement.Kind) -> Failure {
    Failure(.corrupt, field, "\(field) is stored as \(kind), which is not its type")
  }
}
