// These tests check when the log is checkpointed into the file, and which connections wait, and how
// long.
import CSQLite
import CSystem
import Glibc
import TestSupport
import Testing

@testable import BookwormStorage

private let mebibyte: Int64 = 1 << 20

@Suite struct LogFoldingTests {
  let folder = TemporaryFolder()
  var path: String { folder.file("database") }

  private func open(busyTimeout: Milliseconds = 5000) throws -> Database {
    var options = DatabaseOptions()
    options.busyTimeout = busyTimeout
    options.syncEveryCommit = false
    try RawStore(path).execute("PRAGMA journal_mode = WAL")
    let database = try Database(path: path, options: options)
    return database
  }

  private func opened() throws -> Database {
    let database = try open()
    try write(database, "CREATE TABLE t (x)")
    return database
  }

  private func write(
    _ database: Database, _ sql: String, _ committed: () -> Void = {}
  ) throws {
    let connection = try database.beginWrite()
    try connection.execute(sql)
    try database.commit(connection, committed)
  }

  /// Writes the same hundred pages again and again, about this many MiB in all. Returns the largest
  /// length that the log had.
  private func grow(_ database: Database, to mebibytes: Int64) throws -> Int64 {
    var largest: Int64 = 0
    for _ in 0..<(mebibytes * mebibyte / 410_000) {
      try write(database, "REPLACE INTO t (rowid, x) VALUES (1, randomblob(405000))")
      largest = max(largest, database.logBytes)
    }
    return largest
  }

  /// Writes until a thread of the library, which copies a long log at the same time, has made it
  /// short.
  private func growUntilShort(_ database: Database) throws {
    for _ in 0..<20 where database.logBytes > LogFolding.sizeKept {
      _ = try grow(database, to: 5)
      usleep(50_000)
    }
    #expect(database.logBytes <= Int64(LogFolding.sizeKept))
  }

  private func beginReading(_ database: Database) throws -> Connection {
    let reader = try database.borrowReader()
    try reader.execute("BEGIN")
    #expect(try reader.integer("SELECT count(*) FROM t") != nil)
    return reader
  }

  /// A lock on the file of locks, as another program would hold it: 120 is the writers' lock, 121
  /// the lock for checkpoints. It is released with the descriptor.
  private func lock(_ byte: Int) -> Int32 {
    let file = Glibc.open(path + "-shm", O_RDWR)
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    (lock.l_start, lock.l_len) = (byte, 1)
    // F_OFD_SETLKW: a thread of the library may hold it for a moment.
    #expect(fcntl(file, 38, &lock) == 0)
    return file
  }

