// Reports the differences between two versions of a page: changes of its books and of their genres.
import BookwormRecords
import BookwormStorage
import BookwormStore

struct PageTelling {
  private let old: RowSet
  private let new: RowSet
  private let runs: RunList
  private let mask: ChangeMask
  private let list: ListTelling

  init(_ old: RowSet, _ new: RowSet, _ runs: RunList, _ mask: ChangeMask) throws {
    (self.old, self.new, self.runs, self.mask) = (old, new, runs, mask)
    list = try ListTelling(.book, old, new, runs)
  }

  func tell(_ body: (RowChange) throws -> Void) throws {
    try list.tell(fields: updates, body)
    try tellOfGenres(body)
  }

  /// Returns the changed fields that are wanted, for a row of both pages.
  private func updates(_ changed: UInt64, _ old: Int, _ new: Int) -> UInt64 {
    var fields = mask.wanted(BookFields(rawValue: changed))
    // A deleted genre is removed from its books, but the log has no entries for these books.
    if mask.includes(.genres), !self.old.genres(old).elementsEqual(self.new.genres(new)) {
      fields.insert(.genres)
    }
    return fields.rawValue
  }

  /// Reports genres of the page with a new name or colour.
  private func tellOfGenres(_ body: (RowChange) throws -> Void) throws {
    guard runs.runs.contains(where: { $0.entity == .genre && $0.operation == .update }),
      mask.includes(.genres)
    else { return }
    var genres = IDList()
    var known = CheckedMap<Int64, Int>()
    for row in 0..<new.count {
      for genre in new.genres(row) where try known.insert(genre) { try genres.append(genre) }
    }
    let sorted = genres.sorted()
    for genre in sorted.ids {
      var fields: UInt64 = 0
      for run in runs.runs
      where run.entity == .genre && run.operation == .update && run.contains(genre) {
        fields |= run.fields
      }
      if fields != 0 { try body(RowChange(.updated, .genre, genre, fields)) }
    }
  }
}
