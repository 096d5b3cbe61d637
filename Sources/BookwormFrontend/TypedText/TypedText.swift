// Converts the text that a person types to the value of a field by the library's rules, and a value
// to the text that a form shows. The meaning of a text depends on the field and on the person's
// language.
import BookwormRecords
import BookwormStorage
import BookwormStore
import BookwormText

package enum TypedText {
  /// Returns the value that a person means. A blank text is an absent value, except that it is 0
  /// for a rating, a status or a flag that is never absent, and an empty list for a list. For a
  /// required field, a blank text is a fault; only a search line may be empty. Throws the fault of
  /// a text that has no meaning, or whose value breaks a rule of the field.
  package static func parse(
    _ field: TypedField, _ text: Bytes, _ language: Language
  ) throws -> TypedValue {
    guard field.line.place != .output else {
      throw Failure(
        .argument, "field", "field is \(field.name), which the library sets; it cannot be typed")
    }
    let isText = [.text, .line, .list, .identifiers, .contributors].contains(field.form)
    try Rules.text(text, field.name, limit: isText ? Rules.textLimit : Rules.nameLimit)
    if UTF8Text.isBlank(text) { return try blank(field) }
    let value = try read(field, text, language)
    try field.check(value)
    return value
  }

  private static func blank(_ field: TypedField) throws -> TypedValue {
    switch (field.line.need, field.form) {
    // An empty search line finds every book.
    case (.required, _) where field.line.rule == .line: return .text([])
    case (.required, _):
      throw Failure(.invalid, field.name, "\(field.name) must contain a visible character")
    case (.always, .rating), (.always, .flag), (.always, .status): return .integer(0)
    case (_, .list): return .texts([])
    case (_, .identifiers): return .identifiers([])
    case (_, .contributors): return .contributors([])
    default: return .absent
    }
  }

  private static func read(
    _ field: TypedField, _ text: Bytes, _ language: Language
  ) throws -> TypedValue {
    switch field.form {
    case .line: return .text(trimmed(text))
    case .text: return .text(withLineFeeds(text))
    case .list: return .texts(try TypedList.genres(text, field))
    case .identifiers: return .identifiers(try TypedList.identifiers(text, field))
    case .contributors: return .contributors(try TypedList.contributors(text, field))
    default: break
    }
    let plain = PlainText.of(text)
    switch field.form {
    case .integer:
      if let number = TypedNumber(plain, language)?.integer { return .integer(number) }
    case .real: if let number = real(plain, field, language) { return .real(number) }
    case .rating:
      if let rating = TypedNumber.rating(plain, language), let whole = Int64(exactly: rating) {
        return .integer(whole)
      }
    case .exactRating:
      if let rating = TypedNumber.rating(plain, language) {
        return rating == 0 ? .absent : .real(rating)
      }
    case .flag: if let flag = TypedFlag.parse(plain) { return .integer(flag ? 1 : 0) }
    case .status:
      if let status = BookStatus(typed: plain.utf8) { return .integer(Int64(status.rawValue)) }
    case .outcome:
      if let outcome = ReadingOutcome(typed: plain) { return .integer(Int64(outcome.rawValue)) }
    case .day:
      switch TypedDay.parse(plain, language) {
      case .day(let day): return .integer(Int64(day))
      case let fault: throw self.fault(fault, field, plain)
      }
    case .instant:
      let (instant, date) = TypedInstant.parse(plain, language)
      guard let instant else { throw fault(date, field, plain) }
      return .integer(instant)
    case .price:
      switch Money.parse(plain, language) {
      case .price(let amount, let currency): return .price(amount, currency)
      case .tooManyDigits:
        throw field.invalid("\(shown(plain)), which has more digits than its currency", .digits)
      case .unreadable: break
      }
    case .language:
      let tag = try Array(plain.utf8).withUnsafeBufferPointer { try LanguageTag.typed($0) }
      if let tag { return .text(tag) }
    case .colour:
      if let colour = Array(plain.utf8).withUnsafeBufferPointer(Colour.parse) {
        return .text(Colour.format(colour))
      }
    case .line, .text, .list, .identifiers, .contributors: break
    }
    // With the reason `.field`, people read the sentence about the field's rule. For an id, that
    // sentence is about a value that could be read, and would not fit.
    let isID = field.line.column == "id"
    throw field.invalid("\(shown(plain)), which cannot be read", isID ? .number : .field)
  }
  private static func real(_ plain: String, _ field: TypedField, _ language: Language) -> Double? {
    var text = plain
    if field.line.rule == .percent, text.hasSuffix("%") {
      text = PlainText.trimmed(text.dropLast())
    }
    if field.line.rule == .seriesNumber, text.hasPrefix("#") { text.removeFirst() }
    return TypedNumber.real(text, language)
  }

  private static func fault(
    _ found: TypedDay.Found, _ field: TypedField, _ plain: String
  ) -> Failure {
    switch found {
    case .twoDays:
      field.invalid(
        "\(shown(plain)), which may be two days; write the month's name, or YYYY-MM-DD", .twoDays)
    case .noSuchDay, .day: field.invalid("\(shown(plain)), which is not a day of the calendar")
    case .unreadable:
      field.invalid("\(shown(plain)), which is not a day; write one such as 2024-03-05", .day)
    }
  }

  private static func shown(_ plain: String) -> String { SearchLine.shown(Array(plain.utf8)) }

  /// The text without white space at its ends.
  private static func trimmed(_ text: Bytes) -> [UInt8] {
    let scalars = String(decoding: text, as: UTF8.self).unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return [] }
    return Array(String(scalars[first...last]).utf8)
  }

  /// Browsers end lines with CR and LF.
  static func withLineFeeds(_ text: Bytes) -> [UInt8] {
    var lines: [UInt8] = []
    lines.reserveCapacity(text.count)
    for (place, byte) in text.enumerated() {
      if byte != 0x0D {
        lines.append(byte)
      } else if place + 1 == text.count || text[place + 1] != 0x0A {
        lines.append(0x0A)
      }
    }
    return lines
  }

  // MARK: Values

  /// Returns the text that a form shows for a value; empty if it is absent. parse() of the text
  /// returns the value again, except for texts with white space at the ends, or with CR in a long
  /// text.
  package static func format(
    _ field: TypedField, _ value: TypedValue, _ language: Language
  ) throws -> [UInt8] {
    for text in value.texts {
      try text.withUnsafeBufferPointer { try Rules.text($0, field.name) }
    }
    switch (field.form, value) {
    case (_, .absent): return []
    case (.price, .price(let amount, let currency)):
      return try currency.withUnsafeBufferPointer { try Money.format(amount, $0, language) }
    case (.list, .texts(let genres)): return TypedList.format(genres)
    case (.identifiers, .identifiers(let identifiers)): return TypedList.format(identifiers)
    case (.contributors, .contributors(let people)):
      return try TypedList.format(people, language)
    case (.language, .text(let tag)):
      return tag.withUnsafeBufferPointer { LanguageNames.name(of: $0, language) }.map { Array($0) }
        ?? tag
    case (.line, .text(let text)), (.text, .text(let text)), (.colour, .text(let text)):
      return text
    case (.real, .real(let number)), (.exactRating, .real(let number)):
      return Array(TypedNumber.format(number, language).utf8)
    case (.real, .integer(let number)), (.exactRating, .integer(let number)):
      return Array("\(number)".utf8)
    case (_, .integer(let number)):
      return Array(try self.text(field, number, language).utf8)
    // A word for a status or a flag.
    case (_, .text(let text)):
      let value = try text.withUnsafeBufferPointer { try parse(field, $0, language) }
      return try format(field, value, language)
    default: throw Failure(.argument, "value", "value is not of the kind of \(field.name)")
    }
  }

  private static func text(
    _ field: TypedField, _ number: Int64, _ language: Language
  ) throws -> String {
    switch field.form {
    case .integer: return "\(number)"
    case .rating: return number == 0 ? "" : "\(number)"
    case .flag: return TypedFlag.format(number != 0, language).description
    case .status, .outcome:
      let status = Int32(exactly: number).flatMap(BookStatus.init(rawValue:))
      return (status?.name(language) ?? BookStatus.unknownName(language)).description
    case .day: return TypedDay.format(Int32(truncatingIfNeeded: number), language)
    case .instant: return TypedInstant.format(number, language)
    default: throw Failure(.argument, "value", "value is not of the kind of \(field.name)")
    }
  }

  /// Returns the text for a field of a row of a result.
  package static func format(
    _ rows: RowSet, _ row: Int, _ field: TypedField, _ language: Language
  ) throws -> [UInt8] {
    try format(field, try rows.typedValue(field, row), language)
  }
}

