// The lines of the table of fields by their bits, and what the bindings' generator asks of them.

extension BookField {
  /// Read like a field: quotes have rows and an id of their own.
  var isOwnList: Bool { place == .list && need != .stored }

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

  public static func name(of field: BookFields) -> String { of(field)?.column ?? "" }

  nonisolated(unsafe) static let traits = traits(of: all)

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
    guard let column = field.keys.first else { return }
    if let known = keys.firstIndex(where: { $0.column == column }) {
      keys[known].fields.formUnion(field.field)
    } else {
      keys.append(BookKey(column: column, fields: field.field))
    }
  }
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

  /// Of fields that make one order together, the first has its name.
  public var isSortKey: Bool { sort.map { $0.label.description == name.description } ?? false }
  public var isSearched: Bool { weight != nil }
}
