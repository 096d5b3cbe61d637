// Runs a transaction pooler between the library and the tests' server: all clients share a few
// sessions of the server, each for a transaction at a time.
import Glibc

package final class Pooler: @unchecked Sendable {
  private let folder: String
  private let process: pid_t
  private static let programs: [String] = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer"]
  private static let program = programs.first { access($0, X_OK) == 0 }

  package static var isThere: Bool { program != nil && TestServer.isThere }
  package static let hint = "it takes pgbouncer, and \(TestServer.hint)"

  package init(sessions: Int) throws {
    let host = TestServer.word("host") ?? "", port = TestServer.word("port") ?? ""
    folder = try Program.folder("pooler")
    write(
      Array(
        """
        [databases]
        * = host=\(host) port=\(port) user=bookworm
        [pgbouncer]
        unix_socket_dir = \(folder)
        listen_port = 5432
        auth_type = any
        pool_mode = transaction
        default_pool_size = \(sessions)

        """.utf8), to: folder + "/ini")
    process = try Program.start([Pooler.program ?? "", folder + "/ini"], in: folder)
    for _ in 0..<200 {
      if (try? RawServer(url(with: ""))) != nil { return }
      usleep(20_000)
    }
    throw Program.Fault(reason: "the pooler does not start; see \(folder)/log")
  }

  deinit {
    kill(process, SIGKILL)
    var status: Int32 = 0
    waitpid(process, &status, 0)
    _ = try? Program.run(["rm", "-rf", folder], in: "/tmp")
  }

  package func url(with words: String) -> String {
    "postgresql://bookworm@/postgres?host=\(folder)&port=5432&\(words)"
  }
}
