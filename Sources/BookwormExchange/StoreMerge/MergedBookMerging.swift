// Applies merges of books: a book that either store has merged into another book is merged in the
// result too, with everything that belongs to it.
//
// The target of each merged book is determined before anything changes, from both stores. The
// merges of both stores are followed to a book that neither store has merged. In a cycle, the book
// with the lowest global id remains, which is the one that was created first.
import BookwormBooks
import BookwormRecords
import BookwormStorage
import BookwormStore

extension StoreMerge {
  // MARK: Where they go

  func findLeads() throws {
    func note(_ connection: Connection, _ set: (inout MergedLead, GlobalID) -> Void) throws {
      try forEach(.merged, in: connection) { row in
        guard let id = row.globalID, let into = try connection.globalID(ofBook: row.integer("book"))
        else { return }
        try leads.update(id, first: MergedLead()) { set(&$0, into) }
      }
    }
    try note(here) { $0.here = $1 }
    try note(there) { $0.there = $1 }
    // A copy, because the results are written while it is read.
    let found = leads
    try found.forEach { id, lead in
      let targets = try targets(of: id, lead, found)
      try leads.update(id, first: lead) { ($0.target, $0.other) = targets }
    }
  }

  private typealias Leads = CheckedMap<GlobalID, MergedLead>

  private func targets(
    of id: GlobalID, _ lead: MergedLead, _ leads: Leads, isTold: Bool = true
  ) throws -> (GlobalID?, GlobalID?) {
    guard let ours = lead.here, let theirs = lead.there else {
      let end = end(of: id, leads)
      return (end == id ? nil : end, nil)
    }
    let (mine, other) = (end(of: ours, leads), end(of: theirs, leads))
    if mine == other { return (mine, nil) }
    if isTold, let into = try formerTarget(of: id) {
      let lead = leads[into]
      switch (ours == into || ours == lead?.here, theirs == into || theirs == lead?.there) {
      case (true, true):
        // The book was moved along with the book that it had been merged into.
        guard let lead else { return (into, nil) }
        let found = try targets(of: into, lead, leads, isTold: false)
        return (found.0 ?? into, found.1)
      case (true, false): return (other, mine)
      case (false, true): return (mine, other)
      case (false, false): break
      }
    }
    let side: Side = wins(other, over: mine) ? .there : .here
    if isTold {
      try note(
        .merged, try here.find(.merged, id) ?? 0, try there.find(.merged, id) ?? 0,
        MergedBookFields.book.rawValue, side, mine.text, other.text)
    }
    return side == .here ? (mine, other) : (other, mine)
  }

  /// The book in the base that the id was merged into.
  private func formerTarget(of id: GlobalID) throws -> GlobalID? {
    guard let base, let old = try base.find(.merged, id) else { return nil }
    return try base.ownerIfAny(of: .merged, old).flatMap { try base.globalID(ofBook: $0) }
  }

  /// Whether the other store decides which book a row belongs to. The rule `later` has no times to
  /// compare, so the book with the greater global id gets the row.
  func wins(_ theirs: GlobalID, over ours: GlobalID) -> Bool {
    rule == .later ? ours.comes(before: theirs) : rule == .theirs
  }

  /// The end of a chain, or the lowest id of a cycle.
  private func end(of id: GlobalID, _ leads: Leads) -> GlobalID {
    var (slow, fast) = (id, id)
    while let one = leads[fast]?.next {
      guard let two = leads[one]?.next else { return one }
      (slow, fast) = (leads[slow]?.next ?? slow, two)
      guard slow == fast else { continue }
      var lowest = slow
      while let next = leads[fast]?.next, next != slow {
        if next.comes(before: lowest) { lowest = next }
        fast = next
      }
      return lowest
    }
    return fast
  }

  /// The book in this store that a merged book is merged into.
  private func target(of lead: MergedLead) throws -> Int64? {
    let direct = [lead.here, lead.there].compactMap { $0 }.sorted { $0.comes(before: $1) }
    for id in [lead.target, lead.other] + direct {
      if let id, let book = try bookHere(id), goingBooks[book] == nil { return book }
    }
    return nil
  }

  /// The book with the id, or the one here that it was merged into.
  private func bookHere(_ id: GlobalID) throws -> Int64? {
    if let book = try here.find(.book, id) { return book }
    return try here.find(.merged, id).flatMap { try here.ownerIfAny(of: .merged, $0) }
  }

  // MARK: Moving

