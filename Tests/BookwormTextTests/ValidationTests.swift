// Tests which bytes are UTF-8, and which texts are blank.
import BookwormText
import Testing

private func fault(_ bytes: [UInt8]) -> TextFault? {
  bytes.withUnsafeBufferPointer { UTF8Text.validate($0) }
}

private func isBlank(_ text: String) -> Bool {
  Array(text.utf8).withUnsafeBufferPointer { UTF8Text.isBlank($0) }
}

@Suite struct ValidationTests {
  @Test func everyCodePointIsValidAtEveryPlace() {
    for scalar in knownScalars {
      for padding in [0, 5, 7] {
        let bytes = Array(repeating: 0x61, count: padding) + Array(String(scalar).utf8)
        if let fault = fault(bytes) { Issue.record("\(scalars(String(scalar))): \(fault)") }
      }
    }
    #expect(fault([]) == nil)
  }

  @Test(
    arguments: [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x9F, 0xBF],
      [0xE2, 0x82], [0xE2, 0x28, 0xA1], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
      [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80],
      [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF],
    ] as [[UInt8]])
  func whatIsNotUTF8IsFoundWhereItBegins(bytes: [UInt8]) {
    for before in 0...20 {
      let text = [UInt8](repeating: 0x61, count: before)
      let expected = TextFault(kind: .invalidUTF8, offset: before)
      #expect(fault(text + bytes) == expected)
      // A truncated sequence is as invalid before other text as at the end.
      #expect(fault(text + bytes + [UInt8](repeating: 0x61, count: 9)) == expected)
      #expect(fault(text + bytes + [0]) == expected)
    }
  }

  @Test func whatIsNotUTF8IsRepairedByteByByte() {
    func repaired(_ bytes: [UInt8]) -> String { text(key(bytes, UTF8Text.repair)) }
    func isUTF8(_ bytes: [UInt8]) -> Bool {
      bytes.withUnsafeBufferPointer { UTF8Text.isUTF8($0) }
    }
    #expect(repaired([0x41, 0xC3, 0x28, 0xE2, 0x82]) == "A\u{FFFD}(\u{FFFD}\u{FFFD}")
    var dice = Dice(5)
    for _ in 0..<5000 {
      let bytes = (0..<Int.random(in: 0...30, using: &dice)).map { _ in
        Bool.random(using: &dice) ? 0x61 : UInt8.random(in: 0...255, using: &dice)
      }
      let sound = Array(repaired(bytes).utf8)
      #expect(isUTF8(sound))
      #expect(isUTF8(bytes) == (sound == bytes), "\(bytes)")
    }
    // Here a NUL is a character like any other.
    #expect(isUTF8([0, 0x61, 0, 0, 0xC3, 0xA9, 0]))
    #expect(!isUTF8([0, 0x61, 0, 0, 0xC3, 0]))
  }

  @Test func nulIsFoundAtEveryPlace() {
    for length in 1...24 {
      for place in 0..<length {
        var text = [UInt8](repeating: 0x7F, count: length)
        text[place] = 0
        #expect(fault(text) == TextFault(kind: .nul, offset: place))
      }
    }
    #expect(fault([0x01] + [0, 0xFF]) == TextFault(kind: .nul, offset: 1))
  }

  @Test func theSwiftDecoderAgreesOnRandomBytes() {
    var dice = Dice(3)
    let interesting: [UInt8] = [
      0x61, 0x7F, 0x80, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF4, 0xF5,
    ]
    for _ in 0..<50_000 {
      let bytes = (0..<Int.random(in: 1...6, using: &dice)).map { _ in
        interesting.randomElement(using: &dice) ?? 0x61
      }
      #expect((fault(bytes) == nil) == (String(validating: bytes, as: UTF8.self) != nil))
    }
  }

  @Test func blankIsExactlyWhatUnicodeCallsWhiteSpaceOrIgnorable() {
    for scalar in knownScalars {
      let properties = scalar.properties
      let expected =
        properties.isWhitespace || properties.isDefaultIgnorableCodePoint || scalar == "\u{2800}"
      if isBlank(String(scalar)) != expected { Issue.record("\(scalars(String(scalar)))") }
    }
    #expect(isBlank(""))
    #expect(isBlank(" \t\u{A0}\u{3000}\u{2028}\n"))
    #expect(!isBlank("\u{3000}x"))
    #expect(isBlank("\u{200B}\u{FEFF} \u{3164}\u{2800}\u{E0041}"))
    #expect(!isBlank("\u{200B}x") && !isBlank("\u{2801}"))
  }
}
