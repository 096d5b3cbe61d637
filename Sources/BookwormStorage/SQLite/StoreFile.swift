// Looks at a file before SQLite opens it as a database: what is not ours is not to be touched.
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

  public static func look(at path: String) throws -> Contents {
    var status = stat()
    guard stat(path, &status) == 0 else {
      let reason = errno
      if reason == ENOENT { return .absent }
      throw StorageError(.cannotOpen, "\(description(reason)): cannot open \(path)")
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw StorageError(.cannotOpen, "a directory, not a file: \(path)")
    default: throw StorageError(.cannotOpen, "not a regular file: \(path)")
    }
    if status.st_size == 0 { return .empty }
    return .database(try readHeader(path))
  }

  /// Throws where no file can be made at the path: SQLite's own reason would be another one.
  public static func checkFolder(of path: String) throws {
    let cut = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = cut.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    guard access(folder, W_OK | X_OK) == 0 else {
      throw StorageError(.cannotOpen, "\(description(errno)): cannot make \(path)")
    }
  }

  private static func description(_ number: Int32) -> String {
    strerror(number).map { String(cString: $0) } ?? "error \(number)"
  }

  private static func readHeader(_ path: String) throws -> Header {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      throw StorageError(.cannotOpen, "\(description(errno)): cannot read \(path)")
    }
    defer { close(file) }
    return try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 100) { bytes in
      let count = pread(file, bytes.baseAddress, 100, 0)
      guard count >= 0 else {
        throw StorageError(.inputOutput, "\(description(errno)): cannot read \(path)")
      }
      guard count == 100, zip(bytes, magic).allSatisfy({ $0 == $1 }) else {
        throw StorageError(.notADatabase, "not a database: \(path)")
      }
      return Header(
        applicationID: bigEndian(bytes, at: 68), userVersion: bigEndian(bytes, at: 60))
    }
  }

  private static let magic = Array("SQLite format 3\0".utf8)

  private static func bigEndian(_ bytes: UnsafeMutableBufferPointer<UInt8>, at offset: Int) -> Int32
  {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int32($1) }
  }
}
