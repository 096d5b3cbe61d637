// These tests check the version and the build options of the library's own SQLite.
import CSQLite
import TestSupport
import Testing

@testable import BookwormStorage

@Suite struct EngineTests {
  @Test func itIsNewEnough() {
    #expect(sqlite3_libversion_number() >= 3_053_002)
  }

  @Test func itWasBuiltAsItsProjectRecommends() throws {
    let options = try RawStore(":memory:").rows("PRAGMA compile_options")
    let built = Set(options.compactMap { $0[0].text })
    let wanted: Set = [
      "DEFAULT_MEMSTATUS=0", "DQS=0", "ENABLE_FTS5", "LIKE_DOESNT_MATCH_BLOBS",
      "MAX_EXPR_DEPTH=1000",
      "OMIT_DECLTYPE", "OMIT_DEPRECATED", "OMIT_LOAD_EXTENSION", "OMIT_PROGRESS_CALLBACK",
      "OMIT_SHARED_CACHE", "STRICT_SUBTYPE", "THREADSAFE=2", "USE_ALLOCA",
    ]
    #expect(wanted.subtracting(built) == [])
    #expect(built.isDisjoint(with: ["SECURE_DELETE", "OMIT_LOOKASIDE"]))
  }

  /// An engine repeats these numbers, so that its functions need no other module.
  @Test func anEnginesNumbersAreItsOwn() {
    #expect(Engine.row == SQLITE_ROW && Engine.done == SQLITE_DONE)
    #expect(Engine.integer == SQLITE_INTEGER && Engine.real == SQLITE_FLOAT)
    #expect(Engine.text == SQLITE_TEXT && Engine.null == SQLITE_NULL)
    #expect(Int32(Engine.utf8) == SQLITE_UTF8)
  }
}
