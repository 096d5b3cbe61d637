// Whether a connection's files are still those at its path: the database, its log and the log's
// index. A program may delete them, move them or put others in their place while the store is open.
// What is written or read then would not be what others read and write.
import CSQLite
import Glibc

extension SQLiteConnection {
  func whyLost() throws -> StorageError? {
    let text: String
    switch csqlite_look(handle) {
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
        + " handle keeps nothing more"
    case Int32(CSQLITE_OVERWRITTEN):
      text =
        "another file has been written over the store's while the store was open; this handle keeps"
        + " nothing more"
    default: throw StoreFile.cannotOpen(errno, path)
    }
    return StorageError(.cannotOpen, "\(text): \(path)")
  }

  private static func lost(_ file: String) -> String {
    "the store's \(file) has been deleted, moved or replaced while the store was open; this handle"
      + " keeps nothing more, close it and open the store again"
  }

  func lookNowAndThen() throws {
    let now = Clock.coarse()
    guard now >= nextLook else { return }
    // SQLite opens the log and its index at a connection's first read.
    _ = try version()
    if let fault = try whyLost() { throw fault }
    nextLook = now &+ SQLiteConnection.pause
  }

  /// Between two looks of one that reads.
  private static let pause: Milliseconds = 100
}
