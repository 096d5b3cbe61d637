// Runs programs for a test, such as servers. Each program writes to a log in a folder of its own.
import Glibc

package enum Program {
  package struct Fault: Error { package let reason: String }

  /// The user for programs that refuse to run as root.
  private static let user = "postgres"

  /// Makes a new folder in /tmp that belongs to that user. The name is short, because the path of a
  /// socket has at most 107 bytes.
  static func folder(_ name: String) throws -> String {
    let folder = "/tmp/bookworm-\(name)-\(UInt32.random(in: 0 ... .max))"
    guard mkdir(folder, 0o700) == 0 else { throw Fault(reason: "no folder") }
    if geteuid() == 0, let user = getpwnam(user) {
      chown(folder, user.pointee.pw_uid, user.pointee.pw_gid)
    }
    return folder
  }

  /// The words begin with the program's path. The caller waits for the program's end.
  static func start(
    _ words: [String], in folder: String, asUser: Bool = true
  ) throws -> pid_t {
    var words = words
    if asUser, geteuid() == 0 {
      words = ["setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"] + words
    }
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

  /// Returns its exit status.
  static func run(_ words: [String], in folder: String, asUser: Bool = true) throws -> Int32 {
    let process = try start(words, in: folder, asUser: asUser)
    var status: Int32 = 0
    waitpid(process, &status, 0)
    return status
  }
}
