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
        // Only libpq itself can leave a host that has taken the connection and says nothing.
        if !isFirstWait, hasSeveralHosts(parameters) {
          pq_reset(made)
          break
        }
        // Then libpq goes on with the next address.
        shutdown(pq_socket(made), Int32(SHUT_RDWR))
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

  private func hasSeveralHosts(_ parameters: [(name: String, value: String)]) -> Bool {
    parameters.contains { $0.name.hasPrefix("host") && $0.value.contains(",") }
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
