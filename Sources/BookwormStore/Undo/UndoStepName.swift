// The name of a step is given by its caller or by the library, or describes its changes.
import BookwormRecords

package enum UndoStepName: Sendable {
  case given(String)
  case importing(from: String)
  case merging(Entity)
  case mergingStores
  case counted(UndoSummary)

  /// The number of the name in stored steps.
  var number: Int64 {
    switch self {
    case .given: 1
    case .importing: 2
    case .merging(let entity): entity == .genre ? 4 : 3
    case .mergingStores: 5
    case .counted: 0
    }
  }
  package static let numbers: ClosedRange<Int64> = 0...5

  /// The text given by the caller.
  var given: String? {
    switch self {
    case .given(let text), .importing(let text): text
    default: nil
    }
  }

  init(number: Int64, _ given: String, _ summary: UndoSummary?) {
    switch number {
    case 1: self = .given(given)
    case 2: self = .importing(from: given)
    case 3: self = .merging(.book)
    case 4: self = .merging(.genre)
    case 5: self = .mergingStores
    default: self = .counted(summary ?? .unknown)
    }
  }

  /// The summary of the step with this name; nil if nothing is known about the step.
  func summary(of step: UndoStep) throws -> UndoSummary? {
    guard case .counted(let summary) = self else {
      return step.isLost ? nil : try UndoSummary(of: step)
    }
    return summary.count > 0 ? summary : nil
  }

  /// The name in a few words, without the names of rows.
  var text: String {
    switch self {
    case .given(let name): name
    case .importing(let source): "Import from \(source)"
    case .merging(let entity): "Merge \(entity.descriptor.table)"
    case .mergingStores: "Merge stores"
    case .counted(let summary): summary.text
    }
  }
}
