// A step info describes a step: as data, and with a sentence in a language.
import BookwormRecords
import BookwormStorage

package struct UndoStepInfo: Sendable {
  /// Nil if only its name is known.
  package var summary: UndoSummary?
  /// The new rating, status or favourite, if nothing else changed and only one book did; otherwise
  /// -1.
  package var value: Int32 = -1
  /// The new exact rating, if the step changed one.
  package var exactRating: Double?
  /// The name or title of the only row, or of the book that it belongs to.
  package var subject = ""
  package var name = ""
  /// The id of a step in the store; otherwise 0.
  package var step: Int64 = 0
  /// When a step in the store was done.
  package var done: Milliseconds = 0
  package var isUndone = false
  /// Whether the step was kept, so that it can be undone or redone.
  package var isKept = true
}

/// The details of the only row of a step.
final class UndoDetails {
  private let summary: UndoSummary
  private(set) var subject: String?
  private(set) var value: Int32?
  private(set) var exactRating: Double?
  /// The owner of a deleted row.
  private var owner: Int64?

  /// `before` is a step whose log has the value to report. If it is nil, the store has the value.
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
        if summary.isExactRating, let place = columns.firstIndex(of: "exact_rating"),
          place < row.count, case .real(let exact) = row[place]
        {
          exactRating = exact
        }
        if let column = UndoDetails.titleColumn(summary.entity) {
          subject = UndoDetails.text(row, columns.firstIndex(of: column)) ?? subject
        }
      default: break
      }
    }
  }

  /// Reads from the store the details that the step does not contain.
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

  /// Returns SQL for the details of a step that is about to be written. `id` is SQL for the row's
  /// id. The parameter `place` is for a detail that is already known; its value is returned too.
  func sql(
    id: String, known place: String
  ) -> (subject: String, value: String, known: Statement.Value?) {
    let descriptor = summary.entity.descriptor
    let column = summary.isExactRating ? HistorySQL.exactRating : valueColumn
    let value = column.map { HistorySQL.value(of: $0, in: descriptor.table, id) } ?? "NULL"
    if let owning = descriptor.owner, owning.entity == .book {
      let (books, title) = (owning.entity.descriptor.table, "title")
      guard let owner else {
        let book = HistorySQL.value(of: owning.column, in: descriptor.table, id)
        return (HistorySQL.text(of: title, in: books, book), value, nil)
      }
      return (HistorySQL.text(of: title, in: books, place), value, .integer(owner))
    }
    if let subject { return (place, value, .text(Array(subject.prefix(127).utf8))) }
    let title = UndoDetails.titleColumn(summary.entity)
    return (
      title.map { HistorySQL.text(of: $0, in: descriptor.table, id) } ?? "NULL", value, nil
    )
  }

  /// The column whose new value is reported.
  private var valueColumn: String? {
    guard summary.entity == .book, summary.change == .changed else { return nil }
    let fields = BookFields(rawValue: summary.fields)
    if fields.isRating { return "rating" }
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
      if summary.isExactRating, let exact = descriptor.place(of: "exact_rating"),
        !select.isNull(Int32(exact))
      {
        exactRating = select.double(Int32(exact))
      }
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
