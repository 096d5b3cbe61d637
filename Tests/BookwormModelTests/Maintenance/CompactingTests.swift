// Tests compacting a store while others read and write it.
import BookwormStorage
import Glibc
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormStore

@Suite struct CompactingTests {
  let folder = TemporaryFolder()
  var path: String { folder.file("store") }

  @Test(.ofFiles()) func compactingMakesTheFileSmaller() throws {
    let store = try openStore(path)
    let filler = bytes(String(repeating: "x", count: 4000))
    let ids = try store.createMany(500) { row in
      var draft = SampleBook("Book \(row)", by: "Author").draft
      draft.given.insert(.notes)
      draft.notes = filler
      return draft
    }
    _ = try store.deleteBooks(array(Array(ids.dropFirst(10))))
    try store.compact()
    let small = try #require(try size(afterClosing: store))
    #expect(small < 300_000)
    #expect(try faults(inStore: path) == [])
    #expect(try openStore(path).countBooks() == 10)
  }

  private func size(afterClosing store: Store) throws -> Int? {
    let files = folder.files
    // The log is already empty, so closing has nothing to checkpoint.
    #expect(contents(of: path + "-wal")?.count ?? 0 == 0, "\(files)")
    _ = try store.close()
    return contents(of: path)?.count
  }

  @Test(.ofFiles()) func compactingWaitsForOthersAndThenGivesUp() throws {
    let store = try openStore(path) { $0.busyTimeout = 50 }
    try store.create("Book")
    let other = try openStore(path)
    let transaction = try other.begin(.write)
    #expect(storageError { try store.compact() }?.kind == .busy)
    _ = try transaction.rollBack()
    let reading = try other.begin(.read)
    try store.create("Book")
    let begin = Clock.monotonic()
    let fault = storageError { try store.compact() }
    #expect(fault?.kind == .busy && fault?.message.contains("readers were in the way") == true)
    #expect(Clock.monotonic() - begin >= 50)
    _ = try reading.rollBack()
    try store.compact()
    let own = try store.begin(.write)
    #expect(storageError { try store.compact() }?.kind == .busy)
    _ = try own.rollBack()
    try memoryStore().compact()
  }

  @Test func othersWriteWhileCompactingWaitsForAReader() throws {
    let store = try openStore(path) { $0.busyTimeout = 4000 }
    let other = try openStore(path) { $0.busyTimeout = 1000 }
    let reading = try other.begin(.read)
    try store.create("Book")
    let compacting = Worker { storageError { try store.compact() }?.kind }
    for _ in 0..<5 {
      usleep(100_000)
      try other.create("Book")
    }
    _ = try reading.rollBack()
    #expect(compacting.join() == .some(nil))
    #expect(try other.countBooks() == 6)
  }
}