extension TypedField {
  /// Throws if the value breaks a rule of the field.
  func check(_ value: TypedValue) throws {
    if case .absent = value { return }
    if case .integer(let number) = value, line.kind.type == .int32, Int32(exactly: number) == nil {
      throw invalid("\(number), which is out of range")
    }
    if entity == .book {
      let draft = BookDraft(self, value)
      do { try draft.check(.changeable.union(BookFields(rawValue: bits))) } catch var failure
        as Failure
      {
        if bits.nonzeroBitCount > 1, form != .price { failure.field = name }
        throw failure
      }
    } else if form != .price {
      try check(entity.fieldSet, value)
    }
  }

  private func check<Fields: RowFields>(_: Fields.Type, _ value: TypedValue) throws {
    let field = Fields(rawValue: bits)
    var draft = Draft<Fields>()
    func give(_ value: FieldValue) throws {
      try draft.give(line, value)
      try draft.check(field, Fields.traits[field.slot])
    }
    switch value {
    case .integer(let number): try give(.integer(number))
    case .real(let number): try give(.real(number))
    case .text(let text): try text.withUnsafeBufferPointer { try give(.text($0)) }
    default: break
    }
  }
}

extension ReadingOutcome {
  private static let openWords: Set = ["open", "offen", "otwarta", "열림"]

  /// Accepts the words for "open" and those for a status: a status means the outcome of the latest
  /// reading of a book with that status.
  fileprivate init?(typed word: String) {
    if ReadingOutcome.openWords.contains(word.lowercased()) {
      self = .open
    } else {
      guard let status = BookStatus(typed: word.utf8) else { return nil }
      self.init(rawValue: status.rawValue)
    }
  }
}
