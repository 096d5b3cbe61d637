// Wakes the observers of a store when it has been written to, by this process or another. How a
// process hears of others' commits is the engine's. A slow look at the clock makes up for what it
// has not heard.
import CSystem
import Synchronization

/// How the commits of one store become known to other processes.
protocol CommitChannel: Sendable {
  /// After each commit of this process. Where it fails, others hear of it at their slow look.
  func announce()
  func watch() throws -> any CommitWatch
}

/// What the observers of one store share. Used by one thread at a time.
protocol CommitWatch: AnyObject {
  /// Readable where there may be news.
  var descriptors: [Descriptor] { get }
  /// Whether it hears of commits; else there are only the clock's looks.
  var isArmed: Bool { get }
  /// Sets the clock, and listens where it does not. Where that fails it is tried again each time.
  func arm()
  /// Whether there have been any since the last time.
  func takeNews() -> Bool
}

public final class CommitSignal: @unchecked Sendable {
  /// Nil in memory, where no other process can write.
  private let channel: (any CommitChannel)?
  private let lock = Lock()
  private var handles: [WaitHandle] = []
  /// Kept until the store is closed: to give it back may take the system some ten milliseconds.
  private var watch: (any CommitWatch)?
  private let closed = Atomic<Bool>(false)
  private let announced = Atomic<Int>(0)

  public init(_ database: Database) { channel = database.commitChannel }

  // MARK: Writers

  /// After each commit.
  public func announce() {
    announced.add(1, ordering: .releasing)
    channel?.announce()
    lock.withLock {
      if watch?.isArmed != true { for handle in handles { handle.signal() } }
    }
  }

  /// In memory: a number that has changed where something has been written.
  public var count: Int? { channel == nil ? announced.load(ordering: .acquiring) : nil }

  // MARK: Observers

  public func add(_ handle: WaitHandle) throws {
    try lock.withLock {
      if watch == nil { watch = try channel?.watch() }
      if let watch {
        watch.arm()
        for descriptor in watch.descriptors { try handle.add(descriptor) }
      }
      handles.append(handle)
    }
  }

  /// Doing it again does no harm.
  public func remove(_ handle: WaitHandle) {
    lock.withLock { handles.removeAll { $0 === handle } }
  }

  /// There is something to look at that no commit tells of.
  public func signalAll() { lock.withLock { for handle in handles { handle.signal() } } }

  /// Before a look at the store: what happens from now on is signalled again.
  public func clear(_ handle: WaitHandle) {
    handle.clear()
    lock.withLock {
      guard let watch, watch.takeNews() else { return }
      watch.arm()
      // They share what has just been taken.
      for other in handles where other !== handle { other.signal() }
    }
  }

  // MARK: Closing

  public var isClosed: Bool { closed.load(ordering: .acquiring) }

  /// Every handle is signalled from now on.
  public func close() {
    closed.store(true, ordering: .releasing)
    lock.withLock {
      for handle in handles { handle.signal() }
      watch = nil
    }
  }
}
