// Looking at a file before SQLite does.
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

  @Test func lookingLeavesNoTraceAndKeepsLocks() throws {
    let path = folder.file("database")
    let database = try Database(path: path, options: DatabaseOptions())
    let writer = try database.beginWrite()
    try writer.execute("CREATE TABLE t (x)")
    try database.commit(writer)
    let again = try database.beginWrite()
    _ = try header(path)
    var other = DatabaseOptions()
    other.busyTimeout = 0
    let second = try Database(path: path, options: other)
    #expect(storageError { try second.beginWrite() }?.kind == .busy)
    database.rollBack(again)
    second.close()
    database.close()
    #expect(folder.files == ["database"])
  }
}
