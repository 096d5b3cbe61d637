// This file checks a file before SQLite opens it as a database: foreign files must not be touched,
// and foreign files next to a store must not be applied.
import CSystem
import Glibc

public enum StoreFile {
  /// The numbers in a database's header that SQLite reserves for its application.
  public struct Header: Sendable {
    public let applicationID: Int32
    public let userVersion: Int32

    public init(applicationID: Int32, userVersion: Int32) {
      self.applicationID = applicationID
      self.userVersion = userVersion
    }
  }

  public enum Contents: Sendable {
    case absent, empty
    case database(Header)
  }

  /// Checks the file at a path. Throws if the path leads to something that cannot be a store.
  public static func look(at given: String) throws -> Contents {
    let path = try resolved(given)
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT { return .absent }
      throw StorageError.cannotOpen(errno, given)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw StorageError(.cannotOpen, "a directory, not a file: \(given)")
    default: throw StorageError(.cannotOpen, "not a regular file: \(given)")
    }
    try checkName(path)
    if status.st_nlink > 1, !removeTemporaryName(of: path, status), !takeBackRestore(of: path) {
      throw hardLink(path, status)
    }
    try checkMount(path)
    if status.st_size == 0 { return .empty }
    return .database(try readHeader(path))
  }

  /// Throws if the file alone is mounted under this name. Under its other name it has another log,
  /// and programs would lose each other's writes. Linux before 5.8 cannot detect this.
  private static func checkMount(_ path: String) throws {
    var (file, around): (UInt64, UInt64) = (0, 0)
    guard system_get_mount(path, &file), system_get_mount(folder(of: path), &around),
      file != around
    else { return }
    throw StorageError(
      .cannotOpen,
      "only the file is mounted under this name, not its folder; if its other name were used too,"
        + " books would be lost; mount its folder: \(path)")
  }

  // MARK: Paths

  /// The absolute path that a path leads to. Symbolic links are followed, even if their target does
  /// not exist. Throws if memory is short, since a link might remain unfollowed.
  public static func resolved(_ path: String) throws -> String {
    var path = path
    // The number of links that Linux follows.
    for _ in 0..<40 {
      if let real = realpath(path, nil) {
        defer { free(real) }
        return String(cString: real)
      }
      guard errno != ENOMEM else { throw StorageError.cannotOpen(ENOMEM, path) }
      guard errno == ENOENT, let target = target(ofLink: path) else { break }
      path = target.hasPrefix("/") ? target : folder(of: path) + "/" + target
    }
    guard let real = realpath(folder(of: path), nil) else {
      guard errno != ENOMEM else { throw StorageError.cannotOpen(ENOMEM, path) }
      return path
    }
    defer { free(real) }
    let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.index(after: $0)...] }
    return String(cString: real) + "/" + (name ?? path[...])
  }

  private static func target(ofLink path: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX) + 1) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let count = readlink(path, start, Int(PATH_MAX))
      guard count >= 0 else { return nil }
      buffer[count] = 0
      return String(cString: start)
    }
  }

  static func folder(of path: String) -> String {
    guard let cut = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return cut == path.startIndex ? "/" : String(path[..<cut])
  }

  /// The file's permissions.
  public static func mode(_ path: String) -> UInt32 {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o666 : 0o600
  }

  /// Whether this user may create files next to the file.
  static func canWrite(inFolderOf path: String) -> Bool { mayWrite(folder(of: path)) }

  /// The error for a store that could not be opened because its folder is not writable; nil if the
  /// folder is writable.
  public static func whyNotBeside(_ given: String, readOnly: Bool) throws -> StorageError? {
    let path = try resolved(given)
    guard !canWrite(inFolderOf: path) else { return nil }
    if !readOnly, !mayWrite(path) { return mayOnlyBeRead(path) }
    let folder = folder(of: path)
    let text =
      !readOnly
      ? "nothing may be written to the folder \(folder), where a store needs files of its own; open"
        + " it read-only, or make the folder writable"
      : "nothing may be written to the folder \(folder), and the store's last commits are in its"
        + " -wal; open the store once as a user who may write there"
    return StorageError(.cannotOpen, "\(text): \(path)")
  }

  static func mayOnlyBeRead(_ path: String) -> StorageError {
    StorageError(
      .readOnly, "\(path) may not be written by this user; it can be opened read-only")
  }

  private static func mayWrite(_ path: String) -> Bool {
    faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0
  }

  /// The device and the number of the file that a path leads to, symbolic links followed; nil
  /// without a file. A new file may have the identity of a deleted one.
  public static func identity(_ path: String) -> [UInt]? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return [UInt(status.st_dev), UInt(status.st_ino)]
  }

  static func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  // MARK: Files next to a store

  static let journal = "-journal"
  private static let endings = ["-wal", "-shm", journal, "-wake"]

  /// The files that SQLite would take for the store's own.
  static func filesBeside(_ path: String) -> [String] { endings.dropLast().map { path + $0 } }

  /// Throws if a file at this path would be taken for one of the files next to another store.
  static func checkName(_ path: String) throws {
    for ending in endings where path.hasSuffix(ending) {
      guard isDatabase(String(path.dropLast(ending.count))) else { continue }
      throw StorageError(
        .cannotOpen, "the store of the same name without \(ending) uses this name: \(path)")
    }
  }

  /// Takes the lock that is free only if nobody has the file open or is about to open it. Returns
  /// whether it was free.
  static func isAlone(_ file: Int32) -> Bool {
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    (lock.l_start, lock.l_len) = (0x4000_0000, 512)
    return system_set_lock(file, &lock) == 0
  }

  /// If a file system cannot rename without replacing, a new file has two names for a moment. If
  /// the program that creates it is killed then, the temporary name remains, and this removes it.
  private static func removeTemporaryName(of path: String, _ file: stat) -> Bool {
    for name in otherNames(of: path, file) {
      let other = folder(of: path) + "/" + name
      if other.hasPrefix(path + NewFile.mark) { unlink(other) }
    }
    var status = stat()
    return lstat(path, &status) == 0 && status.st_nlink == 1
  }

  /// The names of a file in its folder, other than this one.
  private static func otherNames(of path: String, _ file: stat) -> [String] {
    let folder = folder(of: path)
    guard let entries = opendir(folder) else { return [] }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      let other = folder + "/" + name
      if other != path, isFile(other, file) { names.append(name) }
    }
    return names
  }

  private static func hardLink(_ path: String, _ file: stat) -> StorageError {
    let other = otherNames(of: path, file).first
    let (which, names) =
      other.map { (" in its folder, \($0)", "one of the two names") } ?? ("", "the other name")
    return StorageError(
      .cannotOpen,
      "a hard link gives the file another name too\(which); if both were used, books would be lost;"
        + " delete \(names), and if a restore was interrupted, repeat it: \(path)")
  }

  // MARK: Bytes

  private static let magic = Array("SQLite format 3\0".utf8)

  /// The file's bytes from `offset` on, up to `count`. Throws if the file cannot be read.
  static func withBytes<R>(
    of path: String, _ count: Int, at offset: Int = 0,
    _ body: (UnsafeBufferPointer<UInt8>) throws -> R
  ) throws -> R {
    let file = openToRead(path)
    guard file >= 0 else { throw StorageError.cannotRead(path, .cannotOpen) }
    defer { close(file) }
    return try withBytes(of: file, path, count, at: offset, body)
  }

  static func openToRead(_ path: String) -> Int32 {
    open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
  }

  /// The bytes of an open file.
  static func withBytes<R>(
    of file: Int32, _ path: String, _ count: Int, at offset: Int,
    _ body: (UnsafeBufferPointer<UInt8>) throws -> R
  ) throws -> R {
    try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { bytes in
      let count = pread(file, bytes.baseAddress, count, offset)
      guard count >= 0 else { throw StorageError.cannotRead(path, .inputOutput) }
      return try body(UnsafeBufferPointer(rebasing: bytes[..<count]))
    }
  }

  private static func isDatabase(_ path: String) -> Bool {
    (try? withBytes(of: path, magic.count) { $0.elementsEqual(magic) }) ?? false
  }

  private static func readHeader(_ path: String) throws -> Header {
    try withBytes(of: path, 100) { bytes in
      let begins = bytes.prefix(magic.count).elementsEqual(magic.prefix(bytes.count))
      if bytes.count == 100, begins, !isJournalOfMaking(path) {
        return Header(
          applicationID: bigEndian(bytes, at: 68), userVersion: bigEndian(bytes, at: 60))
      }
      guard begins || bytes.allSatisfy({ $0 == 0 }) else {
        throw StorageError(.notADatabase, "not a database: \(path)")
      }
      throw StorageError(
        .notADatabase,
        "the file is not complete, perhaps because the disk was full or power failed when it was"
          + " created; if it is new, delete it and the -journal next to it, and open it again:"
          + " \(path)")
    }
  }

  /// Whether the store's journal says that the file had no pages before. Older libraries, which
  /// created a store in place, left such a journal if they were killed meanwhile.
  private static func isJournalOfMaking(_ path: String) -> Bool {
    let begin: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    let found = try? withBytes(of: path + journal, 20) {
      $0.count == 20 && $0.starts(with: begin) && bigEndian($0, at: 16) == 0
    }
    return found ?? false
  }

  /// Whether a database's header says that it has a write-ahead log.
  static func hasLog(_ path: String) throws -> Bool {
    try withBytes(of: path, 19) { $0.count == 19 && $0[18] > 1 }
  }

  private static func bigEndian(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Int32 {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int32($1) }
  }
}
