// Merging stores
//
// Two copies of a store, such as a laptop's and a desktop's, that have been changed apart become
// one again: bw_store_merge() brings into a store what was changed in the other one. To make both
// the same, merge one into the other, and then that one into the first.
//
// Rows are known by their global ids, which are the same in every copy. What was changed where, the
// base says: a third store from which both came, such as a backup made when the copy was. Of each
// field that differs, the store that differs from the base has changed it:
// - A field that one store has changed gets its value. Price and currency are one field, and so are
//   a series and its number, an author and its sort name, and how far a reading has come.
// - A row that one store has deleted is deleted, with what belongs to it, where the other has not
//   changed it since; a book is also changed where it got a quote, for example.
// - A genre, or a shelf, that one store has deleted and made anew with the same name is the one
//   that it was.
// - Genres and identifiers are sets: what either store has added to a book is added, what either
//   has taken off is taken off, and the order is that of the store that has changed it.
// - Status, started and finished follow the readings, which are rows of their own; that a book
//   stands on the shelf in spite of them is a field.
// - What both have changed differently, and what one has changed and the other has deleted, is a
//   conflict: it is listed, and decided by a rule. All conflicts of a row are decided alike.
//
// The rule BW_MERGE_OURS decides for `store`, BW_MERGE_THEIRS for `other`, and BW_MERGE_LATER for
// the store in which the book was changed later. Of what does not say when it was changed, such as
// a quote, the greater value counts then, and a row that one store has deleted stays.
//
// A book that one store has merged into another one, by bw_book_merge(), goes there from the other
// store too, with its quotes, readings and sources, also new ones; what else was changed of it
// there is lost, and listed as a conflict. Where the two have merged it into different books, that
// is a conflict, and it goes with all of that to the one for which the rule decides (with
// BW_MERGE_LATER, the one that was made later). Where they have merged books into one another,
// directly or round about, the one that was made first has them all, whatever the rule. Books that
// become one stand on the shelf where all of them do.
//
// Without a base, and for a row that it lacks, what differs was changed by both; what only one
// store has is kept, be it a row or a field of a book, such as a review or a rating, so that what
// was deleted in one comes back from the other; genres and identifiers are joined. The store keeps
// no base of its own: it would cost every store the room for values that were, and a backup has
// them already. After both are the same again, make a new one.
//
// Two genres, or two shelves, that have the same name in the end become one: with one of the two
// global ids, and, where only one store had each of them, with colour or line by the rule.
// `updated` of a book is the later of the two, and never the time of the merge; `created` is a
// field like any other. Orders are all kept, under new numbers, and one that was cancelled in
// either stays so from the first time on. Of what is kept of an import's sources, what was imported
// later counts.
//
// With the same base, and the same rule or the opposite one of BW_MERGE_OURS and BW_MERGE_THEIRS,
// the same comes out in either direction, but for the ids, which every store gives itself; and to
// merge again changes nothing.
import BookwormModel
import CBookwormTypes

/// Merges the store `other` into `store`, as "Merging stores" says. `base`, which may be NULL, is
/// the store from which both came. `store` may be a write transaction; `other` and `base` may be
/// transactions too. They are only read, from one state of each, and other programs may use all of
/// them meanwhile.
///
/// The merge is one step to undo, "Merge stores", but for orders, which stay, as ever. With
/// `preview` 1 it does all of it, holding the write lock as long, and takes it back.
///
/// `counts`, which may be NULL, is prepared with BW_INIT. `conflicts`, which may be NULL, lists
/// what both had changed differently, for bw_result_get_difference(), in which `id` and `other_id`
/// are the row's ids here and in `other`, 0 where there is none; `field` is 0 of a row that one of
/// them has deleted, or merged into another one. Free it with bw_result_free().
///
/// Fails with BW_ERROR_ARGUMENT where two of the stores are one, also by two handles, or by two
/// paths of one file. A genre's name and a book's lists keep their rules: BW_ERROR_TOO_LARGE where
/// a book would have too many genres. Cost: under the write lock a walk of all rows of `other`, and
/// of `base`: with 20,000 books in each 0.4 s where few differ, and up to 1.5 s where all do;
/// memory for ids, genres, shelves and conflicts, and not for books.
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
