// How a store is opened.
import BookwormStorage
import BookwormText

public struct StoreOptions: Sendable {
  public var create = true
  public var readOnly = false
  public var busyTimeout: Milliseconds = 5000
  public var syncEveryCommit = true
  public var cacheKiB: Int32 = 16384
  /// What is kept in memory to undo by; 0: nothing.
  public var undoKiB: Int32 = 65536
  /// What of it that has no room there is kept in a temporary file; 0: nothing.
  public var undoFileKiB: Int32 = 1_048_576

  /// Lower only in tests: no library made an older store on a server.
  var oldestOnServer = Schema.firstOnServer

  public static let cacheKiBAllowed: ClosedRange<Int32> = 64...4_194_304

  public init() {}
}
