// Merges the lists and covers of books. Genres and identifiers are merged item by item, as sets,
// and then their order. The contributors are merged as one value, and so is the cover.
import BookwormBooks
import BookwormRecords
import BookwormStorage
import BookwormStore

extension StoreMerge {
  /// Returns the list with the additions of both sides, and without the removals of either. If both
  /// sides have changed the order, the rule decides; with `later`, the greater list by `isLess`
  /// wins.
  func merged<Item: Hashable>(
    _ ours: [Item], _ theirs: [Item], _ first: [Item]?, isLess: ([Item], [Item]) -> Bool,
    disputed: (Side) throws -> Void
  ) rethrows -> [Item] {
    if ours == theirs || first == theirs { return ours }
    if first == ours { return theirs }
    let (mine, others, before) = (Set(ours), Set(theirs), Set(first ?? []))
    func stays(_ item: Item) -> Bool {
      mine.contains(item) && others.contains(item) || !before.contains(item)
    }
    let (left, right) = (ours.filter(stays), theirs.filter(stays))
    let oursFirst = left + right.filter { !mine.contains($0) }
    let theirsFirst = right + left.filter { !others.contains($0) }
    guard oursFirst != theirsFirst else { return oursFirst }
    let side: Side =
      switch rule {
      case .ours: .here
      case .theirs: .there
      case .later: isLess(oursFirst, theirsFirst) ? .there : .here
      }
    try disputed(side)
    return side == .here ? oursFirst : theirsFirst
  }

  // MARK: Genres

  /// The genres by their ids here, without deleted ones.
  private func list(_ ids: [Int64], _ known: [Int64: Int64]) -> [Int64] {
    var seen: Set<Int64> = []
    return ids.compactMap { known[$0] }.filter { seen.insert($0).inserted }
  }

  func genres(ofTheirs book: Int64) throws -> [Int64] {
    list(try there.genreIDs(ofBook: book), genres.there)
  }

  func genres(ofFirst book: Int64?) throws -> [Int64]? {
    guard let base, let book else { return nil }
    return list(try base.genreIDs(ofBook: book), genres.base)
  }

  /// Adds the genres of `new` that are in the base's list. A book's list in a store lacks them only
  /// because the store does not have these genres at all, not because they were removed from the
  /// book.
  func whole(_ list: [Int64], _ first: [Int64]?, _ new: Set<Int64>) -> [Int64] {
    guard let first, !new.isEmpty else { return list }
    if list == first.filter({ !new.contains($0) }) { return first }
    return list + first.filter { new.contains($0) && !list.contains($0) }
  }

  /// Returns the merged genres; nil if the book here already has them.
  func mergedGenres(_ ours: StoredRow, _ theirs: StoredRow, _ first: StoredRow?) throws -> [Int64]?
  {
    let had = try here.genreIDs(ofBook: ours.id)
    let others = try genres(ofTheirs: theirs.id)
    if had == others { return nil }
    let before = try genres(ofFirst: first?.id)
    let merged = try merged(
      whole(had, before, genres.newHere), whole(others, before, genres.newThere), before
    ) { one, other in
      let (one, other) = (one.map { genres.globalIDs[$0] }, other.map { genres.globalIDs[$0] })
      for case (let one?, let other?) in zip(one, other) where one != other {
        return one.comes(before: other)
      }
      return false
    } disputed: { side in
      func names(_ list: [Int64]) throws -> [UInt8] {
        let names = try list.map { try here.storedRow(.genre, $0)?.text("name") ?? [] }
        return Array(names.joined(separator: Array(", ".utf8)))
      }
      try note(
        .book, ours.id, theirs.id, BookFields.genres.rawValue, side, try names(had),
        try names(others))
    }
    try Rules.list(merged.count, "genres")
    return merged == had ? nil : merged
  }

  // MARK: Identifiers

  /// An identifier in one spelling. Its key is the same in every spelling.
  private struct Identifier: Equatable {
    let key: [UInt8]
    let scheme: [UInt8]
    let value: [UInt8]
    var text: [UInt8] { scheme + [UInt8(ascii: ":")] + value }
  }

  private func identifiers(_ connection: Connection, _ book: Int64) throws -> [Identifier] {
    try connection.identifiers(ofBook: book).map {
      Identifier(
        key: try IdentifierKey.make($0.scheme, $0.value), scheme: $0.scheme, value: $0.value)
    }
  }

