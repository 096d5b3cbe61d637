// This file extracts the piece of a text that shows where a search found its terms.
import CUnicodeData

extension TermMatcher {
  /// The width of a snippet in columns. A Han character, kana or syllable of Hangul takes two
  /// columns. So a snippet has some sixteen words of a European language, or 48 such characters.
  static let columns = 96

  /// Nil if the text contains none of the terms.
  public func find(in text: UnsafeBufferPointer<UInt8>) -> Finding? {
    var terms: UInt64 = 0
    var best: (terms: UInt64, start: Int, end: Int)?
    // The hits within the last columns, the newest last.
    var recent: [(hit: Hit, column: Int)] = []
    var (column, counted) = (0, 0)
    match(text) { hit in
      terms |= hit.terms
      if hit.end > counted { column &+= countColumns(text, counted..<hit.end) }
      counted = max(counted, hit.end)
      recent.removeAll { $0.column < column &- TermMatcher.columns }
      recent.append((hit, column))
      let together = recent.reduce(0) { $0 | $1.hit.terms }
      if best.map({ $0.terms.nonzeroBitCount < together.nonzeroBitCount }) ?? true {
        best = (together, recent.reduce(hit.start) { min($0, $1.hit.start) }, hit.end)
      }
      return together != all
    }
    return best.map { Finding(terms: terms, start: $0.start, end: $0.end) }
  }

  /// Appends the text around the finding. The found words are enclosed in `before` and `after`, and
  /// "…" marks omitted text. Tabs, line breaks and other characters below U+0020 become spaces.
  public func appendSnippet(
    of text: UnsafeBufferPointer<UInt8>, _ finding: Finding, before: [UInt8], after: [UInt8],
    to out: inout ByteBuffer
  ) {
    let piece = TermMatcher.piece(of: text, around: finding)
    let slice = UnsafeBufferPointer(rebasing: text[piece])
    var found: [Range<Int>] = []
    match(slice) { hit in
      // Adjacent hits count as one place: a run of characters is indexed as pairs, which overlap.
      var (start, end) = (hit.start, hit.end)
      while let last = found.last, start <= last.upperBound {
        (start, end) = (min(start, last.lowerBound), max(end, last.upperBound))
        found.removeLast()
      }
      found.append(start..<end)
      return true
    }
    if found.isEmpty {  // The found text is longer than a snippet.
      let end = min(finding.end, piece.upperBound)
      found = [finding.start - piece.lowerBound..<end - piece.lowerBound]
    }
    if piece.lowerBound > 0 { out.append(text: TermMatcher.ellipsis) }
    var offset = 0
    for range in found {
      out.append(plain: slice, offset..<range.lowerBound)
      out.append(text: before)
      out.append(plain: slice, range)
      out.append(text: after)
      offset = range.upperBound
    }
    out.append(plain: slice, offset..<slice.count)
    if piece.upperBound < text.count { out.append(text: TermMatcher.ellipsis) }
  }

  private static let ellipsis = Array("…".utf8)

  /// The part of the text to show: `columns` wide, or as wide as the finding if that is wider, but
  /// at most twice `columns`. It begins and ends between words if possible.
  private static func piece(
    of text: UnsafeBufferPointer<UInt8>, around finding: Finding
  ) -> Range<Int> {
    let used = countColumns(text, finding.start..<finding.end)
    let spare = max(columns &- used, 0)
    var (start, left) = walkBack(text, from: finding.start, spare / 3)
    var (end, right) = walkOn(text, from: finding.end, spare &- left)
    if used > 2 &* columns { end = walkOn(text, from: finding.start, 2 &* columns).offset }
    if end == text.count { start = walkBack(text, from: finding.start, spare &- right).offset }
    if start > 0 {
      while start < finding.start, isWithinWord(text, start) { start = next(text, start) }
      while start < finding.start, !isWord(text, start) { start = next(text, start) }
    }
    if end < text.count, used <= 2 &* columns {
      while end > finding.end, isWithinWord(text, end) { end = previous(text, end) }
      while end > finding.end, isSpace(text, previous(text, end)) { end = previous(text, end) }
    }
    return start..<end
  }
}

// MARK: Places in a text, which need not be UTF-8

/// The width of a part of a text in columns; each character takes at least one.
private func countColumns(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int {
  var columns = 0
  for index in range { columns &+= width(text[index]) }
  return columns
}

/// The width of a character by its first byte; 0 for any other byte.
private func width(_ byte: UInt8) -> Int {
  byte & 0xC0 == 0x80 ? 0 : byte >= 0xE3 && byte != 0xEF ? 2 : 1
}

private func next(_ text: UnsafeBufferPointer<UInt8>, _ offset: Int) -> Int {
  min(offset &+ decode(text, at: offset).length, text.count)
}

/// The beginning of the character before `offset`, which must be above 0.
private func previous(_ text: UnsafeBufferPointer<UInt8>, _ offset: Int) -> Int {
  var place = offset &- 1
  while place > 0, place > offset &- 4, text[place] & 0xC0 == 0x80 { place &-= 1 }
  return place
}

private func walkBack(
  _ text: UnsafeBufferPointer<UInt8>, from start: Int, _ columns: Int
) -> (offset: Int, used: Int) {
  var (offset, used) = (start, 0)
  while offset > 0 {
    let place = previous(text, offset)
    let width = max(width(text[place]), 1)
    if used &+ width > columns { break }
    (offset, used) = (place, used &+ width)
  }
  return (offset, used)
}

private func walkOn(
  _ text: UnsafeBufferPointer<UInt8>, from start: Int, _ columns: Int
) -> (offset: Int, used: Int) {
  var (offset, used) = (start, 0)
  while offset < text.count {
    let width = max(width(text[offset]), 1)
    if used &+ width > columns { break }
    (offset, used) = (next(text, offset), used &+ width)
  }
  return (offset, used)
}

private func isWord(_ text: UnsafeBufferPointer<UInt8>, _ offset: Int) -> Bool {
  let kind = Int(cunicode_lookup(decode(text, at: offset).scalar).kind)
  return kind == CUNICODE_LETTER || kind >= CUNICODE_DIGIT
}

private func isSpace(_ text: UnsafeBufferPointer<UInt8>, _ offset: Int) -> Bool {
  Int(cunicode_lookup(decode(text, at: offset).scalar).kind) == CUNICODE_SPACE
}

/// Whether a cut at `offset` would split a word, or separate a character from its marks. `offset`
/// is neither the text's beginning nor its end.
private func isWithinWord(_ text: UnsafeBufferPointer<UInt8>, _ offset: Int) -> Bool {
  let scalar = decode(text, at: offset).scalar
  let before = decode(text, at: previous(text, offset)).scalar
  if cunicode_lookup(scalar).lead != 0 { return true }
  if isUnspaced(scalar) || isUnspaced(before) { return false }
  return isWord(text, offset) && isWord(text, previous(text, offset))
}

extension ByteBuffer {
  fileprivate mutating func append(text: [UInt8]) {
    text.withUnsafeBufferPointer { append($0) }
  }

  /// Appends the text as it is shown on one line.
  fileprivate mutating func append(plain text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    for index in range { append(text[index] < 0x20 ? 0x20 : text[index]) }
  }
}
