// Reads and writes lists: genres, identifiers and people. Within quotes, a separator is text.
import BookwormRecords
import BookwormStorage
import BookwormText

/// A part of a typed list, and which of its bytes were in quotes.
struct TypedItem {
  private var bytes: [UInt8] = []
  private var isQuoted: [Bool] = []
  /// The last byte that is not an unquoted blank, while a text is split.
  private var last: (byte: UInt8, isQuoted: Bool)?

  private init(_ bytes: some Sequence<UInt8>, _ isQuoted: some Sequence<Bool>) {
    (self.bytes, self.isQuoted) = (Array(bytes), Array(isQuoted))
  }

  fileprivate init() {}

  /// Whether a quotation mark here opens a quote: only blanks may come between it and the beginning
  /// of the item, or one of the signs.
  private func mayOpenQuote(after signs: [UInt8]) -> Bool {
    last.map { !$0.isQuoted && signs.contains($0.byte) } ?? true
  }

  /// Splits a text at unquoted separators and line ends. Items without a visible text are left out.
  static func split(
    _ text: Bytes, at separator: UInt8, signs: [UInt8] = [], _ field: TypedField
  ) throws -> [TypedItem] {
    var (items, item) = ([TypedItem](), TypedItem())
    func end() throws {
      if !item.text.isEmpty { items.append(item) }
      try Rules.list(items.count, field.name)
      item = TypedItem()
    }
    var place = 0
    var opened: Int?
    while place < text.count {
      let quote = SearchLineLexer.quoteLength(text, at: place)
      if quote > 0, opened != nil {
        let next = SearchLineLexer.quoteLength(text, at: place + quote)
        if next == 0 { opened = nil }
        for byte in text[(place + quote)..<(place + quote + next)] { item.append(byte, true) }
        place += quote + next
      } else if quote > 0, item.mayOpenQuote(after: signs) {
        opened = place
        place += quote
      } else {
        let byte = text[place]
        if opened == nil, byte == separator || byte == 0x0A || byte == 0x0D {
          try end()
        } else {
          item.append(byte, opened != nil)
        }
        place += 1
      }
    }
    if let opened {
      var failure = field.invalid("a list with a quote that is not closed", .quote)
      failure.offset = Int64(opened)
      throw failure
    }
    try end()
    return items
  }

  private mutating func append(_ byte: UInt8, _ quoted: Bool) {
    bytes.append(byte)
    isQuoted.append(quoted)
    if byte != 0x20 || quoted { last = (byte, quoted) }
  }

  /// The text without unquoted white space at its ends.
  var text: [UInt8] {
    func isSpace(_ place: Int) -> Bool {
      !isQuoted[place]
        && (bytes[place] == 0x20 || bytes[place] == 0x09)
    }
    var range = bytes.indices
    while let first = range.first, isSpace(first) { range.removeFirst() }
    while let last = range.last, isSpace(last) { range.removeLast() }
    return Array(bytes[range])
  }

  /// Divides the item at an unquoted sign, which belongs to neither part; nil if there is none.
  func divided(at sign: UInt8, last: Bool = false) -> (TypedItem, TypedItem)? {
    let places = bytes.indices.filter { bytes[$0] == sign && !isQuoted[$0] }
    guard let place = last ? places.last : places.first else { return nil }
    return (
      TypedItem(bytes[..<place], isQuoted[..<place]),
      TypedItem(bytes[(place + 1)...], isQuoted[(place + 1)...])
    )
  }

  /// The item without the unquoted sign at its end; nil if no such sign is there.
  func dropping(_ sign: UInt8) -> TypedItem? {
    guard let end = bytes.lastIndex(where: { $0 != 0x20 }), bytes[end] == sign, !isQuoted[end]
    else { return nil }
    return TypedItem(bytes[..<end], isQuoted[..<end])
  }

  var hasQuotes: Bool { isQuoted.contains(true) }

  /// Returns a text as it is typed: in quotes if it would be read as something else.
  static func written(_ text: [UInt8], quoting signs: String, always: Bool = false) -> [UInt8] {
    let isPlain = text.allSatisfy { !signs.utf8.contains($0) && $0 != 0x0A && $0 != 0x0D }
    let ends = [text.first, text.last]
    let doubled = withDoubledQuotes(text)
    let hasQuotes = doubled.count > text.count
    if isPlain, !hasQuotes, !always, !ends.contains(0x20), !ends.contains(0x09), !text.isEmpty {
      return text
    }
    return [UInt8(ascii: "\"")] + doubled + [UInt8(ascii: "\"")]
  }

  private static func withDoubledQuotes(_ text: [UInt8]) -> [UInt8] {
    text.withUnsafeBufferPointer { text in
      var doubled: [UInt8] = []
      for place in text.indices {
        // A quotation mark is written twice: first as a whole, then byte by byte, like any other
        // text.
        let quote = SearchLineLexer.quoteLength(text, at: place)
        doubled += text[place..<(place + quote)]
        doubled.append(text[place])
      }
      return doubled
    }
  }
}

