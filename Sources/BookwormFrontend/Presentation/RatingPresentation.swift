// Presents a rating: as stars, an emoji or a digit, by name, and whether it is low.
import BookwormRecords
import BookwormStore

package enum RatingStyle: Int32, CaseIterable, Sendable {
  case emoji, digits
}

/// Every function accepts any number: above 5 counts as 5; below 0 counts as 0, which is not rated.
package enum RatingPresentation {
  private static let starTexts: [StaticString] = [
    "☆☆☆☆☆", "★☆☆☆☆", "★★☆☆☆", "★★★☆☆", "★★★★☆", "★★★★★",
  ]
  private static let emoji: [StaticString] = ["➖", "😞", "😕", "😐", "😊", "🤩"]
  private static let digits: [StaticString] = ["–", "1", "2", "3", "4", "5"]

  private static let names = [
    Localised(en: "Not rated", de: "Nicht bewertet", pl: "Bez oceny", ko: "평가 없음"),
    Localised(en: "1 star", de: "1 Stern", pl: "1 gwiazdka", ko: "별 1개"),
    Localised(en: "2 stars", de: "2 Sterne", pl: "2 gwiazdki", ko: "별 2개"),
    Localised(en: "3 stars", de: "3 Sterne", pl: "3 gwiazdki", ko: "별 3개"),
    Localised(en: "4 stars", de: "4 Sterne", pl: "4 gwiazdki", ko: "별 4개"),
    Localised(en: "5 stars", de: "5 Sterne", pl: "5 gwiazdek", ko: "별 5개"),
  ]

  private static func place(_ rating: Int32) -> Int { Int(min(max(rating, 0), 5)) }

  package static func stars(_ rating: Int32) -> StaticString { starTexts[place(rating)] }

  private static let halves: [StaticString] = [
    "☆☆☆☆☆", "½☆☆☆☆", "★☆☆☆☆", "★½☆☆☆", "★★☆☆☆", "★★½☆☆", "★★★☆☆", "★★★½☆", "★★★★☆", "★★★★½",
    "★★★★★",
  ]

  /// Divides each star into `parts` parts, and returns how many parts an exact rating has, rounded
  /// to the nearest integer; half a part is rounded up.
  private static func parts(_ exact: Double, ofStar parts: Double) -> Int {
    exact > 0 ? Int((min(exact, 5) * parts + 0.5).rounded(.down)) : 0
  }

  /// Rounds to the nearest half, because fonts lack a quarter of a star.
  package static func stars(exact: Double) -> StaticString { halves[parts(exact, ofStar: 2)] }

  /// The names by language, then by quarters. Each is created once, and stays.
  nonisolated(unsafe) private static let exactNames: [[UnsafePointer<CChar>]] =
    Language.allCases.map { language in
      (0...20).map { quarters in
        let (stars, rest) = (quarters / 4, ["", "25", "5", "75"][quarters % 4])
        guard quarters % 4 != 0 else { return copied(names[stars][language].description) }
        return copied(fractionNames[language].with("\(stars)\(decimalSign[language])\(rest)"))
      }
    }
  private static let decimalSign = Localised(en: ".", de: ",", pl: ",", ko: ".")
  private static let fractionNames = Localised(
    en: "% stars", de: "% Sterne", pl: "% gwiazdki", ko: "별 %개")

  private static func copied(_ text: String) -> UnsafePointer<CChar> {
    let bytes = text.utf8CString
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    for (place, byte) in bytes.enumerated() { (copy + place).initialize(to: byte) }
    return UnsafePointer(copy)
  }

  /// The name lives as long as the library.
  package static func name(exact: Double, _ language: Language) -> UnsafePointer<CChar> {
    exactNames[Int(language.rawValue)][parts(exact, ofStar: 4)]
  }

  package static func mark(_ rating: Int32, _ style: RatingStyle) -> StaticString {
    switch style {
    case .emoji: emoji[place(rating)]
    case .digits: digits[place(rating)]
    }
  }

  /// Whether lists highlight the rating. An unrated book does not count as low.
  package static func isLow(_ rating: Int32) -> Bool { rating == 1 }

  package static func name(_ rating: Int32, _ language: Language) -> StaticString {
    names[place(rating)][language]
  }
}
