// Presentation
//
// Ratings, colours, and the names of the library's own terms in English, German, Polish and Korean,
// so that all frontends show them in the same way. Nothing here needs a store or must be freed:
// texts live as long as the library is loaded, except that bw_genre_get_display_name() may return
// your own `name`. In a colour 0xRRGGBB, the higher bits are ignored.
import BookwormFrontend
import BookwormRecords
import CBookwormTypes

/// Returns a rating in stars, such as "★★★☆☆" for 3. Values above 5 count as 5, values below 0 as
/// 0, which is not rated: "☆☆☆☆☆". Never NULL.
@_cdecl("bw_rating_stars")
public func bw_rating_stars(_ rating: Int32) -> UnsafePointer<CChar>? {
  RatingPresentation.stars(rating).permanent
}

/// Returns a rating as one character: a face or a digit. Values above 5 count as 5. 0 or less is
/// not rated and has its own mark, "➖" for faces and "–" for digits. Never NULL; an unknown `style`
/// counts as BW_RATING_DIGITS.
@_cdecl("bw_rating_emoji")
public func bw_rating_emoji(_ rating: Int32, _ style: bw_rating_style) -> UnsafePointer<CChar>? {
  RatingPresentation.mark(rating, .orDigits(style)).permanent
}

/// Returns 1 for a rating that a list should highlight as low, which is 1 star. Returns 0 for any
/// other rating, and for a book that is not rated.
@_cdecl("bw_rating_is_low")
public func bw_rating_is_low(_ rating: Int32) -> Int32 {
  RatingPresentation.isLow(rating) ? 1 : 0
}

/// Returns a rating in words, such as "Not rated", "1 star" or "5 stars". Values above 5 count as
/// 5, values below 0 as 0. Never NULL; an unknown `language` counts as English.
@_cdecl("bw_rating_name")
public func bw_rating_name(_ rating: Int32, _ language: bw_language) -> UnsafePointer<CChar>? {
  RatingPresentation.name(rating, .orEnglish(language)).permanent
}

/// Returns an exact rating as stars, to the nearest half: "★★★★½" for 4.5 and for 4.25, "☆☆☆☆☆" for
/// 0 or less. Above 5 counts as 5. Never NULL.
@_cdecl("bw_exact_rating_stars")
public func bw_exact_rating_stars(_ exact_rating: Double) -> UnsafePointer<CChar>? {
  RatingPresentation.stars(exact: exact_rating).permanent
}

/// Returns an exact rating in words, to the nearest quarter, such as "4.25 stars" or "4,25 Sterne".
/// A whole number of stars is named as in bw_rating_name(). Never NULL; an unknown `language`
/// counts as English.
@_cdecl("bw_exact_rating_name")
public func bw_exact_rating_name(
  _ exact_rating: Double, _ language: bw_language
) -> UnsafePointer<CChar>? {
  RatingPresentation.name(exact: exact_rating, .orEnglish(language))
}

/// Converts a rating from another scale, whose highest rating is `best`, to an exact rating: the
/// nearest quarter, halves up, at least 0.25. 7 of 10 is 3.5, and 83 of 100 is 4.25. A `value` of 0
/// means not rated and returns 0, which is not an exact rating. Fails with BW_ERROR_INVALID if
/// `value` is not from 0 to `best`, or `best` is not above 0.
@_cdecl("bw_exact_rating_scale")
public func bw_exact_rating_scale(
  _ value: Double, _ best: Double, _ exact_rating: UnsafeMutablePointer<Double>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    try required(exact_rating, "exact_rating").pointee = try ExactRating.of(value, outOf: best)
  }
}

/// Returns a status in words, such as "In progress", or "Unknown" for an unknown status. Never
/// NULL; an unknown `language` counts as English.
@_cdecl("bw_book_status_name")
public func bw_book_status_name(
  _ status: bw_book_status, _ language: bw_language
) -> UnsafePointer<CChar>? {
  BookStatus.name(status, .orEnglish(language)).permanent
}

/// Gets the name of a genre in the given language. Nine genres have a name in each language: the
/// seven standard genres, plus Fiction and Non Fiction. They are recognised by their English name,
/// ignoring case, and `*text` then lives as long as the library is loaded. Any other genre keeps
/// its stored name: then `*text` points to the bytes of `name`, and is NUL-terminated only if they
/// are.
///
/// Fails with BW_ERROR_INVALID (a blank name), BW_ERROR_TEXT, BW_ERROR_TOO_LARGE, and with
/// BW_ERROR_ARGUMENT for an unknown language.
@_cdecl("bw_genre_get_display_name")
public func bw_genre_get_display_name(
  _ name: UnsafePointer<CChar>?, _ name_length: Int64, _ language: bw_language,
  _ text: UnsafeMutablePointer<bw_text>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (text, language) = (try required(text, "text"), try Language(language))
    text.pointee = try bw_text(
      genre: try givenText(name, name_length, "name"), language)
  }
}

