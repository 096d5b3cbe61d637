// Simulates a network between the library and the tests' server, which a test can cut: it forwards
// everything from a socket of its own to the server's socket.
import Glibc

package final class CuttingProxy: @unchecked Sendable {
  package enum Way: Sendable, CaseIterable { case toServer, fromServer }
  /// The sides of a connection that a cut closes.
  package enum Cut: Sendable {
    case bothSides, clientsSideOnly
    /// Both sides stay open, and nothing is forwarded any more.
    case silently
  }

  package struct Fault: Error { package let reason: String }

  private struct Pair {
    let client: Int32
    let server: Int32
  }

  private let folder: String
  private let serverSocket: String
  private let listener: Int32
  private let stopping: (read: Int32, write: Int32)
  private var mutex = pthread_mutex_t()
  private var thread = pthread_t()
  private var pairs: [Pair] = []
  private var abandoned: [Int32] = []
  // Guarded by the mutex.
  private var passed: [Way: Int] = [.toServer: 0, .fromServer: 0]
  private var limit: (way: Way, bytes: Int, cut: Cut)?
  private var refuses = false
  private var falsify: (@Sendable (inout [UInt8]) -> Void)?
  private var isSilent = false

  /// Only for a server on a socket in a folder: see Tests/postgres/run.
  package init() throws {
    guard let host = TestServer.word("host"), let port = TestServer.word("port") else {
      throw Fault(reason: "the tests' server has no socket")
    }
    serverSocket = "\(host)/.s.PGSQL.\(port)"
    folder = "/tmp/bookworm-proxy-\(UInt32.random(in: 0 ... .max))"
    guard mkdir(folder, 0o700) == 0 else { throw Fault(reason: "no folder") }
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw Fault(reason: "no pipe") }
    stopping = (ends[0], ends[1])
    pthread_mutex_init(&mutex, nil)
    let bound = CuttingProxy.withAddress(folder + "/.s.PGSQL.5432") { bind(listener, $0, $1) }
    guard bound == 0, listen(listener, 64) == 0 else { throw Fault(reason: "cannot listen") }
    let code = pthread_create(
      &thread, nil,
      { given in
        given.map { Unmanaged<CuttingProxy>.fromOpaque($0).takeUnretainedValue().pass() }
        return nil
      }, Unmanaged.passUnretained(self).toOpaque())
    guard code == 0 else { throw Fault(reason: "no thread") }
  }

  /// Cuts everything, and ends the thread. Call it once.
  package func stop() {
    close(stopping.write)
    pthread_join(thread, nil)
    for descriptor in pairs.flatMap({ [$0.client, $0.server] }) + abandoned { close(descriptor) }
    close(listener)
    close(stopping.read)
    unlink(folder + "/.s.PGSQL.5432")
    rmdir(folder)
  }

  package func url(with words: String) -> String {
    "postgresql://bookworm@/postgres?host=\(folder)&port=5432&\(words)"
  }

  private func locked<R>(_ body: () -> R) -> R {
    pthread_mutex_lock(&mutex)
    defer { pthread_mutex_unlock(&mutex) }
    return body()
  }

  /// The number of bytes forwarded in that direction.
  package func count(_ way: Way) -> Int { locked { passed[way] ?? 0 } }

  /// After this many more bytes in that direction, everything is cut, once.
  package func cut(_ way: Way, after bytes: Int, _ cut: Cut = .bothSides) {
    locked { limit = (way, (passed[way] ?? 0) + bytes, cut) }
  }

  package var isCut: Bool { locked { limit == nil } }
  package func cutNever() { locked { limit = nil } }

  /// Changes each part of the server's answers from now on; nil ends that.
  package func falsify(_ change: (@Sendable (inout [UInt8]) -> Void)?) {
    locked { falsify = change }
  }

  /// Whether new connections are refused.
  package func refuse(_ refuses: Bool) { locked { self.refuses = refuses } }

  /// Whether new connections are accepted, but nothing of theirs is forwarded.
  package func silence(_ isSilent: Bool) { locked { self.isSilent = isSilent } }

  // MARK: The thread

  private func pass() {
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      var polled = [stopping.read, listener] + pairs.flatMap { [$0.client, $0.server] }
      var list = polled.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&list, nfds_t(list.count), -1) > 0 else { continue }
      polled = list.filter { $0.revents != 0 }.map(\.fd)
      if polled.contains(stopping.read) { return }
      if polled.contains(listener) { accept() }
      for pair in pairs {
        for (way, from, to) in [
          (Way.toServer, pair.client, pair.server), (.fromServer, pair.server, pair.client),
        ] where polled.contains(from) && pairs.contains(where: { $0.client == pair.client }) {
          pass(way, from, to, &buffer, pair)
        }
      }
    }
  }

  private func pass(
    _ way: Way, _ from: Int32, _ to: Int32, _ buffer: inout [UInt8], _ pair: Pair
  ) {
    let count = max(0, read(from, &buffer, buffer.count))
    if way == .fromServer, count > 0, let falsify = locked({ falsify }) {
      var piece = Array(buffer[..<count])
      falsify(&piece)
      buffer.replaceSubrange(0..<min(count, piece.count), with: piece.prefix(count))
    }
    let (allowed, cut) = locked { () -> (Int, Cut?) in
      let done = passed[way] ?? 0
      guard let limit, limit.way == way, done + count >= limit.bytes else {
        passed[way] = done + count
        return (count, nil)
      }
      self.limit = nil
      passed[way] = limit.bytes
      return (max(0, limit.bytes - done), limit.cut)
    }
    var sent = 0
    while sent < allowed {
      let written = buffer.withUnsafeBytes {
        send(to, $0.baseAddress.map { $0 + sent }, allowed - sent, Int32(MSG_NOSIGNAL))
      }
      guard written > 0 else { break }
      sent += written
    }
    if cut != nil || count == 0 { end(cut == nil ? [pair] : pairs, cut ?? .bothSides) }
  }

  private func end(_ ended: [Pair], _ cut: Cut) {
    pairs.removeAll { pair in ended.contains { $0.client == pair.client } }
    for pair in ended {
      if cut == .silently { abandoned.append(pair.client) } else { close(pair.client) }
      if cut == .bothSides { close(pair.server) } else { abandoned.append(pair.server) }
    }
  }

  private func accept() {
    let client = Glibc.accept(listener, nil, nil)
    guard client >= 0 else { return }
    if locked({ isSilent }) { return abandoned.append(client) }
    let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let connected = CuttingProxy.withAddress(serverSocket) { connect(server, $0, $1) }
    if locked({ refuses }) || connected != 0 {
      close(client)
      close(server)
    } else {
      pairs.append(Pair(client: client, server: server))
    }
  }

  private static func withAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
