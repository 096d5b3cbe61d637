// Tests exact ratings, and the rating that goes with each.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormFrontend
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct ExactRatingTests {
  let store: Store
  let book: Int64

  init() throws {
    store = try memoryStore()
    book = try store.create("Dune")
  }

  private func rate(_ exact: Double) throws {
    try store.change(book) { $0.give(.exactRating, exact) }
  }

  /// The rating and the exact rating.
  private func ratings(_ id: Int64? = nil) throws -> [Double?] {
    let read = try store.read(id ?? book)
    return [Double(read.rating), read.exactRating]
  }

  @Test(arguments: [
    (0.25, 1.0), (0.5, 1), (1, 1), (1.25, 1), (1.5, 2), (3.75, 4), (4.25, 4), (4.5, 5), (5, 5),
  ])
  func theWholeRatingFollowsTheExactOne(_ exact: Double, _ whole: Double) throws {
    try rate(exact)
    #expect(try ratings() == [whole, exact])
    let made = try store.create(SampleBook("Made").with { $0.exactRating = exact })
    #expect(try ratings(made) == [whole, exact])
    #expect(try store.check().count == 0)
  }

  @Test func aWholeRatingThatItDoesNotRoundToTakesItAway() throws {
    for set in [
      { try store.setRating(book, $0) },
      { rating in try store.change(book) { $0.give(.rating, rating) } },
      { rating in
        try store.change(book) {
          $0.give(.rating, rating)
          $0.give(.year, Int32(1965 + rating))
        }
      },
    ] as [(Int32) throws -> Void] {
      try rate(4.25)
      try set(4)
      #expect(try ratings() == [4, 4.25])
      try set(3)
      #expect(try ratings() == [3, nil])
      try rate(2.75)
      try set(0)
      #expect(try ratings() == [0, nil])
    }
    #expect(try store.check().count == 0)
  }

  @Test func withoutItTheWholeRatingStays() throws {
    try rate(4.25)
    try store.change(book, clear: .exactRating) { _ in }
    #expect(try ratings() == [4, nil])
    try store.undo()
    #expect(try ratings() == [4, 4.25])
  }

  @Test(arguments: [4.1, 0, 0.2, -1, 5.25, .nan, .infinity, 4.2500001])
  func whatIsNoQuarterIsRefused(_ exact: Double) throws {
    let failure = failure { try rate(exact) }
    #expect(failure?.kind == .invalid && failure?.field == "exact_rating")
    #expect(
      failure?.message
        == "exact_rating is \(exact); it must be a quarter from 0.25 to 5, such as 4.25")
    #expect(try ratings() == [0, nil])
  }

  @Test func bothTogetherHaveToAgree() throws {
    let draft = { (rating: Int32, exact: Double) in
      var draft = BookDraft()
      draft.give(.rating, rating)
      draft.give(.exactRating, exact)
      return draft
    }
    try store.updateBook(book, draft(5, 4.5), clear: [])
    #expect(try ratings() == [5, 4.5])
    let failure = failure { try store.updateBook(book, draft(5, 4.25), clear: []) }
    #expect(failure?.field == "rating" && failure?.message.contains("4.25 rounds to 4") == true)
    #expect(try store.faults(draft(5, 4.25), needing: []).count == 1)
    #expect(try ratings() == [5, 4.5])
  }

  @Test func countersGoByTheWholeRating() throws {
    try rate(4.5)
    #expect(try store.statistics(nil).statistics(0).ratings[5] == 1)
    try rate(4.25)
    #expect(try store.statistics(nil).statistics(0).ratings[4] == 1)
    try store.undo()
    #expect(try store.statistics(nil).statistics(0).ratings[5] == 1)
  }

  @Test func undoingPutsBothBack() throws {
    try rate(4.25)
    try store.setRating(book, 2)
    #expect(try store.undoStep(redo: false, .english).name == "Rate “Dune” 2")
    try store.undo()
    #expect(try ratings() == [4, 4.25])
    try store.redo()
    #expect(try ratings() == [2, nil])
  }

  @Test func whoeverChangesOneOfThemDecidesOnBoth() throws {
    let folder = TemporaryFolder()
    let path = folder.file("store")
    let (one, other) = (try openStore(path), try openStore(path))
    let id = try one.create("Dune")
    try one.setRating(id, 4)
    try other.change(id) { $0.give(.exactRating, 4.25) }
    #expect(failure { try one.undo() }?.kind == .conflict)
    #expect(try one.read(id).exactRating == 4.25)
  }

  // MARK: Imports and merging

  private func source(_ rating: Int32?, _ exact: Double?) -> [(String, BookDraft)] {
    var draft = SampleBook("Solaris").draft
    draft.given.subtract(.rated)
    if let rating { draft.give(.rating, rating) }
    if let exact { draft.give(.exactRating, exact) }
    return [("1", draft)]
  }

  @Test(arguments: [
    BookFields([.title, .author, .exactRating]), [.title, .author, .rating, .exactRating],
  ])
  func anImportTakesThem(_ fields: BookFields) throws {
    try store.importBooks(source(nil, 4.25), of: fields)
    let id = book + 1
    #expect(try ratings(id) == [4, 4.25])
    #expect(try store.importBooks(source(nil, 4.25), of: fields) == [.unchanged])
    #expect(try store.importBooks(source(nil, 4.5), of: fields) == [.updated])
    #expect(try ratings(id) == [5, 4.5])
    #expect(try store.importBooks(source(nil, nil), of: fields) == [.updated])
    #expect(try ratings(id) == [0, nil])
    #expect(try store.check().count == 0)
  }

  @Test func anImportLeavesTheExactRatingThatWasGivenHere() throws {
    let fields: BookFields = [.title, .author, .rating]
    try store.importBooks(source(4, nil), of: fields)
    let id = book + 1
    try store.change(id) { $0.give(.exactRating, 4.25) }
    #expect(try store.importBooks(source(4, nil), of: fields) == [.unchanged])
    try store.importBooks(source(2, nil), of: fields)
    #expect(try ratings(id) == [4, 4.25])
  }

  @Test func anImportSaysWhichOfThemChanged() throws {
    let fields: BookFields = [.title, .author, .rating]
    func changed(_ rating: Int32) throws -> BookFields {
      let rows = try RowSet.ofImport()
      var draft = source(rating, nil)[0].1
      draft.given.formIntersection(fields)
      draft.give(.sourceID, bytes("1"))
      var left = 1
      try store.importBooks(
        from: bytes("shop"), fields.union(.sourceID), ImportOptions(), into: rows,
        status: { _ in 5 }
      ) {
        $0 = draft
        left -= 1
        return left == 0
      }
      return BookFields(rawValue: rows.number(rows.layout.columns[2], 0, as: UInt64.self))
    }
    _ = try changed(3)
    #expect(try changed(4) == .rating)
  }

  @Test(
    arguments: [
      (4, 4.25, 0, nil, [4, 4.25]), (4, 4.25, 4, nil, [4, 4.25]), (4, 4.25, 3, nil, [3, nil]),
      (4, 4.25, 3, 3.25, [3, 3.25]),
    ] as [(Int32, Double?, Int32, Double?, [Double?])])
  func aBookThatStaysGetsOneWithItsRating(
    _ rating: Int32, _ exact: Double?, _ own: Int32, _ ownExact: Double?, _ merged: [Double?]
  ) throws {
    let old = try store.create(
      SampleBook("Old").with { ($0.rating, $0.exactRating) = (rating, exact) })
    let stays = try store.create(
      SampleBook("Stays").with { ($0.rating, $0.exactRating) = (own, ownExact) })
    _ = try store.mergeBook(old, into: stays, taking: [], preview: false)
    #expect(try ratings(stays) == merged)
    #expect(try store.check().count == 0)
  }

  @Test(arguments: [BookFields.rating, .exactRating])
  func takingOneOfThemTakesBoth(_ taking: BookFields) throws {
    for exact in [4.25, nil] {
      let old = try store.create(
        SampleBook("Old").with { ($0.rating, $0.exactRating) = (4, exact) })
      let stays = try store.create(
        SampleBook("Stays").with { ($0.rating, $0.exactRating) = (2, 2.25) })
      _ = try store.mergeBook(old, into: stays, taking: taking, preview: false)
      #expect(try ratings(stays) == [4, exact])
    }
  }

  @Test(arguments: MergeRule.allCases)
  func twoStoresNeverMixThem(_ rule: MergeRule) throws {
    let folder = TemporaryFolder()
    let base = try openStore(folder.file("base"))
    let id = try base.create(SampleBook("Dune").with { $0.rating = 3 })
    for name in ["here", "there"] {
      while try Backup(base, path: bytes(folder.file(name))).step(-1).left > 0 {}
    }
    let (here, there) = (
      try openStore(folder.file("here")), try openStore(folder.file("there"))
    )
    try here.change(id) { $0.give(.exactRating, 2.75) }
    try there.setRating(id, 5)
    _ = try here.mergeStore(there, base: base, rule, preview: false)
    let read = try here.read(id)
    #expect(
      (read.rating, read.exactRating) == (3, 2.75) || (read.rating, read.exactRating) == (5, nil))
    #expect(try faults(inStore: folder.file("here")) == [])
  }

  // MARK: Drafts and other scales

  @Test func aDraftFollowsTheSameRule() throws {
    let draft = try DraftBinding()
    func give(_ fill: (inout BookDraft) -> Void) throws -> [Double?] {
      var value = BookDraft()
      fill(&value)
      try draft.set(value)
      let held = SampleBook(try draft.get(), 0)
      return [Double(held.rating), held.exactRating]
    }
    #expect(try give { $0.give(.rating, 3 as Int32) } == [3, nil])
    #expect(try give { $0.give(.exactRating, 4.25) } == [4, 4.25])
    #expect(try give { $0.give(.rating, 4 as Int32) } == [4, 4.25])
    #expect(try give { $0.give(.rating, 2 as Int32) } == [2, nil])
    #expect(try give { $0.give(.exactRating, 1.5) } == [2, 1.5])
    try draft.clear(.rating)
    #expect(try SampleBook(draft.get(), 0).exactRating == nil)
  }

  @Test(arguments: [
    (7.0, 10.0, 3.5), (1, 10, 0.5), (83, 100, 4.25), (87, 100, 4.25), (88, 100, 4.5),
    (1, 100, 0.25),
    (100, 100, 5), (0, 10, 0), (3.5, 7, 2.5), (4.1, 5, 4), (4.125, 5, 4.25),
  ])
  func otherScalesBecomeQuarters(_ value: Double, _ best: Double, _ exact: Double) throws {
    #expect(try ExactRating.of(value, outOf: best) == exact)
  }

  @Test(arguments: [
    (11.0, 10.0, "value"), (-1, 10, "value"), (.nan, 10, "value"), (1, 0, "best"),
    (1, .infinity, "best"),
  ])
  func whatIsOnNoScaleIsRefused(_ value: Double, _ best: Double, _ field: String) {
    #expect(failure { try ExactRating.of(value, outOf: best) }?.field == field)
  }

  @Test func starsShowHalves() {
    let stars = [0, 0.25, 0.75, 3.5, 4.2, 4.25, 4.5, 4.75, 9, -1, .nan].map {
      RatingPresentation.stars(exact: $0).description
    }
    #expect(
      stars == [
        "☆☆☆☆☆", "½☆☆☆☆", "★☆☆☆☆", "★★★½☆", "★★★★☆", "★★★★½", "★★★★½", "★★★★★", "★★★★★", "☆☆☆☆☆",
        "☆☆☆☆☆",
      ])
  }

  @Test func namesSayQuarters() {
    func names(_ exact: Double) -> [String] {
      Language.allCases.map { String(cString: RatingPresentation.name(exact: exact, $0)) }
    }
    #expect(names(4.25) == ["4.25 stars", "4,25 Sterne", "4,25 gwiazdki", "별 4.25개"])
    #expect(names(0.5)[0] == "0.5 stars" && names(1)[0] == "1 star" && names(0)[0] == "Not rated")
  }
}

