// Checks the contributors that a draft gives, and derives the author from them.
import BookwormStorage
import BookwormText

extension BookDraft {
  package var givenContributors: [GivenContributor] {
    given.contains(.contributorNames) ? contributors : []
  }

  package func checkContributors() throws {
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
  package func storedContributors() throws -> [Contributor] {
    try givenContributors.map { try Contributor($0) }.unique()
  }

  /// Returns the draft with the author, and its sort form, derived from the contributors. Nil if
  /// the author is given, or none of the contributors is an author.
  package func withAuthor() throws -> BookDraft? {
    guard given.contains(.contributorNames), !given.contains(.author) else { return nil }
    let all = try storedContributors()
    guard let author = all.author else { return nil }
    return try giving(author, sort: given.contains(.authorSort) ? nil : all.authorSort)
  }

  /// Returns the draft with the author. The draft keeps the bytes of both texts in memory.
  package func giving(_ author: [UInt8], sort: [UInt8]?) throws -> BookDraft {
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
  package var hasAuthor: Bool { given.contains(.author) || givesAuthors }

  private var givesAuthors: Bool {
    givenContributors.contains {
      (try? ContributorRole.stored($0.role)) == ContributorRole.authorName
    }
  }

  /// Leaves out an author without a visible character if it can be derived instead: a form's empty
  /// text box, or an empty cell of a file.
  package mutating func leaveOutBlankAuthor() {
    guard given.contains([.author, .contributorNames]), UTF8Text.isBlank(text(.author)),
      givesAuthors
    else { return }
    given.subtract(.author)
  }
}

extension GivenContributor {
  package func check() throws {
    try Rules.name(name, "contributor_names")
    if !sort.isEmpty { try Rules.name(sort, "contributor_sorts") }
    if !role.isEmpty { try Rules.name(role, "contributor_roles") }
  }
}

extension HeldTexts {
  package convenience init(_ contributors: [Contributor]) {
    self.init(contributors.flatMap { [$0.name, $0.sort, $0.role] })
  }

  package var contributors: [GivenContributor] {
    stride(from: 0, to: texts.count, by: 3).map {
      GivenContributor(name: texts[$0], sort: texts[$0 + 1], role: texts[$0 + 2])
    }
  }
}
