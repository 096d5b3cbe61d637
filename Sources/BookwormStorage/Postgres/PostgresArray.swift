// A column of a table in memory as PostgreSQL takes an array of one dimension.

struct PostgresArray {
  private let rows: any MemoryRows
  private let array: PostgresText.Array
  let size: Int

  init(_ rows: any MemoryRows, _ array: PostgresText.Array) {
    (self.rows, self.array) = (rows, array)
    let count = rows.count
    let blobs = array.isOfBlobs ? (0..<count).reduce(0) { $0 + rows.blob($1).count } : 8 * count
    size = PostgresArray.size(count, blobs)
  }

  /// Into so many bytes.
  func write(to bytes: UnsafeMutableRawBufferPointer) {
    let count = rows.count
    let type = array.isOfBlobs ? PostgresType.bytes : PostgresType.int64
    var place = PostgresArray.writeHead(of: type, count, to: bytes)
    for row in 0..<count {
      if array.isOfBlobs {
        let blob = rows.blob(row)
        bytes.store(network: Int32(truncatingIfNeeded: blob.count), at: place)
        UnsafeMutableRawBufferPointer(rebasing: bytes[(place + 4)...]).copyBytes(from: blob)
        place += 4 + blob.count
      } else {
        bytes.store(network: 8 as Int32, at: place)
        bytes.store(network: rows.integer(row, array.column), at: place + 4)
        place += 12
      }
    }
  }

  /// Of so many elements that take so many bytes.
  static func size(_ count: Int, _ bytes: Int) -> Int { count == 0 ? 12 : 20 + 4 * count + bytes }

  /// Where the first element goes.
  static func writeHead(
    of type: UInt32, _ count: Int, to bytes: UnsafeMutableRawBufferPointer
  ) -> Int {
    // How many dimensions, whether some are absent, their type; how many they are, and the number
    // of the first.
    bytes.store(network: Int32(count == 0 ? 0 : 1), at: 0)
    bytes.store(network: 0 as Int32, at: 4)
    bytes.store(network: type, at: 8)
    guard count > 0 else { return 12 }
    bytes.store(network: Int32(truncatingIfNeeded: count), at: 12)
    bytes.store(network: 1 as Int32, at: 16)
    return 20
  }
}

extension UnsafeMutableRawBufferPointer {
  /// In the network's order of bytes.
  func store<Number: FixedWidthInteger & BitwiseCopyable>(network number: Number, at place: Int) {
    storeBytes(of: number.bigEndian, toByteOffset: place, as: Number.self)
  }
}
