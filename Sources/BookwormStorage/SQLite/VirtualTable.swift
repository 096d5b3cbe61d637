// This file lets SQLite read rows in memory: see MemoryRows.
import CSQLite

/// The context of the table's module and its cursors; it lives as long as its connection.
final class VirtualTableSlot {
  var rows: (any MemoryRows)?
}

enum VirtualTable {
  /// An "eponymous-only" virtual table: it needs no CREATE and leaves no trace in the schema.
  nonisolated(unsafe) static let module: UnsafePointer<sqlite3_module> = {
    let module = UnsafeMutablePointer<sqlite3_module>.allocate(capacity: 1)
    module.initialize(to: sqlite3_module())
    module.pointee.xConnect = connect
    module.pointee.xBestIndex = { _, _ in SQLITE_OK }
    module.pointee.xDisconnect = disconnect
    module.pointee.xOpen = open
    module.pointee.xClose = close
    module.pointee.xFilter = { cursor, _, _, _, _ in
      VirtualTable.cursor(cursor)?.pointee.row = 0
      return SQLITE_OK
    }
    module.pointee.xNext = { cursor in
      VirtualTable.cursor(cursor)?.pointee.row += 1
      return SQLITE_OK
    }
    module.pointee.xEof = { cursor in
      guard let (rows, row) = VirtualTable.place(cursor) else { return 1 }
      return row < rows.count ? 0 : 1
    }
    module.pointee.xColumn = column
    module.pointee.xRowid = { cursor, id in
      id?.pointee = Int64(VirtualTable.cursor(cursor)?.pointee.row ?? 0)
      return SQLITE_OK
    }
    return UnsafePointer(module)
  }()

  // Each struct begins with the members that SQLite defines.
  struct Table {
    var base = sqlite3_vtab()
    var slot: UnsafeMutableRawPointer?
  }
  struct Cursor {
    var base = sqlite3_vtab_cursor()
    var row = 0
  }

  private static func cursor(
    _ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?
  ) -> UnsafeMutablePointer<Cursor>? {
    cursor.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: Cursor.self) }
  }

  private static func place(
    _ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?
  ) -> (rows: any MemoryRows, row: Int)? {
    guard let cursor = VirtualTable.cursor(cursor), let base = cursor.pointee.base.pVtab,
      let slot = UnsafeMutableRawPointer(base).assumingMemoryBound(to: Table.self).pointee.slot,
      let rows = Unmanaged<VirtualTableSlot>.fromOpaque(slot).takeUnretainedValue().rows
    else { return nil }
    return (rows, cursor.pointee.row)
  }

  private static let connect:
    @convention(c) (
      OpaquePointer?, UnsafeMutableRawPointer?, Int32, UnsafePointer<UnsafePointer<CChar>?>?,
      UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab>?>?,
      UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    ) -> Int32 = { database, slot, _, _, table, _ in
      let code = sqlite3_declare_vtab(
        database, "CREATE TABLE x (a INTEGER, b INTEGER, c INTEGER, d BLOB)")
      guard code == SQLITE_OK else { return code }
      guard let memory = sqlite3_malloc(Int32(MemoryLayout<Table>.size)) else {
        return SQLITE_NOMEM
      }
      let made = memory.bindMemory(to: Table.self, capacity: 1)
      made.initialize(to: Table(slot: slot))
      table?.pointee = memory.assumingMemoryBound(to: sqlite3_vtab.self)
      return SQLITE_OK
    }

  private static let disconnect: @convention(c) (UnsafeMutablePointer<sqlite3_vtab>?) -> Int32 = {
    table in
    sqlite3_free(table)
    return SQLITE_OK
  }

  private static let open:
    @convention(c) (
      UnsafeMutablePointer<sqlite3_vtab>?,
      UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab_cursor>?>?
    ) -> Int32 = { _, cursor in
      guard let memory = sqlite3_malloc(Int32(MemoryLayout<Cursor>.size)) else {
        return SQLITE_NOMEM
      }
      memory.bindMemory(to: Cursor.self, capacity: 1).initialize(to: Cursor())
      cursor?.pointee = memory.assumingMemoryBound(to: sqlite3_vtab_cursor.self)
      return SQLITE_OK
    }

  private static let close: @convention(c) (UnsafeMutablePointer<sqlite3_vtab_cursor>?) -> Int32 = {
    cursor in
    sqlite3_free(cursor)
    return SQLITE_OK
  }

  private static let column:
    @convention(c) (
      UnsafeMutablePointer<sqlite3_vtab_cursor>?, OpaquePointer?, Int32
    ) -> Int32 = { cursor, context, column in
      guard let (rows, row) = VirtualTable.place(cursor), row < rows.count else {
        return SQLITE_ERROR
      }
      if column < 3 {
        sqlite3_result_int64(context, rows.integer(row, Int(column)))
      } else {
        let blob = rows.blob(row)
        // Not copied: the rows remain unchanged while the statement runs.
        sqlite3_result_blob64(context, blob.baseAddress, UInt64(blob.count), nil)
      }
      return SQLITE_OK
    }
}
