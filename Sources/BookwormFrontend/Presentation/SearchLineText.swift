// Builds the message that a person reads about a search line that was refused, in each language.
// The words of the search line itself are the same in every language.
import BookwormRecords

extension ErrorText {
  /// Appends the question whether another text was meant.
  static func text(_ text: String, meaning word: String, _ language: Language) -> String {
    guard !word.isEmpty else { return text }
    let question =
      switch language {
      case .english: "Did you mean \(word)?"
      case .german: "Meintest du \(word)?"
      case .polish: "Czy chodziło o \(word)?"
      case .korean: "\(word)을(를) 찾으셨나요?"
      }
    return "\(text) \(question)"
  }

  /// Returns what is wrong in a search line; nil if the reason is not one of a line.
  static func phrase(ofLine reason: FaultReason) -> Localised? {
    switch reason {
    case .emptyQuotes:
      Localised(
        en: "There is nothing between the quotation marks.",
        de: "Zwischen den Anführungszeichen steht nichts.",
        pl: "W cudzysłowie niczego nie ma.", ko: "따옴표 안이 비어 있습니다.")
    case .afterQuote:
      Localised(
        en: "A space is missing after the quotation mark.",
        de: "Nach dem Anführungszeichen fehlt ein Leerzeichen.",
        pl: "Po cudzysłowie brakuje spacji.", ko: "따옴표 뒤에 공백이 필요합니다.")
    case .quoteInWord:
      Localised(
        en: "A space is missing before the quotation mark.",
        de: "Vor dem Anführungszeichen fehlt ein Leerzeichen.",
        pl: "Przed cudzysłowem brakuje spacji.", ko: "따옴표 앞에 공백이 필요합니다.")
    case .valueMissing:
      Localised(
        en: "A value is missing; it follows without a space, as in rating>=4.",
        de: "Hier fehlt ein Wert; er folgt ohne Leerzeichen wie in rating>=4.",
        pl: "Brakuje wartości; wpisuje się ją bez spacji, jak w rating>=4.",
        ko: "값이 빠졌습니다. rating>=4처럼 띄어쓰기 없이 입력하세요.")
    case .operatorTwice:
      Localised(
        en: "A value is expected here; a value that begins with it must be in quotation marks.",
        de: "Hier fehlt ein Wert; beginnt er mit diesem Zeichen, gehört er in Anführungszeichen.",
        pl: "Tu powinna być wartość; jeśli zaczyna się tym znakiem, ujmij ją w cudzysłów.",
        ko: "여기에는 값이 와야 합니다. 이 기호로 시작하는 값은 따옴표로 묶으세요.")
    case .spaces:
      Localised(
        en: "A condition has no spaces, as in rating>=4.",
        de: "Bedingungen schreibt man ohne Leerzeichen, zum Beispiel rating>=4.",
        pl: "Warunek zapisuje się bez spacji, na przykład rating>=4.",
        ko: "조건은 rating>=4처럼 띄어쓰기 없이 입력하세요.")
    case .parentheses:
      Localised(
        en: "Parentheses do not group; OR divides the whole line.",
        de: "Klammern wirken hier nicht; OR teilt immer die ganze Zeile.",
        pl: "Nawiasy niczego nie grupują; OR dzieli całe zapytanie.",
        ko: "괄호로 묶을 수 없습니다. OR는 검색어 전체를 나눕니다.")
    case .key:
      Localised(
        en: "This is not a search key such as title, author or genre.",
        de: "Das ist kein Suchschlüssel wie title, author oder genre.",
        pl: "To nie jest słowo kluczowe takie jak title, author albo genre.",
        ko: "title, author, genre 같은 검색 키가 아닙니다.")
    case .notCondition:
      Localised(
        en: "Only conditions can be excluded with '-', not the order or the number of books.",
        de: "Mit '-' lassen sich nur Bedingungen ausschließen, nicht Reihenfolge oder Anzahl.",
        pl: "Znakiem '-' można wykluczać tylko warunki, a nie kolejność ani liczbę książek.",
        ko: "'-'로는 조건만 제외할 수 있습니다. 정렬이나 권수는 제외할 수 없습니다.")
    case .colon:
      Localised(
        en: "Only ':' is possible here.", de: "Hier ist nur ':' möglich.",
        pl: "Tu można użyć tylko ':'.", ko: "여기에는 ':'만 쓸 수 있습니다.")
    case .oneValue:
      Localised(
        en: "Only one value is possible here; a text with a comma must be in quotation marks.",
        de: "Hier ist nur ein Wert möglich; Text mit Komma gehört in Anführungszeichen.",
        pl: "Tu można podać tylko jedną wartość; tekst z przecinkiem ujmij w cudzysłów.",
        ko: "값을 하나만 쓸 수 있습니다. 쉼표가 있는 글은 따옴표로 묶으세요.")
    case .givenTwice:
      Localised(
        en: "This is already given.", de: "Das steht schon da.", pl: "To już zostało podane.",
        ko: "이미 입력한 항목입니다.")
    case .scheme:
      Localised(
        en: "A scheme and a value, as in identifier:doi:10.1000/182.",
        de: "Eine Art und ein Wert wie in identifier:doi:10.1000/182.",
        pl: "Rodzaj i wartość, jak w identifier:doi:10.1000/182.",
        ko: "identifier:doi:10.1000/182처럼 종류와 값을 입력하세요.")
    case .favourite:
      Localised(
        en: "Only is:favourite is possible.", de: "Möglich ist nur is:favourite.",
        pl: "Możliwe jest tylko is:favourite.", ko: "is:favourite만 쓸 수 있습니다.")
    case .yesOrNo:
      Localised(
        en: "Only yes or no is possible.", de: "Möglich ist nur yes oder no.",
        pl: "Możliwe jest tylko yes albo no.", ko: "yes나 no만 쓸 수 있습니다.")
    case .cover:
      Localised(
        en: "Only cover:none or -cover:none is possible.",
        de: "Möglich ist nur cover:none oder -cover:none.",
        pl: "Możliwe jest tylko cover:none albo -cover:none.",
        ko: "cover:none이나 -cover:none만 쓸 수 있습니다.")
    default: phrase(ofValue: reason)
    }
  }

