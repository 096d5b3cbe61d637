// Filters books by a person's whole name or a part of it, in one role or in any.
import BookwormStorage
import BookwormText

package struct PersonFilter: Equatable, Sendable {
  package enum Sought: Equatable, Sendable {
    /// The person whose name has this key.
    case whole(key: [UInt8])
    /// Every person whose search key contains this text.
    case part([UInt8])
  }

  package let sought: Sought
  /// The key of the role; nil for any role.
  package let role: [UInt8]?

  package init(sought: Sought, role: [UInt8]?) {
    (self.sought, self.role) = (sought, role)
  }

  /// Whether the text of a book's author is searched too. It may differ from the contributors'
  /// names.
  var isAuthor: Bool { role == nil || role == ContributorRole.authorName }
}

extension Query {
  /// Keeps the books that have the person as a contributor in the role, or in any role if `role`
  /// is empty. For an author or any role, also keeps the books whose author is the name.
  package mutating func filter(person name: Bytes, role: Bytes) throws {
    try checkFilters()
    try Rules.name(name, "name")
    let filter = PersonFilter(
      sought: .whole(key: try Keys.sort(name)), role: try Query.roleKey(role))
    people.append((filter, Array(name)))
  }

  /// Keeps the books with a contributor whose name contains the text; case and accents are folded.
  /// For an author or any role, also keeps the books whose author contains the text.
  package mutating func filter(personContains text: Bytes, role: Bytes) throws {
    try checkFilters()
    try Rules.text(text, "text", limit: Rules.nameLimit)
    let (key, role) = (try Keys.search(text), try Query.roleKey(role))
    if role == ContributorRole.authorName {
      contained.append((.author, key, Spelling(text: Array(text))))
    } else {
      people.append((PersonFilter(sought: .part(key), role: role), Array(text)))
    }
  }

  private static func roleKey(_ role: Bytes) throws -> [UInt8]? {
    if role.isEmpty { return nil }
    try Rules.name(role, "role")
    return try Keys.search(role)
  }
}

extension Condition {
  /// `name` is the name as given.
  package init(_ filter: PersonFilter, _ name: [UInt8]) {
    guard filter.isAuthor else {
      self = .contributed(filter)
      return
    }
    switch filter.sought {
    case .whole(let key):
      let byKey = Condition.compare(.authorKey, .equal, .blob(key))
      let byName = Condition.compare(.author, .equal, .text(name))
      if let words = SearchExpression(author: name) {
        self = .anyLookedUp([byKey, .contributed(filter), .all([.found(words), byName])])
      } else {
        self = .any([byKey, byName, .contributed(filter)])
      }
    case .part(let key): self = .any([.contains(.author, key), .contributed(filter)])
    }
  }
}

extension SearchExpression {
  /// Finds at least the books whose author is the name. If such a book has a sort form, the index
  /// of authors only contains that form, so only the words of the author lead to the book. Nil if
  /// the name has no words, or very many.
  fileprivate init?(author name: [UInt8]) {
    let terms = name.withUnsafeBufferPointer { UTF8Text.searchTerms($0) } ?? []
    guard 1...64 ~= terms.reduce(0, { $0 + $1.tokens.count }) else { return nil }
    self.init(searches: [Search(match: .all, fields: .author, terms: terms)])
  }
}
