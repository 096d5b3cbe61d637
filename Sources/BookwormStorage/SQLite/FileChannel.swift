// This file announces commits to a store in a file between processes. Every writer touches a small
// file next to the store after its commit, and a store with observers watches that file. If a
// writer dies between commit and touch, a slow timer finds the commit.
import CSystem
import Glibc

final class FileChannel: CommitChannel, @unchecked Sendable {
  /// Allocated for the lifetime of the channel, so that touching the file needs no memory.
  fileprivate let path: UnsafeMutablePointer<CChar>
  private let storePath: String

  /// Nil if memory does not suffice.
  init?(_ path: String, beside storePath: String) {
    guard let copy = strdup(path) else { return nil }
    (self.path, self.storePath) = (copy, storePath)
  }

  deinit { free(path) }

  func announce() {
    // The file is absent if nobody has ever observed the store.
    utimensat(AT_FDCWD, path, nil, AT_SYMLINK_NOFOLLOW)
  }

  func watch() throws -> any CommitWatch { try FileWatch(self) }

  /// Everybody who may write to the store must be able to touch the file, so it gets the store's
  /// owner, group and mode.
  fileprivate func make() -> Bool {
    var store = stat()
    guard stat(storePath, &store) == 0 else { return false }
    let made = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard made >= 0 else { return errno == EEXIST }
    // Only root may change the owner. The group may be any group of this user.
    _ = fchown(made, geteuid() == 0 ? store.st_uid : uid_t.max, store.st_gid)
    fchmod(made, store.st_mode & 0o666)
    Glibc.close(made)
    return true
  }
}

private final class FileWatch: CommitWatch {
  private let channel: FileChannel
  private let file: Descriptor
  private let clock: Descriptor
  private let canWatch: Bool
  private var number: Int32 = -1

  init(_ channel: FileChannel) throws {
    self.channel = channel
    // Without a watch, only the timer remains: see watchFile().
    let watch = system_new_watch()
    canWatch = watch >= 0
    file = try Descriptor(canWatch ? watch : system_new_event(), "a descriptor to watch a file")
    clock = try Descriptor(system_new_timer(), "a timer")
  }

  var descriptors: [Descriptor] { [file, clock] }
  var isArmed: Bool { number >= 0 }

  /// Creates the file if it is missing. After a failure, the timer looks more often.
  func arm() {
    guard !isArmed else { return }
    if !watchFile(), errno == ENOENT, channel.make() { _ = watchFile() }
    system_set_timer(clock.number, isArmed ? 1000 : 50)
  }

  /// Returns false, with errno set, if the file cannot be watched.
  private func watchFile() -> Bool {
    guard canWatch else {
      errno = EMFILE
      return false
    }
    number = system_watch_file(file.number, channel.path)
    return isArmed
  }

  func takeNews() -> Bool {
    let isTime = system_take_timer(clock.number)
    guard canWatch else { return isTime }
    let news = system_take_news(file.number, number)
    if news.is_gone {
      system_forget_file(file.number, number)
      number = -1
    }
    return isTime || news.any || news.is_gone
  }
}
