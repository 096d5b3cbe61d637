// Looks up lines in the table of fields by their bits, and answers the bindings' generator.

extension BookField {
  /// Whether the field is a list that is read like a field. Quotes, readings and merged books are
  /// not such lists, since they have rows and ids of their own.
  var isOwnList: Bool { place == .list && need != .stored }

  /// Whether a row of a result can lack the field. A list is never missing, but can be empty.
  var mayBeAbsent: Bool { place == .row ? need == .optional : place == .output }

  /// The places of the lines by the numbers of their bits.
  private static let places: [Int: Int] = all.enumerated().reduce(into: [:]) {
    $0[$1.element.field.rawValue.trailingZeroBitCount] = $1.offset
  }

  /// Returns the line of a single bit; nil if no field has the bit.
  package static func of(_ field: BookFields) -> BookField? {
    places[field.rawValue.trailingZeroBitCount].map { all[$0] }
  }

  package static func name(of field: BookFields) -> String { of(field)?.column ?? "" }

  /// Returns the label of a field, or of something else about books; nil for an unknown name.
  package static func label(_ name: String) -> Localised? {
    all.first { $0.column == name }?.label ?? Words.label(name)
  }

  package nonisolated(unsafe) static let traits = traits(of: all)

  /// Returns the traits of a single bit.
  @inline(__always)
  package static func traits(of field: BookFields) -> Traits {
    traits[field.rawValue.trailingZeroBitCount & 63]
  }

  /// The columns of the table `books`, in the order of their bits.
  package static let columns = all.filter { $0.place == .row }
  /// The columns that are read by default.
  package static let plainColumns = columns.filter { !$0.isExtra }

  /// The keys derived from the default columns.
  package static let plainKeys = keys.filter { !$0.fields.isSubset(of: .extra) }

  /// The title's key comes first.
  package static let keys: [BookKey] = columns.reduce(into: []) { keys, field in
    for column in field.keys {
      if let known = keys.firstIndex(where: { $0.column == column }) {
        keys[known].fields.formUnion(field.field)
      } else {
        keys.append(BookKey(column: column, fields: field.field))
      }
    }
  }
}

// MARK: For the generator of the bindings

extension BookField {
  /// The kinds of conditions that a query can place on a single field.
  package enum Filter: Sendable {
    /// The field contains a text; a language matches the given language.
    case contains
    /// The field is between two numbers.
    case range
    /// The field is true, or false. A query compares it as a range of 0 and 1.
    case flag
  }

  package var filter: Filter? {
    guard place == .row else { return nil }
    switch kind {
    case .text: return rule == .name || rule == .language ? .contains : nil
    case .int32: return rule == .rating ? nil : .range
    case .flag: return .flag
    default: return nil
    }
  }
  package var isSearched: Bool { weight != nil }
}
