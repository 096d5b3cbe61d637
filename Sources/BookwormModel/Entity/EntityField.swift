// What a field of any entity is: a line of its entity's table. Drafts, statements, results, frames,
// documents, undo, the check and the bindings' rows are loops over those lines.
import BookwormStorage

/// A class, so that a table of them is one of addresses: what a table takes is not checked.
public class EntityField: @unchecked Sendable {
  /// Where its values are.
  enum Place {
    /// A column of the entity's table.
    case row
    /// Rows of a table of their own.
    case list
    /// Another way to give and to read what is stored as a list: names of genres.
    case names
    /// Only given, and only for a book that is there: what its genres lose and gain.
    case change
    /// Only given, to an import.
    case input
    /// Only read: derived from what is stored elsewhere.
    case output
  }

  /// What holds of a row for which it is not given.
  enum Need {
    /// It is the store's to set.
    case stored
    /// The row is refused.
    case required
    /// It is 0, or now.
    case always
    case optional
  }

  /// Its number among those of its entity, as a bit.
  public let bit: UInt64
  public let name: StaticString
  /// The same, for statements and documents.
  let column: String
  public let kind: FieldKind
  let need: Need
  let rule: FieldRule
  let place: Place
  /// The columns of the keys that are derived from it, and change with it. Of fields that share
  /// one, the key is that of the last that a row has.
  let keys: [String]
  /// Read only when asked for.
  public let isExtra: Bool
  /// What frontends write on its column.
  let label: Localised?
  /// What it is, for a program's reader.
  public let help: StaticString

  init(
    bit: UInt64, _ name: StaticString, _ kind: FieldKind, _ need: Need, _ rule: FieldRule,
    in place: Place, keys: [String], extra isExtra: Bool, label: Localised?, help: StaticString
  ) {
    (self.bit, self.name, column) = (bit, name, name.description)
    (self.kind, self.need, self.rule, self.place) = (kind, need, rule, place)
    (self.keys, self.isExtra, self.label, self.help) = (keys, isExtra, label, help)
  }

  /// The longest text that it takes.
  var limit: Int { kind == .uuid ? Rules.nameLimit : rule.textLimit }

  public var isColumn: Bool { place == .row }
  public var isOptional: Bool { need == .optional }
  public var isSettable: Bool { need != .stored }

  /// What loops over the values of every row ask of a field: to copy a line, or to look it up,
  /// costs as much as its value.
  public struct Traits: BitwiseCopyable, Sendable {
    public let kind: FieldKind
    let need: Need
    let rule: FieldRule
    let isKnown: Bool
  }

  /// Of a table's lines, by the numbers of their bits; for the life of the process.
  static func traits(of table: [EntityField]) -> UnsafePointer<Traits> {
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
  /// The columns of their keys; several fields may share one.
  var keys: [String] {
    flatMap(\.keys).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}

/// The fields of an entity that has a table.
public protocol RowFields: FieldSet {
  static var entity: Entity { get }
  /// In the order of a document's members.
  static var table: [EntityField] { get }
  /// Of the table, by the numbers of the bits.
  static var traits: UnsafePointer<EntityField.Traits> { get }
  /// Throws where fields that keep their rules each do not go together.
  static func check(_ draft: Draft<Self>) throws
  /// What the columns of keys hold of such a row, in their order.
  static func keys(of draft: Draft<Self>) throws -> [[UInt8]]
}

extension RowFields {
  public static func check(_ draft: Draft<Self>) throws {}
  public static func keys(of draft: Draft<Self>) throws -> [[UInt8]] { [] }

  /// A line of the table. A name of several words has underscores.
  static func line(
    _ field: Self, _ name: StaticString, _ kind: FieldKind,
    _ need: EntityField.Need = .optional, _ rule: FieldRule = .kind,
    in place: EntityField.Place = .row, keys: [String] = [], label: Localised? = nil,
    help: StaticString = ""
  ) -> EntityField {
    EntityField(
      bit: field.rawValue, name, kind, need, rule, in: place, keys: keys, extra: false,
      label: label, help: help)
  }

  public static var names: [String] { namesInTable }

  static var namesInTable: [String] {
    let lines = table.filter { $0.bit < 1 << UInt64(firstOutput) }.sorted { $0.bit < $1.bit }
    return lines.reduce(into: []) {
      while $0.count < $1.bit.trailingZeroBitCount { $0.append("bit \($0.count)") }
      $0.append($1.column)
    }
  }

  static func fields(_ isIn: (EntityField) -> Bool) -> Self {
    Self(rawValue: table.reduce(0) { isIn($1) ? $0 | $1.bit : $0 })
  }

  /// What a caller may give.
  static var givable: Self { fields { $0.need != .stored } }
  /// What a caller may take away.
  static var clearable: Self { fields { $0.need == .optional } }
  /// The columns of its row.
  static var row: Self { fields { $0.place == .row } }

  public static func name(of field: Self) -> String {
    table.first { $0.bit == field.rawValue }?.column ?? ""
  }
}

/// The bits of a set one by one, from the lowest.
public struct FieldBits<Fields: FieldSet>: Sequence, IteratorProtocol {
  @usableFromInline var left: UInt64

  @inlinable @inline(__always)
  init(left: UInt64) { self.left = left }

  @inlinable @inline(__always)
  public mutating func next() -> Fields? {
    guard left != 0 else { return nil }
    let lowest = left & (0 &- left)
    left &= left &- 1
    return Fields(rawValue: lowest)
  }
}

extension FieldSet {
  @inlinable @inline(__always)
  public var bits: FieldBits<Self> { FieldBits(left: rawValue) }

  /// Of a single bit: its number.
  @inlinable @inline(__always)
  public var slot: Int { rawValue.trailingZeroBitCount & 63 }
}
