// These options control how a store is opened.
import BookwormStorage
import BookwormText

public struct StoreOptions: Sendable {
  public var create = true
  public var readOnly = false
  public var busyTimeout: Milliseconds = 5000
  public var syncEveryCommit = true
  public var cacheKiB: Int32 = 16384
  /// The maximum memory for undo; 0 means none.
  public var undoKiB: Int32 = 65536
  /// The maximum size of a temporary file for steps that do not fit there; 0 means no file.
  public var undoFileKiB: Int32 = 1_048_576
  /// The history in the store that keeps the steps instead; nil without one.
  public var history: StepHistory?

  /// Lower only in tests: no library created older stores on servers.
  var oldestOnServer = Schema.firstOnServer

  public static let cacheKiBAllowed: ClosedRange<Int32> = 64...4_194_304

  public init() {}
}
