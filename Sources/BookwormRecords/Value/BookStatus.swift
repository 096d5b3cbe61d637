// The status says how far the reader is with a book.

package enum BookStatus: Int32, CaseIterable, Sendable {
  case onShelf, inProgress, completed, didNotFinish

  package var name: String {
    switch self {
    case .onShelf: "on-shelf"
    case .inProgress: "in-progress"
    case .completed: "completed"
    case .didNotFinish: "did-not-finish"
    }
  }
}

extension Rules {
  package static func status(_ value: Int32) throws -> BookStatus {
    guard let status = BookStatus(rawValue: value) else {
      throw Failure(
        .invalid, "status",
        "status is \(value); it must be 0 (on shelf), 1 (in progress), 2 (completed) or"
          + " 3 (did not finish)")
    }
    return status
  }
}
