// A log watch detects that the log has lost commits that a handle has seen.
import BookwormStorage

/// Shared by all readers and writers of one handle.
package final class LogWatch: @unchecked Sendable {
  private let lock = Lock()
  private var place = LogPlace()
  private var losses = 0

  /// Read this before the state of the store that is compared with it.
  package var seen: LogPlace { lock.withLock { place } }
  /// The number of times that commits were lost after they had been seen.
  package var count: Int { lock.withLock { losses } }

  /// Returns true if this call detects that commits were lost.
  func look(_ state: LogState, after seen: LogPlace) -> Bool {
    lock.withLock {
      guard state.isAnother else {
        if state.last.transaction > place.transaction { place = state.last }
        return false
      }
      guard place == seen else { return false }
      place = state.last
      losses += 1
      return true
    }
  }

  func committed(_ logged: LogPlace) { lock.withLock { place = logged } }
}
