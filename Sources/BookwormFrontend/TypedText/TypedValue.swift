// A typed value is the value of a field outside any row: the meaning of a text that a person has
// typed, or the value that a form shows as text.
import BookwormRecords
import BookwormStorage

package enum TypedValue: Sendable {
  case absent
  case integer(Int64)
  case real(Double)
  case text([UInt8])
  /// An amount in the currency's minor unit, and the currency's code.
  case price(Int64, [UInt8])
  case texts([[UInt8]])
  case identifiers([(scheme: [UInt8], value: [UInt8])])
  case contributors([TypedContributor])
}

/// The numbers are those of bw_value_kind.
package enum TypedKind: Int32, CaseIterable, Sendable {
  case absent, integer, real, text, flag, status, outcome, day, instant, price
  case texts, identifiers, contributors
}

/// An empty sort form or role means that it is not given.
package struct TypedContributor: Equatable, Sendable {
  package var name: [UInt8]
  package var sort: [UInt8]
  package var role: [UInt8]

  package init(name: [UInt8], sort: [UInt8] = [], role: [UInt8] = []) {
    (self.name, self.sort, self.role) = (name, sort, role)
  }
}

extension TypedValue: Equatable {
  package static func == (one: Self, other: Self) -> Bool {
    switch (one, other) {
    case (.absent, .absent): true
    case (.integer(let one), .integer(let other)): one == other
    case (.real(let one), .real(let other)): one == other
    case (.text(let one), .text(let other)): one == other
    case (.price(let one, let code), .price(let other, let otherCode)):
      one == other && code == otherCode
    case (.texts(let one), .texts(let other)): one == other
    case (.identifiers(let one), .identifiers(let other)):
      one.elementsEqual(other) { $0.scheme == $1.scheme && $0.value == $1.value }
    case (.contributors(let one), .contributors(let other)): one == other
    default: false
    }
  }
}

extension TypedValue {
  var isNothing: Bool {
    switch self {
    case .absent: true
    case .integer, .real, .text, .price: false
    case .texts, .identifiers, .contributors: texts.isEmpty
    }
  }

  /// Its texts: for identifiers, all values, then all schemes; for contributors, all names, then
  /// all roles, then all sort forms.
  package var texts: [[UInt8]] {
    switch self {
    case .absent, .integer, .real: []
    case .text(let text): [text]
    case .price(_, let currency): [currency]
    case .texts(let texts): texts
    case .identifiers(let pairs): pairs.map(\.value) + pairs.map(\.scheme)
    case .contributors(let people):
      people.map(\.name) + people.map(\.role) + people.map(\.sort)
    }
  }

  /// Returns its texts as a result, which holds them for a caller.
  package func heldTexts() throws -> RowSet {
    let rows = try RowSet(.text, TypedValue.layout, expecting: texts.count)
    for text in texts {
      try text.withUnsafeBufferPointer { text in
        try rows.appendRow { try rows.append(text, to: rows.layout.columns[0]) }
      }
    }
    return rows
  }

  private static let layout = RowLayout([ColumnSpec(.text)])
}

// MARK: Rows

extension RowSet {
  /// Returns the value of a field of a row.
  func typedValue(_ field: TypedField, _ row: Int) throws -> TypedValue {
    func texts(_ bit: BookFields) throws -> [[UInt8]] {
      let column = try fieldColumn(bit.rawValue)
      let items = self.column(column)
      return list(column, row).map { Array(items.text($0)) }
    }
    switch field.form {
    case .list: return .texts(try texts(BookFields(rawValue: field.line.bit)))
    case .identifiers:
      let pairs = zip(try texts(.identifierSchemes), try texts(.identifierValues))
      return .identifiers(pairs.map { ($0, $1) })
    case .contributors:
      let (sorts, roles) = (try texts(.contributorSorts), try texts(.contributorRoles))
      let people = try texts(.contributorNames).enumerated().map { place, name in
        TypedContributor(name: name, sort: sorts[place], role: roles[place])
      }
      return .contributors(people)
    default: break
    }
    let column = try fieldColumn(field.line.bit)
    guard isPresent(column, row) else { return .absent }
    switch column.type {
    case .int32: return .integer(Int64(number(column, row, as: Int32.self)))
    case .double: return .real(number(column, row, as: Double.self))
    case .text: return .text(Array(text(column, row)))
    case .int64:
      let number = number(column, row, as: Int64.self)
      guard field.form == .price else { return .integer(number) }
      return .price(number, Array(text(try fieldColumn(field.currency), row)))
    case .int64List, .textList, .uuid: return .absent
    }
  }

  private func fieldColumn(_ bit: UInt64) throws -> RowLayout.Column {
    guard let column = layout.columns.first(where: { $0.bit == bit }) else {
      throw Failure(.argument, "field", "the result does not have all of the field")
    }
    return column
  }
}

extension BookDraft {
  /// A draft that gives the value of a typed field; an empty draft if the value is absent.
  init(_ field: TypedField, _ value: TypedValue) {
    self.init()
    let fields = BookFields(rawValue: field.bits)
    let held = HeldTexts(value.texts)
    self.held = held
    let texts = held.texts
    switch value {
    case .absent: break
    case .integer(let number): give(fields, number)
    case .real(let number): give(fields, number)
    case .text: for text in texts { give(fields, text) }
    case .price(let amount, _):
      give(.price, amount)
      for text in texts { give(.currency, text) }
    case .texts: give(fields, texts)
    case .identifiers(let pairs):
      given = fields
      identifiers = pairs.indices.map { (texts[pairs.count + $0], texts[$0]) }
    case .contributors(let people):
      given = fields
      contributors = people.indices.map {
        GivenContributor(
          name: texts[$0], sort: texts[2 * people.count + $0], role: texts[people.count + $0])
      }
    }
  }
}

extension [UInt8] {
  /// A result with this one text.
  package func asResult() throws -> RowSet { try TypedValue.text(self).heldTexts() }
}
