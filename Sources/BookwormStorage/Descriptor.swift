// A file descriptor that is closed when nothing uses it any more.
import Glibc

/// A file descriptor that is closed when nothing uses it any more.
final class Descriptor: Sendable {
  let number: Int32

  /// `number` is what the system answered, negative where it failed.
  init(_ number: Int32, _ what: String) throws {
    self.number = try Descriptor.check(number, what)
  }

  deinit { close(number) }

  @discardableResult
  static func check(_ answer: Int32, _ what: String) throws -> Int32 {
    guard answer < 0 else { return answer }
    throw StorageError(.inputOutput, "\(reason): cannot make \(what)")
  }

  /// What the system's last call that failed says.
  static var reason: String {
    strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
  }
}
