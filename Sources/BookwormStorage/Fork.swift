// This file detects that this process is a forked child. Connections do not survive a fork. The
// child closes SQLite's files, since their locks would otherwise outlive the parent. It also closes
// the sockets of servers without ending the sessions, which belong to the parent. The child must
// not open a file again that was open at the fork, or SQLite would mistake the parent's locks for
// the child's.
import CSystem
import Glibc
import Synchronization

public enum Fork {
  private static let count = Atomic<Int>(0)
  private static let lock = Lock()
  nonisolated(unsafe) private static var openFiles: [OpenFile] = []
  nonisolated(unsafe) private static var sockets: [Int32] = []
  nonisolated(unsafe) private static var engine: Steps?

  /// The steps that an engine takes around a fork if it opens files in this process.
  struct Steps {
    let isComing: @convention(c) () -> Void
    let isOver: @convention(c) () -> Void
    let beginsChild: @convention(c) () -> Void
  }

  /// Called before the engine opens a file.
  static func take(_ steps: Steps) { lock.withLock { engine = steps } }

  private static let armed: Void = {
    // A child inherits the lock in its state at the fork. The forking thread takes it before the
    // fork, so no other thread holds it then; parent and child release it afterwards.
    pthread_atfork(
      {
        HelperThread.pauseAll()
        Fork.lock.lock()
        engine?.isComing()
      },
      {
        engine?.isOver()
        Fork.lock.unlock()
        HelperThread.resumeAll()
      }
    ) {
      Fork.count.add(1, ordering: .relaxed)
      engine?.beginsChild()
      for socket in sockets { close(socket) }
      sockets = []
      Fork.lock.unlock()
      HelperThread.forgetAll()
    }
  }()

  /// The number of forks between the process that loaded the library and this one.
  public static var generation: Int {
    _ = armed
    return count.load(ordering: .relaxed)
  }

  /// The process's id, cached in memory that every kind of fork clears. The system call takes a
  /// tenth of a microsecond, and a commit needs the id twice. Threads may set it at the same time,
  /// all to the same number.
  static var process: Int32 {
    guard let known else { return getpid() }
    var number = known.pointee.load(ordering: .relaxed)
    if number == 0 {
      number = getpid()
      known.pointee.store(number, ordering: .relaxed)
    }
    return number
  }
  nonisolated(unsafe) private static let known = system_memory_emptied_by_forks()?
    .bindMemory(to: Atomic<Int32>.self, capacity: 1)

  struct OpenFile: Equatable {
    let device: UInt
    let number: UInt
    let generation: Int

    /// Nil if the file does not exist. Throws if this cannot be determined.
    init?(path: String) throws {
      if path == ":memory:" { return nil }
      var status = stat()
      guard stat(path, &status) == 0 else {
        if errno == ENOENT || errno == ENOTDIR { return nil }
        throw StorageError.cannotOpen(errno, path)
      }
      device = UInt(status.st_dev)
      number = UInt(status.st_ino)
      generation = Fork.generation
    }
  }

  /// Throws if the parent process had the file open at the fork.
  static func check(_ file: OpenFile, path: String) throws {
    let inherited = lock.withLock {
      openFiles.contains {
        $0.device == file.device && $0.number == file.number && $0.generation < file.generation
      }
    }
    guard inherited else { return }
    throw StorageError(
      .forked,
      "\(path) was open when this process was forked; fork before opening it, or exec after forking"
    )
  }

  static func opened(_ file: OpenFile) {
    lock.withLock { openFiles.append(file) }
  }

  static func closed(_ file: OpenFile) {
    lock.withLock {
      if let index = openFiles.firstIndex(of: file) { openFiles.remove(at: index) }
    }
  }

  /// Registers a connection to a server.
  static func opened(socket: Int32) {
    _ = generation
    lock.withLock { sockets.append(socket) }
  }

  static func closed(socket: Int32) {
    lock.withLock { sockets.removeAll { $0 == socket } }
  }
}
