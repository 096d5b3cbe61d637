// Changes by query
//
// One call changes every book that a query finds, as one step to undo, without reading the books
// into the program. The query must have no limit, offset or cursor; otherwise the call fails with
// BW_ERROR_ARGUMENT. Cost: that of finding the books and writing each of those that change, with
// one commit. The call needs memory for the ids of all matches and for the step to undo: see
// bw_open_options.undo_limit.
import BookwormQuery
import BookwormRecords
import CBookwormTypes

/// Deletes every book that matches, as one step; see bw_book_delete(). `deleted`, which may be
/// NULL, gets the number of deleted books.
@_cdecl("bw_query_delete_books")
public func bw_query_delete_books(
  _ store: BWStore?, _ query: BWQuery?, _ deleted: UnsafeMutablePointer<Int64>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let session = try Handles.session(store)
    let number = try session.deleteBooks(matching: try Handles.query(query).value)
    deleted?.pointee = number
  }
}

/// Applies the same change to every book that matches, as one step; see bw_book_update().
/// `changed`, which may be NULL, gets the number of books that changed. Fails like
/// bw_book_update().
@_cdecl("bw_query_update_books")
public func bw_query_update_books(
  _ store: BWStore?, _ query: BWQuery?, _ values: UnsafePointer<bw_book>?, _ clear: bw_fields,
  _ changed: UnsafeMutablePointer<Int64>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (session, query) = (try Handles.session(store), try Handles.query(query).value)
    let draft = try BookDraft(try input(values, "values"))
    let clear = BookFields(rawValue: clear)
    let number = try session.updateBooks(matching: query, draft, clear: clear)
    changed?.pointee = number
  }
}

/// Rates every book that matches, as one step; see bw_book_set_rating(). `changed`, which may be
/// NULL, gets the number of books that had another rating. Fails with BW_ERROR_INVALID for a rating
/// that is not 0 to 5.
@_cdecl("bw_query_rate_books")
public func bw_query_rate_books(
  _ store: BWStore?, _ query: BWQuery?, _ rating: Int32, _ changed: UnsafeMutablePointer<Int64>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let session = try Handles.session(store)
    let number = try session.setRating(rating, matching: try Handles.query(query).value)
    changed?.pointee = number
  }
}

/// Adds a genre to every book that matches, as one step. `changed`, which may be NULL, gets the
/// number of books that did not have it. Fails with BW_ERROR_NOT_FOUND for an unknown genre.
@_cdecl("bw_query_add_genre_to_books")
public func bw_query_add_genre_to_books(
  _ store: BWStore?, _ query: BWQuery?, _ genre: Int64, _ changed: UnsafeMutablePointer<Int64>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let session = try Handles.session(store)
    let number = try session.addGenre(genre, matching: try Handles.query(query).value)
    changed?.pointee = number
  }
}
