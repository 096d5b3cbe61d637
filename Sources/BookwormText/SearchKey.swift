// This file folds texts for "contains", and finds parts in folded texts.
import CUnicodeData

extension UTF8Text {
  /// Appends the text in UTF-8 as "contains" compares it: texts that people would type in the same
  /// way are equal.
  ///
  /// - Compatibility forms and case are folded (NFKD, full case folding: "Straße" is "strasse").
  /// - Marks that belong to no script of their own are left out: accents, the Arabic vowel signs,
  ///   the Japanese voicing marks. The vowels of Thai, Hindi and Hebrew stay.
  /// - Letters that do not decompose become their base letters (ł l, ø o, đ d, ı i, þ th, æ ae, œ
  ///   oe, ...), and typographic quotes and dashes become the ones on a keyboard. The lists are in
  ///   Sources/CUnicodeData/regenerate.
  /// - Invisible characters (soft hyphens, joiners, direction marks) are left out.
  /// - Each run of white space becomes one space, at the ends too.
  /// - Hangul is compared by whole syllables, however they are composed in the text: a syllable
  ///   without its final consonant is not found inside one with it (하 not in 한). Jamo that make up
  ///   no modern syllable stay as they are.
  ///
  /// The key of a key is the key itself. A key can be empty even if the text is not.
  public static func searchKey(_ bytes: UnsafeBufferPointer<UInt8>, into out: inout ByteBuffer) {
    guard out.reserve(bytes.count) else { return }
    let start = out.count
    if appendASCIISearchKey(bytes, &out) { return }
    out.truncate(to: start)
    var folding = Folding(isSorting: false, start: start)
    folding.run(bytes, &out)
  }

  /// True if the text contains the text with the given search key. Every text contains the empty
  /// text. `scratch` is overwritten. If its memory runs out, the result is false and its
  /// `isExhausted` is true.
  public static func foldedContains(
    _ text: UnsafeBufferPointer<UInt8>, needleSearchKey: UnsafeBufferPointer<UInt8>,
    scratch: inout ByteBuffer
  ) -> Bool {
    guard let needle = needleSearchKey.baseAddress, needleSearchKey.count > 0 else { return true }
    scratch.removeAll()
    searchKey(text, into: &scratch)
    guard !scratch.isExhausted, let base = scratch.base else { return false }
    return memmem(base, scratch.count, needle, needleSearchKey.count) != nil
  }

  /// The place of another, non-empty search key in a search key, from the byte `start` on.
  public static func place(
    of needle: UnsafeBufferPointer<UInt8>, in key: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    guard let sought = needle.baseAddress, let base = key.baseAddress, start >= 0,
      start <= key.count,
      let found = memmem(base + start, key.count - start, sought, needle.count)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  /// Returns false if a byte is not ASCII. The caller must have made room for the whole text.
  private static func appendASCIISearchKey(
    _ bytes: UnsafeBufferPointer<UInt8>, _ out: inout ByteBuffer
  ) -> Bool {
    guard let source = bytes.baseAddress, let base = out.base else { return true }
    let target = base + out.count
    var all: UInt8 = 0
    var oddSpaces: UInt8 = 0  // Nonzero if any white space is not a single space.
    for index in 0..<bytes.count {  // No early exit, so that it can be vectorised.
      let byte = source[index]
      all |= byte
      oddSpaces |= byte &- 0x09 < 5 ? 1 : 0
      target[index] = lowercased(byte)
    }
    if all >= 0x80 { return false }
    for index in 0..<max(1, bytes.count) &- 1 {
      oddSpaces |= (source[index] ^ 0x20) | (source[index &+ 1] ^ 0x20) == 0 ? 1 : 0
    }
    out.length &+= oddSpaces != 0 ? collapseSpace(target, bytes.count) : bytes.count
    return true
  }

  /// Reduces each run of ASCII white space to one space, in place, and returns the new length.
  private static func collapseSpace(_ text: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int {
    var end = 0
    for index in 0..<count {
      let byte = text[index]
      let isSpace = byte == 0x20 || byte &- 0x09 < 5
      if isSpace, end > 0, text[end &- 1] == 0x20 { continue }
      text[end] = isSpace ? 0x20 : byte
      end &+= 1
    }
    return end
  }
}