/// Returns the name of a field in the given language, such as "Year of publication" in English.
/// `field` is one BW_BOOK_*, BW_GENRE_*, BW_QUOTE_*, BW_READING_*, BW_ORDER_*, BW_SHELF_* or
/// BW_SOURCE_*, matching `entity`; or one BW_OUTPUT_*; or several fields that a person types as one
/// text (see bw_field_parse()), such as both fields of the identifiers. Never NULL; empty if the
/// entity has no such field. An unknown `language` counts as English.
@_cdecl("bw_field_name")
public func bw_field_name(
  _ entity: bw_entity, _ field: bw_fields, _ language: bw_language
) -> UnsafePointer<CChar>? {
  Labels.field(entity, field, .orEnglish(language)).permanent
}

/// Returns the name of a sort key in the given language, such as "Title" in English. Never NULL;
/// empty for an unknown key. An unknown `language` counts as English.
@_cdecl("bw_sort_key_name")
public func bw_sort_key_name(
  _ key: bw_sort_key, _ language: bw_language
) -> UnsafePointer<CChar>? {
  Labels.sortKey(key, .orEnglish(language)).permanent
}

/// Returns the name of an action in the given language, as on a button, such as "Rate" in English.
/// Never NULL; empty for an unknown action. An unknown `language` counts as English.
@_cdecl("bw_action_name")
public func bw_action_name(
  _ action: bw_action, _ language: bw_language
) -> UnsafePointer<CChar>? {
  Labels.action(action, .orEnglish(language)).permanent
}

/// Gets the question to ask before a book is ordered, in two parts: the words before the title and
/// the words after it, with quotation marks: "Do you want to order “" and "”?". In Korean the words
/// after the title depend on how it ends. Both parts live as long as the library is loaded.
///
/// Fails with BW_ERROR_INVALID (a blank title), BW_ERROR_TEXT, BW_ERROR_TOO_LARGE, and with
/// BW_ERROR_ARGUMENT for an unknown language.
@_cdecl("bw_order_get_question")
public func bw_order_get_question(
  _ title: UnsafePointer<CChar>?, _ title_length: Int64, _ language: bw_language,
  _ before: UnsafeMutablePointer<bw_text>?, _ after: UnsafeMutablePointer<bw_text>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (before, after) = (try required(before, "before"), try required(after, "after"))
    let words = try OrderQuestion.words(
      try givenText(title, title_length, "title"), try Language(language))
    (before.pointee, after.pointee) = (bw_text(words.before.bytes), bw_text(words.after.bytes))
  }
}

/// Formats an amount of money for a language, with the currency's symbol, grouped digits and the
/// decimal sign: 1299 EUR is "€12.99" in English and "12,99 €" in German. `amount` is in the
/// currency's minor unit; `currency` is an ISO 4217 code; case is ignored. Symbols and formats are
/// those of Unicode CLDR 48. Prepare `money` with BW_INIT.
///
/// Fails with BW_ERROR_INVALID if `currency` is not a currency for prices, and with
/// BW_ERROR_ARGUMENT for an unknown language.
@_cdecl("bw_money_format")
public func bw_money_format(
  _ amount: Int64, _ currency: UnsafePointer<CChar>?, _ currency_length: Int64,
  _ language: bw_language, _ money: UnsafeMutablePointer<bw_money>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (money, language) = (try output(money, "money"), try Language(language))
    let code = try givenText(currency, currency_length, "currency")
    money.write(bw_money(try Money.format(amount, code, language)))
  }
}

/// Gets the sentence for an error in the given language, for the person whose input or file caused
/// it: a blank title, a rating out of range, a mistyped ISBN or colour, a name that is taken, a row
/// that was deleted, an invalid search line, a store that is busy, read-only, full or damaged. The
/// sentence begins with the field's label and, in a batch, the row, counted from 1: "Titel: Bitte
/// etwas eingeben.". The sentence for a search line ends with its suggestion: "Meintest du
/// author?". For errors that only a mistake in a program can cause, `text` gets the English
/// message. Prepare `text` with BW_INIT.
///
/// `failed` is an error that a call filled in, or that you filled in yourself; the sentence depends
/// on its `status`, `field`, `reason`, `suggestion` and `row`. BW_INIT sets `row` to 0, which is
/// the first row: set -1 for none. Fails with BW_ERROR_ARGUMENT for an unknown language.
@_cdecl("bw_error_get_text")
public func bw_error_get_text(
  _ failed: UnsafePointer<bw_error>?, _ language: bw_language,
  _ text: UnsafeMutablePointer<bw_sentence>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (failed, language) = (try input(failed, "failed"), try Language(language))
    try output(text, "text").write(bw_sentence(failed.text(language)))
  }
}

