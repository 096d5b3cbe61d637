// How fields, sort keys and actions are called in each language: what frontends write on columns,
// menus and buttons.
import BookwormStorage

/// What a person does, as a button or a menu has it.
public enum Action: Int32, CaseIterable, Sendable {
  case add, edit, delete, save, cancel, rate, order, search, sort, undo, redo, importing, exporting
}

public enum Labels {
  /// By the field's name, which is the same for every entity that has it.
  private static let fields: [(name: StaticString, label: Localised)] = [
    ("id", Localised(en: "Number", de: "Nummer", pl: "Numer", ko: "번호")),
    ("title", Localised(en: "Title", de: "Titel", pl: "Tytuł", ko: "제목")),
    ("author", Localised(en: "Author", de: "Autor", pl: "Autor", ko: "저자")),
    ("synopsis", Localised(en: "Synopsis", de: "Inhalt", pl: "Opis", ko: "줄거리")),
    ("review", Localised(en: "Review", de: "Rezension", pl: "Recenzja", ko: "서평")),
    ("notes", Localised(en: "Notes", de: "Notizen", pl: "Notatki", ko: "메모")),
    ("rating", Localised(en: "Rating", de: "Bewertung", pl: "Ocena", ko: "평점")),
    ("favourite", Localised(en: "Favourite", de: "Favorit", pl: "Ulubiona", ko: "즐겨찾기")),
    ("status", Localised(en: "Status", de: "Status", pl: "Status", ko: "상태")),
    ("series", Localised(en: "Series", de: "Reihe", pl: "Seria", ko: "시리즈")),
    (
      "series_number",
      Localised(
        en: "Number in the series", de: "Nummer in der Reihe", pl: "Numer w serii",
        ko: "시리즈 번호")
    ),
    (
      "year",
      Localised(
        en: "Year of publication", de: "Erscheinungsjahr", pl: "Rok pierwszego wydania",
        ko: "출간 연도")
    ),
    ("created", Localised(en: "Added", de: "Hinzugefügt", pl: "Dodano", ko: "추가한 날")),
    ("updated", Localised(en: "Changed", de: "Geändert", pl: "Zmieniono", ko: "바꾼 날")),
    ("started", Localised(en: "Started", de: "Begonnen", pl: "Rozpoczęto", ko: "시작한 날")),
    ("finished", Localised(en: "Finished", de: "Beendet", pl: "Ukończono", ko: "마친 날")),
    ("price", Localised(en: "Price", de: "Preis", pl: "Cena", ko: "가격")),
    ("currency", Localised(en: "Currency", de: "Währung", pl: "Waluta", ko: "통화")),
    ("genre", Localised(en: "Genre", de: "Genre", pl: "Gatunek", ko: "장르")),
    ("genres", Localised(en: "Genres", de: "Genres", pl: "Gatunki", ko: "장르")),
    ("genre_names", Localised(en: "Genres", de: "Genres", pl: "Gatunki", ko: "장르")),
    (
      "identifier_schemes",
      Localised(
        en: "Kinds of identifiers", de: "Arten der Kennungen", pl: "Rodzaje identyfikatorów",
        ko: "식별자 종류")
    ),
    (
      "identifier_values",
      Localised(en: "Identifiers", de: "Kennungen", pl: "Identyfikatory", ko: "식별자")
    ),
    (
      "identifiers",
      Localised(en: "Identifiers", de: "Kennungen", pl: "Identyfikatory", ko: "식별자")
    ),
    ("isbn", Localised(en: "ISBN", de: "ISBN", pl: "ISBN", ko: "ISBN")),
    (
      "reading", Localised(en: "Reading", de: "Lektüre", pl: "Lektura", ko: "독서 기록")
    ),
    ("quote", Localised(en: "Quote", de: "Zitat", pl: "Cytat", ko: "인용문")),
    ("order", Localised(en: "Order", de: "Bestellung", pl: "Zamówienie", ko: "주문")),
    ("shelf", Localised(en: "Shelf", de: "Regal", pl: "Półka", ko: "서가")),
    ("quotes", Localised(en: "Quotes", de: "Zitate", pl: "Cytaty", ko: "인용문")),
    (
      "global_id",
      Localised(
        en: "Global id", de: "Globale Kennung", pl: "Identyfikator globalny", ko: "전역 식별자")
    ),
    ("subtitle", Localised(en: "Subtitle", de: "Untertitel", pl: "Podtytuł", ko: "부제")),
    ("publisher", Localised(en: "Publisher", de: "Verlag", pl: "Wydawnictwo", ko: "출판사")),
    ("pages", Localised(en: "Pages", de: "Seiten", pl: "Strony", ko: "쪽수")),
    ("language", Localised(en: "Language", de: "Sprache", pl: "Język", ko: "언어")),
    ("format", Localised(en: "Format", de: "Format", pl: "Format", ko: "판형")),
    (
      "edition_year",
      Localised(
        en: "Year of the edition", de: "Jahr der Ausgabe", pl: "Rok tego wydania", ko: "판본 연도")
    ),
    (
      "author_sort",
      Localised(
        en: "Author in lists", de: "Autor in Listen", pl: "Autor na listach", ko: "정렬용 저자")
    ),
    ("readings", Localised(en: "Readings", de: "Lektüren", pl: "Lektury", ko: "독서 기록")),
    ("matched", Localised(en: "Found in", de: "Gefunden in", pl: "Znaleziono w", ko: "찾은 곳")),
    ("snippet", Localised(en: "Passage", de: "Textstelle", pl: "Fragment", ko: "발췌")),
    ("rank", Localised(en: "Relevance", de: "Relevanz", pl: "Trafność", ko: "관련도")),
    ("picture", Localised(en: "Picture", de: "Bild", pl: "Obraz", ko: "그림")),
    ("rgb", Localised(en: "Colour", de: "Farbe", pl: "Kolor", ko: "색")),
    ("books", Localised(en: "Books", de: "Bücher", pl: "Książki", ko: "책")),
    ("name", Localised(en: "Name", de: "Name", pl: "Nazwa", ko: "이름")),
    ("source", Localised(en: "Source", de: "Quelle", pl: "Źródło", ko: "출처")),
    (
      "source_id",
      Localised(
        en: "Id at the source", de: "Kennung der Quelle", pl: "Identyfikator źródła",
        ko: "출처 식별자")
    ),
    ("taken", Localised(en: "Taken over", de: "Übernommen", pl: "Przejęto", ko: "가져온 값")),
    ("raw", Localised(en: "Raw row", de: "Rohzeile", pl: "Surowy wiersz", ko: "원본 행")),
    ("imported", Localised(en: "Imported", de: "Importiert", pl: "Zaimportowano", ko: "가져온 날")),
    (
      "merged_books",
      Localised(
        en: "Merged books", de: "Zusammengeführte Bücher", pl: "Scalone książki",
        ko: "병합된 책")
    ),
    ("line", Localised(en: "Search", de: "Suche", pl: "Wyszukiwanie", ko: "검색어")),
    ("colour", Localised(en: "Colour", de: "Farbe", pl: "Kolor", ko: "색")),
    ("book", Localised(en: "Book", de: "Buch", pl: "Książka", ko: "책")),
    ("text", Localised(en: "Text", de: "Text", pl: "Tekst", ko: "내용")),
    ("page", Localised(en: "Page", de: "Seite", pl: "Strona", ko: "쪽")),
    ("outcome", Localised(en: "Outcome", de: "Ergebnis", pl: "Wynik", ko: "결과")),
    ("percent", Localised(en: "Percent", de: "Prozent", pl: "Procent", ko: "퍼센트")),
    ("note", Localised(en: "Note", de: "Notiz", pl: "Notatka", ko: "메모")),
    ("quantity", Localised(en: "Quantity", de: "Anzahl", pl: "Liczba", ko: "수량")),
    ("unit_price", Localised(en: "Unit price", de: "Einzelpreis", pl: "Cena za sztukę", ko: "단가")),
    ("total", Localised(en: "Total", de: "Gesamtpreis", pl: "Razem", ko: "합계")),
    ("placed", Localised(en: "Ordered", de: "Bestellt", pl: "Zamówiono", ko: "주문한 날")),
    ("cancelled", Localised(en: "Cancelled", de: "Storniert", pl: "Anulowano", ko: "취소한 날")),
  ]

