// The sets of fields that the table of them tells, and the table's lines by their bits.

extension BookFields {
  public static let names = BookField.all.filter { $0.place != .output }.reduce(into: [String]()) {
    while $0.count < $1.field.rawValue.trailingZeroBitCount { $0.append("bit \($0.count)") }
    $0.append($1.name.description)
  }

  private init(_ isIn: (BookField) -> Bool) {
    self = BookField.all.reduce(into: []) { if isIn($1) { $0.formUnion($1.field) } }
  }

  /// What is read of a book where nothing else is asked for.
  public static let standard = BookFields { $0.place == .row && !$0.isExtra }
  /// The columns of its row.
  static let row = BookFields { $0.place == .row }
  /// Those of them that the store does not make by itself.
  static let given = row.subtracting(.globalID)
  /// Those of them that are read only when asked for.
  static let extra = BookFields { $0.place == .row && $0.isExtra }
  /// What a new book must be given.
  public static let required = BookFields { $0.need == .required }
  /// What a caller may give for a book.
  public static let givable = BookFields { $0.need != .stored }
  /// What a caller may take away from a book.
  public static let clearable = BookFields { $0.need == .optional && $0.place != .input }
  /// Every field that is stored with it.
  public static let stored = BookFields { $0.place == .row || $0.isOwnList }
  /// The fields of a book that are lists.
  public static let bookLists = BookFields { $0.isOwnList }
  public static let identifiers: BookFields = [.identifierSchemes, .identifierValues]
  /// A book has both of them or neither.
  public static let priced: BookFields = [.price, .currency]
  /// What a query tells of the place where its search found a book.
  public static let found: BookFields = [.matched, .snippet, .rank]
  /// What can be read of a book.
  public static let readable = stored.union(.picture)
  /// The fields of a book that are not in its own row.
  static let bookElsewhere = bookLists.union(.picture)
  /// The fields whose words are searched.
  static let searched = BookFields { $0.weight != nil }
}

extension BookFields {
  /// The bits one by one, from the lowest.
  public struct Bits: Sequence, IteratorProtocol {
    fileprivate var left: UInt64

    @inline(__always)
    public mutating func next() -> BookFields? {
      guard left != 0 else { return nil }
      let lowest = left & (0 &- left)
      left &= left &- 1
      return BookFields(rawValue: lowest)
    }
  }

  @inline(__always)
  public var bits: Bits { Bits(left: rawValue) }

  /// The highest bit; nil where there is none.
  var last: BookFields? {
    isEmpty ? nil : BookFields(rawValue: 1 << UInt64(63 - rawValue.leadingZeroBitCount))
  }

  /// Of a single bit: its number.
  @inline(__always)
  var slot: Int { rawValue.trailingZeroBitCount & 63 }
}

extension BookField {
  /// Read like a field: quotes have rows and an id of their own.
  fileprivate var isOwnList: Bool { place == .list && need != .stored }

  /// Whether a row of a result may be without it; of a list the row then has no items.
  var mayBeAbsent: Bool { place == .row ? need == .optional : place == .output }

  /// The places of the lines by the numbers of their bits.
  private static let places: [Int: Int] = all.enumerated().reduce(into: [:]) {
    $0[$1.element.field.rawValue.trailingZeroBitCount] = $1.offset
  }

  /// The line of a single bit; nil where no field has it.
  public static func of(_ field: BookFields) -> BookField? {
    places[field.rawValue.trailingZeroBitCount].map { all[$0] }
  }

  public static func name(of field: BookFields) -> String { of(field)?.name.description ?? "" }

  /// What loops over the values of every book ask of a field: to copy a line, or to look it up,
  /// costs as much as its value.
  public struct Traits: BitwiseCopyable, Sendable {
    public let kind: FieldKind
    let need: Need
    let rule: BookRule
  }

  /// By the numbers of the fields' bits.
  nonisolated(unsafe) static let traits: UnsafePointer<Traits> = {
    let traits = UnsafeMutablePointer<Traits>.allocate(capacity: 64)
    traits.initialize(repeating: Traits(kind: .int64, need: .stored, rule: .kind), count: 64)
    for line in all {
      traits[line.field.rawValue.trailingZeroBitCount & 63] =
        Traits(kind: line.kind, need: line.need, rule: line.rule)
    }
    return UnsafePointer(traits)
  }()

  /// Of a single bit.
  @inline(__always)
  public static func traits(of field: BookFields) -> Traits {
    traits[field.rawValue.trailingZeroBitCount & 63]
  }

  /// Those that are columns of the table `books`, in the order of their bits.
  static let columns = all.filter { $0.place == .row }
  /// Those of them that are read unless others are asked for.
  static let plainColumns = columns.filter { !$0.isExtra }

  /// The keys that are made of them.
  static let plainKeys = keys.filter { !$0.fields.isSubset(of: .extra) }

  static let keys: [BookKey] = columns.reduce(into: []) { keys, field in
    guard let column = field.key else { return }
    if let known = keys.firstIndex(where: { $0.column.description == column.description }) {
      keys[known].fields.formUnion(field.field)
    } else {
      keys.append(BookKey(column: column, fields: field.field))
    }
  }
}

/// A column of sort keys.
struct BookKey {
  let column: StaticString
  /// The fields that it is made of: of those that a book has, the last.
  var fields: BookFields
}

// MARK: For the generator of the bindings

extension BookField {
  /// What a query may ask of a field alone.
  public enum Filter: Sendable {
    /// That it contains a text, or of a language, that it is in it.
    case contains
    /// That it lies between two numbers.
    case range
  }

  public var filter: Filter? {
    guard place == .row else { return nil }
    switch kind {
    case .text: return rule == .name || rule == .language ? .contains : nil
    case .int32: return rule == .rating ? nil : .range
    default: return nil
    }
  }

  public var isColumn: Bool { place == .row }
  public var isOptional: Bool { need == .optional }
  public var isSettable: Bool { need != .stored }
  public var isSortKey: Bool { sort != nil }
  public var isSearched: Bool { weight != nil }
}
