// This file handles a silent server, which may still be working. The library asks it in another
// session, so that long work is not cut short and no call waits for an answer that never comes.
import CPostgres

extension PostgresPipe {
  /// How long the server may be silent before it is asked. Closing the store shortens this.
  private var patience: Milliseconds {
    closing.isSet ? ServerAddress.shortest : ServerAddress.patience(timeout)
  }

  /// Waits while `isDue`, for messages of the server and for room to send. Throws if the session is
  /// given up.
  func wait(while isDue: () -> Bool) throws(StorageError) {
    var heard = Clock.monotonic()
    var lostAnswers = 0
    while isDue() {
      let isSending = pq_flush(connection) == 1
      let now = Clock.monotonic()
      // TLS may hold back data that has arrived, so libpq checks now and then.
      let until = min(heard &+ patience, now &+ Interruption.pause)
      let event = ServerSocket.wait(for: pq_socket(connection), writing: isSending, until: until)
      guard event != .isInterrupted else {
        throw givenUp("the wait for the server was interrupted", isSilent: true)
      }
      // If this fails, the next result contains the error.
      guard pq_consumeInput(connection) == 1 else { return }
      if event == .isReady { (heard, lostAnswers) = (Clock.monotonic(), 0) }
      guard event == .isLate, Clock.monotonic() >= heard &+ patience else { continue }
      switch address.state(of: self, ending: lostAnswers > 0) {
      case .isAtWork: (heard, lostAnswers) = (Clock.monotonic(), 0)
      case .isSilent:
        let time = Clock.monotonic() &- heard
        throw givenUp("the server has not answered for \(time) ms", isSilent: true)
      case .isIdle where lostAnswers == 0:
        // The server has nothing left to do for the session, but its answer may be under way.
        lostAnswers = 1
        heard = Clock.monotonic() &- patience &+ ServerAddress.shortest
      case .isIdle: throw givenUp("the server's answer was lost", isSilent: false)
      }
    }
  }
}

extension ServerAddress {
  /// The shortest patience, even if a write does not wait for others.
  static let shortest: Milliseconds = 1000
  /// The longest patience, even if a write waits for others without limit.
  private static let longest: Milliseconds = 60_000

  /// How long a server may be silent, given how long a write waits for others.
  static func patience(_ timeout: Milliseconds) -> Milliseconds {
    min(max(timeout, shortest), longest)
  }

  enum SessionState { case isAtWork, isIdle, isSilent }

  /// A running server answers within this time.
  private static let timeToSay: Milliseconds = 2000

  /// Asks the server in another session what a session is doing. A server that refuses the other
  /// session, or does not know this one, is there and may be working. `ending` also ends an idle
  /// session, which would keep the store's lock until the server missed its client.
  fileprivate func state(of pipe: PostgresPipe, ending: Bool) -> SessionState {
    let until = Clock.end(of: ServerAddress.timeToSay)
    guard
      let (session, isLate) = try? begin(
        parameters(ofServerOf: pipe.connection), within: ServerAddress.timeToSay)
    else { return .isAtWork }
    defer { pq_finish(session) }
    guard pq_status(session) == Int32(CPOSTGRES_CONNECTION_OK) else {
      return isLate ? .isSilent : .isAtWork
    }
    _ = pq_setnonblocking(session, 1)
    // A load balancer may have chosen another server.
    let question = """
      SELECT \(ServerAddress.beginning) <> \(literal(pipe.server)) OR EXISTS (
        SELECT 1 FROM pg_stat_activity
        WHERE pid = \(pipe.backend) AND coalesce(state, '') NOT LIKE 'idle%')
      """
    guard let answer = ServerSocket.answer(of: session, to: question, until: until) else {
      return .isSilent
    }
    defer { pq_clear(answer) }
    guard pipe.backend > 0, pq_resultStatus(answer) == Int32(CPOSTGRES_TUPLES_OK) else {
      return .isAtWork
    }
    guard pq_getvalue(answer, 0, 0).map({ String(cString: $0) }) == "f" else { return .isAtWork }
    if ending {
      let end = "SELECT pg_terminate_backend(\(pipe.backend))"
      pq_clear(ServerSocket.answer(of: session, to: end, until: until))
    }
    return .isIdle
  }

  /// When the server was started, which identifies it.
  static let beginning = "extract(epoch FROM pg_postmaster_start_time())::text"

  /// The parameters for the host and address that a session is connected to.
  private func parameters(
    ofServerOf session: OpaquePointer
  ) -> [(name: String, value: String)] {
    func text(_ value: UnsafePointer<CChar>?) -> String { value.map { String(cString: $0) } ?? "" }
    let host = text(pq_host(session)), address = text(pq_hostaddr(session))
    let ofPlace = ["host", "hostaddr", "port", "target_session_attrs"]
    var parameters = parameters.filter { !ofPlace.contains($0.name) }
    parameters.append(("host", host))
    if !address.isEmpty, !host.hasPrefix("/") { parameters.append(("hostaddr", address)) }
    parameters.append(("port", text(pq_port(session))))
    return parameters
  }
}
