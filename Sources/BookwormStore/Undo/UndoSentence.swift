// Builds the sentence that describes a step in a language, with the name of its row and the new
// value.
import BookwormRecords
import BookwormStorage

enum UndoSentence {
  static func of(_ name: UndoStepName, _ info: UndoStepInfo, _ language: Language) -> String {
    switch name {
    case .given(let name): return name
    case .importing(let source): return importing[language].with(onOneLine(source))
    case .merging(let entity):
      return (entity == .genre ? mergingGenres : mergingBooks)[language].description
    case .mergingStores: return mergingStores[language].description
    case .counted: break
    }
    guard let summary = info.summary else { return nothing[language].description }
    let sentence =
      specific(summary, info, language)
      ?? verb(summary)[language].with(object(summary, info.subject, language))
    return sentence + (summary.hasMore ? more[language].description : "")
  }

  /// Returns a sentence for one book that says more than that the book changed.
  private static func specific(
    _ summary: UndoSummary, _ info: UndoStepInfo, _ language: Language
  ) -> String? {
    guard summary.entity == .book, summary.change == .changed, !info.subject.isEmpty else {
      return nil
    }
    let book = quoted(info.subject, language)
    let fields = BookFields(rawValue: summary.fields)
    switch fields {
    case _ where fields.isRating && info.value > 0:
      return rating[language].with(book, stars(info, language))
    case _ where fields.isRating && info.value == 0: return noRating[language].with(book)
    case .favourite where info.value >= 0:
      return (info.value == 0 ? noFavourite : favourite)[language].with(book)
    case .genres: return genres[language].with(book)
    case .cover: return cover[language].with(book)
    case _ where fields.contains(.status):
      guard let status = BookStatus(rawValue: info.value) else { return nil }
      return self.status[language].with(book, status.name(language).description)
    default: return nil
    }
  }

  private static func stars(_ info: UndoStepInfo, _ language: Language) -> String {
    guard let exact = info.exactRating, exact != exact.rounded() else { return "\(info.value)" }
    let isComma = language == .german || language == .polish
    return isComma ? String("\(exact)".map { $0 == "." ? "," : $0 }) : "\(exact)"
  }

  private static func verb(_ summary: UndoSummary) -> Localised {
    switch (summary.change, summary.entity) {
    case (.added, _): Localised(en: "Add %", de: "% hinzufügen", pl: "Dodaj %", ko: "% 추가")
    case (.deleted, _): Localised(en: "Delete %", de: "% löschen", pl: "Usuń %", ko: "% 삭제")
    case (.changed, .book) where summary.isRating:
      Localised(en: "Rate %", de: "% bewerten", pl: "Oceń %", ko: "% 평가")
    case (.changed, .genre) where summary.fields == GenreFields.name.rawValue,
      (.changed, .shelf) where summary.fields == ShelfFields.name.rawValue:
      Localised(en: "Rename %", de: "% umbenennen", pl: "Zmień nazwę: %", ko: "% 이름 변경")
    case (.changed, _): Localised(en: "Change %", de: "% ändern", pl: "Zmień %", ko: "% 변경")
    }
  }

  // MARK: The rows of a step

  private static func object(
    _ summary: UndoSummary, _ subject: String, _ language: Language
  ) -> String {
    let noun = nouns(summary.entity)
    if summary.count == 1, !subject.isEmpty {
      return noun.named[language].with(quoted(subject, language))
    }
    let count = String(summary.count)
    if language == .korean { return noun.counted.with(count) }
    if summary.count == 1 { return noun.one[language].description }
    let isFew = (2...4).contains(summary.count % 10) && !(12...14).contains(summary.count % 100)
    return "\(count) \((isFew ? noun.few : noun.many)[language])"
  }

  /// Shortens the text to fit on a menu, and adds the quotation marks of the Unicode CLDR.
  private static func quoted(_ text: String, _ language: Language) -> String {
    let line = onOneLine(text)
    let shown = line.count > 40 ? line.prefix(39) + "…" : line[...]
    return quotes[language].with(String(shown))
  }