  func moveMerged() throws {
    func forEachLead(_ body: (GlobalID, MergedLead, Int64) throws -> Void) throws {
      try forEach(.merged, in: there) { row in
        if let id = row.globalID, let lead = leads[id], lead.target != nil {
          try body(id, lead, row.id)
        }
      }
      try leads.forEach { id, lead in
        guard lead.there == nil, lead.target != nil else { return }
        try body(id, lead, try there.find(.book, id) ?? 0)
      }
    }
    // If the target of a merged book is gone, the book stays as it was, or is deleted too.
    var isDone = CheckedMap<GlobalID, Bool>()
    try forEachLead { id, _, _ in try settle(id, &isDone) }
    try forEachLead { id, lead, otherID in
      guard let book = try target(of: lead) else { return }
      try addToGroup(id, of: book)
      if let old = try here.storedRow(.book, id) {
        if old.id != book { try move(old, to: book, otherID) }
      } else if let ours = try here.storedRow(.merged, id) {
        if ours.integer("book") != book { try give(ours, to: book) }
      } else if let theirs = try there.storedRow(.merged, id) {
        try insertedBooks.insert(try insert(theirs, book: book))
      }
    }
  }

  /// Handles each id after the ids that it leads to, because one of those may remain after all and
  /// then be the target of this book too.
  private func settle(_ id: GlobalID, _ isDone: inout CheckedMap<GlobalID, Bool>) throws {
    // No recursion: merges of both stores may form a chain of any length.
    var path = [id]
    while let id = path.last, let lead = leads[id] {
      if isDone[id] == nil {
        try isDone.update(id, first: false) { _ in }
        for next in [lead.here, lead.there] {
          if let next, isDone[next] == nil, leads[next]?.target != nil { path.append(next) }
        }
      } else {
        path.removeLast()
        if isDone[id] == true { continue }
        try isDone.update(id, first: true) { $0 = true }
        try settle(id, lead)
      }
    }
  }

  private func settle(_ id: GlobalID, _ lead: MergedLead) throws {
    guard try target(of: lead) == nil else { return }
    let first = try base?.storedRow(.book, id)
    if let theirs = try there.storedRow(.book, id) {
      if let first, try !isChanged(theirs, isOurs: false, first) || !stays(nil, theirs) { return }
      try stand(theirs)
    } else if let first {
      try deleteBook(first)
    }
  }

  private func move(_ old: StoredRow, to book: Int64, _ otherID: Int64) throws {
    if let id = old.globalID, try base?.storedRow(.book, id).map({ differ(old, $0) }) ?? true {
      try note(.book, old.id, otherID, 0, .there, old.title, nil)
    }
    let updated = try writer.bookState(book).updated
    writer.changedAt = updated
    try writer.moveAll(of: old, to: book)
    try setUpdated(book, updated)
    counts.updated += 1
    counts.deleted += 1
  }

  /// Gives a row that belongs to a book to another book.
  func give(_ row: StoredRow, to book: Int64) throws {
    let columns = row.entity.descriptor.columns
    guard let place = columns.firstIndex(where: { $0.column == "book" }) else { return }
    try update(row, row, [place], owner: book)
  }

  // MARK: Their status

  private func addToGroup(_ id: GlobalID, of book: Int64) throws {
    var group = groups[book] ?? MergedGroup()
    if groups[book] == nil, let into = try here.globalID(ofBook: book) {
      if insertedBooks[book] == nil, let row = try here.storedRow(.book, book) {
        try group.here.add(row, here)
        group.here.updated = row.integer("updated")
      }
      if let row = try there.storedRow(.book, into) {
        try group.there.add(row, there)
        group.there.updated = row.integer("updated")
      }
      if let base, let row = try base.storedRow(.book, into) { try group.first.add(row, base) }
    }
    if let row = try here.storedRow(.book, id) { try group.here.add(row, here) }
    if let row = try there.storedRow(.book, id) { try group.there.add(row, there) }
    if let base, let row = try base.storedRow(.book, id) { try group.first.add(row, base) }
    try groups.update(book, first: group) { $0 = group }
  }

  /// Called when all books have their final readings.
  func mergeGroups() throws {
    try groups.forEach { book, group in
      guard let row = try here.storedRow(.book, book) else { return }
      let otherID = try row.globalID.flatMap { try there.find(.book, $0) } ?? 0
      let shelf = try shelf(group.here, group.there, group.first, book, otherID)
      let updated = row.integer("updated")
      writer.changedAt = updated
      let isChanged = try setShelf(book, shelf)
      try setUpdated(book, updated)
      try count(book, isChanged)
    }
  }
}
