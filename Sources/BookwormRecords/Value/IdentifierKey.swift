// Builds the keys used to find identifiers, whatever their spelling.
import BookwormStorage

package enum IdentifierKey {
  /// The folded scheme, a NUL and the value: the 13 digits of an ISBN, any other value folded.
  package static func make(_ scheme: Bytes, _ value: Bytes) throws -> [UInt8] {
    let scheme = try Keys.search(scheme)
    let folded = try Keys.search(value)
    guard isISBN(scheme) else { return scheme + [0] + folded }
    return isbn + [0] + (ISBN(value)?.digits ?? folded)
  }

  package static func make(_ scheme: [UInt8], _ value: [UInt8]) throws -> [UInt8] {
    try scheme.withUnsafeBufferPointer { scheme in
      try value.withUnsafeBufferPointer { try make(scheme, $0) }
    }
  }

  static func make(_ isbn: ISBN) -> [UInt8] { self.isbn + [0] + isbn.digits }

  /// Whether the key identifies a book. A search also finds invalid ISBNs, such as "0" or
  /// "unknown", and misprinted ISBNs, but any number of books may have them.
  package static func identifies<Key: Collection>(_ key: Key) -> Bool where Key.Element == UInt8 {
    guard key.starts(with: isbn + [0]) else { return true }
    let value = Array(key.dropFirst(isbn.count + 1))
    return value.withUnsafeBufferPointer { ISBN($0).map { $0.rightCheckDigit == nil } ?? false }
  }

  private static let isbn = Array("isbn".utf8)

  /// Recognizes "ISBN", "isbn10", "ISBN-13".
  private static func isISBN(_ scheme: [UInt8]) -> Bool {
    let name = scheme.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") && $0 != 0x5F }
    return ["isbn", "isbn10", "isbn13"].contains { name.elementsEqual($0.utf8) }
  }
}
