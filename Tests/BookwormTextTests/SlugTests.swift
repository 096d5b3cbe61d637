// Tests slugs: a text as one word for files and addresses.
import BookwormText
import Testing

@Suite struct SlugTests {
  private func slug(_ text: String) -> String {
    BookwormTextTests.text(key(Array(text.utf8), UTF8Text.slug))
  }

  @Test(arguments: [
    ("Fantasy", "fantasy"), ("Science Fiction", "science-fiction"), ("  QB  VII ", "qb-vii"),
    ("Action/Adventure", "action-adventure"), ("../../etc/passwd", "etc-passwd"),
    ("Children's", "children-s"), ("C++", "c"), ("80s", "80s"), ("a_b-c", "a-b-c"),
    ("Kryminał", "kryminał"), ("Łódź", "łódź"), ("E\u{301}tude", "étude"), ("STRASSE", "strasse"),
    ("Straße", "strasse"), ("한국 문학", "한국-문학"), ("\u{1112}\u{1161}\u{11AB}국", "한국"),
    ("日本文学", "日本文学"), ("ガ", "ガ"), ("ｶﾞ", "ガ"), ("हिन्दी", "हिन्दी"), ("אגדה", "אגדה"),
    ("Фантастика", "фантастика"), ("Ⅷ", "viii"), ("½", "1-2"), ("a\u{200B}b", "ab"),
    ("☹\u{FE0F} sad", "sad"), ("\u{301}a", "a"),
  ])
  func aNameIsOneWord(name: String, expected: String) {
    #expect(scalars(slug(name)) == scalars(expected), "\(slug(name))")
  }

  @Test(arguments: [
    ("!!!", "u21-u21-u21"), ("★", "u2605"), ("🚀", "u1f680"), ("☹\u{FE0F}", "u2639-ufe0f"),
    ("\u{301}", "u301"), ("-", "u2d"),
  ])
  func aNameWithoutLettersIsItsCodePoints(name: String, expected: String) {
    #expect(slug(name) == expected)
  }

  /// A genre's key is the decomposed and folded form of its name.
  @Test func namesThatAreOneGenreHaveOneSlug() {
    let texts = randomTexts(4000, seed: 5).filter { !slug($0).hasPrefix("u") }
    #expect(texts.count > 1000)
    let wrong = texts.filter { text in
      let folded = BookwormTextTests.text(genreKey(text))
      return scalars(slug(text)) != scalars(slug(folded))
    }
    #expect(wrong.map(scalars).prefix(5) == [])
  }

  @Test func noSlugIsEmptyOrHoldsWhatAPathMeans() {
    let wrong = knownScalars.filter { scalar in
      let made = slug(String(scalar))
      return made.isEmpty || made.contains { "/\\.: %?#&".contains($0) }
    }
    #expect(wrong.prefix(5) == [])
  }
}
