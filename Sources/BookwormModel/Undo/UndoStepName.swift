// What a step is called: as its caller has named it, as the library has, or by what it did.

enum UndoStepName: Sendable {
  case given(String)
  case importing(from: String)
  case merging(Entity)
  case mergingStores
  case counted(UndoSummary)

  /// In a few words, without what the rows are called.
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

/// What a step did, as it was done first.
public struct UndoSummary: Sendable {
  public enum Change: Sendable { case added, deleted, changed }

  public var change = Change.changed
  public var entity = Entity.book
  /// How many rows; 0 where nothing is known.
  public var count: Int64 = 0
  /// The row, where it is one; else 0.
  public var id: Int64 = 0
  /// What changed of them.
  public var fields: UInt64 = 0
  /// Whether it did something else besides.
  public var hasMore = false
  var isKnown = true

  public var isRating: Bool {
    entity == .book && change == .changed && fields == BookFields.rating.rawValue
  }

  static let unknown: UndoSummary = {
    var summary = UndoSummary()
    summary.isKnown = false
    return summary
  }()

  var text: String {
    guard count > 0 else { return isKnown ? "Change nothing" : "Change" }
    let descriptor = entity.descriptor
    let verb =
      switch change {
      case .added: "Add"
      case .deleted: "Delete"
      case .changed: descriptor.changeName(fields)
      }
    let what = count == 1 ? descriptor.name : "\(count) \(descriptor.table)"
    return "\(verb) \(what)\(hasMore ? " and more" : "")"
  }

  /// What a step did whose undoing did this.
  var reversed: UndoSummary {
    var summary = self
    switch change {
    case .added: summary.change = .deleted
    case .deleted: summary.change = .added
    case .changed: break
    }
    return summary
  }
}
