// Connections that are kept for as long as somebody reads, apart from the store's other work.
import BookwormStorage

/// A connection that sees one state of the store for as long as it is kept.
final class DetachedReader {
  let connection: Connection
  private let database: Database
  private let readsOnce: Bool

  /// `borrowed` is one of the database's readers. Who reads no page again needs no large cache.
  init(
    _ database: Database, _ borrowed: Connection? = nil, readsOnce: Bool = false
  ) throws {
    (self.database, self.readsOnce) = (database, readsOnce)
    connection = try borrowed ?? database.borrowReader()
    // If this fails, `deinit` gives the connection back all the same.
    if readsOnce { try connection.setCache(min(database.options.cacheKiB, 2048)) }
    try Store.checkIsSame(try connection.beginSnapshot(), database)
  }

  func checkIsOpen() throws { try database.checkIsOpen() }

  deinit {
    database.endSnapshot(connection) {
      if readsOnce { try $0.setCache(database.options.cacheKiB) }
    }
  }
}

extension DetachedReader {
  /// Two readers of very many rows that see the same state of the store, for two threads. One where
  /// there is no second processor, where writers leave no moment between two commits, and where the
  /// store has fewer than so many books.
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

  /// Nil where another connection has committed between the two.
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
    // What the second one saw before the first began is what it still sees: so does the first.
    return try second.dataVersion() == before ? readers : nil
  }
}

extension Connection {
  /// Begins to read one unchanging state, which is fixed by the first read: that of the store's id.
  fileprivate func beginSnapshot() throws -> Int64? {
    try statement(.beginReading).run()
    return try property(Store.idProperty)
  }
}
