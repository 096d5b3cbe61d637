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
    var quote = bw_quote()
    for column in layout.columns where isPresent(column, row) {
      quote.fields |= column.bit
      switch QuoteFields(rawValue: column.bit) {
      case .id: quote.id = number(column, row, as: Int64.self)
      case .book: quote.book = number(column, row, as: Int64.self)
      case .created: quote.created = number(column, row, as: Int64.self)
      case .text: quote.text = bw_text(text(column, row))
      case .page: quote.page = bw_text(text(column, row))
      case .globalID: copy(uuid: column, row, to: &quote.global_id)
      default: break
      }
    }
    return quote
  }
}
