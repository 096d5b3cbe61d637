// Names things other than fields in each language, as frontends write them.

package enum Words {
  private static let words: [(name: StaticString, label: Localised)] = [
    ("genre", Localised(en: "Genre", de: "Genre", pl: "Gatunek", ko: "장르")),
    (
      "identifiers",
      Localised(en: "Identifiers", de: "Kennungen", pl: "Identyfikatory", ko: "식별자")
    ),
    (
      "contributors",
      Localised(en: "Contributors", de: "Mitwirkende", pl: "Twórcy", ko: "참여자")
    ),
    ("role", Localised(en: "Role", de: "Rolle", pl: "Rola", ko: "역할")),
    ("person", Localised(en: "Person", de: "Person", pl: "Osoba", ko: "사람")),
    ("editor", Localised(en: "Editor", de: "Herausgeber", pl: "Redaktor", ko: "편집자")),
    ("translator", Localised(en: "Translator", de: "Übersetzer", pl: "Tłumacz", ko: "옮긴이")),
    ("illustrator", Localised(en: "Illustrator", de: "Illustrator", pl: "Ilustrator", ko: "그린이")),
    ("narrator", Localised(en: "Narrator", de: "Sprecher", pl: "Lektor", ko: "낭독자")),
    (
      "introduction",
      Localised(en: "Introduction", de: "Einleitung", pl: "Wstęp", ko: "서문")
    ),
    ("isbn", Localised(en: "ISBN", de: "ISBN", pl: "ISBN", ko: "ISBN")),
    (
      "reading", Localised(en: "Reading", de: "Lektüre", pl: "Lektura", ko: "독서 기록")
    ),
    ("quote", Localised(en: "Quote", de: "Zitat", pl: "Cytat", ko: "인용문")),
    ("order", Localised(en: "Order", de: "Bestellung", pl: "Zamówienie", ko: "주문")),
    ("decade", Localised(en: "Decade", de: "Jahrzehnt", pl: "Dekada", ko: "연대")),
    ("shelf", Localised(en: "Shelf", de: "Regal", pl: "Półka", ko: "서가")),
  ]

  /// Returns nil for an unknown name.
  package static func label(_ name: String) -> Localised? {
    words.first { $0.name.description == name }?.label
  }
}
