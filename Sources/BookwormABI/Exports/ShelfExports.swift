// Shelves
//
// A shelf is a saved search: a name and a search line (bw_query_parse(), search-line.md). It is
// kept in the store, so all programs share it. Its books are found when it is used: get the shelf's
// query, then run, count or observe the query.
//
// A name is unique by the rules for genres' names. A line is checked when it is saved. It is stored
// as typed, and refers to genres by name. If a genre in it is renamed or deleted, the shelf still
// looks for the old name, and finds nothing until such a genre exists again or the line is changed.
// In a line, "today" means the day when the query is created. Deleting a shelf deletes no book.
//
// Observers of the store report shelves that are added, changed or deleted (BW_ENTITY_SHELF). These
// changes can be undone. Shelves are part of exported documents.
import BookwormBooks
import BookwormQuery
import BookwormRecords
import BookwormStore
import CBookwormTypes

/// Saves a search line under a name. `id`, which may be NULL, gets the new shelf's id.
///
/// Fails with BW_ERROR_EXISTS if another shelf has the name, and with BW_ERROR_INVALID for a blank
/// name or an invalid line: as in bw_query_parse(), the error's `offset` is the position of the
/// fault in the line, in bytes.
@_cdecl("bw_shelf_create")
public func bw_shelf_create(
  _ store: BWStore?, _ name: UnsafePointer<CChar>?, _ name_length: Int64,
  _ line: UnsafePointer<CChar>?, _ line_length: Int64, _ id: UnsafeMutablePointer<Int64>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let name = try givenText(name, name_length, "name")
    let line = try givenText(line, line_length, "line")
    let created = try Handles.session(store).createShelf(name, line: line)
    id?.pointee = created
  }
}

/// Finds a shelf by its name, ignoring case. `id`, which may be NULL, gets its id. Fails with
/// BW_ERROR_NOT_FOUND, and with BW_ERROR_INVALID for a blank name.
@_cdecl("bw_shelf_find")
public func bw_shelf_find(
  _ store: BWStore?, _ name: UnsafePointer<CChar>?, _ name_length: Int64,
  _ id: UnsafeMutablePointer<Int64>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let found = try Handles.session(store).findShelf(try givenText(name, name_length, "name"))
    id?.pointee = found
  }
}

/// Reads a shelf. Prepare `shelf` with BW_INIT; it borrows its texts from `*result`, which you own:
/// free it with bw_result_free(). Fails with BW_ERROR_NOT_FOUND.
@_cdecl("bw_shelf_get")
public func bw_shelf_get(
  _ store: BWStore?, _ id: Int64, _ shelf: UnsafeMutablePointer<bw_shelf>?,
  _ result: UnsafeMutablePointer<BWResult?>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (shelf, result) = (try output(shelf, "shelf"), try required(result, "result"))
    let rows = try Handles.session(store).shelf(id)
    let row: bw_shelf = try rows.struct(.shelf, 0)
    result.pointee = try Handles.add(rows)
    shelf.write(row)
  }
}

/// Creates the query of a shelf's line, which you can narrow, run, count or observe. Free it with
/// bw_query_free(). Later changes of the shelf do not affect it. Fails with BW_ERROR_NOT_FOUND, and
/// with BW_ERROR_INVALID if a newer library saved a line that this one does not understand.
@_cdecl("bw_shelf_get_query")
public func bw_shelf_get_query(
  _ store: BWStore?, _ id: Int64, _ query: UnsafeMutablePointer<BWQuery?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (session, query) = (try Handles.session(store), try required(query, "query"))
    query.pointee = try Handles.add(SharedQuery(try session.query(ofShelf: id)))
  }
}

/// Renames a shelf. Fails with BW_ERROR_EXISTS if another shelf has the name, with
/// BW_ERROR_NOT_FOUND, and like bw_shelf_create().
@_cdecl("bw_shelf_rename")
public func bw_shelf_rename(
  _ store: BWStore?, _ id: Int64, _ name: UnsafePointer<CChar>?, _ name_length: Int64,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    try Handles.session(store).renameShelf(id, try givenText(name, name_length, "name"))
  }
}

/// Changes a shelf's line. Fails with BW_ERROR_NOT_FOUND, and like bw_shelf_create().
@_cdecl("bw_shelf_set_line")
public func bw_shelf_set_line(
  _ store: BWStore?, _ id: Int64, _ line: UnsafePointer<CChar>?, _ line_length: Int64,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    try Handles.session(store).setLine(ofShelf: id, try givenText(line, line_length, "line"))
  }
}

/// Deletes a shelf; no book is deleted. Fails with BW_ERROR_NOT_FOUND.
@_cdecl("bw_shelf_delete")
public func bw_shelf_delete(
  _ store: BWStore?, _ id: Int64, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) { try Handles.session(store).deleteShelf(id) }
}

/// Counts the shelves. Cost: in proportion to their number.
@_cdecl("bw_shelves_count")
public func bw_shelves_count(
  _ store: BWStore?, _ count: UnsafeMutablePointer<Int64>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let count = try required(count, "count")
    count.pointee = try Handles.session(store).count(.shelf)
  }
}

/// Reads all shelves, sorted by name like genres: see bw_genres_list(). Free the result with
/// bw_result_free().
@_cdecl("bw_shelves_list")
public func bw_shelves_list(
  _ store: BWStore?, _ shelves: UnsafeMutablePointer<BWResult?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let shelves = try required(shelves, "shelves")
    shelves.pointee = try Handles.add(try Handles.session(store).allShelves())
  }
}

/// Gets one row of a result of shelves, counted from 0. Prepare `shelf` with BW_INIT; it borrows
/// its texts from the result.
@_cdecl("bw_result_get_shelf")
public func bw_result_get_shelf(
  _ result: BWResult?, _ row: Int64, _ shelf: UnsafeMutablePointer<bw_shelf>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let shelf = try output(shelf, "shelf")
    shelf.write(try Handles.result(result).struct(.shelf, row))
  }
}
