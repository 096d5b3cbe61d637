// Changes books: any fields, or only the rating, the favourite flag or the status.
import BookwormRecords
import BookwormStorage
import BookwormStore

extension Session {
  /// Sets the fields that `draft` gives and takes away the fields in `clear`, as one step.
  package func updateBook(_ id: Int64, _ draft: BookDraft, clear: BookFields) throws {
    var draft = draft
    draft.leaveOutBlankAuthor()
    try draft.check(asChange: clear)
    // Such a change can fail after something was written: the book may then have too many genres,
    // or its readings may rule out the status.
    let mayFail = !draft.given.isDisjoint(with: BookFields.genreEdits.union(.status))
    try write(mayFail ? .batch : .step) { writer in
      _ = try writer.connection.bookFacts(id)
      let genres = try writer.genreChange(draft, clear: clear)
      _ = try writer.update(id, draft, clear: clear, genres)
    }
  }

  package func setRating(_ id: Int64, _ rating: Int32) throws {
    try Rules.rating(rating)
    try write(asking: { try $0.askToRate(id) }) { _ = try $0.setRating(id, rating) }
  }

  /// Returns the new state.
  package func toggleFavourite(_ id: Int64) throws -> Int32 {
    try write(asking: {
      try $0.ask(BookSQL.state, id)
      try $0.askOverwritten(.book, id, BookFields.favourite.rawValue)
    }) { writer in
      let favourite: Int32 = try writer.bookState(id).favourite == 0 ? 1 : 0
      try writer.willUpdate(book: id, .favourite)
      let update = try writer.connection.statement(BookSQL.setFavourite)
      update.bind(1, id)
      update.bind(2, favourite)
      update.bind(3, Clock.now())
      try update.run()
      try writer.updated(book: id, .favourite)
      return favourite
    }
  }

  /// Writer.setStatus() describes the effect on the book's latest reading.
  package func setStatus(_ id: Int64, _ status: Int32, date: Int32?) throws {
    let status = try Rules.status(status)
    if let date { try Rules.date(date, "date") }
    // Without a date, the change may be refused after the reading has been written.
    try write(date == nil ? .batch : .step, asking: { try $0.ask(BookSQL.state, id) }) { writer in
      guard try writer.bookState(id).status != status.rawValue else { return }
      let changed = try writer.setStatus(id, status, date: date)
      try writer.updated(book: id, changed)
    }
  }
}

extension Writer {
  /// Returns true if the rating was different before.
  func setRating(_ id: Int64, _ rating: Int32) throws -> Bool {
    let (old, isExact) = try factsToRate(id, rating)
    guard old.rating != rating else { return false }
    if isExact {
      var draft = BookDraft()
      draft.give(.rating, rating)
      return try update(id, draft, clear: .exactRating, nil)
    }
    var new = old
    new.rating = rating
    // Counts before the row is changed, because the queries that were sent early have read the
    // state before the change.
    try recount(id, from: old, to: new)
    let update = try connection.statement(BookSQL.setRating)
    update.bind(1, id)
    update.bind(2, rating)
    update.bind(3, now)
    try update.run()
    try updated(book: id, .rating)
    return true
  }

  /// Runs before the book gets another rating. One SELECT reads the book's facts, the values that
  /// the change overwrites, and whether the book has an exact rating, which is then removed.
  private func factsToRate(
    _ id: Int64, _ rating: Int32
  ) throws -> (facts: BookFacts, isExact: Bool) {
    let select = try connection.statement(BookSQL.ratingToChange)
    defer { select.reset() }
    select.bind(1, id)
    guard try select.step() else { throw Failure.no(.book, id) }
    let facts = BookFacts(select, from: 2)
    let isExact = !select.isNull(6)
    if facts.rating != rating, !isExact { try willRate(book: id, select) }
    return (facts, isExact)
  }

