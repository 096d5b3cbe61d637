// Builds the message that a person reads about an error, in each language. A mistake in a program
// is reported only in English, by the error's own message.
import BookwormRecords
import BookwormStorage
import BookwormStore

package enum ErrorText {
  package enum Cause: Sendable {
    case text, invalid, tooLarge, notFound, exists, busy, readOnly, cannotOpen, notAStore, newer
    case corrupt, full, inputOutput, memory, conflict, outcomeUnknown, notPermitted, cursor
  }

  /// Returns the sentence about an error, with the field's label before it and, in a batch, the row
  /// before that, counted from 1. Nil if people get no sentence about the error. `row` is counted
  /// from 0; a negative row means that there is none.
  package static func sentence(
    _ cause: Cause, _ field: String, _ reason: FaultReason = .field, meaning word: String = "",
    row: Int64, _ language: Language
  ) -> String? {
    let found = self.text(cause, field, reason, meaning: word, row: row, language)
    guard var text = found else { return nil }
    let label = Labels.label(itemNames[field] ?? field, language).description
    if hasLabel(cause), !label.isEmpty { text = "\(label): \(text)" }
    return row >= 0 ? "\(place(ofRow: row, language)): \(text)" : text
  }

  /// Returns the sentence alone, without the label and the row. `word` is the error's suggestion.
  package static func text(
    _ cause: Cause, _ field: String, _ reason: FaultReason, meaning word: String = "", row: Int64,
    _ language: Language
  ) -> String? {
    let phrase = phrase(reason) ?? phrase(cause, itemNames[field] ?? field, isRow: row >= 0)
    return phrase.map { text($0[language].description, meaning: word, language) }
  }

  /// Counts rows from 1, as a person does.
  package static func place(ofRow row: Int64, _ language: Language) -> String {
    let number = row &+ 1
    return language == .korean ? "\(number)행" : "\(rowLabel[language]) \(number)"
  }

  private static let rowLabel = Localised(en: "Row", de: "Zeile", pl: "Wiersz", ko: "행")

  /// A list with one value for each reading of a book has the label and the rule of the reading's
  /// own field.
  private static let itemNames = [
    "reading_started": "started", "reading_finished": "finished", "reading_outcomes": "outcome",
    "reading_notes": "note",
  ]

  private static func hasLabel(_ cause: Cause) -> Bool {
    switch cause {
    case .text, .invalid, .tooLarge, .notFound, .exists, .conflict: true
    default: false
    }
  }

  /// Returns the sentence about a reason; nil if the sentence depends only on the field and the
  /// cause.
  private static func phrase(_ reason: FaultReason) -> Localised? {
    switch reason {
    case .field: nil
    case .day:
      Localised(
        en: "A day is written as March 5, 2024 or 2024-03-05.",
        de: "Bitte ein Datum wie 5.3.2024 oder 2024-03-05 eingeben.",
        pl: "Wpisz datę, na przykład 5.03.2024 albo 2024-03-05.",
        ko: "날짜는 2024. 3. 5.이나 2024-03-05처럼 입력하세요.")
    case .twoDays:
      Localised(
        en: "This may be two days; write March 5, 2024 or 2024-03-05.",
        de: "Dieses Datum ist mehrdeutig; bitte wie 5.3.2024 oder 2024-03-05 schreiben.",
        pl: "Ta data jest niejednoznaczna; wpisz ją jak 5.03.2024 albo 2024-03-05.",
        ko: "두 가지 날짜로 읽힐 수 있습니다. 2024. 3. 5.이나 2024-03-05처럼 입력하세요.")
    case .digits:
      Localised(
        en: "This currency has fewer digits after the decimal point.",
        de: "Diese Währung hat weniger Nachkommastellen.",
        pl: "Ta waluta ma mniej miejsc po przecinku.", ko: "이 통화는 소수 자릿수가 더 적습니다.")
    case .quote:
      Localised(
        en: "A quotation mark is not closed.", de: "Ein Anführungszeichen ist nicht geschlossen.",
        pl: "Cudzysłów nie jest zamknięty.", ko: "따옴표가 닫히지 않았습니다.")
    case .isbn: rule("isbn")
    case .undoneAlready:
      Localised(
        en: "This step is already undone.", de: "Dieser Schritt ist schon rückgängig gemacht.",
        pl: "Ten krok jest już cofnięty.", ko: "이미 실행 취소한 단계입니다.")
    case .notUndone:
      Localised(
        en: "This step is not undone.", de: "Dieser Schritt ist nicht rückgängig gemacht.",
        pl: "Ten krok nie jest cofnięty.", ko: "실행 취소하지 않은 단계입니다.")
    case .endBeforeStart:
      Localised(
        en: "The last day is before the first.", de: "Der letzte Tag liegt vor dem ersten.",
        pl: "Ostatni dzień jest przed pierwszym.", ko: "끝난 날이 시작한 날보다 앞에 있습니다.")
    case .type:
      Localised(
        en: "A value of this kind is not possible here.",
        de: "Ein Wert dieser Art ist hier nicht möglich.",
        pl: "Wartość tego rodzaju nie jest tu możliwa.", ko: "여기에는 이런 종류의 값을 쓸 수 없습니다.")
    default: phrase(ofLine: reason)
    }
  }

  private static func phrase(_ cause: Cause, _ field: String, isRow: Bool) -> Localised? {
    switch cause {
    // This is about the book of an order. In a document's row, the error has another meaning.
    case .invalid where field == "book" && !isRow:
      Localised(
        en: "Only a book with a price can be ordered.",
        de: "Nur ein Buch mit Preis lässt sich bestellen.",
        pl: "Można zamówić tylko książkę, która ma cenę.", ko: "가격이 있는 책만 주문할 수 있습니다.")
    case .invalid: rule(field)
    case .text:
      Localised(
        en: "Contains characters that cannot be stored.",
        de: "Enthält Zeichen, die sich nicht speichern lassen.",
        pl: "Zawiera znaki, których nie można zapisać.", ko: "저장할 수 없는 문자가 있습니다.")
    case .tooLarge where field == "undo" || field == "redo":
      Localised(
        en: "This change was too large to be kept for undo.",
        de: "Diese Änderung war zu groß, um sie rückgängig machen zu können.",
        pl: "Ta zmiana była zbyt duża, aby można ją było cofnąć.",
        ko: "변경이 너무 커서 실행 취소할 수 없습니다.")
    case .tooLarge where field == "cover":
      Localised(
        en: "This picture is too large.", de: "Dieses Bild ist zu groß.",
        pl: "Ten obraz jest za duży.", ko: "그림이 너무 큽니다.")
    case .tooLarge:
      Localised(en: "Too long.", de: "Zu lang.", pl: "Ten tekst jest za długi.", ko: "너무 깁니다.")
    case .notFound: missing(field)
    case .exists: taken(field)
    case .conflict:
      Localised(
        en: "This has been changed since then.", de: "Das wurde inzwischen geändert.",
        pl: "To zostało w międzyczasie zmienione.", ko: "그 사이에 변경되었습니다.")
    case .cursor:
      Localised(
        en: "This place in the list is not known any more; start from the beginning.",
        de: "Diese Stelle der Liste ist nicht mehr bekannt; bitte von vorn beginnen.",
        pl: "To miejsce na liście nie jest już znane; zacznij od początku.",
        ko: "목록의 이 위치를 더 이상 알 수 없습니다. 처음부터 다시 시작하세요.")
    default: ofFile(cause)
    }
  }

  private static func missing(_ field: String) -> Localised {
    switch field {
    case "undo":
      Localised(
        en: "There is nothing to undo.", de: "Es gibt nichts rückgängig zu machen.",
        pl: "Nie ma czego cofnąć.", ko: "실행 취소할 작업이 없습니다.")
    case "redo":
      Localised(
        en: "There is nothing to redo.", de: "Es gibt nichts zu wiederholen.",
        pl: "Nie ma czego ponowić.", ko: "다시 실행할 작업이 없습니다.")
    case "step":
      Localised(
        en: "This step is no longer available.", de: "Dieser Schritt ist nicht mehr verfügbar.",
        pl: "Ten krok nie jest już dostępny.", ko: "이 단계는 더 이상 사용할 수 없습니다.")
    default:
      Localised(
        en: "Not found.", de: "Nicht gefunden.", pl: "Nie znaleziono.", ko: "찾을 수 없습니다.")
    }
  }

  private static func taken(_ field: String) -> Localised {
    switch field {
    case "name":
      Localised(
        en: "This name is already taken.", de: "Dieser Name ist schon vergeben.",
        pl: "Ta nazwa jest już zajęta.", ko: "이미 사용 중인 이름입니다.")
    case "path":
      Localised(
        en: "A file with this name already exists.",
        de: "Eine Datei mit diesem Namen gibt es schon.",
        pl: "Taki plik już istnieje.", ko: "같은 이름의 파일이 이미 있습니다.")
    case "identifiers":
      Localised(
        en: "Two books have these identifiers; merge the books, or correct an identifier.",
        de: "Zwei Bücher haben diese Kennungen: Bücher zusammenführen oder Kennung berichtigen.",
        pl: "Te identyfikatory mają dwie książki: połącz je albo popraw identyfikator.",
        ko: "두 책에 이 식별자가 있습니다. 책을 합치거나 식별자를 고치세요.")
    // In an import, this is the id that the source gives to the book.
    case "source_id":
      Localised(
        en: "Another row matches the same book.", de: "Eine andere Zeile meint dasselbe Buch.",
        pl: "Inny wiersz oznacza tę samą książkę.", ko: "다른 행이 같은 책을 가리킵니다.")
    default:
      Localised(
        en: "This already exists.", de: "Das gibt es schon.", pl: "To już istnieje.",
        ko: "이미 있습니다.")
    }
  }

  private static func ofFile(_ cause: Cause) -> Localised {
    switch cause {
    case .busy:
      Localised(
        en: "Another program is writing to the library. Please try again.",
        de: "Ein anderes Programm schreibt gerade in die Bibliothek. Bitte noch einmal versuchen.",
        pl: "Inny program właśnie zapisuje zmiany w bibliotece. Spróbuj ponownie.",
        ko: "다른 프로그램이 서재에 저장하고 있습니다. 다시 시도하세요.")
    case .readOnly:
      Localised(
        en: "The library is read-only.", de: "Die Bibliothek ist schreibgeschützt.",
        pl: "Biblioteka jest tylko do odczytu.", ko: "읽기 전용 서재입니다.")
    case .cannotOpen:
      Localised(
        en: "The library cannot be opened.", de: "Die Bibliothek lässt sich nicht öffnen.",
        pl: "Nie można otworzyć biblioteki.", ko: "서재를 열 수 없습니다.")
    case .notAStore:
      Localised(
        en: "This is not a Bookworm library.",
        de: "Das ist keine Bookworm-Bibliothek.",
        pl: "To nie jest biblioteka programu Bookworm.", ko: "Bookworm 서재가 아닙니다.")
    case .newer:
      Localised(
        en: "This was written by a newer version of Bookworm.",
        de: "Das stammt von einer neueren Version von Bookworm.",
        pl: "Zapisała to nowsza wersja programu Bookworm.", ko: "더 새로운 버전의 Bookworm에서 저장한 것입니다.")
    case .corrupt:
      Localised(
        en: "The library is damaged.", de: "Die Bibliothek ist beschädigt.",
        pl: "Biblioteka jest uszkodzona.", ko: "서재가 손상되었습니다.")
    case .full:
      Localised(
        en: "The disk is full.", de: "Der Datenträger ist voll.", pl: "Dysk jest pełny.",
        ko: "디스크가 가득 찼습니다.")
    case .inputOutput:
      Localised(
        en: "The library could not be read or written.",
        de: "Die Bibliothek konnte nicht gelesen oder beschrieben werden.",
        pl: "Nie udało się odczytać lub zapisać biblioteki.", ko: "서재를 읽거나 저장할 수 없습니다.")
    case .notPermitted:
      Localised(
        en: "You do not have permission to do this.", de: "Dazu fehlt die Berechtigung.",
        pl: "Brak uprawnień do tej czynności.", ko: "이 작업을 할 권한이 없습니다.")
    case .outcomeUnknown:
      Localised(
        en: "It is not known whether this was saved. Please check before you try again.",
        de: "Es ist unklar, ob das gespeichert wurde. Bitte vor einem neuen Versuch nachsehen.",
        pl: "Nie wiadomo, czy to zapisano. Sprawdź, zanim spróbujesz ponownie.",
        ko: "저장되었는지 알 수 없습니다. 다시 시도하기 전에 확인하세요.")
    default:
      Localised(
        en: "There is not enough memory.", de: "Der Arbeitsspeicher reicht nicht aus.",
        pl: "Za mało pamięci.", ko: "메모리가 부족합니다.")
    }
  }
}

