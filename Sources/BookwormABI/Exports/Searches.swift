// Searching
//
// A search is a filter of a query like any other: it combines with the other filters, with every
// order, with the cursor, and with the calls that change all that matches. It looks for words in
// the fields of a book of which BW_BOOK_* says that they are searched, in an index that each write
// keeps true in its own transaction; within a transaction it sees what the transaction has written.
//
// What a person types is taken as it is; there is no wrong syntax:
// - Words are runs of letters and digits, of whatever case and accents: "lodz" finds "Łódź".
//   Everything else separates words. A word of several parts ("O'Brien", "sci-fi") is found where
//   these stand one after the other.
// - Between quotation marks, typographic ones too, is a phrase. The last one may be missing.
// - A word or phrase that ends in "*" is the beginning of one: wor* finds "worms". The star of a
//   phrase stands behind its closing mark: "left ha"* finds "left hand".
// - In Chinese, Japanese, Korean, Thai and other scripts without spaces any characters that stand
//   together are found, as few as one: 京 and 東京 in 東京都. Hangul is whole syllables.
//
// The words may be spread over the fields that are searched; those of a phrase may not. To see
// where they stand, ask for BW_OUTPUT_SNIPPET and BW_OUTPUT_MATCHED with bw_query_set_fields(), and
// for BW_OUTPUT_RANK to see how well a book answers; where a query searches for nothing they are
// absent.
import BookwormModel
import CBookwormTypes

/// Lets through the books in which all (BW_MATCH_ALL), any (BW_MATCH_ANY) or none (BW_MATCH_NONE)
/// of the words and phrases of `text` are found; called several times, what passes each of them.
///
/// `fields` says where to look, as bits of fields that are searched, such as BW_BOOK_TITLE; 0 means
/// all of them. A blank text is no filter. Of a text without a letter or digit no book has all or
/// any words, and every book none. At most 16 KiB: BW_ERROR_TOO_LARGE.
///
/// Cost: by BW_SORT_ID a page takes about as long as its rows, however many books match. By
/// BW_SORT_RANK, or with BW_OUTPUT_RANK, every book that matches is ranked. In other orders the
/// books that match are sorted.
@_cdecl("bw_query_search")
public func bw_query_search(
  _ query: BWQuery?, _ text: UnsafePointer<CChar>?, _ length: Int64, _ fields: bw_fields,
  _ match: bw_match, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (text, match) = (try BookwormABI.text(text, length, "text"), try Match(match))
    let fields = BookFields(rawValue: fields)
    try Handles.query(query).change { try $0.search(text, fields, match) }
  }
}

/// Chooses what stands before and after each word that was found, in a snippet: "[" and "]" where
/// nothing is said. Both may be empty; at most 16 KiB each.
///
/// A snippet is about 16 words, or 48 characters of Chinese, around the first place where most of
/// the words stand together, on one line, with "…" at an end where there is more. It comes from the
/// field, or quote, in which most of them stand. Nothing of the text is escaped: for HTML, choose
/// marks that no text holds, such as "\x02" and "\x03", escape, and replace them.
@_cdecl("bw_query_set_snippet")
public func bw_query_set_snippet(
  _ query: BWQuery?, _ before: UnsafePointer<CChar>?, _ before_length: Int64,
  _ after: UnsafePointer<CChar>?, _ after_length: Int64, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let before = try text(before, before_length, "before")
    let after = try text(after, after_length, "after")
    try Handles.query(query).change { try $0.setSnippet(before: before, after: after) }
  }
}
