// A summary describes the changes of a step, counted from its log.
import BookwormRecords
import BookwormStorage

/// The changes of a step when it was first done.
package struct UndoSummary: Sendable {
  /// The raw values are stored with the steps of a history.
  package enum Change: Int64, Sendable { case added, deleted, changed }

  package var change = Change.changed
  package var entity = Entity.book
  /// The number of rows; 0 if unknown.
  package var count: Int64 = 0
  /// The id of the row if there is only one; otherwise 0.
  package var id: Int64 = 0
  /// The fields that changed.
  package var fields: UInt64 = 0
  /// Whether the step also did something else.
  package var hasMore = false
  var isKnown = true

  /// Whether the changed value is a rating that may be an exact one.
  package var isExactRating: Bool {
    isRating && BookFields(rawValue: fields).contains(.exactRating)
  }

  package var isRating: Bool {
    entity == .book && change == .changed && BookFields(rawValue: fields).isRating
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

  /// The summary of the step that this one undoes.
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

extension UndoSummary {
  private struct Counts {
    var added: Int64 = 0
    var deleted: Int64 = 0
    var changed: Int64 = 0
    /// The fields that changed in any of the rows.
    var fields: UInt64 = 0
    /// One of the deleted rows, and one of the changed rows.
    var oneDeleted: Int64 = 0
    var oneChanged: Int64 = 0
  }

  init(of steps: UndoStep...) throws {
    var counts = [Counts](repeating: Counts(), count: Entity.allCases.count)
    let touched = TouchedRows()
    for step in steps { try UndoSummary.read(step, &counts, touched) }
    touched.settle()
    for row in touched.rows {
      guard let entity = Entity(rawValue: row.entity) else { continue }
      let place = Int(entity.rawValue)
      // Whether the step also inserted the row that it changed or deleted.
      let cameToo = touched.isInserted(row.entity, row.id)
      if row.fields == TouchedRows.all {
        if cameToo {
          counts[place].added -= 1
        } else {
          counts[place].deleted += 1
          counts[place].oneDeleted = row.id
        }
      } else if !cameToo {
        counts[place].changed += 1
        counts[place].fields |= row.fields
        counts[place].oneChanged = row.id
      }
    }
    let books = counts[Int(Entity.book.rawValue)]
    let bookFields = books.changed > 0 ? books.fields | BookFields.all.rawValue : 0
    let parts = zip(Entity.allCases, counts).flatMap { entity, count in
      let descriptor = entity.descriptor
      // A new book brings the genres that were given by name, and the reading that follows from its
      // status.
      let isBrought =
        descriptor.comesWith != 0 && count.deleted == 0
        && (descriptor.owner != nil || count.changed == 0)
        && (books.added > 0 || descriptor.comesWith & bookFields != 0)
      return isBrought ? [] : UndoSummary.parts(entity, count, touched)
    }
    self = parts.first ?? UndoSummary()
    hasMore = parts.count > 1
  }

  private static func read(
    _ step: UndoStep, _ counts: inout [Counts], _ touched: TouchedRows
  ) throws {
    var reader = UndoLogReader(step, .beginnings)
    while let record = try reader.next() {
      switch record.kind {
      case .inserted:
        counts[Int(record.entity.rawValue)].added &+= record.number
        try touched.add(inserted: record.entity, record.id, record.number)
      case .deleted: try touched.add(record.entity, record.id, TouchedRows.all)
      case .updated: try touched.add(record.entity, record.id, record.fields)
      case .followed: break
      }
    }
  }

  /// The summary of a step that was not kept, from the existing part of its log and the beginnings
  /// of the rest.
  static func ofLost(_ begun: UndoStep, _ rest: UndoStep, hasAll: Bool) -> UndoSummary {
    // If it cannot be read, the summary remains unknown.
    guard var summary = try? UndoSummary(of: begun, rest) else { return .unknown }
    if !hasAll { summary.hasMore = true }
    return summary
  }

  private static func parts(
    _ entity: Entity, _ counts: Counts, _ touched: TouchedRows
  ) -> [UndoSummary] {
    // If a single row was added, the run has its id. If others were added and deleted too, the id
    // is unknown.
    let runs = touched.runs.filter { $0.entity == entity.rawValue }
    let added = runs.count == 1 && runs[0].end == runs[0].first &+ 1 ? runs[0].first : 0
    let all: [(Change, Int64, Int64)] = [
      (.deleted, counts.deleted, counts.oneDeleted), (.added, counts.added, added),
      (.changed, counts.changed, counts.oneChanged),
    ]
    return all.filter { $0.1 > 0 }.map { change, count, one in
      UndoSummary(
        change: change, entity: entity, count: count, id: count == 1 ? one : 0,
        fields: change == .changed ? counts.fields : 0)
    }
  }
}