  /// Returns the merged identifiers; nil if the book here already has them.
  func mergedIdentifiers(
    _ ours: StoredRow, _ theirs: StoredRow, _ first: StoredRow?
  ) throws -> [(scheme: [UInt8], value: [UInt8])]? {
    let had = try identifiers(here, ours.id)
    let others = try identifiers(there, theirs.id)
    if had == others { return nil }
    let before = try first.flatMap { first in try base.map { try identifiers($0, first.id) } }
    if before == others { return nil }
    if before == had { return others.map { ($0.scheme, $0.value) } }
    func spellings(_ list: [Identifier]?) -> [[UInt8]: Identifier] {
      (list ?? []).reduce(into: [:]) { if $0[$1.key] == nil { $0[$1.key] = $1 } }
    }
    func keys(_ list: [Identifier]) -> [[UInt8]] {
      var seen: Set<[UInt8]> = []
      return list.map(\.key).filter { seen.insert($0).inserted }
    }
    var winner: Side?
    let merged = merged(keys(had), keys(others), before.map(keys)) { one, other in
      one.lexicographicallyPrecedes(other) { $0.lexicographicallyPrecedes($1) }
    } disputed: {
      winner = $0
    }
    let (mine, its, old) = (spellings(had), spellings(others), spellings(before))
    let result = merged.compactMap { key -> Identifier? in
      guard let ours = mine[key], let theirs = its[key], ours != theirs else {
        return mine[key] ?? its[key]
      }
      if old[key] == theirs { return ours }
      if old[key] == ours { return theirs }
      let side: Side =
        rule == .ours
        ? .here
        : rule == .theirs
          ? .there : ours.text.lexicographicallyPrecedes(theirs.text) ? .there : .here
      winner = winner ?? side
      return side == .here ? ours : theirs
    }
    if let winner {
      func text(_ list: [Identifier]) -> [UInt8] {
        Array(list.map(\.text).joined(separator: Array(", ".utf8)))
      }
      try note(
        .book, ours.id, theirs.id, BookFields.identifierValues.rawValue, winner, text(had),
        text(others))
    }
    return result == had ? nil : result.map { ($0.scheme, $0.value) }
  }

  // MARK: Contributors

  /// Returns the whole list of the store that has changed it; if both have, that of the winner. Nil
  /// if the book here already has it.
  func mergedContributors(
    _ ours: StoredRow, _ theirs: StoredRow, _ first: StoredRow?
  ) throws -> [Contributor]? {
    let had = try here.contributors(ofBook: ours.id)
    let others = try there.contributors(ofBook: theirs.id)
    if had == others { return nil }
    let before = try first.flatMap { first in try base?.contributors(ofBook: first.id) }
    if before == others { return nil }
    if before == had { return others }
    if before == nil, had.isEmpty || others.isEmpty { return had.isEmpty ? others : nil }
    let side = side(
      ours, theirs, isLess: (had.text ?? []).lexicographicallyPrecedes(others.text ?? []))
    try note(
      .book, ours.id, theirs.id, BookFields.contributorNames.rawValue, side, had.text, others.text)
    return side == .there ? others : nil
  }

  // MARK: Covers

  /// Whether the book here gets the other store's cover, or loses its own.
  func takesCover(
    _ ours: StoredRow, _ theirs: StoredRow, _ first: StoredRow?
  ) throws -> Bool {
    let (mine, other) = (
      try here.cover(ofBook: ours.id), try there.cover(ofBook: theirs.id)
    )
    if mine == other { return false }
    let before = try first.flatMap { try base?.cover(ofBook: $0.id) }
    if first == nil ? other == nil : before == other { return false }
    if first == nil ? mine == nil : before == mine { return true }
    let side = side(ours, theirs, isLess: mine?.digest ?? .min < other?.digest ?? .min)
    try note(
      .book, ours.id, theirs.id, BookFields.cover.rawValue, side, mine?.text, other?.text)
    return side == .there
  }

  /// Whether a book has other identifiers, contributors or genres, or another cover, than in the
  /// base.
  func listsDiffer(_ row: StoredRow, isOurs: Bool, _ first: StoredRow) throws -> Bool {
    guard let base else { return true }
    let own = isOurs ? here : there
    let genres =
      isOurs ? try here.genreIDs(ofBook: row.id) : try genres(ofTheirs: row.id)
    let before = try self.genres(ofFirst: first.id)
    let new = isOurs ? self.genres.newHere : self.genres.newThere
    if whole(genres, before, new) != before { return true }
    return try identifiers(own, row.id) != identifiers(base, first.id)
      || own.contributors(ofBook: row.id) != base.contributors(ofBook: first.id)
      || own.cover(ofBook: row.id) != base.cover(ofBook: first.id)
  }
}
