// A field rule is the rule that a field's values must obey.
import BookwormStorage
import BookwormText

package enum FieldRule: BitwiseCopyable {
  /// The field has only the rule of its kind of value.
  case kind
  /// Not blank, and at most as long as a name.
  case name
  /// Not blank, and at most as long as any text.
  case visible
  /// Not blank, and at most as long as a key: see Rules.sourceLimit.
  case source
  /// The values taken from a source's book: see SourceValues.
  case taken
  /// A search line.
  case line
  case rating, exactRating, seriesNumber, price, currency, language
  /// Above 0; and 0 or above.
  case positive, notNegative
  case outcome, percent, quantity, colour

  /// The most bytes that a text may have.
  var textLimit: Int {
    switch self {
    case .name, .currency, .language, .colour: Rules.nameLimit
    case .source: Rules.sourceLimit
    case .taken: Rules.takenLimit
    case .line: Rules.lineLimit
    default: Rules.textLimit
    }
  }
}

extension SlotDraft {
  /// Checks a field that is given.
  @inline(__always)  // Once for every value of every book.
  package func check(_ field: Fields, _ traits: EntityField.Traits) throws {
    switch (traits.rule, traits.kind) {
    case (.name, .text): try Rules.name(text(field), Fields.name(of: field))
    case (.currency, _): _ = try Currency.check(text(field))
    case (.rating, _): try Rules.rating(int32(field))
    case (.exactRating, _): try ExactRating.check(double(field))
    case (.seriesNumber, _): try Rules.seriesNumber(double(field))
    case (.language, _): try Rules.language(text(field), Fields.name(of: field))
    case (.positive, _): try Rules.positive(int32(field), Fields.name(of: field))
    case (.price, _): try Rules.price(int64(field))
    case (.visible, _), (.source, _):
      try Rules.name(text(field), Fields.name(of: field), limit: traits.rule.textLimit)
    case (.taken, _), (.line, _):
      try Rules.text(text(field), Fields.name(of: field), limit: traits.rule.textLimit)
      try Fields.check(form: text(field))
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
    // A list is checked as a whole.
    case (_, .int32), (_, .int64), (_, .double), (_, .uuid): break
    case (_, .int64List), (_, .textList), (_, .dateList), (_, .outcomeList): break
    }
  }

  /// Returns the text in its stored form. If a rule has a canonical form, this is that form, and
  /// `buffer` may hold it.
  @inline(__always)
  package func stored(
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
