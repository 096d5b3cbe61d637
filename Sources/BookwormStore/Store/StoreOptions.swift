// These options control how a store is opened.
import BookwormStorage
import BookwormText

package struct StoreOptions: Sendable {
  package var create = true
  package var readOnly = false
  package var busyTimeout: Milliseconds = 5000
  package var syncEveryCommit = true
  package var cacheKiB: Int32 = 16384
  /// The maximum memory for undo; 0 means none.
  package var undoKiB: Int32 = 65536
  /// The maximum size of a temporary file for steps that do not fit in memory; 0 means no file.
  package var undoFileKiB: Int32 = 1_048_576
  /// If set, the steps are kept in the store instead, in this history.
  package var history: StepHistory?

  /// Lower only in tests: no library created older stores on servers.
  var oldestOnServer = Schema.firstOnServer

  package static let cacheKiBAllowed: ClosedRange<Int32> = 64...4_194_304

  package init() {}
}