  /// Empty for a name that no field has.
  static func label(_ name: String, _ language: Language) -> StaticString {
    fields.first { $0.name.description == name }?.label[language] ?? ""
  }

  /// Empty where the entity has no such field.
  public static func field(
    _ entity: Entity, _ bit: UInt64, _ language: Language
  ) -> StaticString {
    label(entity.descriptor.fieldSet.init(rawValue: bit).knownName, language)
  }

  public static func sortKey(_ key: SortKey, _ language: Language) -> StaticString {
    label(key == .editionYear ? "edition_year" : key.name, language)
  }

  public static func action(_ action: Action, _ language: Language) -> StaticString {
    let names =
      switch action {
      case .add: Localised(en: "Add", de: "Hinzufügen", pl: "Dodaj", ko: "추가")
      case .edit: Localised(en: "Edit", de: "Bearbeiten", pl: "Edytuj", ko: "편집")
      case .delete: Localised(en: "Delete", de: "Löschen", pl: "Usuń", ko: "삭제")
      case .save: Localised(en: "Save", de: "Speichern", pl: "Zapisz", ko: "저장")
      case .cancel: Localised(en: "Cancel", de: "Abbrechen", pl: "Anuluj", ko: "취소")
      case .rate: Localised(en: "Rate", de: "Bewerten", pl: "Oceń", ko: "평가")
      case .order: Localised(en: "Order", de: "Bestellen", pl: "Zamów", ko: "주문")
      case .search: Localised(en: "Search", de: "Suchen", pl: "Szukaj", ko: "검색")
      case .sort: Localised(en: "Sort", de: "Sortieren", pl: "Sortuj", ko: "정렬")
      case .undo: Localised(en: "Undo", de: "Rückgängig", pl: "Cofnij", ko: "실행 취소")
      case .redo: Localised(en: "Redo", de: "Wiederholen", pl: "Ponów", ko: "다시 실행")
      case .importing: Localised(en: "Import", de: "Importieren", pl: "Importuj", ko: "가져오기")
      case .exporting: Localised(en: "Export", de: "Exportieren", pl: "Eksportuj", ko: "내보내기")
      }
    return names[language]
  }
}
