// This file defines a file without a name, which vanishes after its last use even if the process is
// killed. Bytes are read and written at given positions.
import CSystem
import Glibc

public final class TemporaryFile: @unchecked Sendable {
  private let descriptor: Descriptor
  private let forks = Fork.generation

  /// Only this user can read it. If the file system does not support files without a name, a name
  /// is visible for a moment.
  public init(inFolder folder: String) throws {
    var number = system_open_without_name(folder)
    if number < 0 { number = TemporaryFile.openNamed(in: folder) }
    guard number >= 0 else {
      throw NewFile.error(errno, "cannot make a temporary file in \(folder)")
    }
    descriptor = try Descriptor(number, "a temporary file")
  }

  private static func openNamed(in folder: String) -> Int32 {
    let ending = String(UInt64.random(in: 0...UInt64.max), radix: 16)
    let name = folder + "/.bookworm-" + ending
    let number = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if number >= 0 { unlink(name) }
    return number
  }

  public func write(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) throws {
    var (rest, place) = (UnsafeRawBufferPointer(bytes), place)
    while rest.count > 0 {
      let count = pwrite(descriptor.number, rest.baseAddress, rest.count, place)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw NewFile.error(errno, "cannot write a temporary file") }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      place += count
    }
  }

  /// All bytes to read must have been written.
  public func read(into memory: UnsafeMutableRawBufferPointer, at place: Int) throws {
    var done = 0
    while done < memory.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: memory[done...])
      let count = pread(descriptor.number, rest.baseAddress, rest.count, place + done)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let reason = count < 0 ? errno : EIO
        throw NewFile.error(reason, "cannot read a temporary file")
      }
      done += count
    }
  }

  /// Frees the space of bytes that nobody will read again, as far as the file system can. In a
  /// forked child it does nothing: the file is still the parent's.
  public func discard(_ range: Range<Int>) {
    guard Fork.generation == forks else { return }
    _ = system_discard(descriptor.number, Int64(range.lowerBound), Int64(range.count))
  }

  /// The same as discard(), for the whole file.
  public func discardAll() {
    guard Fork.generation == forks else { return }
    _ = ftruncate(descriptor.number, 0)
  }
}
