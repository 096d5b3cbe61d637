// Whether the log is still the one that a handle has seen.
import BookwormStorage

/// Shared by all that reads and writes through one handle.
final class LogWatch: @unchecked Sendable {
  private let lock = Lock()
  private var place = LogPlace()
  private var losses = 0

  /// To be taken before the state of the store is that is compared with it.
  var seen: LogPlace { lock.withLock { place } }
  /// How often commits were lost that had been seen.
  var count: Int { lock.withLock { losses } }

  /// True where it is found out here that commits were lost.
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
