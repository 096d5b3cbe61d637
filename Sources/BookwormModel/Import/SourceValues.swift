// What was last taken of a source's book, as a text: a line for each field that the source speaks
// of, its name and its values, with a tab before each. It is compared byte by byte, field by field,
// with what the source gives now and with what the book has here. Behind them stands what of it is
// the reader's.
import BookwormStorage
import BookwormText

struct SourceValues {
  /// Fields that are compared as one.
  struct Unit: Sendable {
    let name: StaticString
    let fields: BookFields
    /// What stands for it where the source has never spoken of it.
    let byDefault: StaticString
  }

  /// In the order of the lines.
  static let units: [Unit] =
    BookField.columns.filter {
      BookFields.givable.subtracting(.priced).contains($0.field)
    }.map {
      let isZero = BookFields.zeroByDefault.contains($0.field)
      return Unit(name: $0.name, fields: $0.field, byDefault: isZero ? "\t0" : "")
    } + [
      Unit(name: "price", fields: .priced, byDefault: ""),
      Unit(name: "identifiers", fields: .identifiers, byDefault: ""),
      Unit(name: "genres", fields: .genreNames, byDefault: ""),
      Unit(name: "own", fields: [], byDefault: ""),
      Unit(name: "own_identifiers", fields: [], byDefault: ""),
      Unit(name: "own_genres", fields: [], byDefault: ""),
    ]

  static let identifiers = units.count - 5
  static let genres = units.count - 4
  static let own = units.count - 3

  private let text: Bytes
  /// Of each unit that has a line: the tabs and values.
  private var values: [Range<Int>?]

  /// Borrows the text.
  init(_ text: Bytes) throws {
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

  private static let tab = UInt8(ascii: "\t")
  private static let newLine = UInt8(ascii: "\n")

  static let damaged = Failure(
    .invalid, "taken", "taken is not of lines with the fields of a book, each once, in their order")

  /// Nil where it has no line.
  subscript(unit: Int) -> Bytes? { values[unit].map { Bytes(rebasing: text[$0]) } }

  /// The values of a list, as they were before they were written.
  func items(_ unit: Int) throws -> [[UInt8]] {
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

  /// What a draft gives of the fields that the source speaks of.
  static func write(_ draft: BookDraft, of fields: BookFields, into text: inout ByteBuffer) {
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

  /// This one, with what a newer one says, and what is the reader's.
  func write(with newer: SourceValues, _ own: OwnValues, into merged: inout ByteBuffer) {
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
