// Parses and formats language tags of BCP 47, by the grammar and the conventions of RFC 5646.
import BookwormStorage
import BookwormText

package enum LanguageTag {
  /// Whether the tag is well-formed. Does not check whether its parts are registered.
  static func isWellFormed(_ tag: Bytes) -> Bool {
    let parts = tag.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.allSatisfy({ (1...8).contains($0.count) && $0.allSatisfy(isLetterOrDigit) }) else {
      return false
    }
    var rest = parts[...]
    return isLanguage(&rest) || isPrivate(parts[...]) || isIrregular(tag)
  }

  private typealias Parts = ArraySlice<Bytes.SubSequence>

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
  private static func isLetterOrDigit(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }

  /// Removes the first part if it is valid.
  private static func take(
    _ parts: inout Parts, _ lengths: ClosedRange<Int>, _ isPart: (UInt8) -> Bool
  ) -> Bool {
    guard let first = parts.first, lengths.contains(first.count), first.allSatisfy(isPart) else {
      return false
    }
    parts.removeFirst()
    return true
  }

  /// Matches `langtag` of the grammar, with everything that may follow the language.
  private static func isLanguage(_ parts: inout Parts) -> Bool {
    let isShort = parts.first.map { $0.count <= 3 } ?? false
    guard take(&parts, 2...8, isLetter) else { return false }
    if isShort { for _ in 0..<3 where !take(&parts, 3...3, isLetter) { break } }
    _ = take(&parts, 4...4, isLetter)
    _ = take(&parts, 2...2, isLetter) || take(&parts, 3...3, isDigit)
    while take(&parts, 5...8, isLetterOrDigit)
      || isYear(parts) && take(&parts, 4...4, { _ in true })
    {}
    while let first = parts.first, first.count == 1, first.first.map({ $0 | 0x20 }) != 0x78 {
      parts.removeFirst()
      guard take(&parts, 2...8, isLetterOrDigit) else { return false }
      while take(&parts, 2...8, isLetterOrDigit) {}
    }
    return parts.isEmpty || isPrivate(parts)
  }

  /// Whether a variant has four characters and begins with a digit.
  private static func isYear(_ parts: Parts) -> Bool {
    parts.first.map { $0.count == 4 && $0.first.map(isDigit) == true } ?? false
  }

  private static func isPrivate(_ parts: Parts) -> Bool {
    parts.count > 1
      && parts.first.map { $0.count == 1 && $0.first.map { $0 | 0x20 } == 0x78 } == true
  }

  /// Recognizes the irregular tags that predate the rules and are listed in the grammar.
  private static func isIrregular(_ tag: Bytes) -> Bool {
    let tag = tag.map { isLetter($0) ? $0 | 0x20 : $0 }
    return irregular.contains { $0.utf8.elementsEqual(tag) }
  }

  private static let irregular = [
    "en-gb-oed", "i-ami", "i-bnn", "i-default", "i-enochian", "i-hak", "i-klingon", "i-lux",
    "i-mingo", "i-navajo", "i-pwn", "i-tao", "i-tay", "i-tsu", "sgn-be-fr", "sgn-be-nl",
    "sgn-ch-de",
  ]

  /// Writes a tag as in RFC 5646, section 2.1.1: in lower case, except a region's letters and a
  /// script's first letter. The exceptions do not apply at the beginning or after a single letter
  /// or digit. A language's name becomes its code, and a code of three letters becomes the code of
  /// two letters if there is one.
  static func canonical(_ tag: Bytes, into buffer: inout ByteBuffer) {
    buffer.removeAll()
    let first = tag.prefix { $0 != UInt8(ascii: "-") }
    if first.count != 2 {
      if let known = LanguageNames.tag(of: tag) { return buffer.append(known) }
      if first.count == 3, let known = LanguageNames.tag(of: Bytes(rebasing: first)) {
        let whole = Array(known) + tag.dropFirst(3)
        return whole.withUnsafeBufferPointer { write($0, into: &buffer) }
      }
    }
    write(tag, into: &buffer)
  }

  /// Returns the tag that a person means by a language's name, its code or a tag. Nil for any other
  /// word, although it could be a tag by the grammar.
  package static func typed(_ text: Bytes) throws -> [UInt8]? {
    if let known = LanguageNames.tag(of: text) { return Array(known) }
    let hyphenated = text.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 }
    return try hyphenated.withUnsafeBufferPointer { tag in
      let language = tag.prefix { $0 != UInt8(ascii: "-") }
      guard language.count < 4, isWellFormed(tag) else { return nil }
      var buffer = ByteBuffer()
      canonical(tag, into: &buffer)
      try Keys.check(buffer)
      return Array(buffer.bytes)
    }
  }

  private static func write(_ tag: Bytes, into buffer: inout ByteBuffer) {
    var isPlain = true
    var isFirst = true
    for part in tag.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false) {
      if !isFirst { buffer.append(UInt8(ascii: "-")) }
      let mayBeLarge = isPlain && !isFirst
      for (place, byte) in part.enumerated() {
        let isLarge = mayBeLarge && (part.count == 2 || part.count == 4 && place == 0)
        buffer.append(!isLetter(byte) ? byte : isLarge ? byte & 0xDF : byte | 0x20)
      }
      if part.count == 1 { isPlain = false }
      isFirst = false
    }
  }
}

extension Rules {
  static func language(_ tag: Bytes, _ field: @autoclosure () -> String) throws {
    try text(tag, field(), limit: nameLimit)
    guard LanguageTag.isWellFormed(tag) || LanguageNames.tag(of: tag) != nil else {
      var likely = ByteBuffer()
      // Operating systems write the names of locales with an underscore, such as en_US.
      let hyphenated = tag.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 }
      hyphenated.withUnsafeBufferPointer { LanguageTag.canonical($0, into: &likely) }
      try Keys.check(likely)
      let isTag = LanguageTag.isWellFormed(likely.bytes)
      throw Failure(
        .invalid, field(),
        "\(field()) is \"\(String(decoding: tag.prefix(40), as: UTF8.self))\", which is not a"
          + " language tag of BCP 47, such as "
          + (isTag ? String(decoding: likely.bytes, as: UTF8.self) : "en, pt-BR or zh-Hant"))
    }
  }
}
