// Tests when two genre names are equal.
import BookwormText
import Testing

@Suite struct GenreKeyTests {
  @Test(arguments: [
    ("Science Fiction", "SCIENCE fiction"),
    ("Ｆａｖｏｒｉｔｅｓ", "ℱavorites"),
    ("Straße", "STRASSE"),
    ("Straẞe", "strasse"),
    ("ﬁction", "FICTION"),
    ("Ποίηση", "ΠΟΊΗΣΗ"),
    ("öykü", "O\u{308}yku\u{308}"),
    ("Łódź", "łÓdz\u{301}"),
    ("한국", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}"),
    ("カタカナ", "ｶﾀｶﾅ"),
    ("プログラム", "ﾌﾟﾛｸﾞﾗﾑ"),
    ("Tiếng Việt", "tie\u{302}\u{301}ng vie\u{323}\u{302}t"),
    ("علاء", "عﻻء"),
    ("ǅ", "ǆ"),
    ("\u{1F84}", "\u{1F04}\u{399}"),
    ("a\u{323}\u{307}", "a\u{307}\u{323}"),
  ])
  func theseAreOneGenre(one: String, other: String) {
    #expect(genreKey(one) == genreKey(other))
  }

  @Test(arguments: [
    ("Lodz", "Łódź"), ("resume", "résumé"), ("か", "が"), ("sci fi", "sci-fi"), ("a  b", "a b"),
    (" a", "a"), ("i", "ı"), ("i", "İ"), ("ο", "o"), ("한", "하"), ("α\u{345}", "α\u{3B9}\u{301}"),
    ("a\u{301}\u{300}", "a\u{300}\u{301}"), ("a\u{200B}b", "ab"),
  ])
  func theseAreTwoGenres(one: String, other: String) {
    #expect(genreKey(one) != genreKey(other))
  }

  /// Expected values computed by Python, `nfkd(nfkd(nfd(text).casefold()).casefold())`.
  @Test(arguments: [
    ("Straße", "strasse"), ("Éa", "e\u{301}a"), ("\u{1FB7}", "\u{3B1}\u{342}\u{3B9}"),
    ("\u{3B1}\u{345}\u{301}", "\u{3B1}\u{301}\u{3B9}"), ("\u{37A}\u{301}", " \u{301}\u{3B9}"),
    ("\u{3B1}\u{345}\u{FF9E}", "\u{3B1}\u{3B9}\u{3099}"),
    ("\u{37A}\u{FF9E}", " \u{3099}\u{3B9}"), ("\u{37A}\u{345}\u{FF9E}", " \u{3B9}\u{3B9}\u{3099}"),
    ("\u{3300}\u{301}\u{323}", "アハ\u{309A}ート\u{323}\u{301}"),
    ("각", "\u{1100}\u{1161}\u{11A8}"), ("\u{FDFA}", "صلى الله عليه وسلم"),
  ])
  func theKeyIsTheCompatibilityCaselessForm(name: String, expected: String) {
    #expect(scalars(text(genreKey(name))) == scalars(expected))
  }

  /// The constant is Python's (unicodedata 15.0, which CPython 3.12 has), over the same code points
  /// in ascending order: those assigned in Unicode 15.0, from U+0001.
  @Test func everyCodePointHasTheKeyThatPythonGives() {
    var digest = Digest()
    for scalar in knownScalars { digest.add(genreKey(String(scalar))) }
    #expect(digest.value == 0xF813_0800_1574_C1E5)
  }

  /// Swift's own comparison of strings is canonical equivalence, by other tables.
  @Test func canonicallyEqualNamesAreOneGenre() {
    var dice = Dice(11)
    var equal = 0
    for text in randomTexts(20_000, seed: 5) {
      var shuffled = Array(text.unicodeScalars)
      shuffled.shuffle(using: &dice)
      var other = String.UnicodeScalarView()
      other.append(contentsOf: shuffled)
      if text == String(other) {
        equal += 1
        #expect(genreKey(text) == genreKey(String(other)), "\(scalars(text))")
      }
    }
    #expect(equal > 1000)
  }

  @Test func aKeysKeyIsTheKeyItself() {
    for name in randomTexts(20_000, seed: 6) {
      let once = genreKey(name)
      #expect(genreKey(text(once)) == once, "\(scalars(name))")
    }
  }
}
