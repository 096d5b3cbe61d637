// Provides the question that is asked before a book is ordered: the words before and after its
// title, with the quotation marks of the Unicode CLDR.

import BookwormRecords
import BookwormStorage

package enum OrderQuestion {
  private static let before = Localised(
    en: "Do you want to order “", de: "Möchtest du „", pl: "Czy chcesz zamówić „", ko: "‘")
  private static let after = Localised(en: "”?", de: "“ bestellen?", pl: "”?", ko: "")

  package static func words(
    _ title: Bytes, _ language: Language
  ) throws -> (before: StaticString, after: StaticString) {
    try Rules.name(title, "title")
    guard language == .korean else { return (before[language], after[language]) }
    return (before[language], koreanEnd(title))
  }

  /// The object's particle is 을 after a final consonant and 를 after a vowel. If the ending of a
  /// word in another script is unknown, both are written.
  private static func koreanEnd(_ title: Bytes) -> StaticString {
    switch endsInConsonant(title) {
    case true: "’을 주문하시겠습니까?"
    case false: "’를 주문하시겠습니까?"
    default: "’을(를) 주문하시겠습니까?"
    }
  }

  /// Judges the last letter or digit, which is read in Korean; nil if its ending is unknown.
  private static func endsInConsonant(_ title: Bytes) -> Bool? {
    let last = String(decoding: title, as: UTF8.self).unicodeScalars.last {
      $0.properties.isAlphabetic || $0.properties.numericType == .decimal
    }
    switch last?.value ?? 0 {
    case let syllable where 0xAC00...0xD7A3 ~= syllable: return (syllable - 0xAC00) % 28 != 0
    // Letters of a decomposed syllable.
    case 0x1161...0x1175: return false
    case 0x11A8...0x11C2: return true
    // 영, 일, 삼, 육, 칠 and 팔 end in a consonant; 이, 사, 오 and 구 do not.
    case let digit where 0x30...0x39 ~= digit: return [0, 1, 3, 6, 7, 8].contains(digit - 0x30)
    default: return nil
    }
  }
}
