// How a rating is shown: in stars, as an emoji or a digit, by name, and whether it is a low one.

public enum RatingStyle: Int32, CaseIterable, Sendable {
  case emoji, digits
}

/// Everything here takes any number: above 5 counts as 5, below 0 as 0, which is not rated.
public enum RatingPresentation {
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

  public static func stars(_ rating: Int32) -> StaticString { starTexts[place(rating)] }

  public static func mark(_ rating: Int32, _ style: RatingStyle) -> StaticString {
    switch style {
    case .emoji: emoji[place(rating)]
    case .digits: digits[place(rating)]
    }
  }

  /// What a list highlights. A book that is not rated is not rated low.
  public static func isLow(_ rating: Int32) -> Bool { rating == 1 }

  public static func name(_ rating: Int32, _ language: Language) -> StaticString {
    names[place(rating)][language]
  }
}
