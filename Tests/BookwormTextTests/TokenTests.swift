// Tests the words of a text for searches, and their places in it.
import BookwormText
import Testing

private struct Found: Equatable {
  let text: String
  let kind: Token.Kind
  /// The part of the original text.
  let piece: String
}

private func found(_ bytes: [UInt8]) -> [Found] {
  var buffer = ByteBuffer()
  var found: [Found] = []
  bytes.withUnsafeBufferPointer { text in
    UTF8Text.tokens(of: text, into: &buffer) { token, out in
      found.append(
        Found(
          text: String(decoding: out.bytes[token.place...], as: UTF8.self), kind: token.kind,
          piece: String(decoding: text[token.start..<token.end], as: UTF8.self)))
    }
  }
  return found
}

private func tokens(_ text: String) -> String {
  String(decoding: key(Array(text.utf8)) { UTF8Text.tokens(of: $0, into: &$1) }, as: UTF8.self)
}

@Suite struct TokenTests {
  @Test(arguments: [
    ("The Hobbit", "the hobbit "), ("Łódź, Straße", "lodz strasse "), ("O'Brien", "o brien "),
    ("catch-22", "catch 22 "), ("snake_case", "snake case "), ("E=mc²", "e mc2 "),
    ("  ", ""), ("", ""), ("!?… — “”", ""), ("a\u{AD}b", "ab "), ("ﬁne ½", "fine 1 2 "),
    ("Ｆｕｌｌ　ｗｉｄｔｈ", "full width "), ("Война и миръ", "воина и миръ "),
    ("हिन्दी भाषा", "हिन्दी भाषा "), ("العَرَبيّة", "العربية "), ("٤٢", "٤٢ "),
    ("도서", "도서 서 "), ("도서관", "도서 서관 관 "), ("도", "도 "),
    ("東京 大学", "東京 京 大学 学 "), ("Python入門", "python 入門 門 "), ("東a京", "東 a 京 "),
    ("ガラス", "カラ ラス ス "), ("コーヒー", "コー ーヒ ヒー ー "), ("인터넷2", "인터 터넷 넷 2 "),
    ("กิน", "กิ ิน น "), ("\u{1112}\u{1161}\u{11AB}", "한 "), ("ㅎㅏ", "하 "),
    ("㈱日本", "株 日本 本 "), ("一。二", "一 二 "), ("𠮷野家", "𠮷野 野家 家 "),
    ("a\u{10FFFF}b", "a b "), ("a🐉b", "a b "),
  ])
  func theTokensAre(text: String, expected: String) {
    #expect(scalars(tokens(text)) == scalars(expected), "\(tokens(text))")
  }

  @Test func eachTokenKnowsWhereItStands() {
    let text = "Zoë\u{301}, 東京都 X\u{AD}y"
    #expect(
      found(Array(text.utf8)) == [
        Found(text: "zoe", kind: .word, piece: "Zoë\u{301}"),
        Found(text: "東京", kind: .pair, piece: "東京"),
        Found(text: "京都", kind: .pair, piece: "京都"),
        Found(text: "都", kind: .last, piece: "都"),
        Found(text: "xy", kind: .word, piece: "X\u{AD}y"),
      ])
    #expect(found(Array("도 ᄒ\u{1161}\u{11AB}".utf8)).map(\.piece) == ["도", "ᄒ\u{1161}\u{11AB}"])
    #expect(found(Array("도".utf8)).map(\.kind) == [.single])
    #expect(found(Array("½".utf8)).map(\.piece) == ["½", "½"])
  }

  @Test(arguments: composedAndDecomposed)
  func composedAndDecomposedTextsHaveTheSameTokens(composed: String, decomposed: String) {
    #expect(scalars(tokens(composed)) == scalars(tokens(decomposed)))
  }

  /// Without word separators, the tokens of a text are its search key.
  @Test func theTokensAreTheSearchKeyCutIntoWords() {
    for original in knownScalars.map({ "x\($0)y" }) + randomTexts(20_000, seed: 21) {
      let key = text(searchKey(original))
      // Marks of two scripts on one character, one of them without spaces, keep their order.
      if original.unicodeScalars.contains(where: isUnspacedMark) { continue }
      if scalars(tokens(original)) != scalars(tokens(key)) {
        Issue.record("\(scalars(original)): \(tokens(original)) \(tokens(key))")
      }
      var words = ""
      for token in found(Array(original.utf8)) {
        words += token.kind == .pair ? String(token.text.unicodeScalars.prefix(1)) : token.text
      }
      let letters = key.unicodeScalars.filter { isLetter($0) }.map { String($0) }.joined()
      if scalars(words) != scalars(letters) {
        Issue.record("\(scalars(original)): \(scalars(words)) is not \(scalars(letters))")
      }
    }
  }

  private func isUnspacedMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x302A...0x302F:
      scalar.properties.canonicalCombiningClass.rawValue != 0
    default: false
    }
  }

  /// Whether it is part of words: neither white space, punctuation, symbol nor control.
  private func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.properties.isWhitespace || scalar.value >= 0x10FFFE { return false }
    switch scalar.properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol,
      .modifierSymbol, .otherSymbol, .control, .format:
      return false
    default: return true
    }
  }

  @Test func aTextInASCIIIsItsOwnTokens() {
    var dice = Dice(22)
    for _ in 0..<20_000 {
      let ascii = (0..<Int.random(in: 0...20, using: &dice)).map { _ in
        UInt8.random(in: 0...127, using: &dice)
      }
      let expected = ascii.split { byte in
        !(byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte >= 0x30 && byte <= 0x39)
      }.map { text($0.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }) }
      #expect(found(ascii).map(\.text) == expected, "\(ascii)")
      #expect(ascii.withUnsafeBufferPointer { UTF8Text.isASCII($0) })
    }
    #expect(Array("é".utf8).withUnsafeBufferPointer { !UTF8Text.isASCII($0) })
  }

  @Test func noBytesTrap() {
    var dice = Dice(23)
    for _ in 0..<40_000 {
      let bytes = (0..<Int.random(in: 0...40, using: &dice)).map { _ in
        UInt8.random(in: 0...255, using: &dice)
      }
      var last = 0
      for token in found(bytes) {
        #expect(String(validating: Array(token.text.utf8), as: UTF8.self) != nil, "\(bytes)")
        last += 1
      }
      #expect(last <= bytes.count * 20)
    }
  }
}
