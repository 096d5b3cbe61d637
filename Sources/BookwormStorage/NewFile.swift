// A file that stands under its name only when all of it is written and on disk. Until then it has a
// temporary name in the same folder; one that is given up leaves nothing behind.
import Glibc

public final class NewFile {
  public let path: String
  /// The path with a random ending.
  public let temporaryPath: String
  private var isPlaced = false
  private var output: Int32 = -1

  /// Makes the temporary file, empty. Throws `exists` where there is a file at the path already, or
  /// beside it one whose name is the path with one of the endings.
  public init(path given: String, endingsRefused: [String] = []) throws {
    // The process may change its folder before the file is complete.
    path = try given.hasPrefix("/") ? given : NewFile.workingFolder() + "/" + given
    for ending in [""] + endingsRefused where NewFile.isThere(path + ending) {
      throw NewFile.exists(given + ending, ending)
    }
    var temporary = ""
    for _ in 0..<100 where output < 0 {
      temporary = path + "-part-" + String(UInt32.random(in: 0x1000_0000...UInt32.max), radix: 16)
      output = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if output < 0, errno != EEXIST { throw NewFile.error(errno, "cannot make \(given)") }
    }
    guard output >= 0 else { throw NewFile.error(errno, "cannot make \(given)") }
    temporaryPath = temporary
  }

  deinit {
    if output >= 0 { close(output) }
    guard !isPlaced else { return }
    for ending in ["", "-journal", "-wal", "-shm"] { unlink(temporaryPath + ending) }
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

  /// Waits for the disk and gives the file its name. Whoever else wrote to it has closed it.
  public func place() throws {
    guard fsync(output) == 0 else { throw NewFile.error(errno, "cannot write \(path)") }
    try rename()
    isPlaced = true
    try syncFolder()
  }

  private func rename() throws {
    // Unlike a renaming, a link replaces nothing.
    if link(temporaryPath, path) == 0 {
      unlink(temporaryPath)
      return
    }
    if errno != EEXIST, !NewFile.isThere(path) {
      // A file system without links: then the look and the renaming are two steps.
      guard Glibc.rename(temporaryPath, path) == 0 else {
        throw NewFile.error(errno, "cannot make \(path)")
      }
      return
    }
    throw NewFile.exists(path, "")
  }

  private func syncFolder() throws {
    let cut = path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
    let folder = open(cut == path.startIndex ? "/" : String(path[..<cut]), O_RDONLY | O_CLOEXEC)
    // A folder that may be written but not read cannot be synced, and need not be.
    guard folder >= 0 else { return }
    defer { close(folder) }
    guard fsync(folder) == 0 || errno == EINVAL else {
      throw NewFile.error(errno, "cannot write the folder of \(path)")
    }
  }

  private static func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  private static func exists(_ path: String, _ ending: String) -> StorageError {
    let what = ending.isEmpty ? "there is a file already" : "a file is left from another store"
    return StorageError(.exists, "\(what): \(path)")
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
