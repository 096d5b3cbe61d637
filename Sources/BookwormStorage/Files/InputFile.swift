// An input file is read from beginning to end.
import Glibc

public final class InputFile {
  private let path: String
  private let input: Int32

  public init(path: String) throws {
    self.path = path
    var status = stat()
    guard stat(path, &status) == 0 else { throw NewFile.error(errno, "cannot open \(path)") }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw StorageError(.cannotOpen, "not a regular file: \(path)")
    }
    input = open(path, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { throw NewFile.error(errno, "cannot open \(path)") }
  }

  deinit { if input >= 0 { close(input) } }

  /// Returns the number of bytes read; 0 at the end of the file.
  public func read(into memory: UnsafeMutableBufferPointer<UInt8>) throws -> Int {
    while true {
      let count = Glibc.read(input, memory.baseAddress, memory.count)
      if count >= 0 { return count }
      guard errno == EINTR else { throw NewFile.error(errno, "cannot read \(path)") }
    }
  }
}
