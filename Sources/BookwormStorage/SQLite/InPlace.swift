// This file checks that a connection's files are still those at its path: the database, its log and
// the log's index. A program may delete, move or replace them while the store is open. The
// connection would then no longer read and write the same data as others.
import CSQLite
import Glibc

extension SQLiteConnection {
  /// Until lookNowAndThen() has succeeded once, every check is the thorough one for a connection's
  /// first read, even if `quickly` is true.
  func whyLost(quickly: Bool) throws -> StorageError? {
    if let fault = still?.fault { return fault }
    if nextLook == 0 { return try fault(csqlite_look_first(handle)) }
    return try fault(quickly ? csqlite_look_again(handle, &place) : csqlite_look(handle))
  }

  private func fault(_ found: Int32) throws -> StorageError? {
    let text: String
    switch found {
    case Int32(CSQLITE_IN_PLACE): return nil
    case Int32(CSQLITE_NO_FILE):
      text =
        "the store's file has been deleted, moved or replaced since it was opened; its last"
        + " changes are in the -wal that belongs beside it"
    case Int32(CSQLITE_NO_LOG): text = SQLiteConnection.lost("-wal")
    case Int32(CSQLITE_NO_INDEX): text = SQLiteConnection.lost("-shm")
    case Int32(CSQLITE_CLOSED):
      text =
        "the program has closed a file descriptor that this library uses for the store; this"
        + " handle can save no further changes"
    case Int32(CSQLITE_OVERWRITTEN):
      text =
        "another file has been written over the store's while the store was open; this handle can"
        + " save no further changes"
    case Int32(CSQLITE_APART):
      text =
        "programs have the store open with another -wal or -shm than those next to it; end these"
        + " programs without killing them, so that they save their last changes, and open the store"
        + " again"
    default: throw StorageError.cannotOpen(errno, path)
    }
    return StorageError(.cannotOpen, "\(text): \(path)")
  }

  private static func lost(_ file: String) -> String {
    "the store's \(file) has been deleted, moved or replaced while the store was open; this handle"
      + " can save no further changes, close it and open the store again"
  }

  func lookNowAndThen() throws {
    let now = Clock.coarse()
    guard now >= nextLook else {
      if let fault = still?.fault { throw fault }
      return
    }
    try openLog()
    if let fault = try whyLost(quickly: false) { throw fault }
    nextLook = now &+ SQLiteConnection.pause
  }

  func savesLog() -> Bool { csqlite_save_log(handle) }

  /// The minimum time between a successful check by lookNowAndThen() and its next one.
  private static let pause: Milliseconds = 100
}
