// Merging stores
//
// Two copies of a store that were changed independently, such as a laptop's and a desktop's, can be
// combined: bw_store_merge() applies the other store's changes to this one. To make both equal,
// merge the second into the first, and then the first into the second.
//
// Rows are recognised by their global ids, which are the same in every copy. A third store, the
// base, shows which of the two made a change: it is the common ancestor of both, such as a backup
// made at the same time as the copy. If a field differs from the base in one store, that store has
// changed it. These are the rules:
//
// - A field that one store changed gets that value. Price and currency are one field; so are a
//   series and its number, an author and its sort name, and the progress of a reading. A cover is
//   a field too.
// - A row that one store deleted and the other did not change is deleted, with everything that
//   belongs to it. A change of what belongs to a row also counts as a change of the row: a book
//   that got a new quote, for example, was changed.
// - A genre or a shelf that one store deleted and created again with the same name counts as the
//   same row.
// - Genres and identifiers of a book are sets: additions and removals of either store apply, and
//   the order comes from the store that changed it. The list of its contributors is one field.
// - Status, started and finished follow the readings, which are rows of their own; the status
//   on-shelf, which does not depend on readings, is merged like a field of the book.
// - A value that both changed differently, or a row that one changed and the other deleted, is a
//   conflict: it is listed, and decided by a rule. All conflicts of a row are decided the same way.
//
// With BW_MERGE_OURS `store` wins, with BW_MERGE_THEIRS `other`, and with BW_MERGE_LATER the store
// that changed the book later. With BW_MERGE_LATER, rows that do not record when they changed, such
// as quotes, take the greater value. Also with BW_MERGE_LATER, any row that one store changed and
// the other deleted is kept.
//
// If one store merged a book A into a book B with bw_book_merge(), the result has them merged too.
// The quotes, readings and sources that the other store has for A move to B, including new ones.
// All other changes that the other store made to A are lost, and listed as a conflict.
//
// If the two stores merged A into different books, that is a conflict too, and the rule decides
// which of these books gets everything. With BW_MERGE_LATER it is the book that was created later.
// If one store merged A into B and the other merged B into A, or if the merges of both stores form
// a longer cycle, the rule does not matter: the book that was created first gets everything. That
// book is on the shelf only if all the merged books are.
//
// Without a base, and for a row that the base lacks, every value that differs counts as changed by
// both stores. A row or a field (such as a review) that only one store has is kept, so rows that
// were deleted in one store come back from the other; genres and identifiers are joined. A store
// does not keep a base itself, because that would make every store larger; use a backup as the
// base. Make a new base when both are equal again.
//
// If two genres or two shelves have the same name after the merge, they become one, with one of the
// two global ids. If each of them was in only one of the stores, the rule decides which colour the
// genre gets, or which line the shelf gets. `updated` of a book is the later of the two, never the
// time of the merge; `created` is an ordinary field. All orders are kept; an order that only
// `other` has gets a new number in `store`. An order cancelled in either store stays cancelled,
// with the earlier of the two times. If both stores have an import record for the same source and
// the same id of that source, the record of the later import is kept.
//
// The result is the same in both directions, except for ids, which each store assigns itself. This
// requires the same base in both directions, and either the rule BW_MERGE_LATER in both, or
// BW_MERGE_OURS in one and BW_MERGE_THEIRS in the other. Merging again changes nothing.
import BookwormExchange
import CBookwormTypes

/// Merges the store `other` into `store`, by the rules in "Merging stores". `base`, which may be
/// NULL, is their common ancestor. `store` may be a write transaction; `other` and `base` may be
/// transactions too. `other` and `base` are only read, each from one snapshot, and other programs
/// may use all three stores meanwhile.
///
/// The merge is one step, "Merge stores", which can be undone; an undo keeps the merged orders. If
/// `preview` is 1, the call does the same work and holds the write lock just as long, but then
/// rolls everything back.
///
/// `counts`, which may be NULL, is prepared with BW_INIT. `conflicts`, which may be NULL, lists the
/// conflicts, for bw_result_get_difference(). In each row of the result, `id` and `other_id` are
/// the ids in `store` and in `other`, 0 if there is none; `field` is 0 if one of the stores deleted
/// the row or merged it into another one. Free the result with bw_result_free().
///
/// Fails with BW_ERROR_ARGUMENT if two of the stores are the same, even through two handles or two
/// paths of one file, and with BW_ERROR_TOO_LARGE if a book would have too many genres. Cost: reads
/// all rows of `other` and of `base` once, under the write lock. With 20,000 books in each, this
/// takes 0.4 s if few differ, and up to 1.5 s if all do. It needs memory for ids, genres, shelves
/// and conflicts, but not for books.
@_cdecl("bw_store_merge")
public func bw_store_merge(
  _ store: BWStore?, _ other: BWStore?, _ base: BWStore?, _ rule: bw_merge_rule,
  _ preview: Int32, _ counts: UnsafeMutablePointer<bw_merge_counts>?,
  _ conflicts: UnsafeMutablePointer<BWResult?>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (session, other) = (try Handles.session(store), try Handles.session(other, "other"))
    let base = try base.map { try Handles.session($0, "base") }
    let (counts, preview) = (try optionalOutput(counts, "counts"), try flag(preview, "preview"))
    let done = try session.mergeStore(other, base: base, try MergeRule(rule), preview: preview)
    counts?.write(bw_merge_counts(done.counts))
    conflicts?.pointee = try Handles.add(done.conflicts)
  }
}
