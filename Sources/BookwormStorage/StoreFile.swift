// Looks at a file before SQLite opens it as a database: what is not ours is not to be touched.
import CSQLite
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

  /// Reads through SQLite's own file layer: to open and close the file by hand would drop every
  /// POSIX lock that this process holds on it.
  private static func readHeader(_ path: String) throws -> Header {
    guard let layer = sqlite3_vfs_find(nil), let name = fullName(path, layer) else {
      throw StorageError(.cannotOpen, "does not lead to a file: \(path)")
    }
    defer { sqlite3_free_filename(name) }
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: Int(layer.pointee.szOsFile), alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: Int(layer.pointee.szOsFile))
    defer { memory.deallocate() }
    let file = memory.assumingMemoryBound(to: sqlite3_file.self)
    let opened = layer.pointee.xOpen(
      layer, name, file, SQLITE_OPEN_READONLY | SQLITE_OPEN_MAIN_DB, nil)
    defer { if let methods = file.pointee.pMethods { _ = methods.pointee.xClose(file) } }
    guard opened == SQLITE_OK, let methods = file.pointee.pMethods else {
      throw StorageError(.cannotOpen, code: opened, "\(description(errno)): cannot read \(path)")
    }
    return try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 100) { bytes in
      let code = methods.pointee.xRead(file, bytes.baseAddress, 100, 0)
      if code == Int32(CSQLITE_SHORT_READ) || code == SQLITE_OK {
        guard code == SQLITE_OK, zip(bytes, magic).allSatisfy({ $0 == $1 }) else {
          throw StorageError(.notADatabase, "not a database: \(path)")
        }
        return Header(
          applicationID: bigEndian(bytes, at: 68), userVersion: bigEndian(bytes, at: 60))
      }
      throw StorageError(.inputOutput, code: code, "cannot read \(path)")
    }
  }

  /// With its symbolic links followed, in the form that SQLite's file layer asks for.
  private static func fullName(
    _ path: String, _ layer: UnsafeMutablePointer<sqlite3_vfs>
  ) -> UnsafePointer<CChar>? {
    let size = Int(layer.pointee.mxPathname) + 1
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { full in
      let code = layer.pointee.xFullPathname(layer, path, Int32(size), full.baseAddress)
      guard code & 0xFF == SQLITE_OK else { return nil }
      return sqlite3_create_filename(full.baseAddress, "", "", 0, nil)
    }
  }

  private static let magic = Array("SQLite format 3\0".utf8)

  private static func bigEndian(_ bytes: UnsafeMutableBufferPointer<UInt8>, at offset: Int) -> Int32
  {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int32($1) }
  }
}
