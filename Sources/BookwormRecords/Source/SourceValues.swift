// Source values are the values last taken from a source's book, as a text. It has a line for each
// field that the source has: the field's name and its values, with a tab before each. It is
// compared byte by byte, field by field, with the source's current values and the book's values
// here. After these lines come the book's own values (see OwnValues); the readings that the source
// has given, unless they follow from the lines status, started and finished; and a checksum of its
// last lists of readings.
import BookwormStorage
import BookwormText

package struct SourceValues {
  /// Fields that are compared as one.
  package struct Unit: Sendable {
    let name: StaticString
    package let fields: BookFields
    /// The value if the source has never mentioned the unit.
    package let byDefault: StaticString
  }

  /// In the order of the lines.
  package static let units: [Unit] =
    BookField.columns.filter {
      BookFields.givable.subtracting(.priced).subtracting(.exactRating).contains($0.field)
    }.map {
      let isZero = BookFields.zeroByDefault.contains($0.field)
      let fields = $0.field == .rating ? .rated : $0.field
      return Unit(name: $0.name, fields: fields, byDefault: isZero ? "\t0" : "")
    } + [
      Unit(name: "contributors", fields: .contributors, byDefault: ""),
      Unit(name: "price", fields: .priced, byDefault: ""),
      Unit(name: "identifiers", fields: .identifiers, byDefault: ""),
      Unit(name: "genres", fields: .genreNames, byDefault: ""),
      Unit(name: "own", fields: [], byDefault: ""),
      Unit(name: "own_identifiers", fields: [], byDefault: ""),
      Unit(name: "own_genres", fields: [], byDefault: ""),
      Unit(name: "readings", fields: [], byDefault: ""),
      Unit(name: "reading_lists", fields: [], byDefault: ""),
    ]

  /// The place of the unit of both ratings: the whole rating, and the exact rating if there is one.
  package static let rating = units.firstIndex { $0.fields == .rated } ?? 0
  package static let identifiers = units.count - 7
  package static let genres = units.count - 6
  static let own = units.count - 5

  private let text: Bytes
  /// The tabs and values of each unit that has a line.
  private var values: [Range<Int>?]

  /// Borrows the text.
  package init(_ text: Bytes) throws {
    self.text = text
    values = [Range<Int>?](repeating: nil, count: SourceValues.units.count)
    var (start, unit) = (0, 0)
    while start < text.count {
      guard let end = text[start...].firstIndex(of: SourceValues.newLine) else {
        throw SourceValues.damaged
      }
      let line = text[start..<end]
      let nameEnd = line.firstIndex(of: SourceValues.tab) ?? end
      while unit < SourceValues.units.count,
        !SourceValues.units[unit].name.bytes.elementsEqual(text[start..<nameEnd])
      {
        unit += 1
      }
      guard unit < SourceValues.units.count else { throw SourceValues.damaged }
      values[unit] = nameEnd..<end
      start = end + 1
    }
  }

  package static let tab = UInt8(ascii: "\t")
  private static let newLine = UInt8(ascii: "\n")

  package static let damaged = Failure(
    .invalid, "taken",
    "taken is malformed; each line must have the name of a field of a book and its values, and"
      + " the fields must be in the library's order")

  /// Nil if the unit has no line.
  package subscript(unit: Int) -> Bytes? { values[unit].map { Bytes(rebasing: text[$0]) } }

  /// Returns the values of a list in their original form, without escapes.
  package func items(_ unit: Int) throws -> [[UInt8]] {
    guard let values = self[unit], !values.isEmpty else { return [] }
    return try values.dropFirst().split(
      separator: SourceValues.tab, omittingEmptySubsequences: false
    ).map(SourceValues.unescaped)
  }

  private static func unescaped(_ item: Slice<Bytes>) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var isEscaped = false
    for byte in item {
      switch (isEscaped, byte) {
      case (false, UInt8(ascii: "\\")):
        isEscaped = true
        continue
      case (true, UInt8(ascii: "t")): bytes.append(tab)
      case (true, UInt8(ascii: "n")): bytes.append(newLine)
      default: bytes.append(byte)
      }
      isEscaped = false
    }
    return bytes
  }

  // MARK: Writing

  /// Writes a draft's values of the fields that the source has.
  package static func write(
    _ draft: BookDraft, of fields: BookFields, into text: inout ByteBuffer
  ) throws {
    var stored = ByteBuffer()
    text.removeAll()
    for unit in units where !fields.isDisjoint(with: unit.fields) {
      text.append(unit.name.bytes)
      switch unit.fields {
      case .identifiers:
        for (scheme, value) in draft.givenIdentifiers {
          append(scheme, to: &text)
          append(value, to: &text)
        }
      case .contributors:
        for contributor in try draft.storedContributors() {
          for item in [contributor.name, contributor.sort, contributor.role] {
            item.withUnsafeBufferPointer { append($0, to: &text) }
          }
        }
      case .genreNames: for name in draft.givenGenreNames { append(name, to: &text) }
      default:
        for field in unit.fields.bits where draft.given.contains(field) {
          append(field, of: draft, &stored, to: &text)
        }
      }
      text.append(newLine)
    }
  }

  private static func append(
    _ field: BookFields, of draft: BookDraft, _ stored: inout ByteBuffer, to text: inout ByteBuffer
  ) {
    let traits = BookField.traits(of: field)
    switch traits.kind.type {
    case .text: append(draft.stored(field, traits, &stored), to: &text)
    case .double: append(draft.double(field).description, to: &text)
    default: append(String(draft.int64(field)), to: &text)
    }
  }

  private static func append(_ value: String, to text: inout ByteBuffer) {
    var value = value
    value.withUTF8 { append($0, to: &text) }
  }

  private static func append(_ value: Bytes, to text: inout ByteBuffer) {
    text.append(tab)
    var start = 0
    for (place, byte) in value.enumerated() {
      guard byte == tab || byte == newLine || byte == UInt8(ascii: "\\") else { continue }
      text.append(Bytes(rebasing: value[start..<place]))
      text.append(UInt8(ascii: "\\"))
      text.append(byte == tab ? UInt8(ascii: "t") : byte == newLine ? UInt8(ascii: "n") : byte)
      start = place + 1
    }
    text.append(Bytes(rebasing: value[start...]))
  }

  /// Merges these values with a newer text, and adds the book's own values.
  package func write(with newer: SourceValues, _ own: OwnValues, into merged: inout ByteBuffer) {
    merged.removeAll()
    for (place, unit) in SourceValues.units.enumerated() {
      guard place < SourceValues.own else {
        SourceValues.append(own.items(place), of: unit, to: &merged)
        continue
      }
      guard let values = newer[place] ?? self[place] else { continue }
      merged.append(unit.name.bytes)
      merged.append(values)
      merged.append(SourceValues.newLine)
    }
  }

  private static func append(_ items: [[UInt8]], of unit: Unit, to text: inout ByteBuffer) {
    guard !items.isEmpty else { return }
    text.append(unit.name.bytes)
    for item in items { item.withUnsafeBufferPointer { append($0, to: &text) } }
    text.append(newLine)
  }
}
