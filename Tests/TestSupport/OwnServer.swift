// A server of a test's own, which it may kill, stop, and put back to what it was.
import Glibc

public final class OwnServer: @unchecked Sendable {
  public struct Fault: Error { public let reason: String }

  private let folder: String
  private var process: pid_t = 0
  private static let user = "postgres"

  /// Where initdb and postgres are: Tests/postgres/run knows.
  private static let programs = getenv("BOOKWORM_TEST_SERVER_PROGRAMS").map { String(cString: $0) }
  public static var isThere: Bool { programs != nil }

  public init() throws {
    // Short, as the path of a socket has at most 107 bytes.
    folder = "/tmp/bookworm-server-\(UInt32.random(in: 0 ... .max))"
    guard mkdir(folder, 0o700) == 0 else { throw Fault(reason: "no folder") }
    if geteuid() == 0, let user = getpwnam(OwnServer.user) {
      chown(folder, user.pointee.pw_uid, user.pointee.pw_gid)
    }
    try run(
      "initdb", "--pgdata=\(folder)/data", "--username=bookworm", "--auth=trust", "--encoding=UTF8",
      "--locale=C", "--no-sync")
  }

  deinit {
    if process != 0 { kill() }
    _ = try? OwnServer.wait(for: spawn(["rm", "-rf", folder]))
  }

  public func url(with words: String) -> String {
    "postgresql://bookworm@/postgres?host=\(folder)&port=5432&\(words)"
  }

  /// Returns when it can be asked. What a killed one has left in the system's memory may be in the
  /// way for a moment.
  public func start() throws {
    let program = "\(OwnServer.programs ?? "")/postgres"
    for _ in 0..<600 {
      if process == 0 {
        process = try spawn(
          asUser([
            program, "-D", "\(folder)/data", "-c", "unix_socket_directories=\(folder)", "-c",
            "listen_addresses=", "-c", "shared_buffers=16MB",
          ]))
      }
      usleep(50_000)
      if (try? RawServer(url(with: ""))) != nil { return }
      var status: Int32 = 0
      if waitpid(process, &status, WNOHANG) == process { process = 0 }
    }
    throw Fault(reason: "the server does not start; see \(folder)/log")
  }

  /// With all its sessions, and without a chance to write anything.
  public func kill() {
    // It makes no more of them from now on.
    _ = Glibc.kill(process, SIGSTOP)
    let sessions = String(
      decoding: contents(of: "/proc/\(process)/task/\(process)/children") ?? [], as: UTF8.self)
    for session in sessions.split(separator: " ").compactMap({ pid_t($0) }) {
      _ = Glibc.kill(session, SIGKILL)
    }
    end(SIGKILL)
  }
  /// As an operator does it.
  public func stop() { end(SIGINT) }

  private func end(_ signal: Int32) {
    _ = Glibc.kill(process, signal)
    var status: Int32 = 0
    waitpid(process, &status, 0)
    process = 0
  }

  // While it does not run.
  public func save() throws { try copy("data", to: "saved") }
  public func putBack() throws { try copy("saved", to: "data") }

  private func copy(_ one: String, to other: String) throws {
    let (one, other) = ("\(folder)/\(one)", "\(folder)/\(other)")
    for words in [["rm", "-rf", other], ["cp", "-a", one, other]] {
      guard try OwnServer.wait(for: spawn(words)) == 0 else { throw Fault(reason: "\(words)") }
    }
  }

  // MARK: Programs

  private func run(_ program: String, _ words: String...) throws {
    let path = "\(OwnServer.programs ?? "")/\(program)"
    guard try OwnServer.wait(for: spawn(asUser([path] + words))) == 0 else {
      throw Fault(reason: "\(program) failed; see \(folder)/log")
    }
  }

  /// It does not run as root.
  private func asUser(_ words: [String]) -> [String] {
    guard geteuid() == 0 else { return words }
    let user = OwnServer.user
    return ["setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"] + words
  }

  private func spawn(_ words: [String]) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let mode = O_WRONLY | O_CREAT | O_APPEND
    for descriptor: Int32 in 1...2 {
      posix_spawn_file_actions_addopen(&actions, descriptor, "\(folder)/log", mode, 0o644)
    }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    var list: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    defer { for word in list { free(word) } }
    list.append(nil)
    var process: pid_t = 0
    guard posix_spawnp(&process, words[0], &actions, nil, list, environ) == 0 else {
      throw Fault(reason: "cannot run \(words[0])")
    }
    return process
  }

  private static func wait(for process: pid_t) throws -> Int32 {
    var status: Int32 = 0
    waitpid(process, &status, 0)
    return status
  }
}
