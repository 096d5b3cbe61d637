// The rule that a field's value must keep.
import BookwormStorage

enum BookRule {
  /// No other than that of its kind.
  case kind
  /// Not blank, and no longer than a name.
  case name
  case rating, seriesNumber, price, currency

  /// The most bytes that a text may have.
  var textLimit: Int {
    switch self {
    case .name, .currency: Rules.nameLimit
    default: Rules.textLimit
    }
  }
}

extension BookField {
  /// The draft gives it.
  @inline(__always)  // Once for every value of every book.
  func check(_ draft: BookDraft) throws {
    switch (rule, kind) {
    case (.name, .text): try Rules.name(draft.text(field), name.description)
    case (.currency, _): _ = try Currency.check(draft.text(field))
    case (.rating, _): try Rules.rating(draft.int32(field))
    case (.seriesNumber, _): try Rules.seriesNumber(draft.double(field))
    case (.price, _): try Rules.price(draft.int64(field))
    case (_, .text): try Rules.text(draft.text(field), name.description)
    case (_, .flag): try Rules.flag(draft.int32(field), name.description)
    case (_, .status): _ = try Rules.status(draft.int32(field))
    case (_, .instant): try Rules.instant(draft.int64(field), name.description)
    case (_, .date): try Rules.date(draft.int32(field), name.description)
    case (_, .int32), (_, .int64), (_, .double), (_, .int64List), (_, .textList): break
    }
  }
}
