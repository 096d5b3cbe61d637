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
