// This file gathers the rows that one COPY sends to a server.

/// The parameters of a statement as rows, in the form that COPY takes.
struct GatheredRows {
  var bytes: [UInt8] = []
  var count = 0
  /// Whether the connection has listed them.
  var isGathered = false

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    count = 0
  }
}
