// How a reading ended, if it did.
import BookwormStorage

/// What became of a reading. The numbers are those of a book's status.
public enum ReadingOutcome: Int32, CaseIterable, Sendable {
  case open = 1
  case completed, didNotFinish

  public var name: StaticString {
    switch self {
    case .open: "open"
    case .completed: "completed"
    case .didNotFinish: "did-not-finish"
    }
  }
}
