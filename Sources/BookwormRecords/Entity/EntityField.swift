// An entity field is a line of its entity's table of fields. Drafts, statements, results, frames,
// documents, undo, the check and the bindings' rows loop over those lines.
import BookwormStorage

/// A class, so that a table of fields holds only addresses and is small: its allocation is not
/// checked.
package class EntityField: @unchecked Sendable {
  /// The place where the values of a field are stored.
  package enum Place {
    /// A column of the entity's table.
    case row
    /// Rows of a separate table.
    case list
    /// Another way to give and to read the values that a list stores: names of genres.
    case names
    /// Only given, and only for an existing book: the genres that it loses or gains.
    case change
    /// Only given, to an import.
    case input
    /// Only given, for a new book or to an import: all its readings, as parallel lists.
    case readings
    /// Only read: derived from values that are stored elsewhere.
    case output
  }

  /// The rule for a row that is created without the field.
  package enum Need: BitwiseCopyable {
    /// The store sets the field.
    case stored
    /// The row is refused.
    case required
    /// The field is 0, or the current time.
    case always
    case optional
  }

  /// Its number among the fields of its entity, as a bit.
  package let bit: UInt64
  package let name: StaticString
  /// The field's name in statements and documents.
  package let column: String
  package let kind: FieldKind
  package let need: Need
  package let rule: FieldRule
  package let place: Place
  /// The columns of the keys that are derived from the field and change with it. A key shared by
  /// several fields is derived from the last of them that a row has.
  package let keys: [String]
  /// Whether the field is read only on request.
  package let isExtra: Bool
  /// The title that frontends show for its column.
  package let label: Localised?
  /// The meaning of the field, for the documentation of the bindings.
  package let help: StaticString

  init(
    bit: UInt64, _ name: StaticString, _ kind: FieldKind, _ need: Need, _ rule: FieldRule,
    in place: Place, keys: [String], extra isExtra: Bool, label: Localised?, help: StaticString
  ) {
    (self.bit, self.name, column) = (bit, name, name.description)
    (self.kind, self.need, self.rule, self.place) = (kind, need, rule, place)
    (self.keys, self.isExtra, self.label, self.help) = (keys, isExtra, label, help)
  }

  /// The limit of a text's length.
  package var limit: Int { kind == .uuid ? Rules.nameLimit : rule.textLimit }

  package var isColumn: Bool { place == .row }
  package var isOptional: Bool { need == .optional }
  /// Whether every row has the field, although its column is NULL for 0 and older documents do not
  /// have it.
  package var isZeroIfMissing: Bool { need == .always && isExtra }
  package var isSettable: Bool { need != .stored }

  /// The properties of a field for loops over the values of every row. Copying or finding a line
  /// would cost as much as copying or finding its value.
  package struct Traits: BitwiseCopyable, Sendable {
    package let kind: FieldKind
    package let need: Need
    let rule: FieldRule
    let isKnown: Bool
  }

  /// Returns the traits of a table's lines, by the numbers of their bits. They live as long as the
  /// process.
  package static func traits(of table: [EntityField]) -> UnsafePointer<Traits> {
    let traits = UnsafeMutablePointer<Traits>.allocate(capacity: 64)
    let unknown = Traits(kind: .int64, need: .stored, rule: .kind, isKnown: false)
    traits.initialize(repeating: unknown, count: 64)
    for line in table {
      traits[line.bit.trailingZeroBitCount & 63] =
        Traits(kind: line.kind, need: line.need, rule: line.rule, isKnown: true)
    }
    return UnsafePointer(traits)
  }
}

extension [EntityField] {
  /// The columns of the fields' keys; several fields can share a column.
  package var keys: [String] {
    flatMap(\.keys).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}

/// The fields of an entity that has a table.
package protocol RowFields: FieldSet {
  static var entity: Entity { get }
  /// In the order of a document's members.
  static var table: [EntityField] { get }
  /// The traits of the table's lines, by the numbers of their bits.
  static var traits: UnsafePointer<EntityField.Traits> { get }
  /// Throws if fields that are valid by themselves do not fit together.
  static func check(_ draft: Draft<Self>) throws
  /// Throws if a text does not have the form that its rule, .line or .taken, requires.
  static func check(form text: Bytes) throws
  /// Returns the contents of a row's columns of keys, in the order of the columns.
  static func keys(of draft: Draft<Self>) throws -> [[UInt8]]
}

extension RowFields {
  package static func check(_ draft: Draft<Self>) throws {}
  package static func check(form text: Bytes) throws {}
  package static func keys(of draft: Draft<Self>) throws -> [[UInt8]] { [] }

  /// Creates a line of the table. A name of several words has underscores.
  package static func line(
    _ field: Self, _ name: StaticString, _ kind: FieldKind,
    _ need: EntityField.Need = .optional, _ rule: FieldRule = .kind,
    in place: EntityField.Place = .row, keys: [String] = [], label: Localised? = nil,
    help: StaticString = ""
  ) -> EntityField {
    EntityField(
      bit: field.rawValue, name, kind, need, rule, in: place, keys: keys, extra: false,
      label: label, help: help)
  }

  package static var names: [String] { namesInTable }

  static var namesInTable: [String] {
    let lines = table.filter { $0.bit < 1 << UInt64(firstOutput) }.sorted { $0.bit < $1.bit }
    return lines.reduce(into: []) {
      while $0.count < $1.bit.trailingZeroBitCount { $0.append("bit \($0.count)") }
      $0.append($1.column)
    }
  }

  package static func fields(_ isIn: (EntityField) -> Bool) -> Self {
    Self(rawValue: table.reduce(0) { isIn($1) ? $0 | $1.bit : $0 })
  }

  /// The fields that a caller can give.
  package static var givable: Self { fields { $0.need != .stored } }
  /// The fields that a caller can clear.
  package static var clearable: Self { fields { $0.need == .optional } }
  /// The columns of its row.
  package static var row: Self { fields { $0.place == .row } }

  package static func name(of field: Self) -> String {
    table.first { $0.bit == field.rawValue }?.column ?? ""
  }
}

/// Iterates over the bits of a set, from the lowest.
package struct FieldBits<Fields: FieldSet>: Sequence, IteratorProtocol {
  @usableFromInline var left: UInt64

  @inlinable @inline(__always)
  init(left: UInt64) { self.left = left }

  @inlinable @inline(__always)
  package mutating func next() -> Fields? {
    guard left != 0 else { return nil }
    let lowest = left & (0 &- left)
    left &= left &- 1
    return Fields(rawValue: lowest)
  }
}

extension FieldSet {
  @inlinable @inline(__always)
  package var bits: FieldBits<Self> { FieldBits(left: rawValue) }

  /// The number of a single bit.
  @inlinable @inline(__always)
  package var slot: Int { rawValue.trailingZeroBitCount & 63 }
}