  @Test func afterAWriteThatHadNoRoomTheNextOneEmptiesTheLog() throws {
    let database = try opened()
    _ = try grow(database, to: 4)
    try database.withWriter { try $0.execute("PRAGMA max_page_count = 1") }
    #expect(database.logBytes > 3 * mebibyte)
    do {
      let connection = try database.beginWrite()
      defer { database.rollBack(connection) }
      try connection.execute("INSERT INTO t (x) VALUES (randomblob(1000000))")
      Issue.record("there was room")
    } catch let error as StorageError { #expect(error.kind == .full) }
    try database.withWriter { try $0.execute("PRAGMA max_page_count = 1000000") }
    #expect(database.logBytes == 0)
    try write(database, "INSERT INTO t (x) VALUES (randomblob(1000000))")
    database.close()
  }

  @Test func theLogStaysShortAndGoesWithTheLastToClose() throws {
    let (one, other) = (try opened(), try open())
    #expect(try grow(one, to: 40) < 17 * mebibyte)
    #expect(try grow(other, to: 20) < 17 * mebibyte)
    one.close()
    #expect(folder.files.contains("database-wal"))
    other.close()
    #expect(folder.files == ["database"])
  }

  /// A single reader begins again as soon as it ends, and then in the same place that the
  /// checkpoint has just waited for.
  @Test(arguments: [(3, 20_000), (1, 60_000)])
  func readersWhoTakeTurnsDoNotKeepItFromStartingAnew(count: Int, pause: UInt32) throws {
    let database = try opened()
    let isOver = ClosingFlag()
    let readers = (0..<count).map { _ in
      Worker {
        while !isOver.isSet {
          guard let reader = try? beginReading(database) else { return false }
          usleep(pause)
          database.endSnapshot(reader)
        }
        return true
      }
    }
    #expect(try grow(database, to: 160) < 64 * mebibyte)
    isOver.set()
    for reader in readers { #expect(reader.join() == true) }
  }

  /// Each read takes longer than the waits of 200 ms at 32 and 48 MiB (see LogFolding.patience). On
  /// a slow disk the next two waits may end too early as well, but the one after them does not.
  @Test func oneWhoReadsForLongAgainAndAgainIsWaitedForWhenItHasGrown() throws {
    let database = try opened()
    let isOver = ClosingFlag()
    let reader = Worker {
      while !isOver.isSet {
        guard let reader = try? beginReading(database) else { return false }
        usleep(350_000)
        database.endSnapshot(reader)
      }
      return true
    }
    #expect(try grow(database, to: 500) < 320 * mebibyte)
    isOver.set()
    #expect(reader.join() == true)
  }

  @Test func whoGoesOnReadingOneStateLetsItGrowUntilTheEnd() throws {
    let database = try opened()
    let reader = try beginReading(database)
    let state = try reader.integer("SELECT count(*) FROM t")
    #expect(try grow(database, to: 70) > 64 * mebibyte)
    #expect(try reader.integer("SELECT count(*) FROM t") == state)
    database.endSnapshot(reader)
    try growUntilShort(database)
  }

  @Test func readersAreWaitedForOnlyWhereTheLogIsLongAndNotForEver() throws {
    let database = try opened()
    let reader = try beginReading(database)
    let short = try milliseconds { _ = try grow(database, to: 31) }
    var waits = 0
    for _ in 0..<5 where try milliseconds({ _ = try grow(database, to: 1) }) >= 100 { waits += 1 }
    #expect(waits == 1, "31 MiB were written in \(short) ms")
    database.endSnapshot(reader)
  }

  /// The next write does wait, within its time-out.
  @Test func noCommitWaitsForReaders() throws {
    let database = try opened()
    let reader = try beginReading(database)
    defer { database.endSnapshot(reader) }
    var commits: [Milliseconds] = []
    for _ in 0..<(36 * mebibyte / 410_000) {
      let connection = try database.beginWrite()
      try connection.execute("REPLACE INTO t (rowid, x) VALUES (1, randomblob(405000))")
      commits.append(try milliseconds { try database.commit(connection) })
    }
    #expect(database.logBytes > 32 * mebibyte)
    #expect(commits.max() ?? 0 < 150)
  }

  /// Only the program whose commit takes the log past one of the lengths waits for readers there.
  @Test(
    arguments: [
      (0, 7999, 0), (7999, 8000, 200), (8000, 9000, 0), (11_999, 12_400, 200),
      (12_000, 31_999, 0), (31_000, 32_000, 600), (47_000, 49_000, 600), (49_000, 71_000, 0),
      (71_000, 72_000, 1000), (0, 100_000, 1000),
    ] as [(Int32, Int32, Milliseconds)])
  func readersAreWaitedForAtAFewLengths(before: Int32, after: Int32, patience: Milliseconds) {
    #expect(LogFolding.patience(from: before, to: after) == patience)
  }

  @Test func aCheckpointEndsAsSoonAsNobodyReadsFromTheLog() throws {
    let database = try opened()
    let other = try open()
    _ = try grow(database, to: 4)
    let reader = try beginReading(database)
    _ = try grow(database, to: 1)
    try other.withWriter { connection in
      let side = try #require(connection.sqlite)
      let lock = try #require(LogLock(ofStore: side.fileName))
      #expect(lock.announce() && lock.take())
      let early = milliseconds { #expect(!side.foldLog(under: lock, patience: 100)) }
      #expect((100..<2000).contains(early))
      var looks = 0
      let isWhole = side.foldLog(under: lock, patience: 5000) {
        looks += 1
        if looks == 5 { database.endSnapshot(reader) }
        return true
      }
      #expect(isWhole && looks == 5)
    }
    try write(database, "INSERT INTO t VALUES (1)")
    #expect(try other.withWriter { try #require($0.sqlite).lookAtLog().log } < 10)
  }

  @Test func aCheckpointThatWaitsCopiesNothingMoreOnceTheFilesAreNotInPlace() throws {
    let database = try opened()
    let reader = try beginReading(database)
    _ = try grow(database, to: 1)
    try database.withWriter { connection in
      let side = try #require(connection.sqlite)
      let lock = try #require(LogLock(ofStore: side.fileName))
      #expect(lock.take())
      var looks = 0
      let isWhole = side.foldLog(under: lock, patience: 60_000) {
        looks += 1
        if looks == 3 {
          #expect(rename(path + "-shm", path + "-moved") == 0)
          database.endSnapshot(reader)
        }
        return true
      }
      #expect(!isWhole && looks == 3)
      #expect(rename(path + "-moved", path + "-shm") == 0)
    }
    try write(database, "INSERT INTO t VALUES (1)")
  }

  @Test func whoWaitsInVainIsToldWhetherForACheckpointOrAnotherTransaction() throws {
    let (one, other) = (try opened(), try open(busyTimeout: 150))
    let writing = try one.beginWrite()
    let transaction = storageError { try other.beginWrite() }
    #expect(transaction?.kind == .busy)
    #expect(transaction?.message.hasPrefix("another transaction") == true)
    one.rollBack(writing)
    var lock = LogLock(ofStore: path)
    #expect(lock?.announce() == true && lock?.take() == true)
    let checkpoint = storageError { try other.beginWrite() }
    #expect(checkpoint?.kind == .busy)
    #expect(checkpoint?.message.hasPrefix("a checkpoint of the log, which waits for") == true)
    lock = nil
    try write(other, "INSERT INTO t VALUES (1)")
  }

  /// Otherwise a write would wait for one checkpoint after another.
  @Test func onlyOneCheckpointAtATimeWaitsForReaders() throws {
    let database = try opened()
    var first = LogLock(ofStore: path)
    let second = try #require(LogLock(ofStore: path))
    #expect(first?.announce() == true)
    #expect(!second.announce())
    first = nil
    #expect(second.announce())
    try write(database, "INSERT INTO t VALUES (1)")
  }

  @Test func anotherSQLiteInThisProcessKeepsItsLocks() throws {
    let database = try opened()
    // The other SQLite locks for the process, which loses the lock when it closes the file
    // anywhere.
    let file = Glibc.open(path + "-shm", O_RDWR)
    var lock = flock()
    lock.l_type = Int16(F_RDLCK)
    lock.l_whence = Int16(SEEK_SET)
    (lock.l_start, lock.l_len) = (127, 1)
    #expect(fcntl(file, F_SETLK, &lock) == 0)
    _ = try grow(database, to: 36)
    // A program that waits in vain asks for the reason.
    let other = try open(busyTimeout: 100)
    let writing = try database.beginWrite()
    #expect(storageError { try other.beginWrite() }?.kind == .busy)
    database.rollBack(writing)
    other.close()
    try StoreFile.checkFilesBeside(path)
    lock.l_type = Int16(F_WRLCK)
    #expect(system_get_lock(file, &lock) == 0)
    #expect(lock.l_type == Int16(F_RDLCK))
    close(file)
  }

  @Test func aCheckpointOfAnotherProgramKeepsNoCommitWaiting() throws {
    let database = try opened()
    #expect(try grow(database, to: 15) < 16 * mebibyte)
    let folding = lock(121)
    let wait = try milliseconds { _ = try grow(database, to: 2) }
    #expect(wait < 1000)
    #expect(database.logBytes > 16 * mebibyte)
    close(folding)
    #expect(try grow(database, to: 20) < 24 * mebibyte)
  }

  @Test func anotherWriterIsWaitedForButNotForEver() throws {
    let database = try opened()
    let reader = try beginReading(database)
    #expect(try grow(database, to: 31) > 30 * mebibyte)
    database.endSnapshot(reader)
    var writing: Int32 = -1
    var longest: Milliseconds = 0
    for _ in 0..<6 {
      let insert = "INSERT INTO t VALUES (randomblob(405000))"
      longest = max(
        longest, try milliseconds { try write(database, insert) { writing = lock(120) } })
      close(writing)
    }
    // The library has checkpointed everything that does not need that lock.
    #expect(longest < 5000)
    try growUntilShort(database)
  }

  @Test func aLogThatCouldNotBeOpenedOnceIsOpenedByTheNextWrite() throws {
    let first = try opened()
    let second = try open()
    let files = try #require(sqlite3_vfs_find(nil))
    let original = try #require(files.pointee.xGetSystemCall(files, "open"))
    openForReal = unsafeBitCast(original, to: OpenFile.self)
    // Only the opening of this path fails, because other tests may open files meanwhile.
    let wal = strdup(path + "-wal")
    defer { free(wal) }
    pathToFail = UnsafePointer(wal)
    let failing: OpenFile = openOrFail
    #expect(
      files.pointee.xSetSystemCall(
        files, "open", unsafeBitCast(failing, to: sqlite3_syscall_ptr.self)) == SQLITE_OK)
    let third = try Database(path: path, options: DatabaseOptions())
    let error = storageError { try third.beginWrite() }
    #expect(error?.kind == .readOnly)
    pathToFail = nil
    #expect(files.pointee.xSetSystemCall(files, "open", original) == SQLITE_OK)
    try write(third, "INSERT INTO t VALUES (1)")
    try write(second, "INSERT INTO t VALUES (2)")
    first.close()
  }
}

/// Returns how long something takes.
func milliseconds(_ body: () throws -> Void) rethrows -> Milliseconds {
  let start = Clock.monotonic()
  try body()
  return Clock.monotonic() - start
}

private typealias OpenFile = @convention(c) (UnsafePointer<CChar>?, Int32, Int32) -> Int32
nonisolated(unsafe) private var openForReal: OpenFile?
nonisolated(unsafe) private var pathToFail: UnsafePointer<CChar>?

/// Fails to open one path, as if the process had no descriptors left at that moment.
private func openOrFail(_ path: UnsafePointer<CChar>?, _ flags: Int32, _ mode: Int32) -> Int32 {
  if let pathToFail, let path, strcmp(path, pathToFail) == 0, flags & O_ACCMODE == O_RDWR {
    errno = EMFILE
    return -1
  }
  return openForReal?(path, flags, mode) ?? -1
}
