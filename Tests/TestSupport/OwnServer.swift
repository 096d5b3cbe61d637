// Runs a server for one test, which the test may kill, stop, and set back to an earlier state.
import Glibc

package final class OwnServer: @unchecked Sendable {
  private let folder: String
  private var process: pid_t = 0

  /// The folder of initdb and postgres; Tests/postgres/run sets it.
  private static let programs = getenv("BOOKWORM_TEST_SERVER_PROGRAMS").map { String(cString: $0) }
  package static var isThere: Bool { programs != nil }

  /// Options for its next start, such as "max_connections=10".
  package var settings: [String] = []
  private var hasOwnDisk = false

  /// Whether a server may have a disk of its own.
  package static let mayHaveDisk: Bool = {
    let folder = "/tmp/bookworm-disk-\(UInt32.random(in: 0 ... .max))"
    guard mkdir(folder, 0o700) == 0 else { return false }
    defer { rmdir(folder) }
    return mount("none", folder, "tmpfs", 0, "size=1m") == 0
      && umount2(folder, Int32(MNT_DETACH)) == 0
  }()

  /// With `megabytes`, its files are on a disk of that size.
  package init(disk megabytes: Int? = nil) throws {
    folder = try Program.folder("server")
    if let megabytes {
      guard mount("none", folder, "tmpfs", 0, "size=\(megabytes)m,mode=777") == 0 else {
        throw Program.Fault(reason: "no disk")
      }
      hasOwnDisk = true
    }
    try run(
      "initdb", "--pgdata=\(folder)/data", "--username=bookworm", "--auth=trust", "--encoding=UTF8",
      "--locale=C", "--no-sync")
  }

  /// A standby of another server, started.
  package init(following other: OwnServer) throws {
    folder = try Program.folder("server")
    try run(
      "pg_basebackup", "--pgdata=\(folder)/data", "--host=\(other.folder)", "--port=5432",
      "--username=bookworm", "--write-recovery-conf", "--checkpoint=fast", "--no-sync")
  }

  deinit {
    if process != 0 { kill() }
    if hasOwnDisk { umount2(folder, Int32(MNT_DETACH)) }
    _ = try? Program.run(["rm", "-rf", folder], in: "/tmp")
  }

  package func url(with words: String) -> String {
    "postgresql://bookworm@/postgres?host=\(folder)&port=5432&\(words)"
  }

  /// Returns a URL for several servers; the address names one of them.
  package static func url(of servers: [OwnServer], with words: String) -> String {
    let hosts = servers.map(\.folder).joined(separator: ",")
    return "postgresql://bookworm@/postgres?host=\(hosts)&port=5432&\(words)"
  }

  /// Returns when the server accepts queries. Starts it again if it ends, because memory that a
  /// killed server has left in the system may be in the way for a moment.
  package func start() throws {
    let program = "\(OwnServer.programs ?? "")/postgres"
    for _ in 0..<600 {
      if process == 0 {
        process = try Program.start(
          [
            program, "-D", "\(folder)/data", "-c", "unix_socket_directories=\(folder)", "-c",
            "listen_addresses=", "-c", "shared_buffers=16MB",
          ] + settings.flatMap { ["-c", $0] }, in: folder)
      }
      usleep(50_000)
      if (try? RawServer(url(with: ""))) != nil { return }
      var status: Int32 = 0
      if waitpid(process, &status, WNOHANG) == process { process = 0 }
    }
    throw Program.Fault(reason: "the server does not start; see \(folder)/log")
  }

  /// Kills it with all its sessions, without a chance to write anything.
  package func kill() {
    // A stopped server starts no more processes.
    _ = Glibc.kill(process, SIGSTOP)
    for child in children { _ = Glibc.kill(child, SIGKILL) }
    end(SIGKILL)
  }
  /// From now on it accepts connections and sends nothing, until it continues.
  package func freeze() { signal(SIGSTOP) }
  package func goOn() { signal(SIGCONT) }

  /// Sends a signal to the server, its sessions and all its other processes.
  private func signal(_ number: Int32) {
    _ = Glibc.kill(process, number)
    for child in children { _ = Glibc.kill(child, number) }
  }

  private var children: [pid_t] {
    let path = "/proc/\(process)/task/\(process)/children"
    return String(decoding: contents(of: path) ?? [], as: UTF8.self).split(separator: " ")
      .compactMap { pid_t($0) }
  }

  /// Stops the server in the usual way, as an operator would.
  package func stop() { end(SIGINT) }

  private func end(_ signal: Int32) {
    _ = Glibc.kill(process, signal)
    var status: Int32 = 0
    waitpid(process, &status, 0)
    process = 0
  }

  /// Promotes a standby, which then follows no other server.
  package func promote() throws {
    try run("pg_ctl", "promote", "--pgdata=\(folder)/data", "--wait")
  }

  // Fills its own disk up to this number of free bytes.
  package func fillDisk(leaving bytes: Int) throws {
    var status = statvfs()
    guard statvfs(folder, &status) == 0 else { throw Program.Fault(reason: "no disk") }
    let others = Glibc.open(folder + "/others", O_WRONLY | O_CREAT, 0o600)
    defer { close(others) }
    let size = Int(status.f_bavail) * Int(status.f_frsize) - bytes
    guard posix_fallocate(others, 0, size) == 0 else { throw Program.Fault(reason: "no room") }
  }
  package func makeRoomOnDisk() { unlink(folder + "/others") }

  // Call this only while the server does not run.
  package func save() throws { try copy("data", to: "saved") }
  package func putBack() throws { try copy("saved", to: "data") }

  private func copy(_ one: String, to other: String) throws {
    let (one, other) = ("\(folder)/\(one)", "\(folder)/\(other)")
    for words in [["rm", "-rf", other], ["cp", "-a", one, other]] {
      guard try Program.run(words, in: folder, asUser: false) == 0 else {
        throw Program.Fault(reason: "\(words)")
      }
    }
  }

  private func run(_ program: String, _ words: String...) throws {
    let path = "\(OwnServer.programs ?? "")/\(program)"
    guard try Program.run([path] + words, in: folder) == 0 else {
      throw Program.Fault(reason: "\(program) failed; see \(folder)/log")
    }
  }
}