/// Gets the sentence of bw_error_get_text() without the field's label and the row, for a form that
/// shows it next to the field: "Bitte etwas eingeben.". Prepare `text` with BW_INIT. Fails with
/// BW_ERROR_ARGUMENT for an unknown language.
@_cdecl("bw_error_get_plain_text")
public func bw_error_get_plain_text(
  _ failed: UnsafePointer<bw_error>?, _ language: bw_language,
  _ text: UnsafeMutablePointer<bw_sentence>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (failed, language) = (try input(failed, "failed"), try Language(language))
    try output(text, "text").write(bw_sentence(failed.plainText(language)))
  }
}

/// Parses a colour, `#RRGGBB` in upper or lower case and with or without the `#`, into the number
/// 0xRRGGBB. Fails with BW_ERROR_INVALID if the text is not a colour: there are no short forms and
/// no opacity.
@_cdecl("bw_colour_parse")
public func bw_colour_parse(
  _ colour: UnsafePointer<CChar>?, _ colour_length: Int64, _ rgb: UnsafeMutablePointer<UInt32>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let rgb = try required(rgb, "rgb")
    rgb.pointee = try Colour.check(try givenText(colour, colour_length, "colour"))
  }
}

/// Formats a colour as text, `#RRGGBB` in upper case. Prepare `colour` with BW_INIT.
@_cdecl("bw_colour_format")
public func bw_colour_format(
  _ rgb: UInt32, _ colour: UnsafeMutablePointer<bw_colour>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) { try output(colour, "colour").write(bw_colour(rgb)) }
}

/// Returns the colour for readable text on a background: black, 0x000000, or white, 0xFFFFFF,
/// whichever has the higher contrast; see bw_colour_contrast().
@_cdecl("bw_colour_text")
public func bw_colour_text(_ rgb: UInt32) -> UInt32 { Colour.text(on: rgb) }

/// Returns the contrast ratio of two colours, from 1 to 21, as the Web Content Accessibility
/// Guidelines 2.x define it (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio). Text needs 4.5 or
/// more.
@_cdecl("bw_colour_contrast")
public func bw_colour_contrast(_ rgb: UInt32, _ other: UInt32) -> Double {
  Colour.contrast(rgb, other)
}

/// Parses a status: its name, such as "completed", its displayed name in any language, or a synonym
/// that the search line accepts, such as "read"; case is ignored. Fails with BW_ERROR_INVALID for
/// any other text.
@_cdecl("bw_book_parse_status")
public func bw_book_parse_status(
  _ text: UnsafePointer<CChar>?, _ text_length: Int64,
  _ status: UnsafeMutablePointer<bw_book_status>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let status = try required(status, "status")
    let found = try BookStatus.parse(try givenText(text, text_length, "text"))
    status.pointee = bw_book_status(rawValue: UInt32(found.rawValue))
  }
}

/// Gets the key of a name, for a program that sorts names itself in the order of the library's
/// lists: case and accents are ignored, and numbers sort by value, so "Book 2" comes before "Book
/// 10". Compare keys with strcmp(). Equal keys mean that the names differ only in case, accents or
/// punctuation. To sort titles, pass the book's `title_sort`, or its `title` if it has none. This
/// call leaves a leading article where it is: it does not apply the rule of
/// bw_store_set_articles_last(), as lists do. Prepare `key` with BW_INIT. Do not store keys:
/// another version of the library may make others. Fails with BW_ERROR_TEXT and BW_ERROR_TOO_LARGE.
@_cdecl("bw_name_get_key")
public func bw_name_get_key(
  _ name: UnsafePointer<CChar>?, _ name_length: Int64, _ key: UnsafeMutablePointer<bw_name_key>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (output, name) = (try output(key, "key"), try givenText(name, name_length, "name"))
    try Rules.text(name, "name", limit: Rules.nameLimit)
    output.write(bw_name_key(try Keys.sort(name)))
  }
}

/// Parses an ISBN (ISO 2108) of 10 or 13 digits and returns its 13 digits. The text may have
/// hyphens or spaces, in any places, and may have a form that spreadsheets give it:
/// ="9780441172719", or an apostrophe before the first digit. Prepare `isbn` with BW_INIT. Fails
/// with BW_ERROR_INVALID if the text is not an ISBN or its check digit is wrong; the message
/// contains the right digit. A book accepts any text as an identifier; a form can check it here
/// first.
@_cdecl("bw_isbn_parse")
public func bw_isbn_parse(
  _ text: UnsafePointer<CChar>?, _ text_length: Int64, _ isbn: UnsafeMutablePointer<bw_isbn>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let output = try output(isbn, "isbn")
    output.write(bw_isbn(try ISBN.parse(try givenText(text, text_length, "text"))))
  }
}
