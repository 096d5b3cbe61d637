// The rule that a field's value must keep.
import BookwormStorage
import BookwormText

enum BookRule {
  /// No other than that of its kind.
  case kind
  /// Not blank, and no longer than a name.
  case name
  case rating, seriesNumber, price, currency, language
  /// Above 0.
  case positive

  /// The most bytes that a text may have.
  var textLimit: Int {
    switch self {
    case .name, .currency, .language: Rules.nameLimit
    default: Rules.textLimit
    }
  }
}

extension BookDraft {
  /// Of a field that is given.
  @inline(__always)  // Once for every value of every book.
  func check(_ field: BookFields, _ traits: BookField.Traits) throws {
    switch (traits.rule, traits.kind) {
    case (.name, .text): try Rules.name(text(field), BookField.name(of: field))
    case (.currency, _): _ = try Currency.check(text(field))
    case (.rating, _): try Rules.rating(int32(field))
    case (.seriesNumber, _): try Rules.seriesNumber(double(field))
    case (.language, _): try Rules.language(text(field), BookField.name(of: field))
    case (.positive, _): try Rules.positive(int32(field), BookField.name(of: field))
    case (.price, _): try Rules.price(int64(field))
    case (_, .text): try Rules.text(text(field), BookField.name(of: field))
    case (_, .flag): try Rules.flag(int32(field), BookField.name(of: field))
    case (_, .status): _ = try Rules.status(int32(field))
    case (_, .instant): try Rules.instant(int64(field), BookField.name(of: field))
    case (_, .date): try Rules.date(int32(field), BookField.name(of: field))
    case (_, .int32), (_, .int64), (_, .double), (_, .int64List), (_, .textList), (_, .uuid): break
    }
  }

  /// The text as it is stored: where a rule has one form of it, in that form, which `buffer` may
  /// hold.
  @inline(__always)
  func stored(
    _ field: BookFields, _ traits: BookField.Traits, _ buffer: inout ByteBuffer
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
