// Tests waiting observers: what wakes them, what ends their wait, and the file that wakes other
// processes.
import BookwormStorage
import Glibc
import TestSupport
import Testing

@testable import BookwormExchange
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct WakingTests {
  let folder = TemporaryFolder()
  let store: Store

  init() throws { store = try openStore(folder.file("store")) }

  /// Returns the number of rows that came within `timeout`, and how long that took.
  private func wait(
    _ observer: Observer, _ timeout: Milliseconds
  ) throws -> (rows: Int, time: Milliseconds) {
    let start = Clock.monotonic()
    let rows = try observer.next(timeout).count
    return (rows, Clock.monotonic() - start)
  }

  private func isReadable(_ observer: Observer) -> Bool {
    var wait = pollfd(fd: observer.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&wait, 1, 0) == 1
  }

  @Test(.ofFiles()) func theFileIsMadeByTheFirstObserver() throws {
    try store.create("A")
    #expect(!folder.files.contains("store-wake"))
    chmod(folder.file("store"), 0o640)
    _ = try store.observe([])
    var (file, wake) = (stat(), stat())
    #expect(stat(folder.file("store"), &file) == 0 && stat(folder.file("store-wake"), &wake) == 0)
    #expect(wake.st_mode == file.st_mode)
    #expect(wake.st_size == 0)
    _ = try store.close()
    #expect(folder.files == ["store", "store-wake"])
  }

  @Test func aTimeOutIsKept() throws {
    let observer = try store.observe([])
    let short = try wait(observer, 80)
    #expect(short.rows == 0 && (79...30_000).contains(short.time))
    // Longer than the interval of the slow check.
    let long = try wait(observer, 1200)
    #expect(long.rows == 0 && long.time >= 1199)
  }

  @Test(arguments: [true, false])
  func aWaitingObserverIsWoken(inMemory: Bool) throws {
    let store = inMemory ? try memoryStore() : store
    let observer = try store.observe([])
    let waiter = Worker { (try? observer.next(30_000).heard) ?? [] }
    usleep(20_000)
    try store.create("A")
    #expect(waiter.join() == [Heard(.inserted, .book, 1)])
  }

  @Test func twoHandlesOfOneFileWakeEachOther() throws {
    let other = try openStore(folder.file("store"))
    let observers = try [store.observe([]), other.observe([])]
    try store.create("A")
    try other.create("B")
    for observer in observers {
      #expect(try observer.next(30_000).heard == [Heard(.inserted, .book, 1)])
      #expect(try observer.next(30_000).heard == [Heard(.inserted, .book, 2)])
    }
  }

  @Test func theDescriptorIsReadableWhileThereIsNews() throws {
    for store in [store, try memoryStore()] {
      let observers = try [store.observe([]), store.observe([]), store.observe([])]
      for observer in observers { #expect(!isReadable(observer)) }
      try store.create("A")
      try store.create("B")
      for observer in observers {
        // The first one that looks consumes the wake-up of all, and must wake the others.
        #expect(isReadable(observer))
        #expect(try observer.next(0).count == 1)
        #expect(isReadable(observer))
        #expect(try observer.next(0).count == 1)
        while isReadable(observer) { #expect(try observer.next(0).count == 0) }
      }
    }
  }

  @Test func manyWaitingThreadsEachHearEverything() throws {
    let observers = try (0..<6).map { _ in try store.observe([]) }
    let waiters = observers.map { observer in
      Worker { () -> [Int64] in
        var heard: [Int64] = []
        while heard.count < 300, let rows = try? observer.next(30_000), rows.count > 0 {
          heard += rows.heard.map(\.id)
        }
        return heard
      }
    }
    for number in 0..<300 { try store.create("\(number)") }
    for waiter in waiters { #expect(waiter.join() == Array(1...300)) }
  }

  @Test func threadsThatShareAnObserverShareTheTransactions() throws {
    let observer = try store.observe([])
    let heard = Shared<[Int64]>([])
    let waiters = (0..<4).map { _ in
      Worker {
        // Short waits, because another thread may consume the last change.
        let deadline = Clock.monotonic() + 30_000
        while heard.value.count < 200, Clock.monotonic() < deadline,
          let rows = try? observer.next(100)
        {
          heard.with { $0 += rows.heard.map(\.id) }
        }
      }
    }
    for number in 0..<200 { try store.create("\(number)") }
    for waiter in waiters { _ = waiter.join() }
    #expect(heard.value.sorted() == Array(1...200))
  }

  @Test func waitingEndsWhenTheStoreIsClosedOrTheObserverFreed() throws {
    for round in 0..<30 {
      let store = round % 3 == 0 ? try memoryStore() : try openStore(folder.file("store"))
      let observer = try store.observe([])
      let waiters = (0..<3).map { _ in
        Worker { () -> (any Error)? in
          do {
            while true { _ = try observer.next(-1) }
          } catch { return error }
        }
      }
      usleep(useconds_t(round * 50))
      if round % 2 == 0 { _ = try store.close() } else { observer.end() }
      for waiter in waiters {
        let error = waiter.join() ?? nil
        let isClosed =
          (error as? Failure)?.kind == .closed || (error as? StorageError)?.kind == .closed
        #expect(isClosed)
      }
      #expect(isReadable(observer))
    }
  }

  @Test func aDeadWritersCommitIsFoundBeforeLong() throws {
    let observer = try store.observe([])
    let raw = try RawStore(folder.file("store"))
    // Another program's commit without the wake-up.
    let writer = Worker {
      usleep(100_000)
      try? raw.addToLog("000201")
    }
    let heard = try wait(observer, 60_000)
    #expect(heard.rows == 1 && (90...30_000).contains(heard.time))
    _ = writer.join()
  }

  @Test(.ofFiles(), arguments: [0, 1, 2])
  func aFileThatIsTakenAwayIsMadeAnew(how: Int) throws {
    let observer = try store.observe([])
    let other = try openStore(folder.file("store"))
    let wake = folder.file("store-wake")
    switch how {
    case 0: unlink(wake)
    case 1: rename(wake, folder.file("elsewhere"))
    default:
      write([], to: folder.file("new"))
      rename(folder.file("new"), wake)
    }
    #expect(try observer.next(100).count == 0)
    #expect(folder.files.contains("store-wake"))
    try other.create("A")
    let heard = try wait(observer, 5000)
    #expect(heard.rows == 1 && heard.time < 500)
  }

  @Test func aFolderInItsPlaceDoesNoHarm() throws {
    mkdir(folder.file("store-wake"), 0o700)
    defer { rmdir(folder.file("store-wake")) }
    let other = try openStore(folder.file("store"))
    let observer = try store.observe([])
    try other.create("A")
    let heard = try wait(observer, 5000)
    #expect(heard.rows == 1 && heard.time < 1000)
  }

  @Test func anObserverDoesNotKeepTheLogFromBeingFoldedBack() throws {
    let observer = try store.observe([])
    try store.create("A")
    #expect(try observer.next(0).count == 1)
    let raw = try RawStore(folder.file("store"))
    let answer = try raw.rows("PRAGMA wal_checkpoint(TRUNCATE)")
    #expect(answer[0].map { $0.integer ?? -1 } == [0, 0, 0])
  }
}
