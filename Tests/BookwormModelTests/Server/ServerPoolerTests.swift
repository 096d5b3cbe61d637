// Tests a transaction pooler, whose few sessions all clients share: no store sees another's tables,
// and nothing of the library's stays behind.
import Glibc
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStorage
@testable import BookwormStore

@Suite(.enabled(if: Pooler.isThere, Comment(rawValue: Pooler.hint)))
struct ServerPoolerTests {
  let pooler: Pooler
  let schemas: [TestSchema]

  init() throws {
    pooler = try Pooler(sessions: 2)
    schemas = [try TestSchema(), try TestSchema()]
  }

  private func open(_ schema: TestSchema) throws -> Store {
    try openStore(server: pooler.url(with: "bookworm_schema=\(schema.name)"))
  }

  @Test func storesThatShareSessionsDoNotMix() throws {
    // A read-only store must not make the others' sessions read-only, either.
    var reading = StoreOptions()
    reading.readOnly = true
    let stores = try schemas.map(open)
    let readers = try schemas.map {
      try openStore(server: pooler.url(with: "bookworm_schema=\($0.name)"), reading)
    }
    var ids: [[Int64]] = [[], []]
    var dice = Dice(7)
    for step in 0..<60 {
      let which = Int.random(in: 0...1, using: &dice)
      ids[which].append(try stores[which].create("Store \(which), \(step)"))
      let id = dice.pick(ids[which])
      try stores[which].setRating(id, Int32(step % 5 + 1))
      #expect(try readers[which].read(id).rating == Int32(step % 5 + 1))
      #expect(try stores[which].countBooks() == Int64(ids[which].count))
      try stores[which].undo()
      #expect(try readers[1 - which].countBooks() == Int64(ids[1 - which].count))
    }
    for (which, schema) in schemas.enumerated() {
      let titles = try schema.rows("SELECT title FROM books").compactMap { $0[0] }
      #expect(titles.allSatisfy { $0.hasPrefix("Store \(which),") })
      #expect(try stores[which].check().count == 0)
    }
  }

  @Test func manyProgramsOnFewSessionsLoseNothing() throws {
    let store = try open(schemas[0])
    let id = try store.create("Counter")
    let faults = Shared<[String]>([])
    inParallel(6) { number in
      do {
        let own = try open(schemas[0])
        for step in 0..<20 {
          let transaction = try own.begin(.write)
          let rating = try transaction.read(id).rating
          try transaction.setRating(id, rating % 5 + 1)
          let inner = try transaction.begin(.write)
          try inner.create("\(number) \(step)")
          if step % 2 == 0 { try inner.commit() } else { _ = try inner.rollBack() }
          try transaction.commit()
        }
        _ = try own.close()
      } catch { faults.with { $0.append("\(number): \(error)") } }
    }
    #expect(faults.value == [])
    #expect(try store.countBooks() == 61)
    #expect(try store.read(id).rating == 5)
    #expect(try store.check().count == 0)
  }

  @Test func whatIsCommittedIsLookedForEachSecond() throws {
    let (store, other) = (try open(schemas[0]), try open(schemas[0]))
    let observer = try store.observe([])
    let id = try other.create("Book")
    #expect(try observer.next(20_000).heard == [Heard(.inserted, .book, id)])
    try other.setRating(id, 3)
    #expect(try observer.next(20_000).heard == [Heard(.updated, .book, id, .rating)])
  }

  @Test func nothingStaysBehindInTheServersSessions() throws {
    for schema in schemas {
      let store = try open(schema)
      let observer = try store.observe([])
      _ = try store.begin(.read).rollBack()
      try store.create("Book")
      #expect(try observer.hear().count == 1)
      #expect(try store.countBooks() == 1)
    }
    let asked = """
      SELECT current_setting('search_path'), current_setting('default_transaction_read_only'),
        current_setting('jit'), (SELECT count(*) FROM pg_listening_channels()),
        (SELECT count(*) FROM pg_prepared_statements)
      """
    let fresh = try RawServer().rows(asked)
    // Asks both sessions: a transaction occupies the first, so the second query gets the other one.
    let (first, second) = (try RawServer(pooler.url(with: "")), try RawServer(pooler.url(with: "")))
    try first.execute("BEGIN")
    #expect(try first.rows(asked) == fresh)
    #expect(try second.rows(asked) == fresh)
  }

  @Test func aLongBatchAndASearchComeThrough() throws {
    let store = try open(schemas[0])
    let ids = try store.createMany(3000) { SampleBook("Night \($0)").draft }
    var query = try Query()
    try query.search(bytes("night"), [], .all)
    #expect(try store.count(query) == 3000)
    try ids.withUnsafeBufferPointer { _ = try store.deleteBooks($0) }
    #expect(try store.count(query) == 0)
    try store.undo()
    #expect(try store.count(query) == 3000)
  }

  @Test func theTablesAreVacuumedThroughIt() throws {
    let store = try open(schemas[0])
    let ids = try store.createMany(100) { SampleBook("Night \($0)").draft }
    try ids.withUnsafeBufferPointer { _ = try store.deleteBooks($0) }
    try store.compact()
    // The statistics appear a moment later.
    var count = [[String?]]()
    for _ in 0..<200 where count != [["1"]] {
      usleep(50_000)
      count = try schemas[0].rows(
        "SELECT vacuum_count FROM pg_stat_user_tables WHERE relid = 'books'::regclass")
    }
    #expect(count == [["1"]])
    #expect(try store.check().count == 0)
  }
}
