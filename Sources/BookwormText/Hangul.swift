// This file composes and decomposes Hangul syllables by arithmetic (Unicode, section 3.12).

enum Hangul {
  static func isSyllable(_ scalar: UInt32) -> Bool { scalar &- 0xAC00 < 11172 }
  private static func isLeading(_ scalar: UInt32) -> Bool { scalar &- 0x1100 < 19 }
  private static func isVowel(_ scalar: UInt32) -> Bool { scalar &- 0x1161 < 21 }
  private static func isTrailing(_ scalar: UInt32) -> Bool { scalar &- 0x11A8 < 27 }

  /// Whether a jamo may join the code point. Also true for a syllable that has its trailing jamo:
  /// compose() then returns nil.
  static func isOpen(_ scalar: UInt32) -> Bool { isLeading(scalar) || isSyllable(scalar) }

  /// The syllable composed of a leading jamo and a vowel, or of a syllable and a trailing jamo.
  static func compose(_ first: UInt32, _ second: UInt32) -> UInt32? {
    if isLeading(first), isVowel(second) {
      return 0xAC00 &+ ((first &- 0x1100) &* 21 &+ (second &- 0x1161)) &* 28
    }
    if isSyllable(first), (first &- 0xAC00) % 28 == 0, isTrailing(second) {
      return first &+ (second &- 0x11A7)
    }
    return nil
  }

  static func appendJamo(of syllable: UInt32, to out: inout ByteBuffer) {
    let index = syllable &- 0xAC00
    out.append(scalar: 0x1100 &+ index / 588)
    out.append(scalar: 0x1161 &+ index / 28 % 21)
    if index % 28 != 0 { out.append(scalar: 0x11A7 &+ index % 28) }
  }
}
