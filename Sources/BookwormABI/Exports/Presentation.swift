// Presentation
//
// What every frontend shows alike: ratings, colours, and the names of what the library itself
// knows, in English, German, Polish and Korean. Nothing here needs a store or is to be freed: texts
// live as long as the library is loaded. Of a colour 0xRRGGBB the bits above are not looked at.
import BookwormModel
import CBookwormTypes

/// A rating in stars, such as "★★★☆☆" for 3. Above 5 counts as 5, below 0 as 0, which is not rated:
/// "☆☆☆☆☆". Never NULL.
@_cdecl("bw_rating_stars")
public func bw_rating_stars(_ rating: Int32) -> UnsafePointer<CChar>? {
  RatingPresentation.stars(rating).permanent
}

/// A rating as one character: a face or a digit. Above 5 counts as 5. 0, or less, is not rated and
/// has a mark of its own, "➖" among the faces and "–" among the digits. Never NULL; a `style` that
/// there is not counts as BW_RATING_DIGITS.
@_cdecl("bw_rating_emoji")
public func bw_rating_emoji(_ rating: Int32, _ style: bw_rating_style) -> UnsafePointer<CChar>? {
  RatingPresentation.mark(rating, .orDigits(style)).permanent
}

/// 1 for a rating that a list should highlight as low, which is 1 star; else 0, also for not rated.
@_cdecl("bw_rating_is_low")
public func bw_rating_is_low(_ rating: Int32) -> Int32 {
  RatingPresentation.isLow(rating) ? 1 : 0
}

/// A rating in words, such as "Not rated", "1 star" or "5 stars". Above 5 counts as 5, below 0 as
/// 0. Never NULL; a `language` that there is not counts as English.
@_cdecl("bw_rating_name")
public func bw_rating_name(_ rating: Int32, _ language: bw_language) -> UnsafePointer<CChar>? {
  RatingPresentation.name(rating, .orEnglish(language)).permanent
}

/// A status in words, such as "In progress"; "Unknown" for one that there is not. Never NULL; a
/// `language` that there is not counts as English.
@_cdecl("bw_book_status_name")
public func bw_book_status_name(
  _ status: bw_book_status, _ language: bw_language
) -> UnsafePointer<CChar>? {
  BookStatus.name(status, .orEnglish(language)).permanent
}

/// Tells how a genre is called in a language: a standard genre, found by its English name in any
/// case, has a name in each; then `*text` lives as long as the library. Any other genre is called
/// as it is stored: then `*text` is your own bytes again, and ends in a NUL only if they do.
///
/// Fails with BW_ERROR_INVALID (a blank name), BW_ERROR_TEXT, BW_ERROR_TOO_LARGE, and with
/// BW_ERROR_ARGUMENT for a language that there is not.
@_cdecl("bw_genre_get_display_name")
public func bw_genre_get_display_name(
  _ name: UnsafePointer<CChar>?, _ name_length: Int64, _ language: bw_language,
  _ text: UnsafeMutablePointer<bw_text>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (text, language) = (try required(text, "text"), try Language(language))
    text.pointee = try bw_text(
      genre: try BookwormABI.text(name, name_length, "name"), language)
  }
}

/// Reads a colour, `#RRGGBB` with or without the `#` and in any case, as the number 0xRRGGBB. Fails
/// with BW_ERROR_INVALID where the text is no colour: there is no short form and no opacity.
@_cdecl("bw_colour_parse")
public func bw_colour_parse(
  _ colour: UnsafePointer<CChar>?, _ colour_length: Int64, _ rgb: UnsafeMutablePointer<UInt32>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let rgb = try required(rgb, "rgb")
    rgb.pointee = try Colour.check(try text(colour, colour_length, "colour"))
  }
}

/// Writes a colour as text, `#RRGGBB` in capitals. Prepare `colour` with BW_INIT.
@_cdecl("bw_colour_format")
public func bw_colour_format(
  _ rgb: UInt32, _ colour: UnsafeMutablePointer<bw_colour>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) { try output(colour, "colour").write(bw_colour(rgb)) }
}

/// The colour in which text can be read on a colour: black, 0x000000, or white, 0xFFFFFF, whichever
/// has the higher contrast; see bw_colour_contrast().
@_cdecl("bw_colour_text")
public func bw_colour_text(_ rgb: UInt32) -> UInt32 { Colour.text(on: rgb) }

/// How well two colours can be told apart: their contrast ratio, from 1 to 21, as the Web Content
/// Accessibility Guidelines 2.x define it (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio). Text
/// wants 4.5 or more.
@_cdecl("bw_colour_contrast")
public func bw_colour_contrast(_ rgb: UInt32, _ other: UInt32) -> Double {
  Colour.contrast(rgb, other)
}
