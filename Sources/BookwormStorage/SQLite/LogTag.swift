// This file reads the tag that ties a log to its database. CSQLite/tags.h writes the tag, and says
// what it means.

import Glibc

enum LogTag {
  /// Whether a log is the database's own. True if there is no log, if the file does not begin as a
  /// log does, since SQLite ignores it then, or if the database has no tag.
  static func fits(log: String, database: String) throws -> Bool {
    // The last program to close the store deletes its log, and the next may begin another. So this
    // opens the file only once.
    let file = StoreFile.openToRead(log)
    guard file >= 0 else {
      if errno == ENOENT { return true }
      throw StorageError.cannotRead(log, .cannotOpen)
    }
    defer { close(file) }
    func read(_ count: Int, at offset: Int) throws -> [UInt8] {
      try StoreFile.withBytes(of: file, log, count, at: offset) { Array($0) }
    }
    // The log is read first, since the tag always fits before a log begins.
    let begin = try read(24, at: 0)
    guard begin.count == 24, begin.number(at: 0) & ~1 == 0x377F_0682 else { return true }
    let tag = try StoreFile.withBytes(of: database, 8, at: 72) { Array($0) }
    guard tag.count == 8, tag.number(at: 0) != 0 else { return true }
    switch begin.number(at: 16) &- tag.number(at: 0) {
    case 1: return true
    // All of this log has been copied into the database. An older copy of the log lacks frames, or
    // has those of an earlier log in their place.
    case 0:
      let frame = Int(tag.number(at: 4)) - 1
      guard frame >= 0 else { return true }
      let size = Int(begin.number(at: 8)) + 24
      return try read(8, at: 32 + frame * size + 8) == Array(begin[16...])
    default: return false
    }
  }
}

extension [UInt8] {
  /// Four bytes, the most significant one first.
  fileprivate func number(at offset: Int) -> UInt32 {
    self[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
