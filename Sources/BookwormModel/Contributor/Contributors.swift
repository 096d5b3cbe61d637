// Checks, writes and reads the contributors of a book, and derives the author from them.
import BookwormStorage
import BookwormText

// MARK: What is given

extension BookDraft {
  var givenContributors: [GivenContributor] {
    given.contains(.contributorNames) ? contributors : []
  }

  func checkContributors() throws {
    guard !given.isDisjoint(with: .contributors) else { return }
    guard given.contains(.contributorNames) else {
      throw Failure(
        .invalid, "contributor_names", "contributor_names is missing; each contributor needs a name"
      )
    }
    try Rules.list(contributors.count, "contributors")
    for (place, contributor) in contributors.enumerated() {
      do { try contributor.check() } catch let failure as Failure {
        throw Failure(
          failure.kind, failure.field,
          "\(failure.message) (contributor \(place), counted from 0)", offset: failure.offset)
      }
    }
  }

  /// Returns the given contributors in their stored form.
  func storedContributors() throws -> [Contributor] {
    try givenContributors.map { try Contributor($0) }.unique()
  }

  /// Returns the draft with the author, and its sort form, derived from the contributors. Nil if
  /// the author is given, or none of the contributors is an author.
  func withAuthor() throws -> BookDraft? {
    guard given.contains(.contributorNames), !given.contains(.author) else { return nil }
    let all = try storedContributors()
    guard let author = all.author else { return nil }
    return try giving(author, sort: given.contains(.authorSort) ? nil : all.authorSort)
  }

  /// Returns the draft with an author that the draft itself holds.
  fileprivate func giving(_ author: [UInt8], sort: [UInt8]?) throws -> BookDraft {
    var draft = self
    let texts = HeldTexts([author, sort ?? []])
    draft.held = texts
    draft.give(.author, texts.texts[0])
    if sort != nil { draft.give(.authorSort, texts.texts[1]) }
    for field in [BookFields.author, .authorSort] where draft.given.contains(field) {
      try draft.check(field, BookField.traits(of: field))
    }
    return draft
  }

  /// Whether the author is given, or can be derived.
  var hasAuthor: Bool {
    given.contains(.author)
      || givenContributors.contains {
        (try? ContributorRole.stored($0.role)) == ContributorRole.authorName
      }
  }
}

extension GivenContributor {
  func check() throws {
    try Rules.name(name, "contributor_names")
    if !sort.isEmpty { try Rules.name(sort, "contributor_sorts") }
    if !role.isEmpty { try Rules.name(role, "contributor_roles") }
  }
}

extension HeldTexts {
  convenience init(_ contributors: [Contributor]) {
    self.init(contributors.flatMap { [$0.name, $0.sort, $0.role] })
  }

  var contributors: [GivenContributor] {
    stride(from: 0, to: texts.count, by: 3).map {
      GivenContributor(name: texts[$0], sort: texts[$0 + 1], role: texts[$0 + 2])
    }
  }
}

// MARK: Writing

extension Writer {
  func add(contributors: [Contributor], to book: Int64) throws {
    for (position, contributor) in contributors.enumerated() {
      let insert = try connection.statement(ContributorSQL.add)
      insert.bind(1, book)
      insert.bind(2, Int64(position))
      try insert.bind(3, .text(contributor.name))
      try insert.bind(4, contributor.sort.isEmpty ? .null : .text(contributor.sort))
      try insert.bind(5, .text(contributor.role))
      for (place, key) in try contributor.keys().all.enumerated() {
        try insert.bind(Int32(place + 6), .blob(key))
      }
      try insert.run()
    }
  }

  /// Returns the effect that a change of a book's contributors has on its author, if the change
  /// does not give the author: an author derived from the contributors follows them. Nil if the
  /// author stays.
  func following(
    _ draft: BookDraft, clear: BookFields, ofBook id: Int64
  ) throws -> (draft: BookDraft, clear: BookFields)? {
    let asked = draft.given.union(clear)
    guard !asked.isDisjoint(with: .contributors), !draft.given.contains(.author) else { return nil }
    let new = try draft.storedContributors()
    guard let author = new.author else { return nil }
    let old = try connection.contributors(ofBook: id)
    let (name, sort) = try connection.author(ofBook: id)
    guard name == old.author else { return nil }
    let isSortDerived = !asked.contains(.authorSort) && sort == old.authorSort
    let sorted = isSortDerived ? new.authorSort : nil
    let clear = isSortDerived && sorted == nil && sort != nil ? clear.union(.authorSort) : clear
    return (try draft.giving(author, sort: sorted), clear)
  }
}

// MARK: Reading

extension Connection {
  func contributors(ofBook book: Int64) throws -> [Contributor] {
    let select = try statement(ContributorSQL.ofBook)
    defer { select.reset() }
    select.bind(1, book)
    var all: [Contributor] = []
    while try select.step() {
      all.append(
        Contributor(
          name: Array(select.text(0)), sort: Array(select.text(1)), role: Array(select.text(2))))
    }
    return all
  }

  /// Returns the author of a book, and its sort form. Empty if the book does not exist.
  func author(ofBook book: Int64) throws -> (name: [UInt8], sort: [UInt8]?) {
    try first(ContributorSQL.authorOfBook, book) {
      (Array($0.text(0)), $0.isNull(1) ? nil : Array($0.text(1)))
    } ?? ([], nil)
  }

  /// Rebuilds the keys of every contributor.
  func rebuildContributorKeys() throws {
    let select = try statement(ContributorSQL.all)
    defer { select.reset() }
    let update = try statement(ContributorSQL.setKeys)
    while try select.step() {
      update.bind(1, select.int64(0))
      update.bind(2, select.int64(1))
      let keys = try ContributorKeys(
        name: select.text(2), sort: select.text(3), role: select.text(4))
      for (place, key) in keys.all.enumerated() {
        try update.bind(Int32(place + 3), .blob(key))
      }
      try update.run()
    }
  }
}
