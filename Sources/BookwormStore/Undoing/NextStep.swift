// Describes the next step to undo or redo.
import BookwormRecords
import BookwormStorage

extension Store {
  /// Describes the next step to undo or redo. Values and titles that the step does not contain are
  /// the store's current ones.
  package func undoStep(redo: Bool, _ language: Language) throws -> UndoStepInfo {
    try checkIsOpen()
    if let kept {
      let found = try read { try kept.find(.next, redo: redo, $0) }
      guard found.count > 0 else { throw nothing(redo) }
      return found.step(0, language)
    }
    guard let (step, name) = try history?.named(redo: redo) else { throw nothing(redo) }
    var info = UndoStepInfo()
    (info.isUndone, info.isKept) = (redo, !step.isLost)
    info.summary = try name.summary(of: step)
    // The log that redoes a step was recorded when the step was undone. Its summary describes the
    // undoing, so it is reversed.
    if redo, name.number != 0 { info.summary = info.summary?.reversed }
    if let summary = info.summary, summary.id != 0 {
      let details = try UndoDetails(summary, redo ? step : nil, deletedIn: step)
      try read { try details.find(in: $0) }
      (info.value, info.subject) = (details.value ?? -1, details.subject ?? "")
      info.exactRating = details.exactRating
    }
    info.name = UndoSentence.of(name, info, language)
    return info
  }
}
