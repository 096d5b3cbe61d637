// These tests check that the library waits only once for a host that connects and then says
// nothing.
import Glibc
import TestSupport
import Testing

@testable import BookwormStorage

@Suite(.enabled(if: TestServer.isThere, Comment(rawValue: TestServer.hint)))
struct PostgresBeginningTests {
  /// It accepts no connection, so requests wait in the system's queue.
  private final class SilentHost {
    private let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    private(set) var port: UInt16 = 0

    init() {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          let isThere = bind(listener, $0, size) == 0 && listen(listener, 16) == 0
          #expect(isThere && getsockname(listener, $0, &size) == 0)
        }
      }
      port = UInt16(bigEndian: address.sin_port)
      _ = fcntl(listener, F_SETFL, O_NONBLOCK)
    }

    deinit { close(listener) }

    /// The number of connections that were requested.
    func count() -> Int {
      var count = 0
      while true {
        let taken = accept(listener, nil, nil)
        if taken < 0 { return count }
        close(taken)
        count += 1
      }
    }
  }

  @Test func itIsToldThatItDoesNotAnswer() {
    let silent = SilentHost()
    let url = "postgresql://me@127.0.0.1:\(silent.port)/db?connect_timeout=2"
    let error = storageError { try Database(server: url, options: DatabaseOptions()) }
    #expect(error?.kind == .cannotOpen)
    #expect(error?.message.contains("a server did not answer in time") == true)
    #expect(silent.count() == 1)
  }

  @Test func theNextHostIsTaken() throws {
    let (silent, other) = (SilentHost(), SilentHost())
    let schema = try TestSchema()
    let folder = try #require(TestServer.word("host"))
    let port = try #require(TestServer.word("port"))
    let hosts = "host=127.0.0.1,127.0.0.1,\(folder)&port=\(silent.port),\(other.port),\(port)"
    let url = "postgresql:///postgres?user=bookworm&connect_timeout=2&\(hosts)"
    let database = try Database(
      server: url + "&bookworm_schema=\(schema.name)", options: DatabaseOptions())
    let reader = try database.borrowReader()
    #expect(try reader.integer("SELECT 1") == 1)
    database.giveBack(reader: reader)
    // Once for the writer, and once for the reader.
    #expect(silent.count() == 2 && other.count() == 2)
  }
}
