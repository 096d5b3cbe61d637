// Quotes
//
// A book has any number of quotes, listed oldest first. They are deleted with their book. Adding,
// changing or deleting a quote leaves the book's `updated` unchanged.
import BookwormBooks
import BookwormRecords
import BookwormStore
import CBookwormTypes

/// Adds a quote to a book. `quote` must give the text and may give the page. `id`, which may be
/// NULL, gets the new quote's id. Fails with BW_ERROR_NOT_FOUND, and with BW_ERROR_INVALID if the
/// text is missing or blank.
@_cdecl("bw_quote_create")
public func bw_quote_create(
  _ store: BWStore?, _ book: Int64, _ quote: UnsafePointer<bw_quote>?,
  _ id: UnsafeMutablePointer<Int64>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (session, draft) = (try Handles.session(store), try QuoteDraft(input(quote, "quote")))
    let added = try session.addQuote(draft, toBook: book)
    id?.pointee = added
  }
}

/// Changes a quote: sets the members that `quote` gives. `clear` is 0, or BW_QUOTE_PAGE to remove
/// the page. Fails with BW_ERROR_NOT_FOUND, including if the quote's book was deleted.
@_cdecl("bw_quote_update")
public func bw_quote_update(
  _ store: BWStore?, _ id: Int64, _ quote: UnsafePointer<bw_quote>?, _ clear: bw_fields,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (session, draft) = (try Handles.session(store), try QuoteDraft(input(quote, "quote")))
    try session.updateQuote(id, draft, clear: QuoteFields(rawValue: clear))
  }
}

/// Deletes a quote. Fails with BW_ERROR_NOT_FOUND.
@_cdecl("bw_quote_delete")
public func bw_quote_delete(
  _ store: BWStore?, _ id: Int64, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) { try Handles.session(store).deleteQuote(id) }
}

/// Reads one quote. Prepare `quote` with BW_INIT; it borrows its texts from `*result`, which you
/// own: free it with bw_result_free(). Fails with BW_ERROR_NOT_FOUND.
@_cdecl("bw_quote_get")
public func bw_quote_get(
  _ store: BWStore?, _ id: Int64, _ quote: UnsafeMutablePointer<bw_quote>?,
  _ result: UnsafeMutablePointer<BWResult?>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (quote, result) = (try output(quote, "quote"), try required(result, "result"))
    let rows = try Handles.session(store).quote(id)
    let row: bw_quote = try rows.struct(.quote, 0)
    result.pointee = try Handles.add(rows)
    quote.write(row)
  }
}

/// Reads the quotes of a book, oldest first. Free the result with bw_result_free(). Fails with
/// BW_ERROR_NOT_FOUND.
@_cdecl("bw_book_list_quotes")
public func bw_book_list_quotes(
  _ store: BWStore?, _ book: Int64, _ quotes: UnsafeMutablePointer<BWResult?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let quotes = try required(quotes, "quotes")
    quotes.pointee = try Handles.add(try Handles.session(store).quotes(ofBook: book))
  }
}

/// Counts the quotes of a book. Fails with BW_ERROR_NOT_FOUND.
@_cdecl("bw_book_count_quotes")
public func bw_book_count_quotes(
  _ store: BWStore?, _ book: Int64, _ count: UnsafeMutablePointer<Int64>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (session, count) = (try Handles.session(store), try required(count, "count"))
    count.pointee = try session.countQuotes(ofBook: book)
  }
}

/// Reads the quotes whose ids are above `after`, from all books, oldest first. `after` is 0 for the
/// first quotes. The result has at most `limit` rows; -1 means all. Free the result with
/// bw_result_free().
@_cdecl("bw_quotes_list")
public func bw_quotes_list(
  _ store: BWStore?, _ after: Int64, _ limit: Int64, _ quotes: UnsafeMutablePointer<BWResult?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let quotes = try required(quotes, "quotes")
    quotes.pointee = try Handles.add(
      try Handles.session(store).quotes(after: after, limit: limit))
  }
}

/// Counts the quotes of all books. Cost: in proportion to their number.
@_cdecl("bw_quotes_count")
public func bw_quotes_count(
  _ store: BWStore?, _ count: UnsafeMutablePointer<Int64>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let count = try required(count, "count")
    count.pointee = try Handles.session(store).count(.quote)
  }
}
