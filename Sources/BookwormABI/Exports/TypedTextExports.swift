// Typed text
//
// Converts text typed in a form to a value, and a value to the text that a form shows, by the
// library's rules and in the person's language. Nothing here needs a store, except a binding
// of one field: setting it writes to its store, like bw_binding_set().
//
// - Numbers have the language's decimal and grouping separators. A rating may also be stars, such
//   as "★★★½". An exact rating is "4.25" or "4,25".
// - Days are "March 5, 2024", "5 March 2024", "5.3.2024", "5. März 2024", "5 marca 2024", "2024년 3월
//   5일", "2024. 3. 5.", "2024/03/05", or in the form of ISO 8601. A text in the form of
//   "3/5/2024" is a day only if the language puts the day first (German and Polish), if one of its
//   first two numbers is above 12, or if they are equal. The words for today and yesterday are days
//   too. A year has four digits. Forms like "5.3.24" and "3/25/24" and, in Korean, "24. 3. 5."
//   accept two: 69 to 99 mean 1969 to 1999, and 00 to 68 mean 2000 to 2068. Instants are a day and
//   a time, in UTC or with a zone.
// - Prices have the currency's code or symbol, before or after the amount. EUR, USD, GBP, PLN, KRW,
//   CHF and JPY also have names, such as "12,99 Euro", in every language.
// - A status, an outcome, and yes or no are typed as any of their names or synonyms, in any
//   language.
// - A language is typed as its name in any language, an ISO 639 code, or a BCP 47 tag.
// - Lists of genres and identifiers are separated by commas, and lists of people by semicolons. As
//   in search lines, a comma within quotes is not a separator. When a draft is saved, the name of a
//   genre in another language, such as "Krimi" for "Mystery", means the genre that the store has.
//   An identifier is a scheme, a colon and a value, or an ISBN alone. An ISBN, also after "isbn:",
//   needs a valid check digit; to enter an ISBN that is misprinted in the book, put it in quotes
//   after the scheme: isbn:"9780441172710" is not checked. A person is "name = sort form (role)",
//   such as "Neil Gaiman = Gaiman, Neil (author)"; sort form and role may be left out. A known role
//   has its usual names in any language: "Übersetzerin", "Hrsg.", "edited by".
// - Other texts are used as typed, and may contain every character that bw_book_create() accepts.
//   However, white space at the ends of a one-line text is removed, and every line end in a long
//   text becomes a line feed.
import BookwormFrontend
import BookwormRecords
import CBookwormTypes

/// Parses a text, typed in the given language, as the value of a field. `field` is one BW_BOOK_*,
/// BW_GENRE_*, BW_QUOTE_*, BW_READING_*, BW_SHELF_*, BW_ORDER_* or BW_SOURCE_*, matching `entity`.
/// Some fields are typed together as one text: price and currency, the fields of identifiers, and
/// the fields of contributors; `field` is then any one of them.
///
/// Prepare `value` with BW_INIT. It borrows its texts from `*result`, which you own: free it with
/// bw_result_free(). A blank text is BW_VALUE_ABSENT or an empty list; for a rating, a flag or a
/// status it is 0, and for a shelf's line it is the empty line, which finds every book.
///
/// Fails with BW_ERROR_INVALID if the text has no meaning, if the value breaks a rule of the field,
/// and for a blank text of a field that every row needs: a title, an author, a name, and the text
/// of a quote. bw_error_get_text() says in the person's language what is expected. Fails with
/// BW_ERROR_TEXT, BW_ERROR_TOO_LARGE, and with BW_ERROR_ARGUMENT for a field that is not typed as
/// one text, such as genres by id.
@_cdecl("bw_field_parse")
public func bw_field_parse(
  _ entity: bw_entity, _ field: bw_fields, _ text: UnsafePointer<CChar>?, _ text_length: Int64,
  _ language: bw_language, _ value: UnsafeMutablePointer<bw_value>?,
  _ result: UnsafeMutablePointer<BWResult?>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (value, result) = (try output(value, "value"), try required(result, "result"))
    let field = try TypedField(try Entity(entity), field)
    let typed = try givenText(text, text_length, "text")
    let (parsed, held) = try bw_value.parse(field, typed, try Language(language))
    result.pointee = try Handles.add(held)
    value.write(parsed)
  }
}

