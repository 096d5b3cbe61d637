// How fields, sort keys and actions are called in each language: what frontends write on columns,
// menus and buttons.
import BookwormStorage

/// What a person does, as a button or a menu has it.
public enum Action: Int32, CaseIterable, Sendable {
  case add, edit, delete, save, cancel, rate, order, search, sort, undo, redo, importing, exporting
}

public enum Labels {
  /// By the field's name, which is the same for every entity that has it. Those of books stand in
  /// their table.
  private static let others: [(name: StaticString, label: Localised)] = [
    ("genre", Localised(en: "Genre", de: "Genre", pl: "Gatunek", ko: "장르")),
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
    ("rgb", Localised(en: "Colour", de: "Farbe", pl: "Kolor", ko: "색")),
    ("books", Localised(en: "Books", de: "Bücher", pl: "Książki", ko: "책")),
    ("name", Localised(en: "Name", de: "Name", pl: "Nazwa", ko: "이름")),
    ("source", Localised(en: "Source", de: "Quelle", pl: "Źródło", ko: "출처")),
    ("taken", Localised(en: "Taken over", de: "Übernommen", pl: "Przejęto", ko: "가져온 값")),
    ("imported", Localised(en: "Imported", de: "Importiert", pl: "Zaimportowano", ko: "가져온 날")),
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
    if let label = BookField.all.first(where: { $0.name.description == name })?.label {
      return label[language]
    }
    return others.first { $0.name.description == name }?.label[language] ?? ""
  }

  /// Empty where the entity has no such field.
  public static func field(
    _ entity: Entity, _ bit: UInt64, _ language: Language
  ) -> StaticString {
    label(entity.descriptor.fieldSet.init(rawValue: bit).knownName, language)
  }

  public static func sortKey(_ key: SortKey, _ language: Language) -> StaticString {
    label(key.label.description, language)
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
