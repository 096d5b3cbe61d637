// These tests check the tag that ties a log to its database's file.
import Glibc
import TestSupport
import Testing

@testable import BookwormStorage

@Suite struct LogTagTests {
  let folder = TemporaryFolder()
  var path: String { folder.file("database") }
  private var log: String { path + "-wal" }

  private func opened() throws -> Database {
    var options = DatabaseOptions()
    options.busyTimeout = 5000
    try RawStore(path).execute("PRAGMA journal_mode = WAL; CREATE TABLE IF NOT EXISTS t (x)")
    return try Database(path: path, options: options)
  }

  private func write(_ database: Database, _ sql: String) throws {
    let connection = try database.beginWrite()
    try connection.execute(sql)
    try database.commit(connection)
  }

  private func checkpoint(_ database: Database) throws {
    try database.withWriter {
      let side = try #require($0.sqlite)
      #expect(try side.foldLog(under: #require(LogLock(ofStore: path))))
    }
  }

  private func number(_ path: String, at offset: Int) throws -> UInt32 {
    try StoreFile.withBytes(of: path, 4, at: offset) { $0.reduce(0) { $0 << 8 | UInt32($1) } }
  }

  /// The first salt of the last complete log, and the number of that log's frames.
  private func tag() throws -> [UInt32] {
    [try number(path, at: 72), try number(path, at: 76)]
  }

  private var salt: UInt32 { get throws { try number(log, at: 16) } }

  @Test func itNamesTheLastLogThatIsCompleteInTheFile() throws {
    let database = try opened()
    try write(database, "INSERT INTO t VALUES (1)")
    let first = try salt
    #expect(try tag() == [first &- 1, 0])
    try checkpoint(database)
    let frames = UInt32((contents(of: log)?.count ?? 0) / (4096 + 24))
    #expect(try tag() == [first, frames] && frames > 0)
    try write(database, "INSERT INTO t VALUES (2)")
    #expect(try salt == first &+ 1)
    #expect(try tag() == [first, frames])
    #expect(try LogTag.fits(log: log, database: path))
    database.close()
    #expect(try tag().first == first &+ 1)
  }

  /// The last program to close the database may delete the log after another program has looked at
  /// its size.
  @Test func aLogThatIsGoneIsNotAnothers() throws {
    try opened().close()
    #expect(try LogTag.fits(log: log, database: path))
  }

  @Test func theFirstLogAfterTheDatabaseWasClosedIsAnother() throws {
    let database = try opened()
    try write(database, "INSERT INTO t VALUES (1)")
    database.close()
    let complete = try tag()
    let again = try opened()
    #expect(try tag() == complete)
    try write(again, "INSERT INTO t VALUES (1)")
    #expect(try salt != complete[0] &+ 1)
    #expect(try tag() == [salt &- 1, 0])
    again.close()
  }

  /// Both write the whole page 1, which contains the tag.
  @Test(arguments: ["VACUUM", "PRAGMA user_version = 7"])
  func noPageOfTheLogChangesIt(sql: String) throws {
    let database = try opened()
    try write(database, "INSERT INTO t VALUES (1)")
    try checkpoint(database)
    let first = try tag()[0]
    try database.withWriter { try $0.execute(sql) }
    try checkpoint(database)
    #expect(try tag().first == first &+ 1)
    try database.withWriter { try $0.execute(sql) }
    let reader = try database.borrowReader()
    try reader.execute("BEGIN")
    _ = try reader.integer("SELECT count(*) FROM t")
    try write(database, "INSERT INTO t VALUES (1)")
    // Checkpoints a part of the log, with its page 1.
    try database.withWriter { _ = try #require($0.sqlite).checkpoint(0) }
    #expect(try tag().first == first &+ 1)
    #expect(try LogTag.fits(log: log, database: path))
    database.endSnapshot(reader)
    database.close()
  }

  /// Another SQLite copies page 1 from the log into the file as it is.
  @Test func thePagesOfALogHaveATagThatItFits() throws {
    let database = try opened()
    try write(database, "CREATE TABLE u (x)")
    let salt = try salt
    let frames = try #require(contents(of: log)).dropFirst(32)
    let first = try #require(
      stride(from: frames.startIndex, to: frames.endIndex, by: 4096 + 24).first {
        frames[$0..<$0 + 4].elementsEqual([0, 0, 0, 1])
      })
    let tag = frames[(first + 24 + 72)...].prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    #expect(tag == salt &- 1)
    database.close()
  }

  /// The tag says that log 50 is complete, with two frames.
  @Test(
    arguments: [
      (51, [51, 51], true), (51, [], true), (50, [50, 50], true), (50, [50, 50, 50], true),
      (50, [50], false), (50, [50, 49], false), (49, [49, 49], false), (52, [52, 52], false),
      (1 << 31 + 50, [1 << 31 + 50, 0], false),
    ] as [(UInt32, [UInt32], Bool)])
  func aLogFitsThatIsTheNextOneOrWhole(salt: UInt32, frames: [UInt32], fits: Bool) throws {
    TestSupport.write(header(tag: 50, 2), to: path)
    TestSupport.write(bytes(ofLog: salt, frames), to: log)
    #expect(try LogTag.fits(log: log, database: path) == fits)
    TestSupport.write(header(tag: 0, 0), to: path)
    #expect(try LogTag.fits(log: log, database: path))
  }

  /// SQLite ignores such a file.
  @Test func whatDoesNotBeginAsALogIsLeftToSQLite() throws {
    TestSupport.write(header(tag: 50, 2), to: path)
    TestSupport.write([UInt8](repeating: 0, count: 5000), to: log)
    #expect(try LogTag.fits(log: log, database: path))
    TestSupport.write(Array(bytes(ofLog: 7, []).prefix(20)), to: log)
    #expect(try LogTag.fits(log: log, database: path))
  }

  private func four(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  private func header(tag: UInt32, _ frames: UInt32) -> [UInt8] {
    [UInt8](repeating: 2, count: 72) + four(tag) + four(frames) + [UInt8](repeating: 0, count: 20)
  }

  /// A log's header, and frames with these numbers for pages of 512 bytes.
  private func bytes(ofLog salt: UInt32, _ frames: [UInt32]) -> [UInt8] {
    let begin = [0x377F_0682, 3_007_000, 512, 0, salt, 9, 0, 0].flatMap { four($0) }
    let rest = frames.map { frame in
      [1, 1, frame, 9, 0, 0].flatMap { four($0) } + [UInt8](repeating: 0, count: 512)
    }
    return begin + rest.flatMap { $0 }
  }
}
