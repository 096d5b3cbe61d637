// Tests copying a store while it is used.
import BookwormStorage
import Glibc
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct BackupTests {
  let folder = TemporaryFolder()
  var path: String { folder.file("store") }
  var target: String { folder.file("backup") }

  private func fill(_ store: Store, books: Int = 3000) throws {
    let genres = array([try store.genre(named: "Fantasy")])
    let filler = bytes(String(repeating: "notes ", count: 100))
    try store.createMany(books) { row in
      var draft = SampleBook("Book \(row)", by: "Author").draft
      draft.given.formUnion([.notes, .genres])
      draft.notes = filler
      draft.genres = genres
      return draft
    }
  }

  /// Steps until nothing remains; returns the number of steps.
  private func complete(_ backup: Backup, _ pages: Int32, between: () throws -> Void = {}) throws
    -> Int
  {
    var steps = 1
    while try backup.step(pages).left > 0 {
      try between()
      steps += 1
    }
    return steps
  }

  @Test(.ofFiles()) func aBackupIsAStoreOfItsOwnInOneFile() throws {
    let store = try openStore(path)
    try fill(store, books: 100)
    #expect(try complete(Backup(store, path: bytes(target)), 0) == 1)
    #expect(folder.files == ["backup", "store", "store-shm", "store-wal"])
    #expect(try faults(inStore: target) == [])
    let copy = try openStore(target)
    #expect(try copy.countBooks() == 100)
    #expect(try copy.create("Another") == 101)
    #expect(try store.countBooks() == 100)
  }

  @Test func itCopiesOneStateWhileOthersWrite() throws {
    let store = try openStore(path)
    try fill(store)
    let other = try openStore(path)
    let backup = try Backup(store, path: bytes(target))
    #expect(!folder.files.contains("backup"))
    var totals: Set<Int> = []
    var last = Int.max
    for step in 0... {
      let progress = try backup.step(20)
      totals.insert(progress.total)
      // The backup continues where it was, whoever writes.
      #expect(progress.left < last)
      last = progress.left
      if last == 0 { break }
      try other.create("Written at step \(step)")
      _ = try store.deleteBook(Int64(step + 1))
    }
    #expect(totals.count == 1)
    #expect(try backup.step(5).left == 0)
    #expect(try faults(inStore: target) == [])
    let copy = try openStore(target) { $0.readOnly = true }
    #expect(try copy.countBooks() == 3000)
    #expect(try copy.book(1, .id).count == 1)
  }

  @Test(.ofFiles()) func aBackupThatIsGivenUpLeavesNothing() throws {
    let store = try openStore(path)
    try fill(store)
    do {
      let backup = try Backup(store, path: bytes(target))
      #expect(try backup.step(10).left > 0)
      #expect(folder.files.count == 4)  // with the temporary file
    }
    #expect(folder.files == ["store", "store-shm", "store-wal"])
  }

  @Test(.ofFiles("a store in memory")) func aStoreInMemoryIsCopiedInOneStep() throws {
    let store = try memoryStore()
    try fill(store, books: 500)
    let backup = try Backup(store, path: bytes(target))
    try store.create("Before the first step")
    #expect(try backup.step(1).left == 0)
    #expect(try faults(inStore: target) == [])
    #expect(try openStore(target).countBooks() == 501)
  }

  @Test(.ofFiles("a store in memory")) func aStoreInMemoryThatIsInUseMayBeTriedAgain() throws {
    let store = try openStore(":memory:") { $0.busyTimeout = 10 }
    let backup = try Backup(store, path: bytes(target))
    let transaction = try store.begin(.write)
    #expect(storageError { try backup.step(1) }?.kind == .busy)
    try transaction.commit()
    #expect(try backup.step(1).left == 0)
  }

  @Test(.ofFiles()) func whatIsThereIsNotReplaced() throws {
    let store = try openStore(path)
    for (name, contents) in [("backup", "precious"), ("backup-wal", ""), ("backup-journal", "")] {
      write(Array(contents.utf8), to: folder.file(name))
      #expect(storageError { try Backup(store, path: bytes(target)) }?.kind == .exists, "\(name)")
      unlink(folder.file(name))
    }
    #expect(storageError { try Backup(store, path: bytes(path)) }?.kind == .exists)
    // The same if the file appears while the backup is made.
    let backup = try Backup(store, path: bytes(target))
    write(Array("precious".utf8), to: target)
    #expect(storageError { try backup.step(-1) }?.kind == .exists)
    #expect(storageError { try backup.step(-1) }?.kind == .exists)
    #expect(contents(of: target) == Array("precious".utf8))
  }

  @Test(.ofFiles()) func aPathWhereNoFileCanBeIsRefused() throws {
    let store = try openStore(path)
    #expect(
      storageError { try Backup(store, path: bytes(folder.file("absent/b"))) }?.kind == .cannotOpen)
    #expect(storageError { try Backup(store, path: bytes("\(path)/b")) }?.kind == .cannotOpen)
    #expect(failure { try Backup(store, path: bytes("")) }?.field == "path")
    #expect(failure { try Backup(store, path: bytes(":memory:")) }?.field == "path")
    #expect(failure { try Backup(store, path: bytes("a\0b")) }?.kind == .text)
    let long = "/tmp/" + String(repeating: "x", count: 480)
    #expect(failure { try Backup(store, path: bytes(long)) }?.kind == .tooLarge)
    #expect(folder.files == ["store", "store-shm", "store-wal"])
  }

  @Test func aClosedStoreEndsIt() throws {
    for name in [path, ":memory:"] {
      let store = try openStore(name)
      try fill(store, books: 500)
      let backup = try Backup(store, path: bytes(target))
      if name != ":memory:" { #expect(try backup.step(1).left > 0) }
      _ = try store.close()
      #expect(storageError { try backup.step(1) }?.kind == .closed)
      #expect(storageError { try backup.step(1) }?.kind == .closed)
    }
    #expect(folder.files.contains("backup") == false)
  }

  @Test func aBackupCanBeReadWhereNothingCanBeWritten() throws {
    let store = try openStore(path)
    try fill(store, books: 10)
    _ = try Backup(store, path: bytes(target)).step(0)
    // The header says that the file has no write-ahead log.
    #expect(contents(of: target).map { Array($0[18...19]) } == [1, 1])
  }

  @Test func threadsTakeTurnsOnABackup() throws {
    let store = try openStore(path)
    try fill(store)
    let backup = try Backup(store, path: bytes(target))
    let failures = Shared(0)
    inParallel(4) { _ in
      while true {
        do {
          if try backup.step(3).left == 0 { break }
        } catch {
          failures.with { $0 += 1 }
          break
        }
      }
    }
    #expect(failures.value == 0)
    #expect(try faults(inStore: target) == [])
  }
}
