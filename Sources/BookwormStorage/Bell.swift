// What an observer waits on: one descriptor, readable when there may be news.
import CEvents
import Glibc
import Synchronization

/// A file descriptor that is closed when nothing uses it any more.
final class Descriptor: Sendable {
  let number: Int32

  /// `number` is what the system answered, negative where it failed.
  init(_ number: Int32, _ what: String) throws {
    self.number = try Descriptor.check(number, what)
  }

  deinit { close(number) }

  @discardableResult
  static func check(_ answer: Int32, _ what: String) throws -> Int32 {
    guard answer < 0 else { return answer }
    throw StorageError(.inputOutput, "\(reason): cannot make \(what)")
  }

  /// What the system's last call that failed says.
  static var reason: String {
    strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
  }
}

public final class Bell: Sendable {
  private let epoll: Descriptor
  private let event: Descriptor
  private let over = Atomic<Bool>(false)

  public init() throws {
    epoll = try Descriptor(epoll_create1(Int32(EPOLL_CLOEXEC)), "a descriptor to wait on")
    event = try Descriptor(
      eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)), "a descriptor for news")
    try add(event)
  }

  /// Readable while the bell has been rung and not yet been hushed.
  public var descriptor: Int32 { epoll.number }

  /// From now on the bell also rings when `other` is readable.
  func add(_ other: Descriptor) throws {
    try Descriptor.check(cevents_add(epoll.number, other.number), "a descriptor to wait on")
  }

  /// Whether nothing more is to be waited for.
  public var isOver: Bool { over.load(ordering: .acquiring) }

  public func end() {
    over.store(true, ordering: .releasing)
    ring()
  }

  public func ring() { eventfd_write(event.number, 1) }

  public func hush() {
    var count: eventfd_t = 0
    eventfd_read(event.number, &count)
  }

  /// False when the deadline has passed and the bell has not rung; nil is no deadline.
  public func wait(until deadline: Milliseconds?) throws -> Bool {
    while true {
      let left = deadline.map { max(0, $0 &- Clock.monotonic()) } ?? Milliseconds(Int32.max)
      let ready = cevents_wait(epoll.number, Int32(clamping: left))
      if ready > 0 { return true }
      // A signal does not end the wait; neither does more time than the system counts at once.
      if ready < 0, errno != EINTR {
        throw StorageError(.inputOutput, "\(Descriptor.reason): cannot wait for changes")
      }
      if let deadline, Clock.monotonic() >= deadline { return false }
    }
  }
}
