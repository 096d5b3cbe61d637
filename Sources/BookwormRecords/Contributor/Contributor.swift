// A contributor is a person who contributed to a book, in a role.
import BookwormStorage
import BookwormText

/// A contributor as a caller gives it. The texts are borrowed from the caller's memory. An empty
/// sort form or role counts as not given.
package struct GivenContributor {
  package var name: Bytes
  package var sort: Bytes
  package var role: Bytes

  package init(name: Bytes, sort: Bytes, role: Bytes) {
    (self.name, self.sort, self.role) = (name, sort, role)
  }
}

/// A contributor in its stored form.
package struct Contributor: Equatable, Sendable {
  package let name: [UInt8]
  /// The form of the name that lists are sorted by; empty if not given.
  package let sort: [UInt8]
  package let role: [UInt8]

  package init(name: [UInt8], sort: [UInt8], role: [UInt8]) {
    (self.name, self.sort, self.role) = (name, sort, role)
  }

  package init(_ given: GivenContributor) throws {
    self.init(
      name: Array(given.name), sort: Array(given.sort),
      role: try ContributorRole.stored(given.role))
  }

  var isAuthor: Bool { role == ContributorRole.authorName }

  /// Returns the keys used to find and sort the contributor.
  package func keys() throws -> ContributorKeys {
    try name.withUnsafeBufferPointer { name in
      try sort.withUnsafeBufferPointer { sort in
        try role.withUnsafeBufferPointer { try ContributorKeys(name: name, sort: sort, role: $0) }
      }
    }
  }

  /// "Neil Gaiman (author)", for a person to read.
  var text: [UInt8] { name + Array(" (".utf8) + role + Array(")".utf8) }
}

package struct ContributorKeys: Equatable {
  let role: [UInt8]
  /// The key of the person: the same for two spellings that differ in case or accents.
  let name: [UInt8]
  /// The text that is searched for parts of a name.
  let folded: [UInt8]
  let sort: [UInt8]

  package init(name: Bytes, sort: Bytes, role: Bytes) throws {
    self.role = try Keys.search(role)
    self.name = try Keys.sort(name)
    folded = try Keys.search(name)
    self.sort = sort.isEmpty ? self.name : try Keys.sort(sort)
  }

  /// The keys in the order of the columns.
  package var all: [[UInt8]] { [role, name, folded, sort] }

  /// Identifies a person in a role. A book has no person twice in the same role.
  var identity: [UInt8] { role + [0] + name }
}

extension [Contributor] {
  /// Keeps only the first of several contributors that are the same person in the same role. Throws
  /// if there are more contributors than a book may have.
  package func unique() throws -> [Contributor] {
    var seen: Set<[UInt8]> = []
    let unique = try filter { seen.insert(try $0.keys().identity).inserted }
    try Rules.list(unique.count, "contributors")
    return unique
  }

  /// Returns the default author of a book: the authors' names. Nil if there are none.
  package var author: [UInt8]? {
    let authors = filter(\.isAuthor)
    return authors.isEmpty ? nil : Contributor.list(authors.map(\.name), ", ")
  }

  /// Returns the same for the sort forms; nil if no author has a sort form.
  package var authorSort: [UInt8]? {
    let authors = filter(\.isAuthor)
    guard authors.contains(where: { !$0.sort.isEmpty }) else { return nil }
    return Contributor.list(authors.map { $0.sort.isEmpty ? $0.name : $0.sort }, "; ")
  }

  /// Nil if the list is empty.
  package var text: [UInt8]? { isEmpty ? nil : Contributor.list(map(\.text), ", ") }
}

extension Contributor {
  fileprivate static func list(_ texts: [[UInt8]], _ separator: String) -> [UInt8] {
    Array(texts.joined(separator: Array(separator.utf8)))
  }
}
