// This file defines the connections that a long read keeps for itself, apart from the store's other
// work.
import BookwormStorage

/// A detached reader is a connection that sees one state of the store for its whole life.
package final class DetachedReader {
  package let connection: Connection
  private let database: Database
  private let readsOnce: Bool

  /// `borrowed` is one of the database's readers. A reader that reads each page only once needs no
  /// large cache.
  init(
    _ database: Database, _ borrowed: Connection? = nil, readsOnce: Bool = false
  ) throws {
    (self.database, self.readsOnce) = (database, readsOnce)
    connection = try borrowed ?? database.borrowReader()
    // If this fails, `deinit` still returns the connection.
    if readsOnce { connection.setCache(min(database.options.cacheKiB, 2048)) }
    try Store.checkIsSame(try connection.beginSnapshot(), database)
  }

  package func checkIsOpen() throws { try database.checkIsOpen() }

  deinit {
    database.endSnapshot(connection) {
      if readsOnce { $0.setCache(database.options.cacheKiB) }
    }
  }
}

extension DetachedReader {
  /// Returns two readers of very many rows, for two threads, that see the same state of the store;
  /// or one reader if there is no second processor, if writers commit without a pause, or if the
  /// store has fewer than `books` books.
  static func pair(_ database: Database, atLeast books: Int64) throws -> [DetachedReader] {
    for _ in 0..<pairAttempts {
      let borrowed = try database.borrowReader()
      let isLong: Bool
      do { isLong = try borrowed.countBooks() >= books } catch {
        database.giveBack(reader: borrowed)
        throw error
      }
      guard isLong, HelperThread.processors > 1 else {
        return [try DetachedReader(database, borrowed, readsOnce: isLong)]
      }
      if let pair = try pair(database, borrowed) { return pair }
    }
    return [try DetachedReader(database, readsOnce: true)]
  }

  private static let pairAttempts = 3

  /// Returns nil if another connection committed while the two readers began.
  private static func pair(_ database: Database, _ first: Connection) throws -> [DetachedReader]? {
    let before: Int64
    let second: Connection
    do {
      second = try database.borrowReader()
      do { before = try second.dataVersion() } catch {
        database.giveBack(reader: second)
        throw error
      }
    } catch {
      database.giveBack(reader: first)
      throw error
    }
    let one: DetachedReader
    do { one = try DetachedReader(database, first, readsOnce: true) } catch {
      database.giveBack(reader: second)
      throw error
    }
    let readers = [one, try DetachedReader(database, second, readsOnce: true)]
    // The second reader still sees what it saw before the first one began, so both see the same
    // state.
    return try second.dataVersion() == before ? readers : nil
  }
}

extension Connection {
  /// Begins to read one unchanging state. The first read, which reads the store's id, determines
  /// this state.
  fileprivate func beginSnapshot() throws -> Int64? {
    try statement(.beginReading).run()
    return try property(Store.idProperty)
  }
}
