// A file without a name, which is gone when nobody uses it any more, also where the process is
// killed. Its bytes are read and written at their places.
import CSystem
import Glibc

public final class TemporaryFile: @unchecked Sendable {
  private let descriptor: Descriptor
  private let forks = Fork.generation

  /// Only this user can read it. A file system that has no files without a name sees one for a
  /// moment.
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

  /// All of the bytes have been written.
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

  /// Gives back the room of bytes that nobody reads any more, as far as the file system can. The
  /// file of a forked child is still its parent's.
  public func discard(_ range: Range<Int>) {
    guard Fork.generation == forks else { return }
    _ = system_discard(descriptor.number, Int64(range.lowerBound), Int64(range.count))
  }

  /// As discard(), of all.
  public func discardAll() {
    guard Fork.generation == forks else { return }
    _ = ftruncate(descriptor.number, 0)
  }
}
