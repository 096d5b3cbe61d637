// What a step is called, where its caller has given it no name: what it did, in a few words.
import BookwormStorage

/// As it was done first: a step that undoes another has the other's name.
struct UndoName {
  private(set) var text = ""

  private struct Counts {
    var added: Int64 = 0
    var deleted: Int64 = 0
    var changed: Int64 = 0
    /// The fields that changed, of all of them together.
    var fields: UInt64 = 0
  }

  init(of step: UndoStep) throws {
    var counts = [Counts](repeating: Counts(), count: Entity.allCases.count)
    let touched = TouchedRows()
    var reader = UndoLogReader(step.log)
    while var record = try reader.next() {
      switch record.kind {
      case .inserted:
        let count = try record.number()
        counts[Int(record.entity.rawValue)].added &+= count
        try touched.add(inserted: record.entity, record.id, count)
      case .deleted: try touched.add(record.entity, record.id, TouchedRows.all)
      case .updated: try touched.add(record.entity, record.id, try record.fields())
      case .followed: break
      }
    }
    touched.settle()
    for row in touched.rows {
      guard let entity = Entity(rawValue: row.entity) else { continue }
      // What came and changed, or came and went, within the step.
      let cameToo = touched.isInserted(row.entity, row.id)
      if row.fields == TouchedRows.all {
        if cameToo {
          counts[Int(entity.rawValue)].added -= 1
        } else {
          counts[Int(entity.rawValue)].deleted += 1
        }
      } else if !cameToo {
        counts[Int(entity.rawValue)].changed += 1
        counts[Int(entity.rawValue)].fields |= row.fields
      }
    }
    let books = counts[Int(Entity.book.rawValue)]
    let bookFields = books.changed > 0 ? books.fields | BookFields.all.rawValue : 0
    let parts = zip(Entity.allCases, counts).flatMap { entity, count in
      let descriptor = entity.descriptor
      // Genres that books were given by name come with them, and readings with their status.
      let isBrought =
        descriptor.comesWith != 0 && count.deleted == 0
        && (descriptor.owner != nil || count.changed == 0)
        && (books.added > 0 || descriptor.comesWith & bookFields != 0)
      return isBrought ? [] : UndoName.phrases(count, descriptor)
    }
    text = parts.first ?? "Change nothing"
    if parts.count > 1 { text += " and more" }
  }

  private static func phrases(_ counts: Counts, _ descriptor: EntityDescriptor) -> [String] {
    let all = [
      ("Delete", counts.deleted), ("Add", counts.added),
      (descriptor.changeName(counts.fields), counts.changed),
    ]
    return all.filter { $0.1 > 0 }.map { verb, count in
      count == 1 ? "\(verb) \(descriptor.name)" : "\(verb) \(count) \(descriptor.name)s"
    }
  }
}
