// Builds the keys used to sort, compare and search names, in buffers that are reused.
import BookwormStorage
import BookwormText

package enum Keys {
  package static func sort(_ text: Bytes, into key: inout ByteBuffer) throws {
    key.removeAll()
    append(sort: text, to: &key)
    try check(key)
  }

  /// Appends a text's sort key as it is stored.
  package static func append(sort text: Bytes, to keys: inout ByteBuffer) {
    let start = keys.count
    UTF8Text.sortKey(text, into: &keys)
    if keys.count &- start > longest { cut(&keys, from: start) }
  }

  /// Separates the parts of a key. It is below every byte of a key, so "The Zebra" comes before
  /// "Zebra Crossing".
  package static let beforeFirst: UInt8 = 1

  /// Appends the sort key of a text whose first `first` bytes are moved to the end. If nothing
  /// visible follows these bytes, appends the key of the whole text.
  static func append(sort text: Bytes, last first: Int, to keys: inout ByteBuffer) {
    let start = keys.count
    UTF8Text.sortKey(Bytes(rebasing: text[first...]), into: &keys)
    guard keys.count > start else { return append(sort: text, to: &keys) }
    keys.append(beforeFirst)
    UTF8Text.sortKey(Bytes(rebasing: text[..<first]), into: &keys)
    if keys.count &- start > longest { cut(&keys, from: start) }
  }

  /// The limit of a sort key in bytes: two keys fit into a row of an index on a server.
  package static let longest = 1000

  /// Cuts off the end of a long key and appends a hash of it, so that keys of different names still
  /// differ. They sort by the part before the hash.
  private static func cut(_ keys: inout ByteBuffer, from start: Int) {
    var hashes: [UInt64] = [0xCBF2_9CE4_8422_2325, 0x6C62_272E_07BB_0142]
    for byte in keys.bytes[start...] {
      hashes[0] = (hashes[0] ^ UInt64(byte)) &* 0x100_0000_01B3
      hashes[1] = (hashes[1] ^ UInt64(byte)) &* 0x9E37_79B9_7F4A_7C15
      hashes[1] ^= hashes[1] >> 29
    }
    // Encodes six bits per byte, because a key contains neither 0 nor bytes that UTF-8 never has.
    let ending = hashes.flatMap { hash in
      (0..<11).map { UInt8(truncatingIfNeeded: hash >> (6 * $0)) & 0x3F | 0x80 }
    }
    keys.truncate(to: start &+ longest &- ending.count)
    ending.withUnsafeBufferPointer { keys.append($0) }
  }

  package static func sort(_ text: Bytes) throws -> [UInt8] {
    var key = ByteBuffer()
    try sort(text, into: &key)
    return Array(key.bytes)
  }

  package static func genre(_ name: Bytes, into key: inout ByteBuffer) throws {
    key.removeAll()
    UTF8Text.genreKey(name, into: &key)
    try check(key)
  }

  package static func genre(_ name: Bytes) throws -> [UInt8] {
    var key = ByteBuffer()
    try genre(name, into: &key)
    return Array(key.bytes)
  }

  package static func search(_ text: Bytes) throws -> [UInt8] {
    var key = ByteBuffer()
    UTF8Text.searchKey(text, into: &key)
    try check(key)
    return Array(key.bytes)
  }

  package static func check(_ key: borrowing ByteBuffer) throws {
    if key.isExhausted { throw Failure(.memory, "", "not enough memory for a sort key") }
  }
}
