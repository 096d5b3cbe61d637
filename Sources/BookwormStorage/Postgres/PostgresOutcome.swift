// This file determines the outcome of a commit whose answer was lost. Another session looks for the
// receipt that the transaction would have left.
import Glibc

extension PostgresConnection {
  /// Returns normally if the commit was kept. Throws if it was not, or if this cannot be found out.
  func findOutcome() throws {
    guard receipt != 0 else { throw unknownOutcome("the transaction has left no receipt", "") }
    guard let question = options.receipts?.text(dialect) else {
      throw unknownOutcome("there is no log to look for it in", "")
    }
    // A server that has just failed to answer another session would not answer the question either.
    if let silence = pipe.silence { throw unknownOutcome(silence, "") }
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
        // A server that is starting, has too many sessions or has cancelled the question may answer
        // soon.
        let maySoon =
          pipe.isLost && pipe.silence == nil || reason.sqlState == StorageError.isCancelled
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

  /// Asks whether the receipt was kept. First takes the lock, so that any work of the lost session
  /// is over. If that session still holds the lock because the server has not noticed the loss, the
  /// session is ended. When this returns, any commit of the lost session is on the disk, because
  /// this transaction's flush includes it.
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