enum TypedList {
  private static let comma = Array(", ".utf8)

  // MARK: Genres

  static func genres(_ text: Bytes, _ field: TypedField) throws -> [[UInt8]] {
    try TypedItem.split(text, at: UInt8(ascii: ","), field).map(\.text)
  }

  static func format(_ genres: [[UInt8]]) -> [UInt8] {
    Array(genres.map { TypedItem.written($0, quoting: ",") }.joined(separator: comma))
  }

  // MARK: Identifiers

  /// Items are separated by commas. Each has a scheme, a colon and a value; an item without a
  /// scheme is an ISBN. With the scheme isbn, the value must also be an ISBN, unless it is in
  /// quotes, because some books have misprinted numbers.
  static func identifiers(
    _ text: Bytes, _ field: TypedField
  ) throws -> [(scheme: [UInt8], value: [UInt8])] {
    let colon = UInt8(ascii: ":")
    return try TypedItem.split(text, at: UInt8(ascii: ","), signs: [colon], field).map { item in
      guard let (scheme, value) = item.divided(at: colon), !isLongISBN(scheme) else {
        let number = item.divided(at: colon)?.1 ?? item
        return (Array("isbn".utf8), try isbn(number.text, field))
      }
      if isISBN(scheme.text), !value.hasQuotes, !value.text.isEmpty {
        _ = try isbn(value.text, field)
      }
      return (scheme.text, value.text)
    }
  }

  private static func isISBN(_ scheme: [UInt8]) -> Bool { SearchLine.lowercased(scheme) == "isbn" }

  /// Whether the scheme is "ISBN-13" or "ISBN-10", which give the length of a number and are not
  /// stored as schemes.
  private static func isLongISBN(_ scheme: TypedItem) -> Bool {
    !scheme.hasQuotes && isLongISBN(scheme.text)
  }

  private static func isLongISBN(_ scheme: [UInt8]) -> Bool {
    ["isbn-10", "isbn-13", "isbn10", "isbn13"].contains(SearchLine.lowercased(scheme))
  }

  private static func isbn(_ text: [UInt8], _ field: TypedField) throws -> [UInt8] {
    do { return try text.withUnsafeBufferPointer { try ISBN.parse($0) }.digits } catch var failure
      as Failure
    {
      (failure.field, failure.reason) = (field.name, .isbn)
      throw failure
    }
  }

  static func format(_ identifiers: [(scheme: [UInt8], value: [UInt8])]) -> [UInt8] {
    let items = identifiers.map { scheme, value in
      let isMisprint =
        isISBN(scheme) && value.withUnsafeBufferPointer { try? ISBN.parse($0) } == nil
      return TypedItem.written(scheme, quoting: ",:", always: isLongISBN(scheme))
        + [UInt8(ascii: ":")] + TypedItem.written(value, quoting: ",", always: isMisprint)
    }
    return Array(items.joined(separator: comma))
  }

  // MARK: People

  /// Contributors are separated by semicolons. Each has a name, and may have a sort form after '='
  /// and a role in parentheses.
  static func contributors(_ text: Bytes, _ field: TypedField) throws -> [TypedContributor] {
    let (equal, open, closed) = (UInt8(ascii: "="), UInt8(ascii: "("), UInt8(ascii: ")"))
    let items = try TypedItem.split(
      text, at: UInt8(ascii: ";"), signs: [equal, open], field)
    return try items.map { item in
      var (rest, role) = (item, [UInt8]())
      if let (name, inside) = item.dropping(closed)?.divided(at: open, last: true) {
        rest = name
        role = inside.hasQuotes ? inside.text : try known(inside.text) ?? inside.text
      }
      if let (name, sort) = rest.divided(at: equal) {
        return TypedContributor(name: name.text, sort: sort.text, role: role)
      }
      return TypedContributor(name: rest.text, role: role)
    }
  }

  /// The stored name of the role that a word means in any language; nil if it means none.
  private static func known(_ word: [UInt8]) throws -> [UInt8]? {
    try ContributorRole.meant(by: word).map { Array($0.name.utf8) }
  }

  static func format(_ people: [TypedContributor], _ language: Language) throws -> [UInt8] {
    let signs = ";=()"
    let items = try people.map { person in
      var text = TypedItem.written(person.name, quoting: signs)
      if !person.sort.isEmpty {
        text += Array(" = ".utf8) + TypedItem.written(person.sort, quoting: signs)
      }
      guard !person.role.isEmpty, person.role != ContributorRole.authorName else { return text }
      return text + Array(" (".utf8) + (try role(person.role, signs, language)) + Array(")".utf8)
    }
    return Array(items.joined(separator: Array("; ".utf8)))
  }

  private static func role(
    _ role: [UInt8], _ signs: String, _ language: Language
  ) throws -> [UInt8] {
    if ContributorRole.allCases.contains(where: { role.elementsEqual($0.name.utf8) }) {
      return Array(Labels.label(String(decoding: role, as: UTF8.self), language).bytes)
    }
    return TypedItem.written(role, quoting: signs, always: try known(role) != nil)
  }
}
