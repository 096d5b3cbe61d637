// Looks at a file before SQLite opens it as a database: what is not ours is not to be touched, and
// what lies beside it not to be followed.
import CSystem
import Glibc

public enum StoreFile {
  /// The numbers that SQLite keeps in a database's header for its application.
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

  /// At a path as it is given; throws where there is something that can be no store.
  public static func look(at given: String) throws -> Contents {
    let path = try resolved(given)
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT { return .absent }
      throw cannotOpen(errno, given)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw StorageError(.cannotOpen, "a directory, not a file: \(given)")
    default: throw StorageError(.cannotOpen, "not a regular file: \(given)")
    }
    try checkName(path)
    if status.st_nlink > 1, !removeTemporaryName(of: path, status) {
      throw StorageError(
        .cannotOpen,
        "the file has another name too, a hard link, and books would be lost where both are used;"
          + " delete that name, or open a copy: \(given)")
    }
    try checkMount(path)
    if status.st_size == 0 { return .empty }
    return .database(try readHeader(path))
  }

  /// Throws if the file alone is mounted under this name: under its other name it has another log,
  /// and each program would lose what the other one writes. Linux before 5.8 cannot say.
  private static func checkMount(_ path: String) throws {
    var (file, around): (UInt64, UInt64) = (0, 0)
    guard system_get_mount(path, &file), system_get_mount(folder(of: path), &around),
      file != around
    else { return }
    throw StorageError(
      .cannotOpen,
      "the file alone is mounted under this name, and books would be lost where its other name is"
        + " used; mount its folder: \(path)")
  }

  // MARK: Paths

  /// The absolute path of what a path leads to: symbolic links are followed, also where there is
  /// nothing at their end. Without memory to find it, it throws: a link may stay unfollowed.
  public static func resolved(_ path: String) throws -> String {
    var path = path
    // As many links as Linux follows.
    for _ in 0..<40 {
      if let real = realpath(path, nil) {
        defer { free(real) }
        return String(cString: real)
      }
      guard errno != ENOMEM else { throw cannotOpen(ENOMEM, path) }
      guard errno == ENOENT, let target = target(ofLink: path) else { break }
      path = target.hasPrefix("/") ? target : folder(of: path) + "/" + target
    }
    guard let real = realpath(folder(of: path), nil) else {
      guard errno != ENOMEM else { throw cannotOpen(ENOMEM, path) }
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

  static func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  static func cannotOpen(_ number: Int32, _ path: String, code: Int32 = 0) -> StorageError {
    StorageError(
      number == ENOMEM ? .memory : .cannotOpen, code: code,
      "\(description(number)): cannot open \(path)")
  }

  private static func description(_ number: Int32) -> String {
    strerror(number).map { String(cString: $0) } ?? "error \(number)"
  }

  // MARK: What lies beside a store

  private static let journal = "-journal"
  private static let endings = ["-wal", "-shm", journal, "-wake"]

  /// What SQLite would take for the store's own.
  static func filesBeside(_ path: String) -> [String] { endings.dropLast().map { path + $0 } }

  /// Throws where the name is that of a file beside another store, which would take it for its own.
  static func checkName(_ path: String) throws {
    for ending in endings where path.hasSuffix(ending) {
      guard isDatabase(String(path.dropLast(ending.count))) else { continue }
      throw StorageError(
        .cannotOpen, "the store of the same name without \(ending) uses this name: \(path)")
    }
  }

  /// Throws where something beside a store of ours is not what this library leaves there.
  public static func checkFilesBeside(_ given: String) throws {
    let path = try resolved(given)
    try setAsideLogOfAnother(path)
    for file in filesBeside(path) {
      var status = stat()
      guard lstat(file, &status) == 0 else { continue }
      if file.hasSuffix(journal) {
        // SQLite would roll back what it says, and delete a file that it names.
        throw StorageError(
          .cannotOpen,
          "a rollback journal lies beside the store, which this library neither writes nor follows;"
            + " delete it, or, if you trust it, open the store with sqlite3 once: \(file)")
      }
      guard status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1 else {
        throw StorageError(
          .cannotOpen, "a link, or no regular file, where the store's own would be: \(file)")
      }
    }
    try checkIndexOfOthers(path)
  }

  /// Where a file system cannot rename without replacing, a file has its temporary name for a
  /// moment beside its own, and keeps it if its maker is killed then.
  private static func removeTemporaryName(of path: String, _ file: stat) -> Bool {
    let folder = folder(of: path)
    guard let entries = opendir(folder) else { return false }
    defer { closedir(entries) }
    while let entry = readdir(entries) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { folder + "/" + String(cString: $0) }
      }
      var status = stat()
      guard name.hasPrefix(path + NewFile.mark), lstat(name, &status) == 0,
        status.st_ino == file.st_ino, status.st_dev == file.st_dev
      else { continue }
      unlink(name)
    }
    var status = stat()
    return lstat(path, &status) == 0 && status.st_nlink == 1
  }

  // MARK: Bytes

  private static let magic = Array("SQLite format 3\0".utf8)

  /// So many of a file's first bytes as there are; throws where it cannot be read.
  private static func withStart<R>(
    of path: String, _ count: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> R
  ) throws -> R {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else {
      throw StorageError(.cannotOpen, "\(description(errno)): cannot read \(path)")
    }
    defer { close(file) }
    return try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { bytes in
      let count = pread(file, bytes.baseAddress, count, 0)
      guard count >= 0 else {
        throw StorageError(.inputOutput, "\(description(errno)): cannot read \(path)")
      }
      return try body(UnsafeBufferPointer(rebasing: bytes[..<count]))
    }
  }

  private static func isDatabase(_ path: String) -> Bool {
    (try? withStart(of: path, magic.count) { $0.elementsEqual(magic) }) ?? false
  }

  private static func readHeader(_ path: String) throws -> Header {
    try withStart(of: path, 100) { bytes in
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
        "the file is not complete, as where the disk was full or power failed while a store was"
          + " made; if it is new, delete it, and -journal beside it, and open it again: \(path)")
    }
  }

  /// Older libraries made a store in its place: their journal says that it had no page before.
  private static func isJournalOfMaking(_ path: String) -> Bool {
    let begin: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    let found = try? withStart(of: path + journal, 20) {
      $0.count == 20 && $0.starts(with: begin) && bigEndian($0, at: 16) == 0
    }
    return found ?? false
  }

  /// Whether a database's header says that it has a write-ahead log.
  static func hasLog(_ path: String) throws -> Bool {
    try withStart(of: path, 19) { $0.count == 19 && $0[18] > 1 }
  }

  private static func bigEndian(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Int32 {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int32($1) }
  }
}
