// The status says how far the reader is with a book.

public enum BookStatus: Int32, CaseIterable, Sendable {
  case onShelf, inProgress, completed, didNotFinish

  public var name: String {
    switch self {
    case .onShelf: "on-shelf"
    case .inProgress: "in-progress"
    case .completed: "completed"
    case .didNotFinish: "did-not-finish"
    }
  }
}
