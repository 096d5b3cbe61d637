// Changing books: any fields, and the changes that have a name of their own.
import BookwormStorage

extension Session {
  /// Sets what `draft` gives and takes away what `clear` names, as one step.
  public func updateBook(_ id: Int64, _ draft: BookDraft, clear: BookFields) throws {
    try draft.check()
    try clear.checkMayGo(.clearable)
    try clear.checkIsNotGiven(draft.given)
    guard clear.isDisjoint(with: .priced) || clear.isSuperset(of: .priced) else {
      throw Failure(
        .argument, "clear", "clear holds one of price and currency; a book has both or neither")
    }
    try write { writer in try writer.update(id, draft, clear: clear) }
  }

  public func setRating(_ id: Int64, _ rating: Int32) throws {
    try Rules.rating(rating)
    try write { _ = try $0.setRating(id, rating) }
  }

  /// The new state.
  public func toggleFavourite(_ id: Int64) throws -> Int32 {
    try write { writer in
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

  /// What it does to the book's latest reading, see Writer.setStatus().
  public func setStatus(_ id: Int64, _ status: Int32, date: Int32?) throws {
    let status = try Rules.status(status)
    if let date { try Rules.date(date, "date") }
    try write { writer in
      guard try writer.bookState(id).status != status.rawValue else { return }
      let changed = try writer.setStatus(id, status, date: date)
      try writer.updated(book: id, changed)
    }
  }
}

/// The small fields of a book, which decide what a change means.
struct BookState {
  var facts: BookFacts
  var started: Int32?
  var status: Int32
  var favourite: Int32
  var updated: Milliseconds
}

extension Writer {
  func bookState(_ id: Int64) throws -> BookState {
    let select = try connection.statement(BookSQL.state)
    defer { select.reset() }
    select.bind(1, id)
    guard try select.step() else { throw Failure.no(.book, id) }
    return BookState(
      facts: BookFacts(select), started: select.isNull(4) ? nil : select.int32(4),
      status: select.int32(5), favourite: select.int32(6), updated: select.int64(7))
  }

  /// True if the rating was another one before.
  func setRating(_ id: Int64, _ rating: Int32) throws -> Bool {
    let old = try factsToRate(id, rating)
    guard old.rating != rating else { return false }
    let update = try connection.statement(BookSQL.setRating)
    update.bind(1, id)
    update.bind(2, rating)
    update.bind(3, Clock.now())
    try update.run()
    var new = old
    new.rating = rating
    try recount(id, from: old, to: new)
    try updated(book: id, .rating)
    return true
  }

  /// Before the book gets another rating; one SELECT tells its facts and what that overwrites.
  private func factsToRate(_ id: Int64, _ rating: Int32) throws -> BookFacts {
    let select = try connection.statement(BookSQL.ratingToChange)
    defer { select.reset() }
    select.bind(1, id)
    guard try select.step() else { throw Failure.no(.book, id) }
    let facts = BookFacts(select, from: 2)
    if facts.rating != rating { try willRate(book: id, select) }
    return facts
  }

  func recount(_ id: Int64, from old: BookFacts, to new: BookFacts) throws {
    pending.counters.recount(from: old, to: new)
    guard old.rating != new.rating else { return }
    let genres = try connection.statement(BookGenreSQL.genresUnordered)
    defer { genres.reset() }
    genres.bind(1, id)
    while try genres.step() {
      pending.counters.recountLink(genres.int64(0), from: old.rating, to: new.rating)
    }
    for finished in try finishedDates(ofBook: id, new) {
      pending.counters.recountReading(finished: finished, from: old.rating, to: new.rating)
    }
  }

  func update(_ id: Int64, _ draft: BookDraft, clear: BookFields) throws {
    let given = draft.given
    _ = try connection.bookFacts(id)
    try checkGenresExist(draft.givenGenres)
    let all = given.union(clear)
    guard !all.isEmpty else { return }
    let followed =
      all.isDisjoint(with: .followed) ? [] : try update(id, followed: draft, clear: clear)
    let old = try connection.bookFacts(id)
    let changed = all.subtracting(.followed)
    try willUpdate(book: id, changed.logged)
    let columns = changed.intersection(.row)
    if !columns.isEmpty || !changed.isDisjoint(with: .identifiers) {
      if given.contains(.title) {
        try retitlingLinks(of: id) { try updateRow(id, draft, columns) }
      } else {
        try updateRow(id, draft, columns)
      }
    }

    var new = old
    if given.contains(.rating) { new.rating = draft.int32(.rating) }
    if given.contains(.created) { new.created = draft.int64(.created) }
    if !columns.isDisjoint(with: [.rating, .created]) {
      try recount(id, from: old, to: new)
    }
    if !changed.isDisjoint(with: .identifiers) {
      try delete(BookSQL.deleteIdentifiers, id)
      try addIdentifiers(draft.givenIdentifiers, to: id)
    }
    if !changed.isDisjoint(with: [.genres, .genreNames]) {
      var genres = Array(draft.givenGenres)
      for name in draft.givenGenreNames { genres.append(try findOrCreateGenre(name).id) }
      try replaceLinks(of: id, rating: new.rating, with: genres)
    }
    try updated(book: id, all.logged.union(followed))
  }
}
