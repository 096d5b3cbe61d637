// Names sort keys and actions in each language, as frontends write them on menus and buttons.
import BookwormRecords
import BookwormStorage

/// An action of a person, as on a button or in a menu.
package enum Action: Int32, CaseIterable, Sendable {
  case add, edit, delete, save, cancel, rate, order, search, sort, undo, redo, importing, exporting
}

extension Labels {
  package static func sortKey(_ key: SortKey, _ language: Language) -> StaticString {
    label(key.label.description, language)
  }

  package static func action(_ action: Action, _ language: Language) -> StaticString {
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
