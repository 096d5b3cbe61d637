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

    var isNone: Bool { added == 0 && deleted == 0 && changed == 0 }
  }

  init(of step: UndoStep) throws {
    var counts: [ChangeLog.Entity: Counts] = [:]
    let touched = TouchedRows()
    var reader = TapeReader(step.tape)
    while var record = try reader.next() {
      switch record.kind {
      case .inserted:
        let (entity, first, count) = (try record.entity(), try record.number(), try record.number())
        counts[entity, default: Counts()].added &+= count
        try touched.add(inserted: entity, first, count)
      case .bookDeleted: try touched.add(.book, try record.number(), TouchedRows.all)
      case .genreDeleted: try touched.add(.genre, try record.number(), TouchedRows.all)
      case .quoteDeleted: try touched.add(.quote, try record.number(), TouchedRows.all)
      case .bookChanged: try touched.add(.book, try record.number(), try record.fields())
      case .genreChanged: try touched.add(.genre, try record.number(), try record.fields())
      case .quoteChanged: try touched.add(.quote, try record.number(), try record.fields())
      }
    }
    touched.settle()
    for row in touched.rows {
      guard let entity = ChangeLog.Entity(rawValue: row.entity) else { continue }
      // What came and changed, or came and went, within the step.
      let cameToo = touched.isInserted(row.entity, row.id)
      var count = counts[entity] ?? Counts()
      if row.fields == TouchedRows.all {
        if cameToo { count.added -= 1 } else { count.deleted += 1 }
      } else if !cameToo {
        count.changed += 1
        count.fields |= row.fields
      }
      counts[entity] = count
    }
    text = UndoName.text(
      counts[.book] ?? Counts(), counts[.genre] ?? Counts(), counts[.quote] ?? Counts())
  }

  private static func text(_ books: Counts, _ genres: Counts, _ quotes: Counts) -> String {
    var parts = phrases(books, "book") { rename($0) }
    // Genres that books were given by name come with them.
    let isBrought = genres.deleted == 0 && genres.changed == 0 && books.added + books.changed > 0
    if !isBrought {
      parts += phrases(genres, "genre") { GenreFields(rawValue: $0) == .name ? "Rename" : "Change" }
    }
    parts += phrases(quotes, "quote") { _ in "Change" }
    guard let first = parts.first else { return "Change nothing" }
    return parts.count == 1 ? first : "\(first) and more"
  }

  private static func rename(_ fields: UInt64) -> String {
    switch BookFields(rawValue: fields) {
    case .rating: "Rate"
    case .genres: "Change genres of"
    case .favourite: "Change favourite of"
    case let fields
    where fields.contains(.status) && fields.isSubset(of: [.status, .started, .finished]):
      "Change status of"
    default: "Change"
    }
  }

  private static func phrases(
    _ counts: Counts, _ what: String, _ change: (UInt64) -> String
  ) -> [String] {
    let all = [
      ("Delete", counts.deleted), ("Add", counts.added), (change(counts.fields), counts.changed),
    ]
    return all.filter { $0.1 > 0 }.map { verb, count in
      count == 1 ? "\(verb) \(what)" : "\(verb) \(count) \(what)s"
    }
  }
}
