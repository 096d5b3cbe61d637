// These tests check that SQLite's result codes become errors with a meaning: a kind, the code, and
// SQLite's words.
import CSQLite
import Glibc
import TestSupport
import Testing

@testable import BookwormStorage

@Suite struct StorageErrorTests {
  static let kinds: [(Int32, StorageError.Kind)] = [
    (SQLITE_BUSY, .busy), (SQLITE_LOCKED, .busy), (SQLITE_READONLY, .readOnly),
    (SQLITE_CANTOPEN, .cannotOpen), (SQLITE_PERM, .cannotOpen), (SQLITE_AUTH, .cannotOpen),
    (SQLITE_NOTADB, .notADatabase), (SQLITE_CORRUPT, .corrupt), (SQLITE_FULL, .full),
    (SQLITE_IOERR, .inputOutput), (SQLITE_ERROR, .corrupt),
    // If no allocation has failed, a file claims something impossible.
    (SQLITE_NOMEM, .corrupt),
    (SQLITE_CONSTRAINT, .corrupt), (SQLITE_MISMATCH, .corrupt), (SQLITE_TOOBIG, .corrupt),
    (SQLITE_PROTOCOL, .busy), (SQLITE_MISUSE, .unexpected), (SQLITE_NOLFS, .unexpected),
  ]

  @Test(arguments: kinds)
  func aCodeHasItsMeaning(code: Int32, kind: StorageError.Kind) {
    let error = StorageError.from(code, nil)
    #expect(error.kind == kind)
    #expect(error.code == code)
    // The error of a reader that waits in vain says what it waits for, without SQLite's words.
    #expect(error.message.hasPrefix("SQLite: ") == (code != SQLITE_BUSY))
  }

  @Test(arguments: kinds)
  func theExtendedCodeIsKeptAndMeansTheSame(code: Int32, kind: StorageError.Kind) {
    let error = StorageError.from(code | 3 << 8, nil)
    #expect(error.kind == kind)
    #expect(error.code == code | 3 << 8)
  }

  @Test func theConnectionSuppliesTheWordsAndTheExtendedCode() throws {
    let connection = try Database(path: ":memory:", options: DatabaseOptions()).beginWrite()
    try connection.execute("CREATE TABLE t (x UNIQUE); INSERT INTO t VALUES (1)")
    let error = storageError { try connection.execute("INSERT INTO t VALUES (1)") }
    #expect(error?.kind == .corrupt)
    #expect(error?.code == SQLITE_CONSTRAINT | 8 << 8)
    #expect(error?.message == "SQLite: UNIQUE constraint failed: t.x")
  }

  @Test func anOlderErrorOfTheConnectionIsNotMistakenForThisOne() throws {
    let connection = try Database(path: ":memory:", options: DatabaseOptions()).beginWrite()
    _ = storageError { try connection.execute("nonsense") }
    #expect(connection.side.error(SQLITE_FULL).code == SQLITE_FULL)
  }

  @Test func aFileThatMemoryLackedForIsNoFileThatCannotBeOpened() {
    let error = StorageError.cannotOpen(ENOMEM, "a.books", code: SQLITE_CANTOPEN)
    #expect(error.kind == .memory)
    #expect(error.code == SQLITE_CANTOPEN)
    #expect(error.message == "Cannot allocate memory: cannot open a.books")
    #expect(StorageError.cannotOpen(EACCES, "a.books").kind == .cannotOpen)
  }

  @Test func aTableThatIsNotAsItWasMadeIsCorrupt() throws {
    let connection = try Database(path: ":memory:", options: DatabaseOptions()).beginWrite()
    #expect(storageError { try connection.integer("SELECT x FROM t") }?.kind == .corrupt)
  }
}
