// This file defines the descriptor that an observer waits on; it is readable when there may be
// news.
import CSystem
import Glibc
import Synchronization

public final class WaitHandle: Sendable {
  private let source: Descriptor
  private let event: Descriptor
  private let over = Atomic<Bool>(false)

  public init() throws {
    source = try Descriptor(system_new_wait(), "a descriptor to wait on")
    event = try Descriptor(system_new_event(), "a descriptor for news")
    try add(event)
  }

  /// Readable from signal() until clear(), and while an added descriptor is readable.
  public var descriptor: Int32 { source.number }

  /// From now on, the handle is also signalled when `other` is readable.
  func add(_ other: Descriptor) throws {
    try Descriptor.check(
      system_add_to_wait(source.number, other.number), "a descriptor to wait on")
  }

  /// Whether there is nothing left to wait for.
  public var isOver: Bool { over.load(ordering: .acquiring) }

  public func end() {
    over.store(true, ordering: .releasing)
    signal()
  }

  public func signal() { system_signal_event(event.number) }

  public func clear() { system_clear_event(event.number) }

  /// Returns false if the deadline has passed without a signal. Nil means no deadline.
  public func wait(until deadline: Milliseconds?) throws -> Bool {
    while true {
      let left = deadline.map { max(0, $0 &- Clock.monotonic()) } ?? Milliseconds(Int32.max)
      let ready = system_wait(source.number, Int32(clamping: left))
      if ready > 0 { return true }
      // A Unix signal (EINTR) does not end the wait. Nor does a return from system_wait() after the
      // longest time that it can wait.
      if ready < 0, errno != EINTR {
        throw StorageError(.inputOutput, "\(Descriptor.reason): cannot wait for changes")
      }
      if let deadline, Clock.monotonic() >= deadline { return false }
    }
  }
}
