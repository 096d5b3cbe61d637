// Converts the options of an import from the caller's struct, and the outcome of a row to another
// struct of the caller's.
import BookwormExchange
import BookwormRecords
import BookwormStorage
import BookwormStore
import CBookwormTypes

extension ImportOptions {
  init(_ options: bw_import_options) throws {
    self.init()
    guard let identity = BookIdentity(rawValue: Int32(bitPattern: options.identity.rawValue)) else {
      throw Failure.unknown(options.identity.rawValue, "identity")
    }
    self.identity = identity
    isDryRun = try flag(options.dry_run, "dry_run")
    skipsRefused = try flag(options.skip_refused, "skip_refused")
    recreatesDeleted = try flag(options.recreate_deleted, "recreate_deleted")
    isComplete = try flag(options.complete, "complete")
  }
}

extension BookColumns {
  /// Returns a function that reads the next row at each call. If it throws an error for a row, the
  /// next call continues with the row after it.
  func rows(_ count: Int) -> (inout BookDraft) throws -> Bool {
    var row = 0
    return { draft in
      guard row < count else { return false }
      defer { row += 1 }
      try fill(row, &draft)
      return true
    }
  }
}

extension Session {
  /// Returns the outcomes as a result. Its handle is created first, because creating it must not
  /// fail after the books were created.
  func importBooks(
    from source: Bytes, _ fields: BookFields, _ options: UnsafePointer<bw_import_options>?,
    _ result: UnsafeMutablePointer<BWResult?>?, next: (inout BookDraft) throws -> Bool
  ) throws {
    let options = try ImportOptions(
      options == nil ? bw_import_options() : input(options, "options"))
    let rows = try RowSet.ofImport()
    let handle = try Handles.add(rows)
    do {
      try importBooks(
        from: source, fields, options, into: rows,
        status: { Int32(bitPattern: Report($0).status.rawValue) }, next: next)
    } catch {
      try Handles.free(handle, RowSet.handleKind)
      throw error
    }
    if let result { result.pointee = handle } else { try Handles.free(handle, RowSet.handleKind) }
  }
}

extension RowSet {
  func importRow(_ row: Int64) throws -> bw_import_row {
    let row = try check(row, .imports)
    let columns = layout.columns
    var imported = bw_import_row()
    imported.outcome = bw_import_outcome(rawValue: number(columns[0], row, as: UInt32.self))
    imported.book = number(columns[1], row, as: Int64.self)
    imported.changed = number(columns[2], row, as: UInt64.self)
    imported.kept = number(columns[3], row, as: UInt64.self)
    imported.status = bw_status(rawValue: number(columns[4], row, as: UInt32.self))
    if isPresent(columns[5], row) { imported.field = bw_text(text(columns[5], row)) }
    if isPresent(columns[6], row) { imported.message = bw_text(text(columns[6], row)) }
    if isPresent(columns[7], row) { imported.source_id = bw_text(text(columns[7], row)) }
    return imported
  }
}
