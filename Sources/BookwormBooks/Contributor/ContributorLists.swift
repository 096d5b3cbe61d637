// These lists collect the contributors of a row, which are given as parallel lists.
import BookwormRecords
import BookwormStorage

package struct ContributorLists {
  package private(set) var contributors: [GivenContributor] = []
  /// The list that came first. Every other list has the same number of items.
  private var first: BookFields?

  package init() {}

  /// An empty sort form or role counts as not given.
  package mutating func add(_ field: BookFields, _ texts: [Bytes]) throws {
    let name = BookField.name(of: field)
    try Rules.list(texts.count, name)
    if let first, texts.count != contributors.count {
      throw Failure(
        .argument, name,
        "there are \(contributors.count) \(BookField.name(of: first)), but \(texts.count) \(name);"
          + " each contributor has its place in every list")
    }
    if first == nil {
      let nobody = GivenContributor(
        name: BookDraft.nothing, sort: BookDraft.nothing, role: BookDraft.nothing)
      (first, contributors) = (field, Array(repeating: nobody, count: texts.count))
    }
    for (place, text) in texts.enumerated() {
      switch field {
      case .contributorNames: contributors[place].name = text
      case .contributorSorts: contributors[place].sort = text
      default: contributors[place].role = text
      }
    }
  }
}
