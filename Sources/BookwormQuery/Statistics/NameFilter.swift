// A name filter finds names by the beginning of one of their words, with case and accents folded.
import BookwormRecords
import BookwormStorage
import BookwormText

package struct NameFilter {
  private let start: [UInt8]

  package init(_ words: Bytes) throws { start = try Keys.search(words) }
  private init() { start = [] }

  package static let all = NameFilter()

  /// Whether no words were given.
  var matchesAll: Bool { start.isEmpty }

  package func matches(_ name: Bytes) throws -> Bool {
    if start.isEmpty { return true }
    return try Keys.search(name).withUnsafeBufferPointer { matches(folded: $0) }
  }

  /// Matches a name's search key.
  func matches(folded key: Bytes) -> Bool {
    guard !start.isEmpty else { return true }
    return start.withUnsafeBufferPointer { start in
      var from = 0
      while let place = UTF8Text.place(of: start, in: key, from: from) {
        if place == 0 || !NameFilter.isInWord(key[place - 1]) { return true }
        from = place + 1
      }
      return false
    }
  }

  private static func isInWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: byte >= 0x80
    }
  }
}
