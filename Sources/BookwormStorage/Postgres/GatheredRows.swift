// This file gathers rows to be sent to a server: see PostgresCopy.swift.

/// The parameters of a statement as rows, in the form that COPY takes.
struct GatheredRows {
  var bytes: [UInt8] = []
  var count = 0
  /// Whether the statement is in the connection's list `gathered`.
  var isGathered = false

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    count = 0
  }
}
