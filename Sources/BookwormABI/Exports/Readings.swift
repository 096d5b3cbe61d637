// Readings
//
// A reading is one time that a reader read a book. A book's status, started and finished are those
// of its latest reading: one that is still open, of several the one that was started last; else the
// one that ended last, by `finished` or else `started`; of several the one that was added last. To
// set them on the book acts on that reading: bw_book_set_status() and bw_book_update() change it,
// or make one where the book has none and is given a status other than on-shelf, or a date. To
// begin a completed book again, that is to set it in progress, adds a reading and leaves the others
// as they are.
//
// On-shelf is the book's alone: it stands there, and keeps the dates of what was read before, until
// its status is set, or bw_reading_create() or bw_reading_update() writes a reading that is its
// latest. A book without readings is on the shelf, without dates. A book that is created with a
// status or a date gets a reading that says so: completed where the book is on the shelf and
// finished, open where it is only started.
//
// Readings go with their book. To add, change or delete one leaves the book's `updated` as it was,
// unless its status or dates change with it.
import BookwormModel
import BookwormStorage
import CBookwormTypes

/// Adds a reading to a book, which then follows its latest one. What `reading` does not give is
/// absent; a reading whose outcome is not given is open. `id`, which may be NULL, gets the new
/// reading's id. Fails with BW_ERROR_NOT_FOUND where there is no such book.
@_cdecl("bw_reading_create")
public func bw_reading_create(
  _ store: BWStore?, _ book: Int64, _ reading: UnsafePointer<bw_reading>?,
  _ id: UnsafeMutablePointer<Int64>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let session = try Handles.session(store)
    let added = try session.addReading(try ReadingDraft(input(reading, "reading")), toBook: book)
    id?.pointee = added
  }
}

/// Changes a reading: sets what `reading` gives and takes away what `clear` names, of
/// BW_READING_STARTED, _FINISHED, _PAGE, _PERCENT and _NOTE. Its book then follows its latest
/// reading. Fails with BW_ERROR_NOT_FOUND, also after the reading's book was deleted.
@_cdecl("bw_reading_update")
public func bw_reading_update(
  _ store: BWStore?, _ id: Int64, _ reading: UnsafePointer<bw_reading>?, _ clear: bw_fields,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let session = try Handles.session(store)
    let draft = try ReadingDraft(input(reading, "reading"))
    try session.updateReading(id, draft, clear: ReadingFields(rawValue: clear))
  }
}

/// Deletes a reading. Its book then follows the latest one that is left; without any it is on the
/// shelf. Fails with BW_ERROR_NOT_FOUND.
@_cdecl("bw_reading_delete")
public func bw_reading_delete(
  _ store: BWStore?, _ id: Int64, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) { try Handles.session(store).deleteReading(id) }
}

/// Reads one reading. `reading`, prepared with BW_INIT, borrows its note from `*result`, which is
/// yours to free with bw_result_free(). Fails with BW_ERROR_NOT_FOUND.
@_cdecl("bw_reading_get")
public func bw_reading_get(
  _ store: BWStore?, _ id: Int64, _ reading: UnsafeMutablePointer<bw_reading>?,
  _ result: UnsafeMutablePointer<BWResult?>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (reading, result) = (try output(reading, "reading"), try required(result, "result"))
    let rows = try Handles.session(store).reading(id)
    let row = try rows.reading(0)
    result.pointee = try Handles.add(rows)
    reading.write(row)
  }
}

/// Reads the readings of a book, the latest last. Free the result with bw_result_free(). Fails with
/// BW_ERROR_NOT_FOUND where there is no such book.
@_cdecl("bw_book_list_readings")
public func bw_book_list_readings(
  _ store: BWStore?, _ book: Int64, _ readings: UnsafeMutablePointer<BWResult?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let readings = try required(readings, "readings")
    readings.pointee = try Handles.add(try Handles.session(store).readings(ofBook: book))
  }
}

/// Reads the readings of all books whose ids come after `after`, 0 for those from the first on, in
/// the order in which they were added: at most `limit` of them, -1 for all. Free the result with
/// bw_result_free().
@_cdecl("bw_readings_list")
public func bw_readings_list(
  _ store: BWStore?, _ after: Int64, _ limit: Int64,
  _ readings: UnsafeMutablePointer<BWResult?>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let readings = try required(readings, "readings")
    readings.pointee = try Handles.add(
      try Handles.session(store).readings(after: after, limit: limit))
  }
}

/// Shows one row of a result of readings, from row 0. Prepare `reading` with BW_INIT; it borrows
/// its note from the result.
@_cdecl("bw_result_get_reading")
public func bw_result_get_reading(
  _ result: BWResult?, _ row: Int64, _ reading: UnsafeMutablePointer<bw_reading>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let reading = try output(reading, "reading")
    reading.write(try Handles.result(result).reading(row))
  }
}
