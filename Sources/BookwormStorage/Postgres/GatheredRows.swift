// What goes to a server by one COPY.

/// Rows of a statement's parameters, as a COPY has them.
struct GatheredRows {
  var bytes: [UInt8] = []
  var count = 0
  /// Whether the connection knows of them.
  var isGathered = false

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    count = 0
  }
}