extension ErrorText {
  /// Returns the sentence about the rule for a field's values; nil if there is none.
  static func rule(_ field: String) -> Localised? {
    switch field {
    case "rating":
      return Localised(
        en: "1 to 5 stars, or none.", de: "1 bis 5 Sterne oder keine.",
        pl: "Od 1 do 5 gwiazdek albo brak.", ko: "별 1~5개를 고르거나 비워 두세요.")
    case "exact_rating":
      return Localised(
        en: "Quarters of a star from 0.25 to 5, such as 4.25.",
        de: "Viertelsterne von 0,25 bis 5, zum Beispiel 4,25.",
        pl: "Ocena co ćwierć gwiazdki od 0,25 do 5, na przykład 4,25.",
        ko: "4.25처럼 0.25부터 5까지 0.25 단위로 입력하세요.")
    case "colour":
      return Localised(
        en: "A colour is written as #FF8000.", de: "Bitte eine Farbe wie #FF8000 eingeben.",
        pl: "Wpisz kolor, na przykład #FF8000.", ko: "색은 #FF8000처럼 입력하세요.")
    case "isbn":
      return Localised(
        en: "This is not an ISBN, or a digit is mistyped.",
        de: "Das ist keine ISBN, oder eine Ziffer ist falsch.",
        pl: "To nie jest ISBN albo któraś cyfra jest błędna.", ko: "ISBN이 아니거나 숫자가 틀렸습니다.")
    case "price", "currency":
      return Localised(
        en: "A price is an amount of 0 or more and a currency such as EUR.",
        de: "Ein Preis besteht aus einem Betrag ab 0 und einer Währung wie EUR.",
        pl: "Cena to kwota od 0 i waluta, na przykład EUR.",
        ko: "0 이상의 금액과 EUR 같은 통화를 함께 입력하세요.")
    case "cover":
      return Localised(
        en: "This is not a valid JPEG, PNG, WebP, GIF or AVIF picture.",
        de: "Das ist kein gültiges Bild im Format JPEG, PNG, WebP, GIF oder AVIF.",
        pl: "To nie jest prawidłowy obraz JPEG, PNG, WebP, GIF ani AVIF.",
        ko: "올바른 JPEG, PNG, WebP, GIF, AVIF 그림이 아닙니다.")
    case "quantity":
      return Localised(en: "1 to 20.", de: "1 bis 20.", pl: "Od 1 do 20.", ko: "1에서 20까지여야 합니다.")
    case "percent":
      return Localised(
        en: "0 to 100.", de: "0 bis 100.", pl: "Od 0 do 100.", ko: "0에서 100까지여야 합니다.")
    case "series_number":
      return Localised(
        en: "A number that is 0 or more.", de: "Eine Zahl ab 0.", pl: "Liczba nie mniejsza niż 0.",
        ko: "0 이상의 숫자여야 합니다.")
    case "language":
      return Localised(
        en: "A language such as English, en or pt-BR.",
        de: "Eine Sprache wie Englisch, en oder pt-BR.",
        pl: "Język, na przykład angielski, en albo pt-BR.",
        ko: "영어, en, pt-BR처럼 입력하세요.")
    case "status":
      return Localised(
        en: "On shelf, in progress, completed or did not finish.",
        de: "Im Regal, angefangen, gelesen oder abgebrochen.",
        pl: "Na półce, w trakcie, przeczytana albo niedokończona.",
        ko: "책장에 있음, 읽는 중, 다 읽음, 읽다 그만둠 중 하나입니다.")
    case "outcome":
      return Localised(
        en: "In progress, completed or did not finish.",
        de: "Angefangen, gelesen oder abgebrochen.",
        pl: "W trakcie, przeczytana albo niedokończona.",
        ko: "읽는 중, 다 읽음, 읽다 그만둠 중 하나입니다.")
    case "favourite", "spoilers":
      return Localised(
        en: "Yes or no.", de: "Ja oder nein.", pl: "Tak albo nie.", ko: "예 또는 아니요여야 합니다.")
    case "line":
      return Localised(
        en: "This search cannot be understood.", de: "Diese Suche ist unverständlich.",
        pl: "Tego zapytania nie da się zrozumieć.", ko: "이해할 수 없는 검색어입니다.")
    // A quote's page is a text; a reading's page is a number.
    case "page":
      return Localised(
        en: "A page such as 12; 0 or more.", de: "Eine Seitenzahl ab 0, zum Beispiel 12.",
        pl: "Numer strony od 0, na przykład 12.", ko: "12처럼 0 이상의 쪽 번호여야 합니다.")
    case "year", "edition_year":
      return Localised(
        en: "A year such as 1965 or -8.", de: "Ein Jahr wie 1965 oder -8.",
        pl: "Rok, na przykład 1965 albo -8.", ko: "1965나 -8 같은 연도여야 합니다.")
    case "id", "source_id":
      return Localised(
        en: "Each row needs a different value.", de: "Muss in jeder Zeile anders sein.",
        pl: "W każdym wierszu musi być inna wartość.", ko: "행마다 서로 다른 값이 있어야 합니다.")
    case "name", "text", "source", "genres", "genre_names", "identifiers", "identifier_schemes",
      "identifier_values":
      return visible
    case "contributors", "contributor_names":
      return Localised(
        en: "Each person needs a name.", de: "Jede Person braucht einen Namen.",
        pl: "Każda osoba musi mieć nazwisko.", ko: "사람마다 이름이 있어야 합니다.")
    default: break
    }
    let lines = Entity.allCases.flatMap { $0.fieldSet.table }
    guard let known = lines.first(where: { $0.column == field }) else { return nil }
    switch (known.rule, known.kind) {
    case (.positive, _): return positive
    case (.name, _): return visible
    case (_, .date), (_, .instant):
      return Localised(
        en: "This date does not exist.", de: "Dieses Datum gibt es nicht.",
        pl: "Taka data nie istnieje.", ko: "존재하지 않는 날짜입니다.")
    default: return nil
    }
  }

  private static let positive = Localised(
    en: "A whole number above 0.", de: "Eine ganze Zahl größer als 0.",
    pl: "Liczba całkowita większa od 0.", ko: "0보다 큰 정수여야 합니다.")

  static let visible = Localised(
    en: "Please enter something.", de: "Bitte etwas eingeben.", pl: "To pole nie może być puste.",
    ko: "내용을 입력하세요.")
}