/// The results of queries and search lines by exact rating.
@Suite struct ExactRatingQueryTests {
  let store: Store

  init() throws {
    store = try memoryStore()
    for (title, rating, exact) in [
      ("A", 0, nil), ("B", 4, nil), ("C", 4, 4.25), ("D", 5, 4.5), ("E", 4, 3.5),
    ]
      as [(String, Int32, Double?)]
    {
      try store.create(SampleBook(title).with { ($0.rating, $0.exactRating) = (rating, exact) })
    }
  }

  @Test(arguments: [
    ("rating:4", "BCE"), ("rating>=4", "BCDE"), ("rating:4.25", "C"), ("rating>=4.25", "CD"),
    ("rating>4.0", "CD"), ("rating<4.25", "BE"), ("rating:3.5..4.0", "BE"),
    ("rating:3.75..", "BCD"),
    ("rating:..3.5", "E"), ("rating:4.5,none", "AD"), ("-rating:4.25", "ABDE"),
    ("rating>3 rating<4.5", "BCE"),
    ("rating>4", "D"), ("rating<5", "BCE"), ("rating:4.0", "B"),
    ("sort:-exact_rating,title", "DCBEA"), ("sort:exact_rating", "AEBCD"),
  ])
  func aLineFindsThem(_ line: String, _ found: String) throws {
    #expect(try store.run(try SearchLine.query(bytes(line))).texts(.title).joined() == found)
  }

  @Test(arguments: [
    "rating:4.1", "rating:.5", "rating:4.", "rating:5.25", "rating:0.0", "rating<0.25", "rating<1",
  ])
  func whatIsNoRatingIsTold(_ line: String) {
    let failure = failure { try SearchLine.query(bytes(line)) }
    #expect(failure?.field == "line" && failure?.offset == 7)
  }

  @Test func cursorsGoOnInTheirOrder() throws {
    for descending in [false, true] {
      var query = try Query()
      try query.sort(by: SortTerm(.exactRating, descending: descending))
      let all = try store.run(query).ids
      try query.setLimit(2)
      var paged: [Int64] = []
      repeat {
        let page = try store.run(query)
        paged += page.ids
        guard let cursor = page.place else { break }
        try query.setCursor(cursor)
      } while paged.count < 10
      #expect(paged == all)
    }
  }
}
