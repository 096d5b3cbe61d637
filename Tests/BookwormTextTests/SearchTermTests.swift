// Tests which terms are searched for when a person types a text.
import BookwormText
import Testing

/// Returns terms as "one two|three*".
private func terms(_ text: String) -> String {
  let terms = Array(text.utf8).withUnsafeBufferPointer { UTF8Text.searchTerms($0) } ?? []
  return terms.map { term in
    term.tokens.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
      + (term.isPrefix ? "*" : "")
  }.joined(separator: "|")
}

@Suite struct SearchTermTests {
  @Test(arguments: [
    ("dune", "dune"), ("  Dune   SAND ", "dune|sand"), ("dune dune DUNE", "dune"), ("", ""),
    ("!?", ""), ("\"", ""), ("\"\"", ""), ("*", ""), ("\"*\"", ""), ("\"!\" a", "a"),
    ("O'Brien", "o brien"), ("catch-22", "catch 22"), ("a,b", "a b"),
    ("\"must flow\"", "must flow"), ("\"must flow", "must flow"),
    (
      "spice \"must flow\" now",
      "spice|must flow|now"
    ), ("a\"b c\"d", "a|b c|d"), ("“must flow”", "must flow"),
    ("„must flow“ x", "must flow|x"), ("＂a b＂", "a b"), ("27\" monitor", "27|monitor"),
    ("sand*", "sand*"), ("sand**", "sand*"), ("*sand", "sand"), ("sa*nd", "sa nd"),
    ("sand-*", "sand"), ("sand＊", "sand*"), ("\"a sand\"*", "a sand*"), ("\"a sand*\"", "a sand"),
    ("\"a\" *", "a"), ("a *", "a"), ("\"a\"*b", "a*|b"), ("sand sand*", "sand|sand*"),
    ("東京都", "東京 京都"), ("東", "東*"), ("東京", "東京"), ("도서 관", "도서|관*"),
    ("東京!", "東京"), ("Python入門", "python 入門"), ("入門Python", "入門 門 python"),
    ("東a", "東 a"), ("a東", "a 東*"), ("\"東京 大学\"", "東京 京 大学"), ("東京*", "東京*"),
    ("dune　sand", "dune|sand"), ("dune OR (", "dune|or"), ("NEAR(a b, 3)", "near a|b|3"),
    ("title:dune", "title dune"), ("{title} : a ^b", "title|a|b"), ("a\0b", "a b"),
    ("Zoë", "zoe"), ("😀", ""), ("a\u{10FFFF}b", "a b"),
  ])
  func theTermsAre(text: String, expected: String) {
    #expect(terms(text) == expected)
  }

  @Test func noTextIsWrong() {
    var dice = Dice(31)
    let signs = Array("\"“*＊ \t-'()東도aZ1!:^{}+\u{301}\u{10FFFF}").map { Array(String($0).utf8) }
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...12, using: &dice)).flatMap { _ in
        signs.randomElement(using: &dice) ?? []
      }
      let terms = bytes.withUnsafeBufferPointer { UTF8Text.searchTerms($0) }
      for token in (terms ?? []).flatMap(\.tokens) {
        let isPlain = token.allSatisfy {
          $0 >= 0x80 || ($0 >= 0x61 && $0 <= 0x7A) || $0 & 0xF0 == 0x30
        }
        #expect(!token.isEmpty && isPlain)
      }
      #expect(terms != nil)
    }
  }
}