  private static func phrase(ofValue reason: FaultReason) -> Localised? {
    switch reason {
    case .sortKey:
      Localised(
        en: "Lists cannot be sorted by this; sort:-rating,title is an example.",
        de: "Danach lässt sich nicht sortieren; ein Beispiel ist sort:-rating,title.",
        pl: "Nie można według tego sortować; przykład: sort:-rating,title.",
        ko: "이 기준으로 정렬할 수 없습니다. 예: sort:-rating,title.")
    case .number:
      Localised(
        en: "A number such as 50.", de: "Eine Zahl wie 50.", pl: "Liczba, na przykład 50.",
        ko: "50 같은 숫자여야 합니다.")
    case .noneHere:
      Localised(
        en: "The word none follows ':' or a comma, as in rating:none or rating>=4,none.",
        de: "Das Wort none folgt auf ':' oder ein Komma, wie in rating:none oder rating>=4,none.",
        pl: "Słowo none pisze się po ':' albo przecinku: rating:none, rating>=4,none.",
        ko: "none은 rating:none이나 rating>=4,none처럼 ':'이나 쉼표 뒤에 씁니다.")
    case .emptyRange:
      Localised(
        en: "This range ends before it begins.", de: "Dieser Bereich endet, bevor er anfängt.",
        pl: "Koniec tego zakresu jest przed jego początkiem.", ko: "범위의 끝이 시작보다 앞에 있습니다.")
    case .outOfRange:
      Localised(
        en: "There is nothing above or below this value.",
        de: "Über oder unter diesem Wert gibt es nichts.",
        pl: "Powyżej lub poniżej tej wartości nic nie ma.", ko: "이보다 크거나 작은 값은 없습니다.")
    case .rating:
      Localised(
        en: "A rating from 1 to 5, such as 4 or 4.25; a range such as 3..5; or none.",
        de: "Eine Bewertung von 1 bis 5 wie 4 oder 4.25, ein Bereich wie 3..5 oder none.",
        pl: "Ocena od 1 do 5, jak 4 albo 4.25, zakres, jak 3..5, albo none.",
        ko: "4나 4.25 같은 1~5의 평점, 3..5 같은 범위, 또는 none이어야 합니다.")
    case .year:
      Localised(
        en: "A year such as 1965 or -750, or a range such as 1960..1970.",
        de: "Ein Jahr wie 1965 oder -750 oder ein Bereich wie 1960..1970.",
        pl: "Rok, jak 1965 albo -750, lub zakres, jak 1960..1970.",
        ko: "1965나 -750 같은 연도 또는 1960..1970 같은 범위여야 합니다.")
    case .period:
      Localised(
        en: "A date such as 2024, 2024-03 or 2024-03-15, or a range such as 2024-01..2024-03.",
        de: "Ein Datum wie 2024, 2024-03 oder 2024-03-15 oder ein Bereich wie 2024-01..2024-03.",
        pl: "Data, jak 2024, 2024-03 albo 2024-03-15, lub zakres, jak 2024-01..2024-03.",
        ko: "2024, 2024-03, 2024-03-15 같은 날짜나 2024-01..2024-03 같은 범위여야 합니다.")
    case .status: rule("status")
    case .language: rule("language")
    case .blank: visible
    case .tooMany:
      Localised(
        en: "Too many conditions.", de: "Zu viele Bedingungen.", pl: "Za dużo warunków.",
        ko: "조건이 너무 많습니다.")
    default: nil
    }
  }
}
