// Reads and writes a flag as a person does, with the words of every language.

package enum TypedFlag {
  private static let names = (
    yes: Localised(en: "Yes", de: "Ja", pl: "Tak", ko: "예"),
    no: Localised(en: "No", de: "Nein", pl: "Nie", ko: "아니요")
  )
  private static let yes: Set = ["yes", "y", "true", "1", "on", "ja", "wahr", "tak", "예", "네"]
  private static let no: Set = [
    "no", "n", "false", "0", "off", "nein", "falsch", "nie", "아니요", "아니오",
  ]

  /// Accepts the words of every language.
  package static func parse(_ text: String) -> Bool? {
    let word = text.lowercased()
    return yes.contains(word) ? true : no.contains(word) ? false : nil
  }

  package static func format(_ value: Bool, _ language: Language) -> StaticString {
    value ? names.yes[language] : names.no[language]
  }
}
