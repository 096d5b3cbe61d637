// The rule that a field's value must keep.
import BookwormStorage
import BookwormText

enum FieldRule {
  /// No other than that of its kind.
  case kind
  /// Not blank, and no longer than a name.
  case name
  /// Not blank, and of any length that a text may have.
  case visible
  /// Not blank, and no longer than a key may be: see Rules.sourceLimit.
  case source
  /// What was taken of a source's book: see SourceValues.
  case taken
  /// A search line.
  case line
  case rating, seriesNumber, price, currency, language
  /// Above 0, and from 0 on.
  case positive, notNegative
  case outcome, percent, quantity, colour

  /// The most bytes that a text may have.
  var textLimit: Int {
    switch self {
    case .name, .currency, .language, .colour: Rules.nameLimit
    case .source: Rules.sourceLimit
    case .taken: Rules.takenLimit
    case .line: SearchLine.limit
    default: Rules.textLimit
    }
  }
}

extension SlotDraft {
  /// Of a field that is given.
  @inline(__always)  // Once for every value of every book.
  func check(_ field: Fields, _ traits: EntityField.Traits) throws {
    switch (traits.rule, traits.kind) {
    case (.name, .text): try Rules.name(text(field), Fields.name(of: field))
    case (.currency, _): _ = try Currency.check(text(field))
    case (.rating, _): try Rules.rating(int32(field))
    case (.seriesNumber, _): try Rules.seriesNumber(double(field))
    case (.language, _): try Rules.language(text(field), Fields.name(of: field))
    case (.positive, _): try Rules.positive(int32(field), Fields.name(of: field))
    case (.price, _): try Rules.price(int64(field))
    case (.visible, _), (.source, _):
      try Rules.name(text(field), Fields.name(of: field), limit: traits.rule.textLimit)
    case (.taken, _):
      try Rules.text(text(field), Fields.name(of: field), limit: Rules.takenLimit)
      _ = try SourceValues(text(field))
    case (.line, _): _ = try SearchLine.query(text(field))
    case (.colour, _): _ = try Colour.check(text(field))
    case (.outcome, _): try Rules.outcome(int32(field))
    case (.percent, _): try Rules.percent(double(field))
    case (.quantity, _): try Rules.quantity(int32(field))
    case (.notNegative, _): try Rules.notNegative(int64(field), Fields.name(of: field))
    case (_, .text): try Rules.text(text(field), Fields.name(of: field))
    case (_, .flag): try Rules.flag(int32(field), Fields.name(of: field))
    case (_, .status): _ = try Rules.status(int32(field))
    case (_, .instant): try Rules.instant(int64(field), Fields.name(of: field))
    case (_, .date): try Rules.date(int32(field), Fields.name(of: field))
    case (_, .int32), (_, .int64), (_, .double), (_, .int64List), (_, .textList), (_, .uuid): break
    }
  }

  /// The text as it is stored: where a rule has one form of it, in that form, which `buffer` may
  /// hold.
  @inline(__always)
  func stored(
    _ field: Fields, _ traits: EntityField.Traits, _ buffer: inout ByteBuffer
  ) -> Bytes {
    switch traits.rule {
    case .currency: return Currency.find(text(field))?.code ?? text(field)
    case .language:
      LanguageTag.canonical(text(field), into: &buffer)
      return buffer.bytes
    default: return text(field)
    }
  }
}
