// The keys by which names are sorted, told apart and searched, made in buffers that are reused.
import BookwormStorage
import BookwormText

enum Keys {
  static func sort(_ text: Bytes, into key: inout ByteBuffer) throws {
    key.removeAll()
    UTF8Text.sortKey(text, into: &key)
    try check(key)
  }

  static func genre(_ name: Bytes, into key: inout ByteBuffer) throws {
    key.removeAll()
    UTF8Text.genreKey(name, into: &key)
    try check(key)
  }

  static func genre(_ name: Bytes) throws -> [UInt8] {
    var key = ByteBuffer()
    try genre(name, into: &key)
    return Array(key.bytes)
  }

  static func search(_ text: Bytes) throws -> [UInt8] {
    var key = ByteBuffer()
    UTF8Text.searchKey(text, into: &key)
    try check(key)
    return Array(key.bytes)
  }

  static func check(_ key: borrowing ByteBuffer) throws {
    if key.isExhausted { throw Failure(.memory, "", "not enough memory for a sort key") }
  }
}