  func recount(_ id: Int64, from old: BookFacts, to new: BookFacts) throws {
    try pending.counters.recount(from: old, to: new)
    guard old.rating != new.rating else { return }
    try connection.each(BookGenreSQL.genresUnordered, id) { genres in
      try pending.counters.recountLink(genres.int64(0), from: old.rating, to: new.rating)
    }
    for finished in try finishedDates(ofBook: id, new) {
      try pending.counters.recountReading(finished: finished, from: old.rating, to: new.rating)
    }
  }

  /// `draft` has been checked, and `genres` describes the change of genres. Returns false if the
  /// book already has all of the values; the book is then left as it is.
  package func update(
    _ id: Int64, _ draft: BookDraft, clear: BookFields, _ genres: GenreChange?
  ) throws -> Bool {
    if let rated = draft.withWholeRating { return try update(id, rated, clear: clear, genres) }
    if let (draft, clear) = try following(draft, clear: clear, ofBook: id) {
      return try update(id, draft, clear: clear, genres)
    }
    let asked = draft.given.union(clear)
    if asked == .rating { return try setRating(id, draft.int32(.rating)) }
    var changed = try differing(
      id, draft, asked.contains(.rating) ? asked.union(.exactRating) : asked)
    // An exact rating stays if the rating is still its rounded value.
    if !changed.contains(.rating), !asked.contains(.exactRating) { changed.remove(.exactRating) }
    let links = try genres.flatMap { try self.links(of: id, $0) }
    let followed =
      changed.isDisjoint(with: .followed) ? [] : try update(id, followed: draft, clear: clear)
    let columns = changed.intersection(.row).subtracting(.followed)
    let lists = changed.intersection(.identifiers.union(.contributors))
    let noted = columns.union(lists).union(links == nil ? [] : .genres)
      .union(columns.contains(.exactRating) ? .rating : [])
    guard !noted.union(followed).isEmpty else { return false }
    try willUpdate(book: id, noted)
    let old = try connection.bookFacts(id)
    if !columns.isEmpty || !lists.isEmpty {
      if !columns.isDisjoint(with: .titleSources) {
        try retitlingLinks(of: id) { try updateRow(id, draft, columns) }
      } else {
        try updateRow(id, draft, columns)
      }
    }

    var new = old
    if columns.contains(.rating) { new.rating = draft.int32(.rating) }
    if columns.contains(.created) { new.created = draft.int64(.created) }
    if !columns.isDisjoint(with: [.rating, .created]) {
      try recount(id, from: old, to: new)
    }
    if !lists.isDisjoint(with: .identifiers) {
      try delete(BookSQL.deleteIdentifiers, id)
      try addIdentifiers(draft.givenIdentifiers, to: id)
    }
    if !lists.isDisjoint(with: .contributors) {
      try delete(ContributorSQL.delete, id)
      try add(contributors: draft.storedContributors(), to: id)
    }
    if let links { try write(links, of: id, rating: new.rating) }
    try updated(book: id, noted.union(followed))
    return true
  }
}

extension Connection {
  /// Sends the queries of setRating() early.
  fileprivate func askToRate(_ id: Int64) throws {
    for sql in [BookSQL.ratingToChange, BookGenreSQL.genresUnordered, ReadingSQL.finished] {
      try ask(sql, id)
    }
  }

  /// Sends a query with this id early: see Statement.ask().
  func ask(_ sql: SQL, _ id: Int64) throws {
    let select = try statement(sql)
    select.bind(1, id)
    try select.ask()
  }
}

extension BookDraft {
  /// Checks the fields that a change gives and takes away.
  package func check(asChange clear: BookFields) throws {
    try check(.changeable)
    try clear.checkMayGo(.clearable)
    try clear.checkIsNotGiven(given.logged)
    guard clear.isDisjoint(with: .priced) || clear.isSuperset(of: .priced) else {
      throw Failure(
        .argument, "clear", "clear has only one of price and currency; a book has both or neither")
    }
  }
}
