// Wakes the observers of a store when it has been written to, by this process or another. Every
// writer touches a small file beside the store after its commit; a store that has observers watches
// that file. A slow look at the clock makes up for a writer that died between commit and touch.
import CEvents
import Glibc
import Synchronization

public final class Wake: @unchecked Sendable {
  /// Nil in memory, where no other process can write.
  private let path: UnsafeMutablePointer<CChar>?
  private let storePath: String
  private let lock = Lock()
  private var bells: [Bell] = []
  /// Kept until the store is closed: to give it back takes the system some ten milliseconds.
  private var watch: Watch?
  private let closed = Atomic<Bool>(false)
  private let announced = Atomic<Int>(0)

  public init(_ database: Database) {
    let file = database.wakeFile
    storePath = file?.beside ?? ""
    path = file.flatMap { strdup($0.path) }
  }

  deinit { free(path) }

  // MARK: Writers

  /// After each commit. A touch that fails is made up for by the observers' slow look.
  public func announce() {
    announced.add(1, ordering: .releasing)
    // Absent where nobody has ever observed the store.
    if let path { utimensat(AT_FDCWD, path, nil, AT_SYMLINK_NOFOLLOW) }
    lock.withLock {
      if watch?.isArmed != true { for bell in bells { bell.ring() } }
    }
  }

  /// In memory: a number that has changed where something has been written.
  public var count: Int? { path == nil ? announced.load(ordering: .acquiring) : nil }

  // MARK: Observers

  public func join(_ bell: Bell) throws {
    try lock.withLock {
      if path != nil {
        if watch == nil { watch = try Watch() }
        if let watch {
          arm(watch)
          try bell.add(watch.file)
          try bell.add(watch.clock)
        }
      }
      bells.append(bell)
    }
  }

  /// Doing it again does no harm.
  public func leave(_ bell: Bell) {
    lock.withLock { bells.removeAll { $0 === bell } }
  }

  /// Before a look at the store: what happens from now on rings again.
  public func hush(_ bell: Bell) {
    bell.hush()
    lock.withLock {
      guard let watch else { return }
      let events = watch.takeEvents()
      guard events.any else { return }
      if events.fileIsGone { watch.disarm() }
      arm(watch)
      // They share what has just been taken.
      for other in bells where other !== bell { other.ring() }
    }
  }

  // MARK: Closing

  public var isClosed: Bool { closed.load(ordering: .acquiring) }

  /// Every bell rings from now on.
  public func close() {
    closed.store(true, ordering: .releasing)
    lock.withLock {
      for bell in bells { bell.ring() }
      watch = nil
    }
  }

  // MARK: The file

  /// Watches the file, which is made where it is missing. Where that fails the clock does, faster,
  /// and it is tried again each time.
  private func arm(_ watch: Watch) {
    guard !watch.isArmed, let path else { return }
    if !watch.arm(path), errno == ENOENT, make(path) { _ = watch.arm(path) }
    watch.setClock()
  }

  /// Whoever may write to the store may touch the file: it gets the store's owner and mode.
  private func make(_ path: UnsafePointer<CChar>) -> Bool {
    var store = stat()
    guard stat(storePath, &store) == 0 else { return false }
    let made = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard made >= 0 else { return errno == EEXIST }
    if geteuid() == 0 { _ = fchown(made, store.st_uid, store.st_gid) }
    fchmod(made, store.st_mode & 0o666)
    Glibc.close(made)
    return true
  }
}

/// What the observers of one store share.
private final class Watch {
  let file: Descriptor
  let clock: Descriptor
  private var number: Int32 = -1

  init() throws {
    // Without the first there are only the clock's looks: see arm().
    let notify = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    canWatch = notify >= 0
    file = try Descriptor(
      canWatch ? notify : eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)),
      "a descriptor to watch a file")
    clock = try Descriptor(
      timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK)),
      "a timer")
  }

  private let canWatch: Bool
  var isArmed: Bool { number >= 0 }

  /// False, with errno, where the file cannot be watched.
  func arm(_ path: UnsafePointer<CChar>) -> Bool {
    guard canWatch else {
      errno = EMFILE
      return false
    }
    number = inotify_add_watch(
      file.number, path,
      UInt32(IN_ATTRIB | IN_MODIFY | IN_DELETE_SELF | IN_MOVE_SELF | IN_DONT_FOLLOW))
    return isArmed
  }

  func disarm() {
    inotify_rm_watch(file.number, number)
    number = -1
  }

  func setClock() {
    let period = isArmed ? Watch.slow : Watch.fast
    var time = itimerspec()
    time.it_interval = period
    time.it_value = period
    timerfd_settime(clock.number, 0, &time, nil)
  }

  private static let slow = timespec(tv_sec: 1, tv_nsec: 0)
  private static let fast = timespec(tv_sec: 0, tv_nsec: 50_000_000)

  func takeEvents() -> (any: Bool, fileIsGone: Bool) {
    var events = (any: false, fileIsGone: false)
    var ticks: UInt64 = 0
    if read(clock.number, &ticks, 8) == 8 { events.any = true }
    guard canWatch else { return events }
    let gone = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT | IN_Q_OVERFLOW)
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { memory in
      while true {
        let size = read(file.number, memory.baseAddress, memory.count)
        guard size > 0 else { return }
        events.any = true
        var place = 0
        while place &+ 16 <= size {
          let event = memory.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
          // What is left of an earlier watch says nothing of this one.
          if event.wd == number, event.mask & gone != 0 { events.fileIsGone = true }
          place &+= 16 &+ Int(event.len)
        }
      }
    }
    return events
  }
}
