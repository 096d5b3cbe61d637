// This file records why a server ends a session. The server may send the reason while nobody waits
// for an answer.
import CPostgres

final class ServerAsides {
  /// The server's last words before it ended the session.
  private(set) var end: StorageError?

  /// Listens to a new session, which must not outlive this object.
  func listen(to connection: OpaquePointer) {
    end = nil
    _ = pq_setNoticeReceiver(
      connection,
      { listener, notice in
        guard let listener, let notice else { return }
        Unmanaged<ServerAsides>.fromOpaque(listener).takeUnretainedValue().hear(notice)
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Records a notice or the result of a failed statement.
  func hear(_ notice: OpaquePointer) {
    func text(_ field: Int) -> String? {
      pq_resultErrorField(notice, Int32(field)).map { String(cString: $0) }
    }
    guard let state = text(CPOSTGRES_SQLSTATE), let severity = text(CPOSTGRES_SEVERITY),
      severity == "FATAL" || severity == "PANIC"
    else { return }
    end = StorageError(notice: notice, state)
  }
}
