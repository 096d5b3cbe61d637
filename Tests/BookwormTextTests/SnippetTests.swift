// Tests the excerpt of a text around the words that a search has found.
import BookwormText
import Testing

private func show(_ text: String, _ search: String, _ marks: (String, String) = ("[", "]"))
  -> String?
{
  let terms = Array(search.utf8).withUnsafeBufferPointer { UTF8Text.searchTerms($0) } ?? []
  let matcher = TermMatcher(terms)
  var out = ByteBuffer()
  return Array(text.utf8).withUnsafeBufferPointer { text -> String? in
    guard let finding = matcher.find(in: text) else { return nil }
    matcher.appendSnippet(
      of: text, finding, before: Array(marks.0.utf8), after: Array(marks.1.utf8), to: &out)
    return String(decoding: out.bytes, as: UTF8.self)
  }
}

private func found(_ text: String, _ search: String) -> UInt64 {
  let terms = Array(search.utf8).withUnsafeBufferPointer { UTF8Text.searchTerms($0) } ?? []
  return Array(text.utf8).withUnsafeBufferPointer {
    TermMatcher(terms).find(in: $0)?.terms ?? 0
  }
}

@Suite struct SnippetTests {
  @Test(arguments: [
    ("The spice must flow", "spice", "The [spice] must flow"),
    ("The spice must flow", "flow the", "[The] spice must [flow]"),
    ("Łódź, Zoë\u{301}!", "lodz ZOE", "[Łódź], [Zoë\u{301}]!"),
    ("sandworms of sand", "sand*", "[sandworms] of [sand]"),
    ("It must flow; must it flow?", "\"must flow\"", "It [must flow]; must it flow?"),
    ("O’Brien and O Brien", "O'Brien", "[O’Brien] and [O Brien]"),
    ("東京大学", "東京 大学", "[東京大学]"), ("東京都大学", "東京 大学", "[東京]都[大学]"),
    ("東京大学物語", "京大学", "東[京大学]物語"), ("東京大学", "学", "東京大[学]"),
    ("東京大学", "京", "東[京]大学"), ("東京", "東", "[東]京"), ("도서관", "서관 도서", "[도서관]"),
    ("ㄴ 한국", "한", "ㄴ [한]국"), ("가나다 가나", "가나", "[가나]다 [가나]"),
    ("a\nb\tc", "b", "a [b] c"), ("½ cup", "2", "[½] cup"), ("aa aaa", "aaa", "aa [aaa]"),
    ("x", "x y", "[x]"), ("a b a b c", "\"a b c\"", "a b [a b c]"),
    ("a a a b", "\"a a b\"", "a [a a b]"),
    (
      "one two three", "\"one two\" \"two three\"",
      "[one two three]"
    ),
  ])
  func whatIsFoundStandsBetweenTheMarks(text: String, search: String, expected: String) {
    #expect(show(text, search) == expected)
  }

  @Test(arguments: [
    ("flow", "flo"), ("must it flow", "\"must flow\""), ("東 京", "東京"), ("東京", "京都"),
    ("b a", "\"a b\""), ("", "a"), ("a", "!"), ("カ", "か"),
  ])
  func whatIsNotThereIsNotFound(text: String, search: String) {
    #expect(show(text, search) == nil)
  }

  @Test func theTermsThatWereFoundAreTold() {
    #expect(found("b a", "a b c") == 0b011)
    #expect(found("c b", "a b c") == 0b110)
    #expect(found("東京", "京 東京 東") == 0b111)
  }

  @Test func aLongTextIsCutAroundThePlaceWhereMostIsFound() throws {
    let filler = String(repeating: "lorem ipsum dolor ", count: 50)
    let text = filler + "one. " + filler + "Then one and two came. " + filler
    let snippet = try #require(show(text, "one two"))
    #expect(snippet.contains("Then [one] and [two] came."))
    #expect(snippet.hasPrefix("…") && snippet.hasSuffix("…"))
    #expect((80...104).contains(snippet.count), "\(snippet)")
    let inside = snippet.dropFirst().dropLast()
    #expect(["lorem", "ipsum", "dolor"].contains { inside.hasPrefix($0) }, "\(snippet)")
    #expect(["lorem", "ipsum", "dolor"].contains { inside.hasSuffix($0) }, "\(snippet)")
  }

  @Test func aPlaceAtAnEndIsShownWithTheText() throws {
    let filler = String(repeating: "lorem ipsum dolor ", count: 50)
    let first = try #require(show("one " + filler, "one"))
    #expect(first.hasPrefix("[one] lorem") && first.hasSuffix("…") && first.count > 80)
    let last = try #require(show(filler + "one", "one"))
    #expect(last.hasPrefix("…") && last.hasSuffix("dolor [one]") && last.count > 80)
  }

  @Test func charactersOfTwoColumnsCountTwice() throws {
    let filler = String(repeating: "漢字文章", count: 100)
    let snippet = try #require(show(filler + "東京" + filler, "東京"))
    #expect(snippet.contains("[東京]") && snippet.hasPrefix("…") && snippet.hasSuffix("…"))
    #expect((44...56).contains(snippet.count), "\(snippet)")
  }

  @Test func aWordWithoutEndDoesNotMakeASnippetWithoutEnd() throws {
    let long = String(repeating: "a", count: 100_000)
    let inside = try #require(show("x \(long) y", "aaa*"))
    #expect(inside.count < 250 && inside.contains("[aaaa"), "\(inside.count)")
    let beside = try #require(show("\(long) one \(long)", "one"))
    #expect(beside.contains("[one]") && beside.count < 200)
    let phrase = "one \(String(repeating: "-", count: 5000)) two"
    #expect(try #require(show(phrase, "\"one two\"")).count < 250)
  }

  @Test func theMarksMayBeAnything() {
    #expect(show("a b", "a", ("<b>", "</b>")) == "<b>a</b> b")
    #expect(show("a b", "a", ("", "")) == "a b")
  }

  @Test func anyTextsAndSearchesGiveASnippetOfTheText() {
    var dice = Dice(41)
    let texts = randomTexts(400, seed: 42)
    for _ in 0..<4000 {
      let text = (0..<Int.random(in: 1...30, using: &dice))
        .compactMap { _ in texts.randomElement(using: &dice) }.joined(separator: " ")
      let search = [texts.randomElement(using: &dice) ?? "", "a*"].joined(separator: " ")
      guard var found = show(text, search, ("\u{2}", "\u{3}")) else { continue }
      #expect(found.unicodeScalars.contains("\u{2}"))
      #expect(found.utf8.count < 1500)
      found.unicodeScalars.removeAll { $0 == "\u{2}" || $0 == "\u{3}" || $0 == "…" }
      let plain = String(
        String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
      #expect(Array(plain.utf8).contains(Array(found.utf8)), "\(scalars(found))")
    }
  }

  @Test func noBytesTrap() {
    var dice = Dice(43)
    let matcher = TermMatcher(
      Array("a* 東 \"b c\"".utf8).withUnsafeBufferPointer { UTF8Text.searchTerms($0) } ?? [])
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...300, using: &dice)).map { _ -> UInt8 in
        Bool.random(using: &dice)
          ? UInt8.random(in: 0x20...0x63, using: &dice)
          : UInt8.random(in: 0...255, using: &dice)
      }
      var out = ByteBuffer()
      bytes.withUnsafeBufferPointer {
        guard let finding = matcher.find(in: $0) else { return }
        matcher.appendSnippet(of: $0, finding, before: [1], after: [2], to: &out)
      }
      let count = out.count
      #expect(count < 1000)
    }
  }
}
