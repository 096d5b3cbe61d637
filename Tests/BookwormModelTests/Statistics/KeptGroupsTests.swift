// Tests that the groups that a store handle keeps (see KeptGroups.swift) follow the changes of
// books, whichever handle makes them: the facets of the store are those of a query for all books.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct KeptGroupsTests {
  private static let groups: [StatisticsGroup] = [
    .person, .author, .editor, .publisher, .series, .language, .format, .status, .rating,
  ]
  private static let names = [
    "Neil Gaiman", "NEIL GAIMAN", "Neil Gáiman", "Ann B", "ann b", "Łukasz", "李", "Zoë Q", "O'Neil",
  ]

  private func facets(_ store: Store, _ query: Query?, _ group: StatisticsGroup) throws -> [String]
  {
    let rows = try store.facets(query, by: group, words: bytes(""), limit: -1)
    return (0..<rows.count).map { row in
      let (key, name) = rows.group(row)
      return "\(key) \(name.map(string) ?? "-") \(rows.statistics(row).ratings)"
    }
  }

  private func person(_ dice: inout Dice, _ role: String) -> Person {
    Person(
      dice.pick(KeptGroupsTests.names), role,
      sort: dice.once(in: 3) ? dice.pick(["Gaiman, N", "A", "Z"]) : "")
  }

  private func book(_ dice: inout Dice) -> SampleBook {
    SampleBook("Title", by: dice.pick(KeptGroupsTests.names)).with {
      $0.rating = Int32.random(in: 0...5, using: &dice)
      $0.publisher = dice.once(in: 3) ? nil : dice.pick(["Tor", "TOR", "Ace"])
      $0.series = dice.once(in: 3) ? nil : dice.pick(["Dune", "dune"])
      $0.format = dice.once(in: 3) ? nil : dice.pick(["Ebook", "ebook"])
      $0.language = dice.once(in: 3) ? nil : dice.pick(["en", "de"])
      for role in ["author", "editor", "author"] where dice.once(in: 3) {
        $0.contributors.append(person(&dice, role))
      }
    }
  }

  private func change(_ store: Store, _ dice: inout Dice) throws {
    let ids = try store.run(Query()).ids
    guard let id = ids.isEmpty ? nil : dice.pick(ids) else {
      try store.create(book(&dice))
      return
    }
    switch Int.random(in: 0..<10, using: &dice) {
    case 0, 1: try store.create(book(&dice))
    case 2: try store.deleteBook(id)
    case 3: try store.change(id) { $0.give(.rating, Int32.random(in: 0...5, using: &dice)) }
    case 4: try store.change(id) { $0.give(.author, bytes(dice.pick(KeptGroupsTests.names))) }
    case 5: try store.change(id) { $0.give(.publisher, bytes(dice.pick(["Tor", "TOR", "Ace"]))) }
    case 6: try store.change(id, clear: [.series, .format]) { _ in }
    case 7: _ = try store.updateBooks(matching: Query(), book(&dice).draft, clear: [])
    case 8: try store.createMany(5) { _ in book(&dice).draft }
    default:
      var draft = BookDraft()
      draft.give(contributors: book(&dice).contributors)
      try store.updateBook(id, draft, clear: [])
    }
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func theyFollowEveryChange(seed: UInt64) throws {
    let folder = TemporaryFolder()
    let stores = [
      try openStore(folder.file("store")), try openStore(folder.file("store")),
    ]
    var dice = Dice(seed)
    for step in 0..<60 {
      for _ in 0..<Int.random(in: 1...4, using: &dice) { try change(dice.pick(stores), &dice) }
      if dice.once(in: 30) { try stores[0].createMany(1100) { _ in book(&dice).draft } }
      let store = dice.pick(stores)
      let group = dice.pick(KeptGroupsTests.groups)
      #expect(
        try facets(store, nil, group) == facets(store, Query(), group), "\(step) \(group)")
      if dice.once(in: 10) { _ = try stores[0].deleteBooks(matching: Query()) }
    }
  }
}
