// This file creates a file that gets its name only when it is completely written and on disk. Until
// then it has a temporary name in the same folder. If the file is given up, nothing of it remains.
import CSystem
import Glibc

public final class NewFile {
  public enum Contents: Sendable {
    case document
    /// A store. It may not be created next to a file that SQLite would take for the store's own,
    /// such as its log. If `replacesEmpty` is true, it may replace an empty file, and then gets the
    /// mode of that file.
    case store(replacesEmpty: Bool)
  }

  public let path: String
  /// The path with a random ending.
  public let temporaryPath: String
  private let mode: UInt32
  private let replacesEmpty: Bool
  private var isPlaced = false
  private let output: Int32

  /// The text between the path and the random number.
  static let mark = "-part-"

  /// Makes the temporary file, empty and readable only for its owner. `mode` is the mode of the
  /// complete file. Throws `exists` if the path exists, unless it is an empty file that a store may
  /// replace. For a store, also throws it if a file exists that SQLite would take for the store's
  /// own.
  public init(path given: String, mode: UInt32, contents: Contents) throws {
    // The process may change its working folder before the file is complete.
    path = try given.hasPrefix("/") ? given : NewFile.workingFolder() + "/" + given
    try StoreFile.checkName(path)
    var (replaceable, filesBeside): (Bool, [String]) = (false, [])
    if case .store(let replacesEmpty) = contents {
      (replaceable, filesBeside) = (replacesEmpty, StoreFile.filesBeside(path))
    }
    var status = stat()
    replacesEmpty = lstat(path, &status) == 0
    guard !replacesEmpty || replaceable && NewFile.isEmpty(status) else {
      throw NewFile.exists(path)
    }
    for file in filesBeside where StoreFile.isThere(file) {
      throw StorageError(
        .exists,
        "a file of a store that is gone may hold its last changes; move it away, or take another"
          + " name: \(file)")
    }
    self.mode = replacesEmpty ? status.st_mode & 0o666 : mode
    var (temporary, made): (String, Int32) = ("", -1)
    for _ in 0..<100 where made < 0 {
      let number = UInt32.random(in: 0x1000_0000...UInt32.max)
      temporary = path + NewFile.mark + String(number, radix: 16)
      made = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if made < 0, errno != EEXIST { break }
    }
    guard made >= 0 else { throw NewFile.error(errno, "cannot make \(given)") }
    (temporaryPath, output) = (temporary, made)
  }

  deinit {
    close(output)
    if !isPlaced { unlink(temporaryPath) }
  }

  /// Appends to the file.
  public func write(_ bytes: UnsafeBufferPointer<UInt8>) throws {
    var rest = UnsafeRawBufferPointer(bytes)
    while rest.count > 0 {
      let count = Glibc.write(output, rest.baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw NewFile.error(errno, "cannot write \(path)") }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  /// Waits for the disk and gives the file its name. All other users that wrote to the file must
  /// have closed it.
  public func place() throws {
    // A file system without modes refuses to set a mode.
    guard fchmod(output, mode) == 0 || errno == EPERM, fsync(output) == 0 else {
      throw NewFile.error(errno, "cannot write \(path)")
    }
    try replacesEmpty ? replaceEmptyFile() : rename()
    isPlaced = true
    try syncFolder()
  }

  /// Waits for the disk, and gives the file the path `other`. The file that was there is kept,
  /// unchanged, under this file's own path. At every moment, `other` is the name of one of the two
  /// complete files: first the old file gets its second name, then the new one replaces it at
  /// `other`. Between these two steps, the old file has both names: see
  /// StoreFile.takeBackRestore(). Nobody else may use the old file. The new file gets the mode,
  /// owner and group of the old one, as far as the user may set them.
  public func place(insteadOf other: String) throws {
    var status = stat()
    guard lstat(other, &status) == 0 else { throw NewFile.error(errno, "cannot replace \(other)") }
    let owner = geteuid() == 0 ? status.st_uid : uid_t.max
    let mayShare = fchown(output, owner, status.st_gid) == 0
    // If the file could not get the old file's group, its own group must not gain the right to read
    // it.
    let mode = status.st_mode & (mayShare ? 0o666 : 0o606)
    guard fchmod(output, mode) == 0 || errno == EPERM, fsync(output) == 0 else {
      throw NewFile.error(errno, "cannot write \(path)")
    }
    guard link(other, path) == 0 else {
      if errno == EEXIST { throw NewFile.exists(path) }
      throw NewFile.error(
        errno, "the store cannot be kept under another name; move it away first: \(other)")
    }
    do {
      try syncFolder()
      guard Glibc.rename(temporaryPath, other) == 0 else {
        throw NewFile.error(errno, "cannot replace \(other)")
      }
    } catch {
      unlink(path)
      throw error
    }
    isPlaced = true
    try syncFolder()
  }

  private func rename() throws {
    if system_rename_to_new(temporaryPath, path) == 0 { return }
    // The file system cannot rename without replacing. A link does not replace anything either.
    if errno != EEXIST, link(temporaryPath, path) == 0 {
      unlink(temporaryPath)
      return
    }
    guard errno != EEXIST, !StoreFile.isThere(path) else { throw NewFile.exists(path) }
    // Without links, the check and the renaming are two steps.
    try renameReplacing()
  }

  private func renameReplacing() throws {
    guard Glibc.rename(temporaryPath, path) == 0 else {
      throw NewFile.error(errno, "cannot make \(path)")
    }
  }

  /// Puts the file in place of the empty one. Of several concurrent callers, only one succeeds.
  private func replaceEmptyFile() throws {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { throw NewFile.error(errno, "cannot make \(path)") }
    defer { close(file) }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      throw StorageError(.busy, "another program is using the empty file \(path)")
    }
    var (found, now) = (stat(), stat())
    guard fstat(file, &found) == 0, lstat(path, &now) == 0, found.st_ino == now.st_ino,
      found.st_dev == now.st_dev, NewFile.isEmpty(found)
    else { throw NewFile.exists(path) }
    try renameReplacing()
  }

  private static func isEmpty(_ status: stat) -> Bool {
    status.st_mode & S_IFMT == S_IFREG && status.st_size == 0
  }

  private func syncFolder() throws {
    let folder = open(StoreFile.folder(of: path), O_RDONLY | O_CLOEXEC)
    // A folder that may be written but not read cannot be synced; this is acceptable.
    guard folder >= 0 else { return }
    defer { close(folder) }
    guard fsync(folder) == 0 || errno == EINVAL else {
      throw NewFile.error(errno, "cannot write the folder of \(path)")
    }
  }

  private static func exists(_ path: String) -> StorageError {
    StorageError(.exists, "there is a file already: \(path)")
  }

  private static func workingFolder() throws -> String {
    guard let name = getcwd(nil, 0) else { throw error(errno, "the working folder is gone") }
    defer { free(name) }
    return String(cString: name)
  }

  static func error(_ number: Int32, _ what: String) -> StorageError {
    let reason = strerror(number).map { String(cString: $0) } ?? "error \(number)"
    let kind: StorageError.Kind =
      switch number {
      case ENOSPC, EDQUOT, EFBIG: .full
      case EIO: .inputOutput
      case ENOMEM: .memory
      default: .cannotOpen
      }
    return StorageError(kind, "\(reason): \(what)")
  }
}
