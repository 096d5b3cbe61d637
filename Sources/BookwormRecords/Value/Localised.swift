// A localised text is a text that the library shows.

/// One text in every language.
package struct Localised: Sendable {
  let english: StaticString
  let german: StaticString
  let polish: StaticString
  let korean: StaticString

  package init(
    en english: StaticString, de german: StaticString, pl polish: StaticString,
    ko korean: StaticString
  ) {
    self.english = english
    self.german = german
    self.polish = polish
    self.korean = korean
  }

  /// The text in each language.
  package var texts: [StaticString] { Language.allCases.map { self[$0] } }

  package subscript(language: Language) -> StaticString {
    switch language {
    case .english: english
    case .german: german
    case .polish: polish
    case .korean: korean
    }
  }
}
