// Tests pages of the books of a person who has many: the pages are parts of the whole list of these
// books, wherever they are in the list of all books.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct WalkingFirstTests {
  /// A store of 1,500 books. "Many" and "Late" have so many of them that a page is read by walking
  /// an index first (see WalkingFirst.swift).
  private final class Library: Sendable {
    static let shared = Result { try Library() }

    let folder = TemporaryFolder()
    let store: Store
    let genre: Int64

    init() throws {
      store = try openStore(folder.file("store"))
      let genre = try store.genre(named: "Fantasy")
      self.genre = genre
      var dice = Dice(7)
      try store.createMany(1500) { number in
        let isMany = dice.once(in: 2)
        let author = isMany ? "Many" : number % 3 == 0 ? "Few \(number % 50)" : "Another"
        return SampleBook("\(dice.pick(["A", "B", "C"])) \(number % 40)", by: author).with {
          $0.rating = Int32.random(in: 0...5, using: &dice)
          $0.created = dice.pick([1, 2, 3])
          $0.genres = dice.once(in: 3) ? [] : [genre]
          if isMany, dice.once(in: 2) {
            $0.contributors = [Person("Many"), Person("Many", "editor")]
          }
          if dice.once(in: 3) { $0.authorSort = "Sort, A" }
          if number >= 450 {
            $0.contributors += [Person(author), Person("Late", "translator")]
            $0.title = "Z \(number % 100)"
          }
        }.draft
      }
    }
  }

  private let library: Library
  init() throws { library = try Library.shared.get() }

  private func query(
    of name: String, _ role: String, _ sort: [SortTerm], _ dice: inout Dice
  ) throws -> Query {
    var query = try Query()
    try query.filter(person: bytes(name), role: bytes(role))
    for term in sort { try query.sort(by: term) }
    if dice.once(in: 3) { try query.filterGenres(.any, [library.genre]) }
    if dice.once(in: 3) { try query.filterRating(2, 4, orNotRated: 0) }
    return query
  }

  @Test(arguments: [
    ("Many", ""), ("Many", "author"), ("Many", "editor"), ("Late", ""), ("Late", "translator"),
    ("Few 3", ""),
  ])
  func pagesMakeUpTheWholeList(name: String, role: String) throws {
    var dice = Dice(UInt64(name.count * 10 + role.count))
    let keys: [SortKey] = [.title, .author, .created, .updated, .id, .rating, .series]
    for key in keys + keys {
      var sort = [SortTerm(key, descending: dice.once(in: 2))]
      if key != .id, dice.once(in: 2) { sort.append(SortTerm(.id, descending: dice.once(in: 2))) }
      var query = try query(of: name, role, sort, &dice)
      let whole = try library.store.run(query).ids
      try query.setLimit(dice.pick([1, 3, 7]))
      let size = Int(query.limit ?? 0)
      var (start, last) = (0, 0)
      var cursor: [UInt8]?
      for turn in 0..<12 {
        let page = try library.store.run(query)
        #expect(page.ids == Array(whole.dropFirst(start).prefix(size)), "\(sort) \(turn)")
        guard let place = page.place else { break }
        cursor = Array(place)
        start += size
        last = start - 1
        try query.setCursor(place)
        if turn == 5, whole.count > 50 {
          try query.setOffset(3)
          start += 3
        }
      }
      guard let cursor else { continue }
      try query.setCursor(bytes(cursor), isBackward: true)
      let before = try library.store.run(query).ids
      #expect(before == Array(whole[..<last].suffix(size)), "\(sort), back")
    }
  }

  @Test func onlyAPersonWithManyBooksIsWalkedFirst() throws {
    func parts(_ name: String, limit: Int64) throws -> Int {
      var query = try Query()
      try query.filter(person: bytes(name), role: bytes(""))
      try query.setLimit(limit)
      return try library.store.read {
        try QueryPlan(query, $0).walkingFirst(query, $0).parts.count
      }
    }
    #expect(try parts("Many", limit: 5) == 2)
    #expect(try parts("Late", limit: 5) == 2)
    #expect(try parts("Many", limit: 50) == 1)
    #expect(try parts("Few 3", limit: 1) == 1)
  }
}
