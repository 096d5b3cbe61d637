// This file waits for a server's socket, up to a limit or Ctrl-C.
import CPostgres
import Glibc

enum ServerSocket {
  enum Event { case isReady, isLate, isInterrupted }

  /// Waits until the socket is readable, or writable if `writing` is set, or the time is over.
  static func wait(
    for socket: Int32, reading: Bool = true, writing: Bool = false, until: Milliseconds
  ) -> Event {
    let events = (reading ? POLLIN : 0) | (writing ? POLLOUT : 0)
    var polled = pollfd(fd: socket, events: Int16(events), revents: 0)
    while true {
      let rest = max(0, until &- Clock.monotonic())
      let found = poll(&polled, 1, Int32(clamping: min(rest, Interruption.pause)))
      // If the socket has failed, libpq reports it.
      if found > 0 || found < 0 && errno != EINTR { return .isReady }
      if Interruption.isWanted { return .isInterrupted }
      if found == 0, rest <= Interruption.pause { return .isLate }
    }
  }

  /// Sends a text in an idle session without a pipeline and returns the answer; nil if the answer
  /// does not come in time.
  static func answer(
    of connection: OpaquePointer, to text: String, until: Milliseconds
  ) -> OpaquePointer? {
    guard pq_sendQuery(connection, text) == 1 else { return nil }
    var answer: OpaquePointer?
    while true {
      while pq_isBusy(connection) == 1 {
        let hasMore = pq_flush(connection) == 1
        let event = wait(for: pq_socket(connection), writing: hasMore, until: until)
        guard event == .isReady else {
          pq_clear(answer)
          return nil
        }
        // The result then contains the error.
        guard pq_consumeInput(connection) == 1 else { break }
      }
      guard let result = pq_getResult(connection) else { return answer }
      let hasFailed = answer.flatMap { pq_resultErrorField($0, Int32(CPOSTGRES_SQLSTATE)) } != nil
      pq_clear(hasFailed ? result : answer)
      if !hasFailed { answer = result }
    }
  }
}