/// Formats the value of a field as the text that a form shows, in the given language. `text` is
/// borrowed from `*result`, which you own: free the result with bw_result_free(). bw_field_parse()
/// turns the text into the same value again. Exceptions are white space at the ends of a one-line
/// text, which it removes, and CR in a long text, which it turns into line feeds. If `value` is a
/// BW_VALUE_TEXT and the field has another kind, the text is first parsed as by bw_field_parse().
/// Fails with BW_ERROR_ARGUMENT if the value's kind does not fit the field.
@_cdecl("bw_field_format")
public func bw_field_format(
  _ entity: bw_entity, _ field: bw_fields, _ value: UnsafePointer<bw_value>?,
  _ language: bw_language, _ text: UnsafeMutablePointer<bw_text>?,
  _ result: UnsafeMutablePointer<BWResult?>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (text, result) = (try required(text, "text"), try required(result, "result"))
    let field = try TypedField(try Entity(entity), field)
    let value = try TypedValue(try input(value, "value"))
    let made = try TypedText.format(field, value, try Language(language)).asResult()
    result.pointee = try Handles.add(made)
    text.pointee = bw_text(made.onlyText)
  }
}

/// Formats a field of one row of a result, counted from 0, like bw_field_format(). `rows` is a
/// result of books, genres, quotes, readings, shelves or orders, or the result of bw_binding_get()
/// for a draft. Fails with BW_ERROR_ARGUMENT if the result does not have the field.
@_cdecl("bw_result_format_field")
public func bw_result_format_field(
  _ rows: BWResult?, _ row: Int64, _ field: bw_fields, _ language: bw_language,
  _ text: UnsafeMutablePointer<bw_text>?, _ result: UnsafeMutablePointer<BWResult?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (text, result) = (try required(text, "text"), try required(result, "result"))
    let rows: RowSet = try Handles.object(rows, "rows")
    let made = try rows.formatted(row, field, try Language(language))
    result.pointee = try Handles.add(made)
    text.pointee = bw_text(made.onlyText)
  }
}

/// Sets a field of a draft to the text that a person typed, parsed as by bw_field_parse(). A blank
/// text removes the value of an optional field; for a field that every row needs, it is an error.
/// For a binding of one field, `field` is that field, and the call writes the value like
/// bw_binding_set(). Fails like bw_field_parse(); the value is then unchanged.
@_cdecl("bw_binding_parse_field")
public func bw_binding_parse_field(
  _ binding: BWBinding?, _ field: bw_fields, _ text: UnsafePointer<CChar>?, _ text_length: Int64,
  _ language: bw_language, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (binding, language) = (try Handles.binding(binding), try Language(language))
    try binding.set(field, typed: try givenText(text, text_length, "text"), language)
  }
}

/// Sets a field to the text that a person sent back from a form, like bw_binding_parse_field().
/// `shown` is the text that the form showed: bw_result_format_field() of the row at that time, or
/// "" for a field that was empty. Call this for each field of the form, with a draft of the row
/// as it is now. If `text` equals `shown`, the person has not changed the field: nothing is set, so
/// that the changes of other programs stay. Line ends count as equal, since browsers send CR LF.
///
/// Fails with BW_ERROR_CONFLICT if the person has changed the field, but another program has
/// changed it too, to another value. Show both values and ask: to keep the person's text, call this
/// again with the current text as `shown`. Otherwise fails like bw_binding_parse_field(). The value
/// is unchanged in both cases, so bw_binding_check() does not report the error again: keep it to
/// show it next to the field, and do not save the draft.
///
/// To be sure that nobody changes the row between this call and bw_binding_save(), open the draft,
/// parse the fields, check and save within one write transaction. Takes as long as
/// bw_binding_parse_field() and one bw_result_format_field().
@_cdecl("bw_binding_parse_change")
public func bw_binding_parse_change(
  _ binding: BWBinding?, _ field: bw_fields, _ shown: UnsafePointer<CChar>?, _ shown_length: Int64,
  _ text: UnsafePointer<CChar>?, _ text_length: Int64, _ language: bw_language,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (binding, language) = (try Handles.binding(binding), try Language(language))
    let shown = try givenText(shown, shown_length, "shown")
    let text = try givenText(text, text_length, "text")
    try binding.set(field, typed: text, insteadOf: shown, language)
  }
}
