// Merging
//
// Combines duplicates: two genres, or two books. One row is kept and gets the other's links and
// rows; the other row is deleted. Each merge is one step, which can be undone completely. Observers
// receive it as one transaction with every row that changed.
//
// A merge lists the fields in which the two rows differ, and which value was kept, as a result for
// bw_result_get_difference(). If `preview` is 1, it returns the same list and changes nothing.
import BookwormBooks
import BookwormRecords
import CBookwormTypes

/// Merges the genre `other` into `genre`: in every book that has `other`, `genre` replaces it at
/// the same place. If `other` was a book's primary genre, `genre` becomes its primary genre. If a
/// book has both, `genre` gets the earlier of the two places. Then `other` is deleted. Name and
/// colour stay those of `genre`.
///
/// `differences`, which may be NULL, lists the fields in which they differ and, in a row whose
/// `field` is BW_OUTPUT_BOOKS, the number of books of each; free it with bw_result_free(). Fails
/// with BW_ERROR_NOT_FOUND, and with BW_ERROR_ARGUMENT if both are the same genre. Cost: in
/// proportion to the number of books in `other`.
@_cdecl("bw_genre_merge")
public func bw_genre_merge(
  _ store: BWStore?, _ genre: Int64, _ other: Int64, _ preview: Int32,
  _ differences: UnsafeMutablePointer<BWResult?>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (session, preview) = (try Handles.session(store), try flag(preview, "preview"))
    let found = try session.mergeGenre(other, into: genre, preview: preview)
    differences?.pointee = try Handles.add(found)
  }
}

/// Merges the book `other` into `book`, by these rules:
///
/// - A field keeps the value of `book`. If `book` has none (or is not rated, or not a favourite),
///   it gets the value of `other`. Some fields go with another field: the series number with the
///   series, `author_sort` with the author, `title_sort` with the title, the exact rating with the
///   rating, the currency with the price, and spoilers with the review.
/// - `take` names fields, such as BW_BOOK_TITLE | BW_BOOK_RATING, that take the value of `other` if
///   it has one; 0 takes none. With BW_BOOK_GENRES the genres of `other` come first. Price and
///   currency are taken together. `take` must not name ids, created, updated, status, started,
///   finished, identifiers, contributors, BW_BOOK_QUOTES or _READINGS.
/// - Genres and identifiers are joined, those of `book` first; an identifier that both have, in any
///   notation, is kept once. Contributors are joined in the same way: a person that both have in
///   one role is kept once.
/// - Quotes, readings and sources move to `book`, with their ids. A reading that both have is kept
///   once. Two readings count as the same one if they have the same outcome and dates, and their
///   progress and notes do not contradict each other. If the two readings ended on the same day, or
///   are both open, one of them may lack the start. Status, started and finished follow the
///   readings; if only one of the two books is on the shelf, `book` is not on the shelf afterwards.
/// - `created` is the earlier one. A cover is a field like any other.
///
/// Then `other` is deleted. From then on, bw_book_find_current() finds `book` by the id of `other`,
/// and bw_store_find_global_id() finds it by the global id of `other`. An order keeps the id that
/// its book had when the order was placed.
///
/// `differences`, which may be NULL, lists the fields in which they differ; free it with
/// bw_result_free(). Fails with BW_ERROR_NOT_FOUND, with BW_ERROR_ARGUMENT if both are the same or
/// `take` names a field that it must not name, and with BW_ERROR_TOO_LARGE if both together have
/// too many genres or identifiers. Cost: that of the rows of both books, whatever the size of the
/// store.
@_cdecl("bw_book_merge")
public func bw_book_merge(
  _ store: BWStore?, _ book: Int64, _ other: Int64, _ take: bw_fields, _ preview: Int32,
  _ differences: UnsafeMutablePointer<BWResult?>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (session, preview) = (try Handles.session(store), try flag(preview, "preview"))
    let found = try session.mergeBook(
      other, into: book, taking: BookFields(rawValue: take), preview: preview)
    differences?.pointee = try Handles.add(found)
  }
}

/// Finds the current id of a book. This is `id` itself or, if that book was merged into another
/// book, the id of the other book; merges are followed, however many there are. All other calls
/// except bw_book_list_orders() treat a merged book's id as unknown. `current`, which may be NULL,
/// gets the id. Fails with BW_ERROR_NOT_FOUND if the book, or the one it was merged into, was
/// deleted.
@_cdecl("bw_book_find_current")
public func bw_book_find_current(
  _ store: BWStore?, _ id: Int64, _ current: UnsafeMutablePointer<Int64>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let found = try Handles.session(store).currentID(ofBook: id)
    current?.pointee = found
  }
}

/// Lists books that are probably in the store more than once, in groups, for
/// bw_result_get_duplicate(). Books that share an identifier, in any notation, come first. They are
/// certainly duplicates, unless the identifier is an ISBN with a wrong length or check digit. Books
/// that are only similar follow. Their titles are equal except for case, accents and white space;
/// sort forms are ignored. Their authors have the same words in any order, or one book has only
/// some of the other's authors, which are separated by ',', ';' or '&'. A book may be in several
/// groups. Free the result with bw_result_free().
///
/// The columns are BW_OUTPUT_GROUP and BW_BOOK_ID, and, as optional texts,
/// BW_BOOK_IDENTIFIER_SCHEMES and BW_BOOK_IDENTIFIER_VALUES. Cost: one scan of two indexes, linear
/// in the number of books; only books that share a title or an identifier are read themselves.
@_cdecl("bw_books_list_duplicates")
public func bw_books_list_duplicates(
  _ store: BWStore?, _ duplicates: UnsafeMutablePointer<BWResult?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (session, duplicates) = (try Handles.session(store), try required(duplicates, "duplicates"))
    duplicates.pointee = try Handles.add(try session.duplicates())
  }
}
