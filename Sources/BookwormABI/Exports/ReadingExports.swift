// Readings
//
// A reading is one time you read a book. A book's `status`, `started` and `finished` come from its
// latest reading. If readings are open, the latest is the open one that started last. Otherwise it
// is the one that ended last; for a reading without `finished`, `started` is used instead. If
// several have the same day, it is the one that was added last. Setting a status or a date on the
// book changes that reading: bw_book_set_status() and bw_book_update() update it, or add one if the
// book has none and gets a date or a status other than on-shelf. If the latest reading is over, two
// changes add a reading and keep the others: starting the book again, that is, setting it in
// progress; and giving a book on the shelf another status, unless the change is dated before the
// end of the latest reading (see bw_book_set_status()).
//
// The status on-shelf belongs to the book, not to a reading. The book stays on the shelf, with the
// dates of its latest reading, until you set its status, or until bw_reading_create() or
// bw_reading_update() writes its latest reading. (Imports and merges may take it off the shelf
// too.) A book without readings is on the shelf, without dates. A book that is created with a date,
// or with a status other than on-shelf, gets a matching reading. If the status is not given, or is
// on-shelf, that reading is completed if `finished` is given, and open if only `started` is. If the
// status is not given, the book's status is that of the reading. bw_book_create() and imports can
// also give all readings of a book: see BW_BOOK_READING_STARTED.
//
// An open reading has no end. If you set `finished` alone on a book in progress, its reading ends.
// If you set `finished` and the status in-progress together, the library adds an earlier, completed
// reading that ended on that day, unless the book already has a reading with that end. A `started`
// that you set with them is the start of the earlier reading, if it is not after `finished`. In
// stores of versions before 2.1.0, an open reading could have an end. When such a store is opened,
// each such reading is split into two: a completed one with the end, and an open one.
//
// A reading ends on the day it started or later. A call fails with BW_ERROR_INVALID and the field
// "finished" (for a list, "reading_finished") if a reading that it adds or changes would end before
// it starts, or if the book's `finished` would be before its `started`. Imports, merges and
// documents keep such days, so that nothing is lost.
//
// Readings are deleted with their book. Adding, changing or deleting one leaves the book's
// `updated` unchanged, unless its status or dates change too.
import BookwormBooks
import BookwormRecords
import BookwormStorage
import CBookwormTypes

/// Adds a reading to a book. The book's status and dates then come from its latest reading; a book
/// on the shelf leaves it only if the added reading is the latest: see "Readings" above. Members
/// that `reading` does not give are absent; the default outcome is completed if `reading` gives its
/// end, otherwise open. `id`, which may be NULL, gets the new reading's id. Fails with
/// BW_ERROR_NOT_FOUND, and with BW_ERROR_INVALID if `reading` is open and has an end.
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

/// Changes a reading: sets the members that `reading` gives and removes the fields in `clear`,
/// which may be BW_READING_STARTED, _FINISHED, _PAGE, _PERCENT and _NOTE. An open reading that gets
/// an end is completed, and a reading that is opened again loses its end. The book's status and
/// dates then come from its latest reading; a book on the shelf leaves it only if the changed
/// reading is the latest. Fails with BW_ERROR_NOT_FOUND, including if the reading's book was
/// deleted.
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

/// Deletes a reading. The book's status and dates then come from the latest of its other readings,
/// but a book on the shelf stays there. A book without other readings is on the shelf, without
/// dates. Fails with BW_ERROR_NOT_FOUND.
@_cdecl("bw_reading_delete")
public func bw_reading_delete(
  _ store: BWStore?, _ id: Int64, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) { try Handles.session(store).deleteReading(id) }
}

/// Reads one reading. Prepare `reading` with BW_INIT; it borrows its note from `*result`, which you
/// own: free it with bw_result_free(). Fails with BW_ERROR_NOT_FOUND.
@_cdecl("bw_reading_get")
public func bw_reading_get(
  _ store: BWStore?, _ id: Int64, _ reading: UnsafeMutablePointer<bw_reading>?,
  _ result: UnsafeMutablePointer<BWResult?>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (reading, result) = (try output(reading, "reading"), try required(result, "result"))
    let rows = try Handles.session(store).reading(id)
    let row: bw_reading = try rows.struct(.reading, 0)
    result.pointee = try Handles.add(rows)
    reading.write(row)
  }
}

/// Reads the readings of a book, the latest last. Free the result with bw_result_free(). Fails with
/// BW_ERROR_NOT_FOUND.
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

/// Reads the readings whose ids are above `after`, from all books, in the order they were added.
/// `after` is 0 for the first readings. The result has at most `limit` rows; -1 means all. Free the
/// result with bw_result_free().
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

/// Gets one row of a result of readings, counted from 0. Prepare `reading` with BW_INIT; it borrows
/// its note from the result.
@_cdecl("bw_result_get_reading")
public func bw_result_get_reading(
  _ result: BWResult?, _ row: Int64, _ reading: UnsafeMutablePointer<bw_reading>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let reading = try output(reading, "reading")
    reading.write(try Handles.result(result).struct(.reading, row))
  }
}
