// What the next step to undo, or to redo, is: as data, and as a sentence in a language.
import BookwormStorage

public struct UndoStepInfo: Sendable {
  /// Nil where nothing is known of it but its name.
  public var summary: UndoSummary?
  /// The new rating, status or favourite of the one book in which nothing else changed; else -1.
  public var value: Int32 = -1
  /// What the one row is called, or the book that it belongs to.
  public var subject = ""
  public var name = ""
}

extension Store {
  /// Of values and titles that the step does not keep those that the store has now.
  public func undoStep(redo: Bool, _ language: Language) throws -> UndoStepInfo {
    try checkIsOpen()
    guard let (step, name) = try history?.named(redo: redo) else { throw nothing(redo) }
    var info = UndoStepInfo()
    switch name {
    case .counted(let summary): info.summary = summary.count > 0 ? summary : nil
    default:
      let summary = step.isLost ? nil : try UndoSummary(of: step)
      // What redoes it is what undid its undoing.
      info.summary = redo ? summary?.reversed : summary
    }
    if let summary = info.summary, summary.id != 0 {
      let details = try UndoDetails(summary, redo ? step : nil, deletedIn: step)
      try read { try details.find(in: $0) }
      (info.value, info.subject) = (details.value ?? -1, details.subject ?? "")
    }
    info.name = UndoSentence.of(name, info, language)
    return info
  }
}

/// What is to be told of the one row of a step.
private final class UndoDetails {
  private let summary: UndoSummary
  private(set) var subject: String?
  private(set) var value: Int32?
  /// What a row that was deleted belonged to.
  private var owner: Int64?

  /// `before`: a step that puts back the value; else the store has it.
  init(_ summary: UndoSummary, _ before: UndoStep?, deletedIn step: UndoStep) throws {
    self.summary = summary
    guard !step.isLost else { return }
    var reader = UndoLogReader(step)
    while var record = try reader.next() {
      guard record.entity == summary.entity, record.id == summary.id else { continue }
      switch record.kind {
      case .deleted:
        let (descriptor, row) = (summary.entity.descriptor, try record.row())
        let title = UndoDetails.titleColumn(summary.entity)
        subject = UndoDetails.text(row, title.flatMap { descriptor.place(of: $0) })
        owner = descriptor.owner.flatMap { descriptor.place(of: $0.column) }.map(row.integer)
      case .updated where before != nil:
        let columns = OverwrittenColumns(record.entity, record.fields).names
        guard !columns.isEmpty else { break }
        let row = try record.row()
        if let place = valueColumn.flatMap({ columns.firstIndex(of: $0) }) {
          value = Int32(truncatingIfNeeded: row.integer(place))
        }
        if let column = UndoDetails.titleColumn(summary.entity) {
          subject = UndoDetails.text(row, columns.firstIndex(of: column)) ?? subject
        }
      default: break
      }
    }
  }

  /// What the store has of what the step did not say.
  func find(in connection: Connection) throws {
    let (entity, id) = (summary.entity, summary.id)
    if let owner = entity.descriptor.owner, owner.entity == .book {
      if let book = try self.owner ?? connection.ownerIfAny(of: entity, id) {
        subject = try read(.book, book, connection)
      }
    } else if subject == nil || valueColumn != nil {
      let stored = try read(entity, id, connection)
      subject = subject ?? stored
    }
  }

  /// The column whose new value is told.
  private var valueColumn: String? {
    guard summary.entity == .book, summary.change == .changed else { return nil }
    let fields = BookFields(rawValue: summary.fields)
    if fields == .rating { return "rating" }
    if fields == .favourite { return "favourite" }
    let ofStatus: BookFields = [.status, .started, .finished]
    return fields.contains(.status) && fields.isSubset(of: ofStatus) ? "status" : nil
  }

  private func read(_ entity: Entity, _ id: Int64, _ connection: Connection) throws -> String? {
    let descriptor = entity.descriptor
    let select = try connection.statement(descriptor.sql.row)
    defer { select.reset() }
    select.bind(1, id)
    guard try select.step(), let column = UndoDetails.titleColumn(entity),
      let place = descriptor.place(of: column)
    else { return nil }
    if value == nil, let valueColumn, let place = descriptor.place(of: valueColumn) {
      value = select.int32(Int32(place))
    }
    return String(decoding: select.text(Int32(place)), as: UTF8.self)
  }

  private static func titleColumn(_ entity: Entity) -> String? {
    switch entity {
    case .book: "title"
    case .genre, .shelf: "name"
    default: nil
    }
  }

  private static func text(_ row: [UndoValue], _ place: Int?) -> String? {
    guard let place, place < row.count, case .text(let text) = row[place] else { return nil }
    return String(decoding: text, as: UTF8.self)
  }
}
