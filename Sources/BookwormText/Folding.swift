// This file folds any text for search keys and sort keys: one pass, one character at a time.
import CUnicodeData

struct Folding {
  private let isSorting: Bool
  private let start: Int
  private var run: MarkRun
  private var spaceWaits = false
  /// The place of the number being written, or -1.
  private var number = -1
  /// The last code point written, if a jamo may join it; otherwise 0.
  private var openHangul: UInt32 = 0

  /// Begins a folded text in a buffer that already has `start` bytes.
  init(isSorting: Bool, start: Int) {
    self.isSorting = isSorting
    self.start = start
    run = MarkRun(at: start)
  }

  mutating func run(_ bytes: UnsafeBufferPointer<UInt8>, _ out: inout ByteBuffer) {
    var offset = 0
    while offset < bytes.count {
      let byte = lowercased(bytes[offset])
      // In a text with few accents, this handles most bytes and halves the time.
      if byte &- 0x61 < 26 {
        beginCharacter(&out)
        out.append(byte)
        run = MarkRun(at: out.count)
        offset &+= 1
        continue
      }
      let (scalar, length) = decode(bytes, at: offset)
      let source = UnsafeBufferPointer(rebasing: bytes[offset..<offset &+ length])
      offset &+= length
      let record = cunicode_lookup(scalar)
      let isSelf = Int32(record.flags) & Int32(CUNICODE_SEARCH_SELF) != 0
      let text = isSelf ? source : record.searchText
      if text.isEmpty { continue }  // Left out, so its neighbours become adjacent.
      if Int32(record.flags) & Int32(CUNICODE_SEARCH_LETTERS) != 0 {
        beginCharacter(&out)
        out.append(text)
        run = MarkRun(at: out.count)
      } else if isSelf {
        add(scalar, record, &out)
      } else {
        add(text, &out)
      }
    }
    endNumber(&out)
    run.close(&out)
    if spaceWaits, !isSorting { out.append(0x20) }
  }

  /// Adds the folded form of a character. Each code point of that form folds to itself.
  private mutating func add(_ text: UnsafeBufferPointer<UInt8>, _ out: inout ByteBuffer) {
    var offset = 0
    while offset < text.count {
      let (scalar, length) = decode(text, at: offset)
      offset &+= length
      add(scalar, cunicode_lookup(scalar), &out)
    }
  }

  /// Adds a code point that folds to itself.
  private mutating func add(_ scalar: UInt32, _ record: cunicode_record, _ out: inout ByteBuffer) {
    let kind = Int(record.kind)
    if kind == CUNICODE_SPACE {
      spaceWaits = true
      openHangul = 0
      return
    }
    if openHangul != 0, let whole = Hangul.compose(openHangul, scalar) {
      out.truncate(to: out.count &- 3)
      write(letter: whole, &out)
      return
    }
    if record.lead != 0 {
      if spaceWaits || number >= 0 { beginCharacter(&out) }
      openHangul = 0
      run.add(lead: record.lead, trail: record.trail)
      out.append(scalar: scalar)
      return
    }
    if isSorting, kind >= CUNICODE_DIGIT {
      addDigit(UInt8(truncatingIfNeeded: kind &- CUNICODE_DIGIT), &out)
      return
    }
    beginCharacter(&out)
    if isSorting, kind != CUNICODE_LETTER {
      write(mark: scalar, isSymbol: kind == CUNICODE_SYMBOL, &out)
    } else {
      write(letter: scalar, &out)
    }
  }

  private mutating func write(letter scalar: UInt32, _ out: inout ByteBuffer) {
    out.append(scalar: scalar)
    openHangul = Hangul.isOpen(scalar) ? scalar : 0
    run = MarkRun(at: out.count)
  }

  private mutating func write(mark scalar: UInt32, isSymbol: Bool, _ out: inout ByteBuffer) {
    let weight = scalar < 0x80 ? SortByte.of(UInt8(truncatingIfNeeded: scalar)) : 0
    if weight != 0 {
      out.append(weight)
    } else {
      out.append(isSymbol ? SortByte.symbol : SortByte.punctuation)
      if scalar < 0x80 {  // A control character: two bytes, not valid UTF-8, never zero.
        out.append(0xC0 | UInt8(truncatingIfNeeded: scalar >> 6))
        out.append(0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F))
      } else {
        out.append(scalar: scalar)
      }
    }
    run = MarkRun(at: out.count)
  }

  private mutating func addDigit(_ value: UInt8, _ out: inout ByteBuffer) {
    if number < 0 || spaceWaits {
      beginCharacter(&out)
      number = out.count
      out.append(SortByte.number)
    }
    if value != 0 || out.count != number &+ 1 { out.append(0x30 &+ value) }
  }

  /// Ends the number being written, and writes the white space before the next character.
  private mutating func beginCharacter(_ out: inout ByteBuffer) {
    endNumber(&out)
    run.close(&out)
    openHangul = 0
    if spaceWaits {
      if !isSorting { out.append(0x20) } else if out.count > start { out.append(SortByte.space) }
      spaceWaits = false
    }
    run = MarkRun(at: out.count)
  }

  private mutating func endNumber(_ out: inout ByteBuffer) {
    if number >= 0 { out.finishNumber(at: number) }
    number = -1
  }
}
