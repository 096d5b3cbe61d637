// This file wakes the observers of a store when this process or another one has written to it. The
// engine defines how a process is notified of the commits of other processes. A slow timer makes up
// for missed signals.
import CSystem
import Synchronization

/// How the commits of one store become known to other processes.
protocol CommitChannel: Sendable {
  /// Called after each commit of this process. If it fails, others notice the commit at their next
  /// slow look.
  func announce()
  func watch() throws -> any CommitWatch
}

/// The resources that the observers of one store share. Used by one thread at a time.
protocol CommitWatch: AnyObject {
  /// Readable when there may be news.
  var descriptors: [Descriptor] { get }
  /// Whether it is notified of commits. If not, only the timer finds them.
  var isArmed: Bool { get }
  /// Sets the timer, and starts to listen if it does not listen yet. After a failure, each call
  /// tries again.
  func arm()
  /// Whether there have been commits since the last call.
  func takeNews() -> Bool
}

public final class CommitSignal: @unchecked Sendable {
  /// Nil for a store in memory, which no other process can write to.
  private let channel: (any CommitChannel)?
  private let lock = Lock()
  private var handles: [WaitHandle] = []
  /// Kept until the store is closed, because closing it may take the system some ten milliseconds.
  private var watch: (any CommitWatch)?
  private let closed = Atomic<Bool>(false)
  private let announced = Atomic<Int>(0)

  public init(_ database: Database) { channel = database.commitChannel }

  // MARK: Writers

  /// Called after each commit.
  public func announce() {
    announced.add(1, ordering: .releasing)
    channel?.announce()
    lock.withLock {
      if watch?.isArmed != true { for handle in handles { handle.signal() } }
    }
  }

  /// For a store in memory, a number that changes with each commit; otherwise nil.
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

  /// Removing a handle twice is harmless.
  public func remove(_ handle: WaitHandle) {
    lock.withLock { handles.removeAll { $0 === handle } }
  }

  /// Signals news that does not come from a commit.
  public func signalAll() { lock.withLock { for handle in handles { handle.signal() } } }

  /// Call it before you look at the store: later news is signalled again.
  public func clear(_ handle: WaitHandle) {
    handle.clear()
    lock.withLock {
      guard let watch, watch.takeNews() else { return }
      watch.arm()
      // The other handles share the news that this call has taken.
      for other in handles where other !== handle { other.signal() }
    }
  }

  // MARK: Closing

  public var isClosed: Bool { closed.load(ordering: .acquiring) }

  /// Signals every handle. From now on, `isClosed` is true.
  public func close() {
    closed.store(true, ordering: .releasing)
    lock.withLock {
      for handle in handles { handle.signal() }
      watch = nil
    }
  }
}
