// These tests check a file before SQLite opens it.
import BookwormStorage
import Glibc
import TestSupport
import Testing

@Suite struct StoreFileTests {
  let folder = TemporaryFolder()

  private func header(_ path: String) throws -> StoreFile.Header? {
    if case .database(let header) = try StoreFile.look(at: path) { header } else { nil }
  }

  @Test func nothingIsAbsent() throws {
    guard case .absent = try StoreFile.look(at: folder.file("none")) else {
      Issue.record("not absent")
      return
    }
    #expect(folder.files.isEmpty)
  }

  @Test func aFileWithoutBytesIsEmpty() throws {
    write([], to: folder.file("empty"))
    guard case .empty = try StoreFile.look(at: folder.file("empty")) else {
      Issue.record("not empty")
      return
    }
  }

  @Test func aDirectoryCannotBeOpened() {
    let error = storageError { try StoreFile.look(at: folder.path) }
    #expect(error?.kind == .cannotOpen)
    #expect(error?.message.contains("a directory, not a file") == true)
    #expect(error?.message.contains(folder.path) == true)
  }

  @Test func aDeviceOrAPipeCannotBeOpened() {
    mkfifo(folder.file("pipe"), 0o600)
    for path in ["/dev/null", folder.file("pipe")] {
      #expect(storageError { try StoreFile.look(at: path) }?.kind == .cannotOpen)
    }
  }

  @Test func aPathThroughAFileCannotBeOpened() {
    write([1], to: folder.file("file"))
    #expect(storageError { try StoreFile.look(at: folder.file("file/a")) }?.kind == .cannotOpen)
  }

  @Test(arguments: [1, 15, 16, 99, 100, 5000])
  func aTextFileIsNoDatabase(size: Int) {
    let text = Array("SQLite format 4\n".utf8) + [UInt8](repeating: 65, count: 5000)
    write(Array(text[..<size]), to: folder.file("text"))
    let error = storageError { try StoreFile.look(at: folder.file("text")) }
    #expect(error?.kind == .notADatabase)
    #expect(contents(of: folder.file("text")) == Array(text[..<size]))
  }

  @Test func aHeaderCutOffIsNoDatabase() throws {
    try RawStore(folder.file("whole")).execute("CREATE TABLE t (x)")
    let whole = try #require(contents(of: folder.file("whole")))
    write(Array(whole[..<99]), to: folder.file("cut"))
    #expect(storageError { try header(folder.file("cut")) }?.kind == .notADatabase)
    #expect(try header(folder.file("whole")) != nil)
  }

  @Test(arguments: [0, 1, -1, 0x4257_524D, Int32.max, Int32.min])
  func aDatabaseTellsItsNumbers(number: Int32) throws {
    let path = folder.file("database")
    try RawStore(path).execute(
      "PRAGMA application_id = \(number); PRAGMA user_version = \(number); CREATE TABLE t (x)")
    let header = try #require(try header(path))
    #expect(header.applicationID == number)
    #expect(header.userVersion == number)
  }

  @Test func aSymbolicLinkLeadsToItsFile() throws {
    try RawStore(folder.file("database")).execute("PRAGMA user_version = 7")
    symlink(folder.file("database"), folder.file("link"))
    #expect(try header(folder.file("link"))?.userVersion == 7)
    symlink(folder.file("none"), folder.file("broken"))
    guard case .absent = try StoreFile.look(at: folder.file("broken")) else {
      Issue.record("not absent")
      return
    }
  }

  @Test(arguments: [
    ("", "/"), ("link", "file"), ("chain", "file"), ("dangling", "absent"), ("absent", "absent"),
    ("loop", "loop"), ("none/file", "none/file"),
  ])
  func aPathIsFollowedToItsEnd(name: String, end: String) throws {
    write([1], to: folder.file("file"))
    for (link, target) in [
      ("link", "file"), ("chain", folder.file("link")), ("dangling", "./absent"), ("loop", "loop"),
    ] { symlink(target, folder.file(link)) }
    let resolved = try StoreFile.resolved(name.isEmpty ? "/" : folder.file(name))
    #expect(resolved == (name.isEmpty ? end : folder.file(end)))
  }

  /// This includes a journal that appears after the check.
  @Test(arguments: ["PRAGMA user_version", "PRAGMA user_version = 1"])
  func noConnectionFollowsOrMakesAJournal(sql: String) throws {
    let path = folder.file("database")
    try RawStore(path).execute("CREATE TABLE t (x)")
    let connection = try Database(path: path, options: DatabaseOptions()).withWriter { $0 }
    write([0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7], to: path + "-journal")
    #expect(storageError { try connection.execute(sql) }?.kind == .cannotOpen)
    #expect(contents(of: path + "-journal")?.count == 8)
    unlink(path + "-journal")
    if sql.hasSuffix("1") {
      #expect(storageError { try connection.execute(sql) }?.kind == .cannotOpen)
      #expect(folder.files == ["database"])
    }
  }

  @Test func whatSomebodyHasPutIntoTheFileHasLimits() throws {
    let path = folder.file("database")
    try RawStore(path).execute(
      "CREATE TABLE t (\((0..<200).map { "c\($0)" }.joined(separator: ", ")))")
    let database = try Database(path: path, options: DatabaseOptions())
    #expect(
      storageError { _ = try database.withWriter { try $0.integer("SELECT c1 FROM t") } }?.kind
        == .corrupt)
    let memory = try Database(path: ":memory:", options: DatabaseOptions())
    let connection = try memory.borrowReader()
    let deep = String(repeating: "1 + (", count: 300) + "1" + String(repeating: ")", count: 300)
    #expect(storageError { try connection.execute("SELECT \(deep)") }?.kind == .corrupt)
  }

  @Test func lookingLeavesNoTraceAndKeepsLocks() throws {
    let path = folder.file("database")
    try RawStore(path).execute("PRAGMA journal_mode = WAL")
    let database = try Database(path: path, options: DatabaseOptions())
    let writer = try database.beginWrite()
    try writer.execute("CREATE TABLE t (x)")
    try database.commit(writer)
    let again = try database.beginWrite()
    let files = folder.files
    _ = try header(path)
    var other = DatabaseOptions()
    other.busyTimeout = 0
    let second = try Database(path: path, options: other)
    #expect(storageError { try second.beginWrite() }?.kind == .busy)
    database.rollBack(again)
    second.close()
    database.close()
    #expect(folder.files == files)
  }
}
