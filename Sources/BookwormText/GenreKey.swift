// This file builds the keys of genre names. Two names count as the same if their keys are equal.
import CUnicodeData

extension UTF8Text {
  /// Appends the text's compatibility caseless form: NFKD and full case folding, accents kept.
  ///
  /// It is definition D146 of the Unicode Standard, `NFKD(fold(NFKD(fold(NFD(text)))))`, in UTF-8,
  /// so that another program can compute and compare it.
  ///
  /// - Complexity: linear, except that runs of combining marks out of order are sorted.
  public static func genreKey(_ bytes: UnsafeBufferPointer<UInt8>, into out: inout ByteBuffer) {
    guard let source = bytes.baseAddress, out.reserve(bytes.count), let base = out.base else {
      return
    }
    let target = base + out.count
    var all: UInt8 = 0
    for index in 0..<bytes.count {  // No early exit, so that it can be vectorised.
      all |= source[index]
      target[index] = lowercased(source[index])
    }
    if all < 0x80 {
      out.length &+= bytes.count
    } else {
      appendAnyGenreKey(bytes, &out)
    }
  }

  private static func appendAnyGenreKey(
    _ bytes: UnsafeBufferPointer<UInt8>, _ out: inout ByteBuffer
  ) {
    var offset = 0
    var run = MarkRun(at: out.count)
    var iota: Int32 = 0
    func close(_ out: inout ByteBuffer) {
      run.close(&out)
      if iota != 0 { run.foldIota(&out) }
      run = MarkRun(at: out.count)
      iota = 0
    }
    while offset < bytes.count {
      let (scalar, length) = decode(bytes, at: offset)
      offset &+= length
      let record = cunicode_lookup(scalar)
      let flags = Int32(record.flags)
      // An iota subscript goes after the marks of its own character. The next character is a
      // separate one even if it decomposes to a mark, as a half-width voicing mark does.
      let isStarter = flags & Int32(CUNICODE_STARTER) != 0 && iota & Int32(CUNICODE_IOTA) != 0
      if record.lead == 0 || isStarter { close(&out) }
      if record.lead != 0 || record.trail != 0 { run.add(lead: record.lead, trail: record.trail) }
      iota |= flags & Int32(CUNICODE_IOTA | CUNICODE_IOTA_LATE)
      if Hangul.isSyllable(scalar) {
        Hangul.appendJamo(of: scalar, to: &out)
      } else if flags & Int32(CUNICODE_KEY_SELF) != 0 {
        out.append(scalar: scalar)
      } else {
        out.append(cunicode_text_at(record.key_offset), Int(record.key_length))
      }
    }
    close(&out)
  }
}

/// Returns an ASCII letter in lower case, and any other byte as it is.
@inline(__always)
func lowercased(_ byte: UInt8) -> UInt8 {
  byte &- 0x41 < 26 ? byte | 0x20 : byte
}
