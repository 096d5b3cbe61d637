// Tests that a server that runs but sends nothing holds no call for longer than the store's
// time-out and a few seconds, and that the error says what became of a commit.
import Glibc
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStorage
@testable import BookwormStore

@Suite(.enabled(if: OwnServer.isThere, Comment(rawValue: TestServer.hint)), .serialized)
final class ServerSilenceTests: Sendable {
  let server: OwnServer
  let store: Store
  let id: Int64

  init() throws {
    server = try OwnServer()
    try server.start()
    var options = StoreOptions()
    options.busyTimeout = 1000
    store = try openStore(server: server.url(with: "bookworm_schema=library"), options)
    id = try store.create("Book")
  }

  deinit { server.goOn() }

  /// The time-out, two seconds to ask the server, and a busy machine's delays.
  private static let longest: Milliseconds = 1000 + 2000 + 3000

  /// Returns the error of a call, which must end in time.
  private func ending<R>(_ body: () throws -> R) -> StorageError? {
    let start = Clock.monotonic()
    let error = storageError(body)
    let time = Clock.monotonic() - start
    #expect(time < Self.longest, "\(time) ms: \(error as Any)")
    return error
  }

  private func whileSilent(_ body: () throws -> Void) rethrows {
    server.freeze()
    defer { server.goOn() }
    try body()
  }

  @Test func callsAreGivenUpAndSayWhy() throws {
    let stream = try RowStream(store, Query())
    let (reading, writing) = (try store.begin(.read), try store.begin(.write))
    _ = try reading.read(id)
    try writing.setRating(id, 1)
    whileSilent {
      let errors = [
        ending { try reading.read(id) }, ending { try writing.read(id) },
        ending { while try stream.next(10).count > 0 {} },
      ]
      for error in errors where error != nil {
        #expect(error?.kind == .inputOutput, "\(error as Any)")
        #expect(error?.message.contains("has not answered") == true, "\(error as Any)")
      }
      #expect(errors[0] != nil && errors[1] != nil)
      _ = ending { try writing.rollBack() }
      _ = ending { try reading.rollBack() }
      // These open sessions of their own, or wait in existing ones.
      for _ in 0..<2 {
        #expect(ending { try store.read(id) } != nil)
        #expect(ending { try store.setRating(id, 2) } != nil)
      }
    }
    #expect(try store.read(id).rating == 0)
    try store.setRating(id, 3)
    #expect(try store.check().count == 0)
  }

  @Test func theOutcomeOfACommitIsUnknownUntilTheServerGoesOn() throws {
    let writing = try store.begin(.write)
    try writing.setRating(id, 5)
    var error: StorageError?
    whileSilent { error = ending { try writing.commit() } }
    #expect(error?.kind == .outcomeUnknown && error?.receipt != 0, "\(error as Any)")
    #expect(error?.message.contains("has not answered") == true)
    // The server now executes the statements that had reached it.
    var rating: Int32 = 0
    for _ in 0..<100 where rating == 0 {
      rating = try store.read(id).rating
      usleep(20_000)
    }
    #expect(try store.wasKept(receipt: error?.receipt ?? 0) == (rating == 5))
    try store.setRating(id, 4)
  }

  @Test func whatHasNoRoomInTheSocketIsGivenUpToo() throws {
    let writing = try store.begin(.write)
    try writing.setRating(id, 2)
    let long = String(repeating: "word ", count: 1 << 17)
    whileSilent {
      #expect(ending { for _ in 0..<8 { _ = try writing.addQuote(long, to: id) } } != nil)
      _ = try? writing.rollBack()
    }
    #expect(try store.read(id).rating == 0)
  }

  @Test func closingWaitsNoLonger() throws {
    let writing = try store.begin(.write)
    let reader = try store.begin(.read)
    _ = try reader.read(id)
    try writing.setRating(id, 2)
    server.freeze()
    let other = Worker { [self] in storageError { try reader.read(id) } }
    _ = ending { try writing.rollBack() }
    _ = ending { try store.close() }
    #expect(other.join()?.map { $0.kind } != nil)
    server.goOn()
  }

  @Test func otherThreadsAreNotHeldEither() throws {
    let errors = Shared<[StorageError?]>([])
    whileSilent {
      inParallel(6) { [self] number in
        let error = ending {
          _ = number < 3 ? try store.read(id).rating : Int32(try store.create("\(number)"))
        }
        errors.with { $0.append(error) }
      }
    }
    #expect(errors.value.count == 6 && errors.value.allSatisfy { $0 != nil })
    try store.setRating(id, 1)
  }

  @Test func anObserverGoesOn() throws {
    let observer = try store.observe([])
    whileSilent { _ = ending { try observer.next(1500) } }
    try store.setRating(id, 1)
    var heard: [Heard] = []
    for _ in 0..<20 where heard.isEmpty {
      heard = (try? observer.next(1000).heard) ?? []
    }
    #expect(heard == [Heard(.updated, .book, id, .rating)])
  }
}
