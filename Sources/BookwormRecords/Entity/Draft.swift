// A draft holds the values of a row, each under its field: the values that a caller gives, or the
// values of a stored row.
import BookwormStorage

/// A value: the bits of a number, or the place of a text.
package struct Slot: BitwiseCopyable, Sendable {
  @usableFromInline package var bits: UInt64 = 0
  @usableFromInline var count = 0

  @inlinable init() {}
}

package protocol SlotDraft {
  associatedtype Fields: RowFields
  /// The fields that have a value; the slots of other fields are ignored.
  var given: Fields { get set }
  /// The slots of fields with one value, by the numbers of their bits.
  var slots: [Slot] { get set }
}

/// The texts are borrowed from the caller. A draft is one allocation, and a batch has one draft for
/// all its rows. An InlineArray was slower: every access to a slot copied the whole array, a
/// kilobyte.
package struct Draft<Fields: RowFields>: SlotDraft {
  package var given: Fields = []
  package var slots = [Slot](repeating: Slot(), count: 64)

  package init() {}
}

extension SlotDraft {
  @inlinable @inline(__always)
  package func int64(_ field: Fields) -> Int64 { Int64(bitPattern: slots[field.slot].bits) }
  @inlinable @inline(__always)
  package func int32(_ field: Fields) -> Int32 { Int32(truncatingIfNeeded: int64(field)) }
  @inlinable @inline(__always)
  package func double(_ field: Fields) -> Double { Double(bitPattern: slots[field.slot].bits) }
  @inlinable @inline(__always)
  package func text(_ field: Fields) -> Bytes {
    let slot = slots[field.slot]
    return Bytes(start: UnsafePointer(bitPattern: UInt(slot.bits)), count: slot.count)
  }

  /// Returns nil if the field is not given.
  package func int32IfAny(_ field: Fields) -> Int32? { given.contains(field) ? int32(field) : nil }
  package func textIfAny(_ field: Fields) -> Bytes? { given.contains(field) ? text(field) : nil }

  @inlinable @inline(__always)
  package mutating func give(_ field: Fields, _ value: some FixedWidthInteger) {
    given.formUnion(field)
    slots[field.slot].bits = UInt64(truncatingIfNeeded: value)
  }
  @inlinable @inline(__always)
  package mutating func give(_ field: Fields, _ value: Double) {
    given.formUnion(field)
    slots[field.slot].bits = value.bitPattern
  }
  @inlinable @inline(__always)
  package mutating func give(_ field: Fields, _ value: Bytes) {
    given.formUnion(field)
    slots[field.slot].bits = UInt64(UInt(bitPattern: value.baseAddress))
    slots[field.slot].count = value.count
  }

  /// Gives `value` to a field that has a single value. Does nothing if `value` is nil or a global
  /// id. Any other value must have the field's type.
  package mutating func give(_ line: EntityField, _ value: FieldValue?) throws {
    let field = Fields(rawValue: line.bit)
    switch value {
    case .text(let value): give(field, value)
    case .real(let value): give(field, value)
    case .integer(let value):
      guard line.kind.type == .int64 || Int32(exactly: value) != nil else {
        throw Failure(
          .invalid, line.column, "\(line.column) is \(value), which is out of range")
      }
      give(field, value)
    case .uuid, nil: break
    }
  }
}

extension Draft {
  package func check(_ allowed: Fields = .givable) throws {
    try given.check(allowed, "fields") { "\($0) may not be given for \(Fields.owner)" }
    for field in given.bits { try check(field, Fields.traits[field.slot]) }
    try Fields.check(self)
  }

  /// Throws if a row would lack a required field.
  package func checkIsWhole() throws {
    for line in Fields.table where line.need == .required && given.rawValue & line.bit == 0 {
      throw Failure(
        .invalid, line.column, "\(line.column) is missing; \(Fields.owner) needs one")
    }
  }

  /// Takes the values of a row that begins with the columns of the table.
  package mutating func take(_ row: Statement) throws {
    given = []
    var place: Int32 = 0
    for line in Fields.table where line.isColumn {
      try give(line, row.value(of: line, at: place))
      place &+= 1
    }
  }

  /// Returns nil if the field is not given.
  package func value(_ line: EntityField) -> FieldValue? {
    let field = Fields(rawValue: line.bit)
    guard given.contains(field) else { return nil }
    return switch line.kind.type {
    case .text: .text(text(field))
    case .double: .real(double(field))
    default: .integer(int64(field))
    }
  }

  /// Binds the field of a line in its stored form: NULL if the field is not given, or if it is 0
  /// and stores 0 as NULL.
  package func bind(_ line: EntityField, to statement: Statement, _ place: Int32) throws {
    let field = Fields(rawValue: line.bit)
    guard given.contains(field), !line.isZeroIfMissing || int64(field) != 0 else {
      return statement.bindNull(place)
    }
    switch line.kind.type {
    case .text: try statement.bindText(place, text(field))
    case .double: statement.bind(place, double(field))
    default: statement.bind(place, int64(field))
    }
  }
}
