// This file encodes a column of a table in memory as a one-dimensional PostgreSQL array.

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

  /// Writes the array, which fills the buffer.
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

  /// The size of an array with `count` elements that take `bytes` bytes.
  static func size(_ count: Int, _ bytes: Int) -> Int { count == 0 ? 12 : 20 + 4 * count + bytes }

  /// Writes the header and returns the place of the first element.
  static func writeHead(
    of type: UInt32, _ count: Int, to bytes: UnsafeMutableRawBufferPointer
  ) -> Int {
    // The number of dimensions, whether some elements are absent, and their type; then the number
    // of elements and the index of the first element.
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
  /// Stores a number in network byte order.
  func store<Number: FixedWidthInteger & BitwiseCopyable>(network number: Number, at place: Int) {
    storeBytes(of: number.bigEndian, toByteOffset: place, as: Number.self)
  }
}
