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

extension Rules {
  static func outcome(_ value: Int32) throws {
    guard ReadingOutcome(rawValue: value) != nil else {
      throw Failure(
        .invalid, "outcome",
        "outcome is \(value); it must be 1 (open), 2 (completed) or 3 (did not finish)")
    }
  }

  static func percent(_ value: Double) throws {
    guard (0...100).contains(value) else {
      throw Failure(.invalid, "percent", "percent is \(value); it must be from 0 to 100")
    }
  }
}
