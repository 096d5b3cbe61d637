// This file begins a session as PQconnectdbParams() does, but prints nothing. libpq writes the
// server's notices to the host program's stderr until a receiver of notices is set.
import CPostgres
import Glibc

extension ServerAddress {
  /// Waits until a session is open or has failed. `isLate` says that a server did not answer within
  /// the address's time-out or `limit`, whichever is shorter.
  func begin(
    _ parameters: [(name: String, value: String)], within limit: Milliseconds?
  ) throws -> (connection: OpaquePointer, isLate: Bool) {
    let patience = [try patience(parameters), limit].compactMap { $0 }.min()
    let made = withStrings(parameters.map(\.name)) { names in
      withStrings(parameters.map(\.value)) { values in pq_connectStartParams(names, values, 0) }
    }
    guard let made else { throw ServerAddress.noMemory }
    _ = pq_setNoticeReceiver(made, { _, _ in }, nil)
    // A socket of this machine may skip the first wait, so the time also begins here.
    func end() -> Milliseconds { patience.map { Clock.end(of: $0) } ?? .max }
    var (isLate, until) = (false, end())
    var next =
      pq_status(made) == Int32(CPOSTGRES_CONNECTION_BAD) ? 0 : Int32(CPOSTGRES_POLLING_WRITING)
    while next == Int32(CPOSTGRES_POLLING_READING) || next == Int32(CPOSTGRES_POLLING_WRITING) {
      // Each host, and each address of a host, gets the full time.
      let isFirstWait = pq_status(made) == Int32(CPOSTGRES_CONNECTION_STARTED)
      if isFirstWait { until = end() }
      let isReading = next == Int32(CPOSTGRES_POLLING_READING)
      let event = ServerSocket.wait(
        for: pq_socket(made), reading: isReading, writing: !isReading, until: until)
      if event == .isInterrupted {
        pq_finish(made)
        throw fault("the wait for the server was interrupted")
      }
      if event == .isLate {
        isLate = true
        // If a host has accepted the connection but says nothing, libpq would keep waiting. So
        // another session is begun with the hosts after it.
        if !isFirstWait {
          guard let others = ServerAddress.hosts(behind: made, parameters) else { break }
          pq_finish(made)
          return try begin(others, within: limit)
        }
        // This makes libpq go on with the next address. It may not wait for a connection there, so
        // the time begins here.
        shutdown(pq_socket(made), Int32(SHUT_RDWR))
        until = end()
      }
      next = pq_connectPoll(made)
    }
    return (made, isLate)
  }

  /// The time from connect_timeout; nil waits without limit. libpq itself uses connect_timeout only
  /// in its own waits, and takes at least two seconds.
  private func patience(_ parameters: [(name: String, value: String)]) throws -> Milliseconds? {
    let given =
      parameters.last { $0.name == "connect_timeout" }?.value
      ?? getenv("PGCONNECT_TIMEOUT").map { String(cString: $0) } ?? "0"
    guard let seconds = Int32(given.filter { $0 != " " }) else {
      throw fault("connect_timeout is \(given), which is not a number of seconds")
    }
    return seconds > 0 ? Milliseconds(max(2, seconds)) * 1000 : nil
  }

  /// The parameters without the host of a session and the hosts before that host; nil if no host is
  /// left.
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
}
