// This file wraps a file descriptor so that it is closed after its last use.
import Glibc

final class Descriptor: Sendable {
  let number: Int32

  /// `number` is the system's result, negative after a failure.
  init(_ number: Int32, _ what: String) throws {
    self.number = try Descriptor.check(number, what)
  }

  deinit { close(number) }

  @discardableResult
  static func check(_ answer: Int32, _ what: String) throws -> Int32 {
    guard answer < 0 else { return answer }
    throw StorageError(.inputOutput, "\(reason): cannot make \(what)")
  }

  /// The reason for the system's last failed call.
  static var reason: String {
    strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
  }
}