  /// Replaces line ends and other controls by a space. Drops characters that would turn the
  /// direction of the surrounding sentence, because some menus cannot isolate it.
  private static func onOneLine(_ text: String) -> String {
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: break
      case 0x00...0x20, 0x7F...0x9F, 0x2028...0x2029: if line.last != " " { line.append(" ") }
      default: line.append(scalar)
      }
    }
    return String(line)
  }

  private static let quotes = Localised(en: "“%”", de: "„%“", pl: "„%”", ko: "‘%’")

  private struct Noun {
    /// The form with the name of the row, or of its book.
    let named: Localised
    let one: Localised
    /// The form for 2, 3, 4, 22, ... in languages with such a form.
    let few: Localised
    let many: Localised
    /// The form in Korean.
    let counted: StaticString
  }

  private static func nouns(_ entity: Entity) -> Noun {
    switch entity {
    case .book:
      noun(
        "%", "%", "%", "%", ("a book", "books"), ("ein Buch", "Bücher"),
        ("książkę", "książki", "książek"), "책 %권")
    case .genre:
      noun(
        "the genre %", "Genre %", "gatunek %", "장르 %", ("a genre", "genres"),
        ("ein Genre", "Genres"), ("gatunek", "gatunki", "gatunków"), "장르 %개")
    case .quote:
      noun(
        "a quote from %", "Zitat aus %", "cytat z książki %", "% 인용문", ("a quote", "quotes"),
        ("ein Zitat", "Zitate"), ("cytat", "cytaty", "cytatów"), "인용문 %개")
    case .reading:
      noun(
        "a reading of %", "Lektüre von %", "lekturę książki %", "% 독서 기록",
        ("a reading", "readings"), ("eine Lektüre", "Lektüren"),
        ("lekturę", "lektury", "lektur"), "독서 기록 %개")
    case .shelf:
      noun(
        "the shelf %", "Regal %", "półkę %", "서가 %", ("a shelf", "shelves"),
        ("ein Regal", "Regale"), ("półkę", "półki", "półek"), "서가 %개")
    case .order:
      noun(
        "an order of %", "Bestellung von %", "zamówienie książki %", "% 주문",
        ("an order", "orders"), ("eine Bestellung", "Bestellungen"),
        ("zamówienie", "zamówienia", "zamówień"), "주문 %개")
    case .source:
      noun(
        "a source of %", "Quelle von %", "źródło książki %", "% 출처", ("a source", "sources"),
        ("eine Quelle", "Quellen"), ("źródło", "źródła", "źródeł"), "출처 %개")
    case .merged:
      noun(
        "a book merged into %", "Zusammenführung mit %", "scalenie z książką %", "% 병합",
        ("a merged book", "merged books"), ("eine Zusammenführung", "Zusammenführungen"),
        ("scalenie", "scalenia", "scaleń"), "병합 %개")
    }
  }

  private static func noun(
    _ english: StaticString, _ german: StaticString, _ polish: StaticString,
    _ korean: StaticString, _ en: (StaticString, StaticString),
    _ de: (StaticString, StaticString), _ pl: (StaticString, StaticString, StaticString),
    _ counted: StaticString
  ) -> Noun {
    Noun(
      named: Localised(en: english, de: german, pl: polish, ko: korean),
      one: Localised(en: en.0, de: de.0, pl: pl.0, ko: counted),
      few: Localised(en: en.1, de: de.1, pl: pl.1, ko: counted),
      many: Localised(en: en.1, de: de.1, pl: pl.2, ko: counted), counted: counted)
  }

  // MARK: Sentences; '%' is the book, and '$' the value

  private static let rating = Localised(
    en: "Rate % $", de: "% mit $ bewerten", pl: "Oceń % na $", ko: "%에 $점 주기")
  private static let noRating = Localised(
    en: "Clear the rating of %", de: "Bewertung von % entfernen", pl: "Usuń ocenę książki %",
    ko: "% 평점 지우기")
  private static let favourite = Localised(
    en: "Make % a favourite", de: "% als Favorit markieren", pl: "Dodaj % do ulubionych",
    ko: "% 즐겨찾기에 추가")
  private static let noFavourite = Localised(
    en: "Remove % from the favourites", de: "% aus den Favoriten entfernen",
    pl: "Usuń % z ulubionych", ko: "% 즐겨찾기에서 제거")
  private static let status = Localised(
    en: "Status of %: $", de: "Status von %: $", pl: "Status książki %: $", ko: "% 상태: $")
  private static let genres = Localised(
    en: "Change the genres of %", de: "Genres von % ändern", pl: "Zmień gatunki książki %",
    ko: "% 장르 변경")
  private static let cover = Localised(
    en: "Change the cover of %", de: "Umschlag von % ändern", pl: "Zmień okładkę książki %",
    ko: "% 표지 변경")
  private static let importing = Localised(
    en: "Import from %", de: "Import aus %", pl: "Import z %", ko: "%에서 가져오기")
  private static let mergingBooks = Localised(
    en: "Merge books", de: "Bücher zusammenführen", pl: "Scal książki", ko: "책 병합")
  private static let mergingGenres = Localised(
    en: "Merge genres", de: "Genres zusammenführen", pl: "Scal gatunki", ko: "장르 병합")
  private static let mergingStores = Localised(
    en: "Merge stores", de: "Bibliotheken zusammenführen", pl: "Scal biblioteki", ko: "서재 병합")
  private static let more = Localised(
    en: " and more", de: " und mehr", pl: " i więcej", ko: " 외")
  private static let nothing = Localised(en: "Change", de: "Ändern", pl: "Zmień", ko: "변경")
}

extension StaticString {
  /// Replaces '%' with one text and '$' with another. The inserted texts are not searched for them.
  package func with(_ text: String, _ value: String = "") -> String {
    var made = ""
    for character in description.unicodeScalars {
      switch character {
      case "%": made += text
      case "$": made += value
      default: made.unicodeScalars.append(character)
      }
    }
    return made
  }
}
