// What became of a commit whose answer was lost: the receipt that the transaction was to leave is
// looked for in another session.
import Glibc

extension PostgresConnection {
  /// Returns where the commit was kept. Throws where it was not, or where nobody can tell.
  func findOutcome() throws {
    guard receipt != 0 else { throw unknownOutcome("the transaction has left no receipt", "") }
    guard let question = options.receipts?.text(dialect) else {
      throw unknownOutcome("there is no log to look for it in", "")
    }
    let deadline = Clock.end(of: options.outcomeTimeout)
    let lost = pipe.isLost ? pipe.backend : nil
    while true {
      let left = max(1, deadline &- Clock.monotonic())
      let found: Int64?
      do {
        if pipe.isLost { try pipe.renew(within: left) }
        found = try answer(to: own(question), within: left, endingOf: lost)
      } catch {
        let reason = PostgresConnection.meaning(of: error)
        // A server that starts, has too many sessions, or has cancelled this may answer soon.
        let maySoon = pipe.isLost || reason.sqlState == StorageError.isCancelled
        if maySoon, Clock.monotonic() < deadline {
          usleep(20_000)
          continue
        }
        throw unknownOutcome(reason.message, reason.sqlState)
      }
      switch found {
      case 1?: return
      case .some: throw StorageError.connectionLost
      case nil: throw unknownOutcome("the log no longer reaches back to it", "")
      }
    }
  }

  private func unknownOutcome(_ reason: String, _ sqlState: String) -> StorageError {
    StorageError(
      .outcomeUnknown, sqlState: sqlState, receipt: receipt,
      "the connection was lost during a commit; all of it was kept, or nothing: \(reason)")
  }

  /// Under the lock, so that whatever the lost session was doing is over; where that session still
  /// has it, as its server has not noticed, it is ended. What is found is on the disk then.
  private func answer(
    to question: PostgresStatement, within limit: Milliseconds, endingOf backend: Int32?
  ) throws -> Int64? {
    defer { question.clear() }
    do {
      try sendLock(for: limit, endingOf: backend)
      _ = question.bindNumber(1, PostgresType.int64, UInt64(bitPattern: receipt))
      try send(question)
      try sendCommit()
      try pipe.collect()
    } catch {
      abandon()
      throw error
    }
    guard question.next() else { return nil }
    let cell = question.cell(0)
    return cell.kind == Engine.null ? nil : cell.int64
  }
}
