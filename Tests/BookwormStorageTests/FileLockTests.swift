// These tests check the locks of a database's file: they belong to the open file, and nothing that
// a program does to the file drops them. POSIX locks of this process find the same conflicts as
// another process would.
import CSQLite
import Glibc
import TestSupport
import Testing

@testable import BookwormStorage

@Suite struct FileLockTests {
  let folder = TemporaryFolder()
  var path: String { folder.file("database") }

  /// Returns whether anybody holds a lock that conflicts with another process's write lock.
  private func isLocked(_ path: String, _ start: Int, _ count: Int) throws -> Bool {
    // This opens and closes the file, as copying it would.
    let file = open(path, O_RDWR)
    defer { close(file) }
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    (lock.l_start, lock.l_len) = (start, count)
    #expect(fcntl(file, F_GETLK, &lock) == 0)
    return lock.l_type != Int16(F_UNLCK)
  }

  private func hasReaders() throws -> Bool { try isLocked(path, 0x4000_0002, 510) }
  private func hasAny() throws -> Bool { try isLocked(path, 0, 0) }
  private func hasWriter() throws -> Bool { try isLocked(path + "-shm", 120, 1) }

  private func connect(
    _ flags: Int32 = SQLITE_OPEN_READWRITE
  ) throws -> Connection {
    let closing = ClosingFlag()
    let side = try SQLiteConnection(
      path: path, flags: flags, busyTimeout: 0, cacheKiB: 100, closing: closing)
    return Connection(side, closing: closing)
  }

  private func make(_ mode: String) throws {
    try RawStore(path).execute("PRAGMA journal_mode = \(mode); CREATE TABLE t (x)")
  }

  static let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]

  @Test(arguments: orders)
  func theLastConnectionToCloseTakesTheLocksAlong(order: [Int]) throws {
    try make("WAL")
    var connections: [Connection?] = []
    for number in 0..<3 {
      connections.append(try connect())
      try connections[number]?.execute("INSERT INTO t VALUES (\(number))")
    }
    #expect(try hasReaders())
    for (step, number) in order.enumerated() {
      connections[number] = nil
      #expect(try hasReaders() == (step < 2))
      for case let left? in connections { try left.execute("INSERT INTO t VALUES (9)") }
    }
    // Only a connection that has the file to itself checkpoints the log and removes it.
    #expect(folder.files == ["database"])
    #expect(try RawStore(path).integers("SELECT count(*) FROM t") == [6])
  }

  @Test(arguments: orders)
  func readersWithoutALogLeaveNoLockBehind(order: [Int]) throws {
    try make("DELETE")
    let connections = try (0..<3).map { _ in try connect() }
    for connection in connections {
      try connection.execute("PRAGMA journal_mode = MEMORY; BEGIN; SELECT * FROM t")
      #expect(try hasReaders())
    }
    for (step, number) in order.enumerated() {
      try connections[number].execute("COMMIT")
      #expect(try hasAny() == (step < 2))
    }
    for connection in connections {
      try connection.execute("BEGIN EXCLUSIVE")
      #expect(try hasReaders())
      try connection.execute("INSERT INTO t VALUES (1); COMMIT")
      #expect(try !hasAny())
    }
  }

  @Test(arguments: [true, false])
  func oneThatOnlyReadsMayComeFirst(readerClosesFirst: Bool) throws {
    try make("DELETE")
    var reader: Connection? = try connect(SQLITE_OPEN_READONLY)
    try reader?.execute("BEGIN; SELECT * FROM t")
    var writer: Connection? = try connect()
    #expect(try hasReaders())
    try writer?.execute("PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE; INSERT INTO t VALUES (1)")
    #expect(storageError { try writer?.execute("COMMIT") }?.kind == .busy)
    try reader?.execute("COMMIT")
    if readerClosesFirst { reader = nil }
    try writer?.execute("COMMIT")
    #expect(try !hasAny())
    try writer?.execute("BEGIN EXCLUSIVE")
    #expect(try hasReaders())
    writer = nil
    #expect(try !hasAny())
    if let reader { #expect(try reader.integer("SELECT count(*) FROM t") == 1) }
  }

  @Test func aCopyOfTheFilesKeepsTheLocks() throws {
    try make("WAL")
    let connection = try connect()
    try connection.execute("BEGIN IMMEDIATE; INSERT INTO t VALUES (1)")
    for ending in ["", "-wal", "-shm"] { _ = contents(of: path + ending) }
    #expect(try hasReaders())
    #expect(try hasWriter())
    try connection.execute("COMMIT")
    #expect(try !hasWriter())
  }

  @Test func theLockOfACheckpointIsNotSQLitesAndGoesWithIt() throws {
    try make("WAL")
    #expect(LogLock(ofStore: path) == nil)
    let connection = try connect()
    try connection.execute("INSERT INTO t VALUES (1)")
    for _ in 0..<3 {
      var lock = LogLock(ofStore: path)
      #expect(lock?.take() == true)
      #expect(storageError { try connection.execute("INSERT INTO t VALUES (2)") }?.kind == .busy)
      #expect(LogLock(ofStore: path)?.take() == false)
      lock = nil
      try connection.execute("INSERT INTO t VALUES (3)")
    }
    #expect(descriptors(of: path + "-shm") == 3)
    #expect(unlink(path + "-shm") == 0)
    #expect(LogLock(ofStore: path) == nil)
  }

  @Test func noDescriptorIsLeft() throws {
    try make("WAL")
    for order in FileLockTests.orders {
      var connections: [Connection?] = try (0..<3).map { number in
        let connection = try connect(
          number == 0 ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE)
        _ = try connection.integer("SELECT count(*) FROM t")
        #expect(LogLock(ofStore: path)?.take() == true)
        return connection
      }
      for number in order { connections[number] = nil }
    }
    #expect(descriptors(of: path) == 0)
  }

  private func descriptors(of path: String) -> Int {
    (0..<1024).count { target(ofDescriptor: $0)?.hasPrefix(path) == true }
  }

  /// Returns the path of a descriptor.
  private func target(ofDescriptor number: Int) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { text in
      guard let start = text.baseAddress else { return nil }
      let count = readlink("/proc/self/fd/\(number)", start, 4095)
      guard count > 0 else { return nil }
      start[count] = 0
      return String(cString: start)
    }
  }
}
