// Tests what "contains" finds.
import BookwormText
import Testing

/// Each text in composed and in decomposed form.
let composedAndDecomposed: [(String, String)] = [
  (
    "Zażółć gęślą jaźń", "Zaz\u{307}o\u{301}łc\u{301} ge\u{328}s\u{301}la\u{328} jaz\u{301}n\u{301}"
  ),
  ("Die Größe der Bäume", "Die Gro\u{308}ße der Ba\u{308}ume"),
  ("İstanbul'un Iğdır'ı, çağ", "I\u{307}stanbul'un Ig\u{306}dır'ı, c\u{327}ag\u{306}"),
  ("Truyện Kiều, Nguyễn Du", "Truye\u{323}\u{302}n Kie\u{302}\u{300}u, Nguye\u{302}\u{303}n Du"),
  ("Ὀδύσσεια τῷ Ἅιδῃ", "Ο\u{313}δυ\u{301}σσεια τω\u{342}\u{345} Α\u{314}\u{301}ιδη\u{345}"),
  (
    "한국 소설 값",
    "\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8} \u{1109}\u{1169}\u{1109}\u{1165}\u{11AF} \u{1100}\u{1161}\u{11B9}"
  ),
  ("ガラスの仮面、パン", "カ\u{3099}ラスの仮面、ハ\u{309A}ン"),
  ("أحمد آدم رئيس", "ا\u{654}حمد ا\u{653}دم ري\u{654}يس"),
  ("क़लम ऩ", "क\u{93C}लम न\u{93C}"),
  ("น้ำ กุ่", "น้ำ ก\u{E48}\u{E38}"),
]

@Suite struct SearchKeyTests {
  @Test(arguments: [
    ("Łódź", "lodz"), ("Straße", "STRASSE"), ("Strasse", "straße"), ("Bjørn Ærø", "bjorn aero"),
    ("Đặng Thùy", "dang thuy"), ("Ħal Għargħur", "hal ghargh"), ("Iğdır", "IGDIR"),
    ("İstanbul", "istanbul"), ("Œuvres", "oeuvres"), ("Þórbergur Þórðarson", "thordarson"),
    ("Ŋgũgĩ wa Thiong’o", "ngugi wa thiong'o"), ("Ender’s Game", "ender's"),
    ("O´Brien", "o'brien"), ("“Surely”", "\"surely\""), ("Catch–22", "catch-22"),
    ("Война и миръ", "ВОЙНА"), ("ΟΔΥΣΣΕΥΣ", "οδυσσευς"), ("Ὀδύσσεια", "οδυσσεια"),
    ("الْعَرَبِيَّة", "العربية"), ("العـــربية", "العربية"), ("ﻻ", "لا"), ("ガラス", "カラス"),
    ("ﾊﾟﾝ", "パン"), ("한국어", "한국"), ("Ｆｕｌｌ　ｗｉｄｔｈ", "full width"), ("ﬁne", "FI"),
    ("co\u{AD}operate", "cooperate"), ("می\u{200C}خواهم", "میخواهم"), ("a \t\u{A0} b", "A B"),
    ("anything", ""), ("", ""), ("E=mc²", "mc2"),
  ])
  func itIsFound(text: String, needle: String) {
    #expect(contains(text, needle))
  }

  @Test(arguments: [
    ("한국어", "하"), ("각", "가"), ("กิน", "กน"), ("कि", "की"), ("שָלום", "שלום"), ("ab", "a b"),
    ("", "a"), ("カ", "か"), ("Łódź", "lodzi"), ("क", "ख"),
  ])
  func itIsNotFound(text: String, needle: String) {
    #expect(!contains(text, needle))
  }

  @Test(arguments: [
    ("  The\t\tHobbit \n", " the hobbit "), ("Łódź", "lodz"), ("กุ่ กิน", "กุ่ กิน"),
    ("हिन्दी", "हिन्दी"), ("\u{1112}\u{1161}\u{11AB}", "한"), ("ㅎㅏ", "하"), ("\u{1112}", "\u{1112}"),
    ("각\u{11A8}", "각\u{11A8}"), ("\u{1100}\u{301}\u{1161}", "가"), ("¨", ""), ("\u{200B}", ""),
    ("A\u{A8}B", "ab"), ("½", "1\u{2044}2"), ("ᾳ", "α"),
  ])
  func theKeyIs(text original: String, expected: String) {
    #expect(scalars(text(searchKey(original))) == scalars(expected))
  }

  @Test(arguments: composedAndDecomposed)
  func composedAndDecomposedTextsHaveOneKey(composed: String, decomposed: String) {
    #expect(composed == decomposed && scalars(composed) != scalars(decomposed))
    #expect(searchKey(composed) == searchKey(decomposed))
    #expect(sortKey(composed) == sortKey(decomposed))
    #expect(genreKey(composed) == genreKey(decomposed))
  }

  @Test func theVowelSignsOfEveryScriptSurviveButScriptlessMarksDoNot() {
    for kept
      in "\u{E31}\u{E34}\u{E47}\u{93E}\u{93F}\u{941}\u{94D}\u{9BE}\u{BBF}\u{5B0}\u{EB1}\u{102D}"
      .unicodeScalars
    {
      #expect(searchKey("x\(kept)") == Array("x\(kept)".utf8), "U+\(scalars(String(kept)))")
    }
    for gone in "\u{300}\u{323}\u{345}\u{64E}\u{651}\u{670}\u{951}\u{3099}\u{20DD}\u{FE0F}"
      .unicodeScalars
    {
      #expect(searchKey("x\(gone)y") == Array("xy".utf8), "U+\(scalars(String(gone)))")
    }
  }

  @Test func aKeysKeyIsTheKeyItselfForEveryCodePointAndForRandomTexts() {
    for original in knownScalars.map({ String($0) }) + randomTexts(20_000, seed: 7) {
      let once = searchKey(original)
      let twice = searchKey(text(once))
      if once != twice { Issue.record("\(scalars(original)): \(once) \(twice)") }
    }
  }

  /// ASCII text takes another path; with an invisible character at its end it does not.
  @Test func theShortWayForASCIIGivesTheSameKeys() {
    var dice = Dice(8)
    for _ in 0..<20_000 {
      let ascii = (0..<Int.random(in: 0...20, using: &dice)).map { _ -> UInt8 in
        Bool.random(using: &dice) ? UInt8.random(in: 1...127, using: &dice) : 0x20
      }
      let short = text(ascii)
      #expect(searchKey(short) == searchKey(short + "\u{200B}"), "\(ascii)")
      #expect(sortKey(short) == sortKey(short + "\u{200B}"), "\(ascii)")
      #expect(genreKey(short) + Array("中".utf8) == genreKey(short + "中"), "\(ascii)")
    }
  }
}
