// A column of a table in memory as PostgreSQL takes an array of one dimension.

struct PostgresArray {
  private(set) var bytes: [UInt8] = []

  init(_ rows: any MemoryRows, column: Int) {
    let type = PostgresType.ofTable[column]
    let isBlob = type == PostgresType.bytesArray
    append(Int32(rows.count == 0 ? 0 : 1))
    append(0 as Int32)
    append(isBlob ? PostgresType.bytes : PostgresType.int64)
    if rows.count == 0 { return }
    append(Int32(clamping: rows.count))
    append(1 as Int32)
    for row in 0..<rows.count {
      if isBlob {
        let blob = rows.blob(row)
        append(Int32(clamping: blob.count))
        bytes += blob
      } else {
        append(8 as Int32)
        append(rows.integer(row, column))
      }
    }
  }

  /// In the network's order of bytes.
  private mutating func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
  }
}
