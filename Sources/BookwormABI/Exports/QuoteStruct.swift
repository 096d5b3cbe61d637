// A quote from the caller's struct, and to it.
import BookwormModel
import BookwormStorage
import CBookwormTypes

extension QuoteDraft {
  init(_ quote: bw_quote) throws {
    self.init()
    given = QuoteFields(rawValue: quote.fields)
    if given.contains(.text) { text = try BookwormABI.text(quote.text, "text") }
    if given.contains(.page) { page = try BookwormABI.text(quote.page, "page") }
  }
}

extension RowSet {
  func quote(_ row: Int64) throws -> bw_quote {
    let row = try check(row, .quotes)
    let columns = layout.columns
    var quote = bw_quote()
    for column in columns where isPresent(column, row) { quote.fields |= column.bit }
    quote.id = number(columns[0], row, as: Int64.self)
    quote.book = number(columns[1], row, as: Int64.self)
    quote.created = number(columns[2], row, as: Int64.self)
    quote.text = bw_text(text(columns[3], row))
    if isPresent(columns[4], row) { quote.page = bw_text(text(columns[4], row)) }
    copy(uuid: columns[5], row, to: &quote.global_id)
    return quote
  }
}
