// This file splits a text into folded search words, with the place of each in the text.
import CUnicodeData

/// A word of a text, or a part of a run of characters that are written without spaces.
///
/// A word is a run of letters, digits and marks. A run of Han, kana, Hangul, or a script such as
/// Thai that puts no spaces between words, is cut into overlapping pairs, so that a search finds
/// any two neighbours. The last character follows alone, so that every character begins a token.
public struct Token {
  public enum Kind: Sendable {
    case word
    /// Two characters of a run.
    case pair
    /// The last character of a run of two or more.
    case last
    /// A run of one character.
    case single
  }

  public let kind: Kind
  /// The token's place in the text, in bytes.
  public let start: Int
  public let end: Int
  /// The end of its first character; for a word, the end of the word.
  public let firstEnd: Int
  /// The place of its folded bytes in the buffer; they end at the buffer's end.
  public let place: Int
}

extension UTF8Text {
  /// Appends the text's tokens, folded like a search key, each followed by a space. Calls `each`
  /// after every token, before its space is written. `each` may empty the buffer if it needs only
  /// one token at a time.
  ///
  /// - Complexity: linear, except that runs of combining marks out of order are sorted.
  public static func tokens(
    of bytes: UnsafeBufferPointer<UInt8>, into out: inout ByteBuffer,
    each: (Token, inout ByteBuffer) throws -> Void
  ) rethrows {
    var walk = TokenWalk(out.count)
    var offset = 0
    while offset < bytes.count {
      let byte = lowercased(bytes[offset])
      if byte &- 0x61 < 26 || byte &- 0x30 < 10 {
        try walk.addASCII(byte, at: offset, &out, each)
        offset &+= 1
        continue
      }
      let (scalar, length) = decode(bytes, at: offset)
      let end = offset &+ length
      let record = cunicode_lookup(scalar)
      if Int32(record.flags) & Int32(CUNICODE_SEARCH_SELF) != 0 {
        try walk.add(scalar, record, offset, end, &out, each)
      } else {
        let text = record.searchText
        if text.isEmpty { walk.stretch(to: end) }
        var place = 0
        while place < text.count {
          let (part, width) = decode(text, at: place)
          place &+= width
          try walk.add(part, cunicode_lookup(part), offset, end, &out, each)
        }
      }
      offset = end
    }
    try walk.close(&out, each)
  }

  /// Appends the tokens with a space after each: the form that the search index gets.
  public static func tokens(of bytes: UnsafeBufferPointer<UInt8>, into out: inout ByteBuffer) {
    tokens(of: bytes, into: &out) { _, _ in }
  }

  /// True if the text is ASCII. A reader that folds ASCII case, and treats every character except
  /// ASCII letters and digits as a space, can then use the text itself in place of its tokens.
  public static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var all: UInt8 = 0
    for byte in bytes { all |= byte }  // No early exit, so that it can be vectorised.
    return all < 0x80
  }
}

private struct TokenWalk {
  private struct Character {
    var scalar: UInt32
    var combining: UInt8
    var start: Int
    var end: Int
  }

  /// The place of the open word in the buffer, or -1.
  private var word = -1
  private var start = 0
  private var end = 0
  private var marks: MarkRun
  /// The last two characters of the open run. A jamo may still join the second.
  private var before: Character?
  private var last: Character?

  init(_ place: Int) { marks = MarkRun(at: place) }

  /// Extends the last character: a character that folding leaves out belongs to the one before it.
  mutating func stretch(to offset: Int) {
    if word >= 0 { end = offset } else { last?.end = offset }
  }

  @inline(__always)  // Most bytes of most texts.
  mutating func addASCII(
    _ byte: UInt8, at offset: Int, _ out: inout ByteBuffer,
    _ each: (Token, inout ByteBuffer) throws -> Void
  ) rethrows {
    if word < 0 {
      try close(&out, each)
      word = out.count
      start = offset
    } else {
      marks.close(&out)
    }
    out.append(byte)
    marks = MarkRun(at: out.count)
    end = offset &+ 1
  }

