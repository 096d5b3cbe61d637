// This file sends rows by COPY.
import CPostgres

extension PostgresPipe {
  /// Waits for everything under way, but not for the outcome of the rows: the server works on them
  /// while the next rows are gathered.
  func copy(_ text: String, _ rows: [UInt8]) throws {
    try collect()
    if let loss { throw loss }
    guard pq_exitPipelineMode(connection) == 1 else { throw lost() }
    isCopying = true
    guard pq_sendQuery(connection, text) == 1, let result = try nextResult() else { throw lost() }
    let isReady = Int(pq_resultStatus(result)) == CPOSTGRES_COPY_IN
    let error = isReady ? nil : StorageError.from(result, of: connection)
    pq_clear(result)
    if let error {
      try endCopy()
      throw error
    }
    try PostgresPipe.copyHeader.withUnsafeBytes(put)
    try rows.withUnsafeBytes(put)
    try PostgresPipe.copyEnd.withUnsafeBytes(put)
    guard pq_putCopyEnd(connection, nil) == 1 else { throw lost() }
    try sendAll()
  }

  /// The name of the format, no flags, and no extension.
  private static let copyHeader: [UInt8] =
    Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0] + [UInt8](repeating: 0, count: 8)
  /// Sent instead of a row's number of columns.
  private static let copyEnd: [UInt8] = [0xFF, 0xFF]

  private func put(_ bytes: UnsafeRawBufferPointer) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 20))
      rest = rest.dropFirst(piece.count)
      let start = piece.baseAddress?.assumingMemoryBound(to: CChar.self)
      guard pq_putCopyData(connection, start, Int32(piece.count)) == 1 else { throw lost() }
      try sendAll()
    }
  }

  /// Waits for the outcome of the rows sent last.
  func endCopy() throws(StorageError) {
    guard isCopying else { return }
    isCopying = false
    let failure = try failure()
    if !isLost { _ = pq_enterPipelineMode(connection) }
    if let failure { throw failure }
  }
}
