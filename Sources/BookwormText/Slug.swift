// This file converts a text to one word for files and addresses: folded, with hyphens between
// words.
@_spi(_Unicode) import Swift

extension UTF8Text {
  /// Appends the text's compatibility caseless form (see genreKey()), composed (NFC). Invisible
  /// format characters are left out. Each run of characters other than letters, digits and their
  /// marks becomes one hyphen, with none at the ends. A text without letters and digits is written
  /// as its code points, "u2605" for "★", so that only an empty text has an empty slug.
  ///
  /// - Complexity: linear; an ASCII text needs no memory besides the buffer's.
  public static func slug(_ bytes: UnsafeBufferPointer<UInt8>, into out: inout ByteBuffer) {
    let start = out.count
    var word = Word()
    if bytes.allSatisfy({ $0 < 0x80 }) {
      for byte in bytes { word.append(Unicode.Scalar(lowercased(byte)), since: start, to: &out) }
    } else {
      var folded = ByteBuffer()
      genreKey(bytes, into: &folded)
      if folded.isExhausted { return out.isExhausted = true }
      for scalar in String(decoding: folded.bytes, as: UTF8.self)._nfc {
        word.append(scalar, since: start, to: &out)
      }
    }
    guard out.count == start else { return }
    var offset = 0
    while offset < bytes.count {
      let (scalar, length) = decode(bytes, at: offset)
      if offset > 0 { out.append(hyphen) }
      for byte in "u\(String(scalar, radix: 16))".utf8 { out.append(byte) }
      offset &+= length
    }
  }

  fileprivate static let hyphen = UInt8(ascii: "-")
}

private struct Word {
  /// Whether something was left out after the last character of a word.
  private var ended = true

  mutating func append(_ scalar: Unicode.Scalar, since start: Int, to out: inout ByteBuffer) {
    switch Word.part(of: scalar) {
    case .letter: break
    case .mark where !ended: break
    case .invisible: return
    case .mark, .other:
      ended = true
      return
    }
    if ended, out.count > start { out.append(UTF8Text.hyphen) }
    ended = false
    out.append(scalar: scalar.value)
  }

  private enum Part { case letter, mark, invisible, other }

  private static func part(of scalar: Unicode.Scalar) -> Part {
    if scalar.isASCII {
      switch scalar {
      case "0"..."9", "a"..."z": return .letter
      default: return .other
      }
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber:
      return .letter
    case .nonspacingMark, .spacingMark, .enclosingMark: return .mark
    case .format: return .invisible
    default: return .other
    }
  }
}