  /// Adds a code point that folds to itself, from the text or from a folded character.
  mutating func add(
    _ scalar: UInt32, _ record: cunicode_record, _ from: Int, _ to: Int, _ out: inout ByteBuffer,
    _ each: (Token, inout ByteBuffer) throws -> Void
  ) rethrows {
    let kind = Int(record.kind)
    // The last two code points of Unicode are not characters. They separate a book's quotes.
    if (kind != CUNICODE_LETTER && kind < CUNICODE_DIGIT) || scalar >= 0x10FFFE {
      return try close(&out, each)
    }
    if isUnspaced(scalar) {
      if word >= 0 { try close(&out, each) }
      let added = Character(scalar: scalar, combining: record.lead, start: from, end: to)
      return try addToRun(added, &out, each)
    }
    if word < 0 {
      try close(&out, each)
      word = out.count
      start = from
      marks = MarkRun(at: out.count)
    }
    if record.lead != 0 {
      marks.add(lead: record.lead, trail: record.trail)
      out.append(scalar: scalar)
    } else {
      marks.close(&out)
      out.append(scalar: scalar)
      marks = MarkRun(at: out.count)
    }
    end = to
  }

  private mutating func addToRun(
    _ added: Character, _ out: inout ByteBuffer,
    _ each: (Token, inout ByteBuffer) throws -> Void
  ) rethrows {
    guard var known = last else {
      last = added
      return
    }
    if let whole = Hangul.compose(known.scalar, added.scalar) {
      known.scalar = whole
      known.end = added.end
      last = known
      return
    }
    var next = added
    // Two marks of different classes are the same text in either order.
    if added.combining != 0, known.combining > added.combining {
      (known.scalar, next.scalar) = (next.scalar, known.scalar)
      (known.combining, next.combining) = (next.combining, known.combining)
    }
    if let before { try emitPair(before, known, &out, each) }
    before = known
    last = next
  }

  private func emitPair(
    _ one: Character, _ other: Character, _ out: inout ByteBuffer,
    _ each: (Token, inout ByteBuffer) throws -> Void
  ) rethrows {
    let place = out.count
    out.append(scalar: one.scalar)
    out.append(scalar: other.scalar)
    try each(
      Token(kind: .pair, start: one.start, end: other.end, firstEnd: one.end, place: place), &out)
    out.append(0x20)
  }

  /// Ends the open word or run.
  mutating func close(
    _ out: inout ByteBuffer, _ each: (Token, inout ByteBuffer) throws -> Void
  ) rethrows {
    if word >= 0 {
      marks.close(&out)
      let place = word
      word = -1
      try each(Token(kind: .word, start: start, end: end, firstEnd: end, place: place), &out)
      out.append(0x20)
      marks = MarkRun(at: out.count)
    } else if let closing = last {
      let isSingle = before == nil
      if let before { try emitPair(before, closing, &out, each) }
      (before, last) = (nil, nil)
      let place = out.count
      out.append(scalar: closing.scalar)
      try each(
        Token(
          kind: isSingle ? .single : .last, start: closing.start, end: closing.end,
          firstEnd: closing.end, place: place), &out)
      out.append(0x20)
    }
  }
}

/// True for the folded characters of Hangul and of scripts that put no spaces between words.
func isUnspaced(_ scalar: UInt32) -> Bool {
  switch scalar {
  case 0..<0x0E00: false
  case 0x0E00...0x0EFF: true  // Thai, Lao
  case 0x1000...0x109F: true  // Myanmar
  case 0x1100...0x11FF: true  // Hangul in pieces
  case 0x1780...0x17FF: true  // Khmer
  case 0x2E80...0x2FDF: true  // radicals of Han
  case 0x3005...0x3007, 0x3021...0x3035, 0x3038...0x303C: true  // marks and numbers of Han and kana
  case 0x3040...0x312F: true  // kana, bopomofo
  case 0x31A0...0x31BF, 0x31F0...0x31FF: true
  case 0x3400...0x4DBF, 0x4E00...0x9FFF: true  // Han
  case 0xA960...0xA97F, 0xAC00...0xD7FF: true  // Hangul
  case 0xF900...0xFAFF: true  // Han
  case 0x1AFF0...0x1B16F: true  // kana
  case 0x20000...0x3FFFF: true  // Han
  default: false
  }
}

extension cunicode_record {
  /// The code point's form in a search key, unless the flag CUNICODE_SEARCH_SELF is set.
  var searchText: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: cunicode_text_at(search_offset), count: Int(search_length))
  }
}
