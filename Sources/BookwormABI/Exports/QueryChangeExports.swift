// Changes by query
//
// One call changes every book that a query finds, as one step to undo, without reading the books
// into the program.
import BookwormQuery
import BookwormRecords
import CBookwormTypes

/// Deletes every book that matches, as one step; see bw_book_delete(). `deleted`, which may be
/// NULL, gets the number of deleted books. The query must have no limit, offset or cursor.
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
/// `changed`, which may be NULL, gets the number of books that changed. The query must have no
/// limit, offset or cursor.
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

/// Rates every book that matches, as one step. `changed`, which may be NULL, gets the number of
/// books that had another rating. The query must have no limit, offset or cursor.
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
/// number of books that did not have it. The query must have no limit, offset or cursor.
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
