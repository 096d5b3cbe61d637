// Tests bytes that no caller may pass but that a damaged store could contain, and the buffers for
// keys.
import BookwormText
import Testing

@Suite struct DamagedTextTests {
  static let functions: [(String, KeyFunction)] = [
    ("genre", UTF8Text.genreKey), ("search", UTF8Text.searchKey), ("sort", UTF8Text.sortKey),
  ]

  @Test func aByteThatIsNotUTF8CountsAsTheReplacementCharacter() {
    let damaged: [([UInt8], String)] = [
      ([0x41, 0xFF, 0x42], "A\u{FFFD}B"), ([0xC3], "\u{FFFD}"),
      ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"), ([0x31, 0xE2, 0x82], "1\u{FFFD}\u{FFFD}"),
      ([0xC0, 0x80, 0xC3, 0xA9], "\u{FFFD}\u{FFFD}é"),
    ]
    for (bytes, text) in damaged {
      for (name, function) in Self.functions {
        #expect(key(bytes, function) == key(Array(text.utf8), function), "\(name) \(bytes)")
      }
    }
  }

  @Test func noBytesTrap() {
    var dice = Dice(4)
    var everything: [[UInt8]] = (0...255).flatMap { a in
      (0...255).map { b in [UInt8(a), UInt8(b)] }
    }
    for _ in 0..<20_000 {
      everything.append(
        (0..<Int.random(in: 0...40, using: &dice)).map { _ in
          UInt8.random(in: 0...255, using: &dice)
        })
    }
    for bytes in everything {
      for (name, function) in Self.functions {
        let key = key(bytes, function)
        #expect(name == "sort" || String(validating: key, as: UTF8.self) != nil, "\(name) \(bytes)")
      }
    }
  }

  @Test func aTextOfMarksOnlyIsPutInOrder() {
    // Hebrew points of classes 10 and 11, alternating: the longest title, with every pair out of
    // order.
    let pairs = 4096
    let marks = String(repeating: "\u{5B1}\u{5B0}", count: pairs)
    let expected =
      String(repeating: "\u{5B0}", count: pairs) + String(repeating: "\u{5B1}", count: pairs)
    #expect(genreKey("a" + marks) == Array(("a" + expected).utf8))
    #expect(searchKey(marks) == Array(expected.utf8))
  }

  @Test func keysAreAppendedToWhatTheBufferHolds() {
    for (name, function) in Self.functions {
      var buffer = ByteBuffer()
      var expected: [UInt8] = []
      for text in ["Ab", "Éa 07", "", "c  d 12", "각"] {
        let bytes = Array(text.utf8)
        bytes.withUnsafeBufferPointer { function($0, &buffer) }
        expected += key(bytes, function)
      }
      let whole = Array(buffer.bytes)
      #expect(whole == expected, "\(name)")
    }
  }

  @Test func aBufferThatCannotGrowSaysSo() {
    var buffer = ByteBuffer()
    buffer.append(1)
    let fits = buffer.reserve(Int.max)
    #expect(!fits)
    let (count, isExhausted) = (buffer.count, buffer.isExhausted)
    #expect(count == 1 && isExhausted)
    buffer.removeAll()
    buffer.append(2)
    let (bytes, isStillExhausted) = (Array(buffer.bytes), buffer.isExhausted)
    #expect(bytes == [2] && !isStillExhausted)
  }

  @Test func aBufferGrowsAndKeepsWhatItHolds() {
    var buffer = ByteBuffer(capacity: 0)
    for index in 0..<100_000 { buffer.append(UInt8(truncatingIfNeeded: index)) }
    let bytes = Array(buffer.bytes)
    #expect(bytes == (0..<100_000).map { UInt8(truncatingIfNeeded: $0) })
    let hasAddress = ByteBuffer().bytes.baseAddress != nil
    #expect(hasAddress, "an empty key must not reach SQLite as NULL")
  }
}
