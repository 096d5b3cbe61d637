// This file makes keys whose bytes compare as a person sorts.
import CUnicodeData

extension UTF8Text {
  /// The version of the sort keys. Every change of the rules or of the Unicode tables that changes
  /// any key raises it: keys are stored and must all have one version.
  public static let sortKeyVersion: Int = 1

  /// Appends a key that compares as a person sorts, byte by byte (memcmp, then length).
  ///
  /// - The text is folded like a search key. These compare equal: upper and lower case, letters
  ///   with and without accents, ł and l, ß and ss, a syllable of Hangul composed or not, hiragana
  ///   with and without voicing marks.
  /// - White space at the ends does not count. Elsewhere, a run of white space counts as one space.
  /// - Numbers sort by their value, in any script, however long: "Book 2" before "Book 10", "007"
  ///   with "7".
  /// - White space sorts before punctuation, then symbols, digits, letters; within these by code
  ///   point, ASCII first. Other characters, such as vowel signs, sort with the letters.
  /// - A text sorts before a longer text that begins with it. (Marks of Hebrew, Thai and the like
  ///   can make an exception: they are first put in Unicode's canonical order, which is how they
  ///   are nearly always typed.)
  ///
  /// Different texts can have the same key, so break ties by something else. Keys have no zero
  /// byte. The key of a text is empty if it has only white space and characters that folding leaves
  /// out.
  public static func sortKey(_ bytes: UnsafeBufferPointer<UInt8>, into out: inout ByteBuffer) {
    let start = out.count
    if appendASCIISortKey(bytes, &out) { return }
    out.truncate(to: start)
    var folding = Folding(isSorting: true, start: start)
    folding.run(bytes, &out)
  }

  /// Returns false at the first byte that is a control character or not ASCII.
  private static func appendASCIISortKey(
    _ bytes: UnsafeBufferPointer<UInt8>, _ out: inout ByteBuffer
  ) -> Bool {
    // In the worst case, each digit is a number of its own and takes two bytes.
    guard bytes.count < Int.max / 4, out.reserve(2 &* bytes.count &+ 16), let base = out.base else {
      return false
    }
    let start = base + out.count
    var end = start
    var offset = 0
    var spaceWaits = false
    while offset < bytes.count {
      let byte = bytes[offset]
      let weight = SortByte.of(byte)
      if weight == 0 { return false }
      if weight == SortByte.space {
        spaceWaits = true
        offset &+= 1
        continue
      }
      if spaceWaits, end != start {
        end.pointee = SortByte.space
        end += 1
      }
      spaceWaits = false
      end.pointee = weight
      end += 1
      offset &+= 1
      if weight != SortByte.number { continue }
      // At this point, `end` is just after the number's first byte.
      let number = end - base - 1
      offset &-= 1
      while offset < bytes.count, bytes[offset] &- 0x30 < 10 {
        if bytes[offset] != 0x30 || end - base != number &+ 1 {
          end.pointee = bytes[offset]
          end += 1
        }
        offset &+= 1
      }
      let count = out.count
      out.length = end - base
      out.finishNumber(at: number)
      end = base + out.count
      out.length = count
    }
    out.length = end - base
    return true
  }
}

extension ByteBuffer {
  /// Completes the first bytes of the number that begins at `place`. Its digits are the last bytes
  /// of the buffer.
  mutating func finishNumber(at place: Int) {
    let digits = count &- place &- 1
    if digits < 0 { return }  // Memory ran out before the first of them.
    if digits < Int(SortByte.longNumber &- SortByte.number) {
      base?[place] = SortByte.number &+ UInt8(truncatingIfNeeded: digits)
      return
    }
    guard makeGap(at: place &+ 1, width: SortByte.longNumberWidth), let base else { return }
    base[place] = SortByte.longNumber
    for index in 0..<SortByte.longNumberWidth {
      let shift = 7 &* (SortByte.longNumberWidth &- 1 &- index)
      base[place &+ 1 &+ index] = UInt8(truncatingIfNeeded: digits >> shift) | 0x80
    }
  }
}
