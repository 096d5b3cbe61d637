// Searching
//
// A search is a filter of a query: it combines with other filters, every order, the cursor, and the
// calls that change all matching books. It looks for words in the searched fields of a book (see
// BW_BOOK_*), in an index that each write updates in its own transaction; within a transaction, a
// search also finds the transaction's own changes. There are no syntax errors:
//
// - Words are runs of letters and digits, ignoring case and accents: "lodz" finds "Łódź".
//   Everything else separates words. A word of several parts ("O'Brien", "sci-fi") matches these
//   parts in sequence.
// - Quotation marks, including typographic ones, enclose a phrase. The last one may be missing.
// - A word or phrase that ends in "*" is a prefix: wor* finds "worms". For a phrase, the star
//   follows the closing quotation mark: "left ha"* finds "left hand".
// - In Chinese, Japanese, Korean, Thai and other scripts without spaces, any sequence of characters
//   is found, even one: 京 and 東京 in 東京都. Hangul is matched by whole syllables.
//
// The words may be in different fields; the words of a phrase must be in the same field. To see the
// matches, request BW_OUTPUT_SNIPPET and BW_OUTPUT_MATCHED with bw_query_set_fields(), and
// BW_OUTPUT_RANK for the relevance; they are absent if the query has no search.
import BookwormRecords
import CBookwormTypes

/// Keeps the books that contain all (BW_MATCH_ALL), any (BW_MATCH_ANY) or none (BW_MATCH_NONE) of
/// the words and phrases of `text`. After several calls, a book must pass each of them.
///
/// `fields` is a set of searched fields, such as BW_BOOK_TITLE; 0 means all of them. A blank text
/// adds no filter. A text without letters and digits has no words: no book matches with
/// BW_MATCH_ALL or BW_MATCH_ANY, and every book matches with BW_MATCH_NONE. A text of more than 16
/// KiB gives BW_ERROR_TOO_LARGE.
///
/// Cost: ordered by BW_SORT_ID, the time for a page depends only on its number of rows, whatever
/// the number of matches. Ordered by BW_SORT_RANK, or with BW_OUTPUT_RANK, every match is ranked.
/// In other orders the matches are sorted.
@_cdecl("bw_query_search")
public func bw_query_search(
  _ query: BWQuery?, _ text: UnsafePointer<CChar>?, _ length: Int64, _ fields: bw_fields,
  _ match: bw_match, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (text, match) = (try givenText(text, length, "text"), try Match(match))
    let fields = BookFields(rawValue: fields)
    try Handles.query(query).change { try $0.search(text, fields, match) }
  }
}

/// Sets the text before and after each matching word in a snippet: "[" and "]" by default. Both may
/// be empty; at most 16 KiB each.
///
/// A snippet is about 16 words, or 48 Chinese characters, around the first place with the largest
/// number of matching words, on one line, with "…" at each end where the text continues. It comes
/// from the field or quote that contains the largest number of matching words. Nothing in it is
/// escaped: for HTML, choose marks that no text contains, such as "\x02" and "\x03", escape the
/// snippet, and replace them.
@_cdecl("bw_query_set_snippet")
public func bw_query_set_snippet(
  _ query: BWQuery?, _ before: UnsafePointer<CChar>?, _ before_length: Int64,
  _ after: UnsafePointer<CChar>?, _ after_length: Int64, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let before = try givenText(before, before_length, "before")
    let after = try givenText(after, after_length, "after")
    try Handles.query(query).change { try $0.setSnippet(before: before, after: after) }
  }
}
