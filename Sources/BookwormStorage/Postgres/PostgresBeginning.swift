// How a session begins: as PQconnectdbParams() has it, but that nothing is printed. What a server
// says before a receiver of its notices is set, libpq writes to the host program's stderr.
import CPostgres
import Glibc

extension ServerAddress {
  /// Waits until a session stands or has failed, and tells whether a server did not answer in time.
  func begin(
    _ parameters: [(name: String, value: String)]
  ) throws -> (connection: OpaquePointer, isLate: Bool) {
    let patience = try patience(parameters)
    let made = withStrings(parameters.map(\.name)) { names in
      withStrings(parameters.map(\.value)) { values in pq_connectStartParams(names, values, 0) }
    }
    guard let made else { throw ServerAddress.noMemory }
    _ = pq_setNoticeReceiver(made, { _, _ in }, nil)
    var (isLate, until) = (false, Milliseconds.max)
    var next =
      pq_status(made) == Int32(CPOSTGRES_CONNECTION_BAD) ? 0 : Int32(CPOSTGRES_POLLING_WRITING)
    while next == Int32(CPOSTGRES_POLLING_READING) || next == Int32(CPOSTGRES_POLLING_WRITING) {
      // Each host, and each of a host's addresses, has all of the time.
      let isFirstWait = pq_status(made) == Int32(CPOSTGRES_CONNECTION_STARTED)
      if isFirstWait, let patience { until = Clock.end(of: patience) }
      if !ServerAddress.wait(for: pq_socket(made), next, until: until) {
        isLate = true
        // Of a host that has taken the connection and says nothing, libpq would wait for more.
        if !isFirstWait {
          guard let others = ServerAddress.hosts(behind: made, parameters) else { break }
          pq_finish(made)
          return try begin(others)
        }
        // Then libpq goes on with the next address, on which it may wait for no connection at all.
        shutdown(pq_socket(made), Int32(SHUT_RDWR))
        if let patience { until = Clock.end(of: patience) }
      }
      next = pq_connectPoll(made)
    }
    return (made, isLate)
  }

  /// Nil is for ever. libpq looks at it only where it waits itself, and takes two seconds at least.
  private func patience(_ parameters: [(name: String, value: String)]) throws -> Milliseconds? {
    let given =
      parameters.last { $0.name == "connect_timeout" }?.value
      ?? getenv("PGCONNECT_TIMEOUT").map { String(cString: $0) } ?? "0"
    guard let seconds = Int32(given.filter { $0 != " " }) else {
      throw fault("connect_timeout is \(given), which is no number of seconds")
    }
    return seconds > 0 ? Milliseconds(max(2, seconds)) * 1000 : nil
  }

  /// The parameters without the host that a session has come to, and those before it; nil where no
  /// other one is left.
  private static func hosts(
    behind session: OpaquePointer, _ parameters: [(name: String, value: String)]
  ) -> [(name: String, value: String)]? {
    func list(_ name: String) -> [Substring] {
      let value = parameters.last { $0.name == name }?.value ?? ""
      return value.isEmpty ? [] : value.split(separator: ",", omittingEmptySubsequences: false)
    }
    func isSame(_ one: Substring, _ other: UnsafePointer<CChar>?) -> Bool {
      one.isEmpty || other.map { String(cString: $0) == one } ?? true
    }
    let (names, numbers, ports) = (list("host"), list("hostaddr"), list("port"))
    let count = max(names.count, numbers.count)
    let here = (0..<count).first { place in
      func item(_ list: [Substring]) -> Substring { list.count == count ? list[place] : "" }
      let host = item(names).isEmpty ? item(numbers) : item(names)
      let port = ports.count == 1 ? ports[0] : item(ports)
      return isSame(host, pq_host(session)) && isSame(port, pq_port(session))
    }
    guard let here, here + 1 < count else { return nil }
    return parameters.map { name, value in
      guard ["host", "hostaddr", "port"].contains(name), list(name).count == count else {
        return (name, value)
      }
      return (name, list(name).dropFirst(here + 1).joined(separator: ","))
    }
  }

  /// Whether the socket may be read, or written, before the time is over.
  private static func wait(for socket: Int32, _ next: Int32, until: Milliseconds) -> Bool {
    let isReading = next == Int32(CPOSTGRES_POLLING_READING)
    var polled = pollfd(fd: socket, events: Int16(isReading ? POLLIN : POLLOUT), revents: 0)
    while true {
      let rest = until == .max ? -1 : max(0, until - Clock.monotonic())
      let found = poll(&polled, 1, Int32(clamping: rest))
      if found > 0 { return true }
      if found == 0 { return false }
      // Whatever it is, libpq hears of it from the socket.
      if errno != EINTR { return true }
    }
  }
}
