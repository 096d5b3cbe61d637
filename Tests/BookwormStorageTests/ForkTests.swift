// These tests check that a forked child leaves its parent's connections alone.
import Glibc
import TestSupport
import Testing

@testable import BookwormStorage

@Suite struct ForkTests {
  @Test func aChildFindsOutAndItsParentGoesOn() throws {
    let folder = TemporaryFolder()
    try RawStore(folder.file("database")).execute("PRAGMA journal_mode = WAL")
    let database = try Database(path: folder.file("database"), options: DatabaseOptions())
    let writer = try database.beginWrite()
    try writer.execute("CREATE TABLE t (x)")
    let before = Fork.generation
    // This is used once before the fork, so that the child need not initialise it.
    let closed = try Database(path: ":memory:", options: DatabaseOptions())
    closed.close()
    #expect(storageError { try closed.borrowReader() }?.kind == .closed)

    let failed = inChild {
      var failed: Int32 = Fork.generation == before + 1 ? 0 : 1
      if storageError({ try database.borrowReader() })?.kind != .forked { failed |= 2 }
      if storageError({ try database.checkIsOpen() })?.kind != .forked { failed |= 4 }
      database.rollBack(writer)
      database.close()
      return failed
    }
    #expect(failed == 0)
    #expect(Fork.generation == before)
    #expect(writer.inTransaction)
    try database.commit(writer)
    let reader = try database.borrowReader()
    #expect(try reader.integer("SELECT count(*) FROM t") == 0)
    database.giveBack(reader: reader)
  }

  /// _Fork() runs no fork handlers, so the child has its parent's locks and must not write.
  @Test func aChildThatRanNoHandlersNeitherWritesNorCompacts() throws {
    let folder = TemporaryFolder()
    try RawStore(folder.file("database")).execute("PRAGMA journal_mode = WAL")
    let database = try Database(path: folder.file("database"), options: DatabaseOptions())
    let failed = inChild(by: "_Fork") {
      var failed: Int32 = 0
      if storageError({ try database.beginWrite() })?.kind != .forked { failed |= 1 }
      if storageError({ try database.withWriter { _ in } })?.kind != .forked { failed |= 2 }
      return failed
    }
    #expect(failed == 0)
    try database.withWriter { try $0.execute("VACUUM") }
  }
}

/// Returns the failed checks of a child as bits; nil if the child did not finish.
func inChild(by fork: String = "fork", _ checks: () -> Int32) -> Int32? {
  // At the fork another test's thread may hold a lock of the testing library, which records every
  // thrown error: such a child waits for ever, and another one is forked.
  for _ in 0..<5 {
    if let answer = inOneChild(fork, checks) { return answer }
  }
  return nil
}

/// Swift hides fork(), because most code must not run in a child; this little code may.
private func inOneChild(_ name: String, _ checks: () -> Int32) -> Int32? {
  guard let address = dlsym(nil, name) else { return nil }
  let fork = unsafeBitCast(address, to: (@convention(c) () -> Int32).self)
  let child = fork()
  if child == 0 {
    // The threads that run tests block SIGALRM.
    var alarms = sigset_t()
    sigemptyset(&alarms)
    sigaddset(&alarms, SIGALRM)
    pthread_sigmask(SIG_UNBLOCK, &alarms, nil)
    alarm(5)
    _exit(checks())
  }
  var status: Int32 = 0
  guard child > 0, waitpid(child, &status, 0) == child, status & 0x7F == 0 else { return nil }
  return status >> 8 & 0xFF
}
