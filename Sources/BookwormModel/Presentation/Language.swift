// The languages in which the library has names for what it shows itself.

public enum Language: Int32, CaseIterable, Sendable {
  case english, german, polish, korean
}

/// One text in every language.
struct Localised: Sendable {
  let english: StaticString
  let german: StaticString
  let polish: StaticString
  let korean: StaticString

  init(
    en english: StaticString, de german: StaticString, pl polish: StaticString,
    ko korean: StaticString
  ) {
    self.english = english
    self.german = german
    self.polish = polish
    self.korean = korean
  }

  subscript(language: Language) -> StaticString {
    switch language {
    case .english: english
    case .german: german
    case .polish: polish
    case .korean: korean
    }
  }
}
