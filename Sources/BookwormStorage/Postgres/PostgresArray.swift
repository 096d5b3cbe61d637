// A column of a table in memory as PostgreSQL takes an array of one dimension.

struct PostgresArray {
  private(set) var bytes: [UInt8] = []

  init(_ rows: any MemoryRows, column: Int) {
    let type = PostgresType.ofTable[column]
    let isBlob = type == PostgresType.bytesArray
    bytes.append(network: Int32(rows.count == 0 ? 0 : 1))
    bytes.append(network: 0 as Int32)
    bytes.append(network: isBlob ? PostgresType.bytes : PostgresType.int64)
    if rows.count == 0 { return }
    bytes.append(network: Int32(clamping: rows.count))
    bytes.append(network: 1 as Int32)
    for row in 0..<rows.count {
      if isBlob {
        let blob = rows.blob(row)
        bytes.append(network: Int32(clamping: blob.count))
        bytes += blob
      } else {
        bytes.append(network: 8 as Int32)
        bytes.append(network: rows.integer(row, column))
      }
    }
  }
}
