// Notices that this process is a forked child. Connections do not survive a fork: closed in the
// child are SQLite's files, since the locks on them would outlive the parent, and the sockets of
// servers, as a good-bye on one would end the parent's session. A file that was open then must not
// be opened again: SQLite would take the parent's locks on it for the child's.
import Glibc
import Synchronization

public enum Fork {
  private static let count = Atomic<Int>(0)
  private static let lock = Lock()
  nonisolated(unsafe) private static var openFiles: [OpenFile] = []
  nonisolated(unsafe) private static var sockets: [Int32] = []
  private static let armed: Void = {
    // A child inherits the lock as it is at the fork, so it must be free then.
    pthread_atfork(
      {
        HelperThread.pauseAll()
        Fork.lock.lock()
        SQLiteFork.isComing()
      },
      {
        SQLiteFork.isOver()
        Fork.lock.unlock()
        HelperThread.resumeAll()
      }
    ) {
      Fork.count.add(1, ordering: .relaxed)
      SQLiteFork.beginsChild()
      for socket in sockets { close(socket) }
      sockets = []
      Fork.lock.unlock()
      HelperThread.forgetAll()
    }
  }()

  /// How many forks lie between this process and the first one that loaded the library.
  public static var generation: Int {
    _ = armed
    return count.load(ordering: .relaxed)
  }

  struct OpenFile: Equatable {
    let device: UInt
    let number: UInt
    let generation: Int

    /// Nil where there is no such file; throws where nobody can tell.
    init?(path: String) throws {
      if path == ":memory:" { return nil }
      var status = stat()
      guard stat(path, &status) == 0 else {
        if errno == ENOENT || errno == ENOTDIR { return nil }
        throw StoreFile.cannotOpen(errno, path)
      }
      device = UInt(status.st_dev)
      number = UInt(status.st_ino)
      generation = Fork.generation
    }
  }

  /// Throws if the file was open in the process that this one was forked from.
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

  /// A connection to a server.
  static func opened(socket: Int32) {
    _ = generation
    lock.withLock { sockets.append(socket) }
  }

  static func closed(socket: Int32) {
    lock.withLock { sockets.removeAll { $0 == socket } }
  }
}
