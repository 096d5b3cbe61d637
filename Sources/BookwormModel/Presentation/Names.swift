// The names of what the library itself knows: statuses and standard genres, in every language.
import BookwormStorage

extension BookStatus {
  private var names: Localised {
    switch self {
    case .onShelf: Localised(en: "On shelf", de: "Im Regal", pl: "Na półce", ko: "책장에 있음")
    case .inProgress:
      Localised(en: "In progress", de: "Angefangen", pl: "W trakcie", ko: "읽는 중")
    case .completed: Localised(en: "Completed", de: "Gelesen", pl: "Przeczytana", ko: "다 읽음")
    case .didNotFinish:
      Localised(en: "Did not finish", de: "Abgebrochen", pl: "Niedokończona", ko: "읽다 그만둠")
    }
  }

  public func name(_ language: Language) -> StaticString { names[language] }

  /// For a status that this library does not know.
  public static func unknownName(_ language: Language) -> StaticString { unknown[language] }

  private static let unknown = Localised(
    en: "Unknown", de: "Unbekannt", pl: "Nieznany", ko: "알 수 없음")
}

extension StandardGenres {
  /// In the order of `all`.
  private static let names = [
    Localised(en: "Fantasy", de: "Fantasy", pl: "Fantasy", ko: "판타지"),
    Localised(en: "Horror", de: "Horror", pl: "Horror", ko: "공포"),
    Localised(en: "Kids", de: "Kinderbuch", pl: "Dla dzieci", ko: "어린이"),
    Localised(en: "Mystery", de: "Krimi", pl: "Kryminał", ko: "추리"),
    Localised(en: "Poetry", de: "Lyrik", pl: "Poezja", ko: "시"),
    Localised(en: "Romance", de: "Liebesroman", pl: "Romans", ko: "로맨스"),
    Localised(en: "Thriller", de: "Thriller", pl: "Thriller", ko: "스릴러"),
  ]

  /// A standard genre's name in a language; nil for any other genre. The genre is found by its
  /// stored, English name, as genres are: case does not count.
  public static func displayName(_ name: Bytes, _ language: Language) throws -> StaticString? {
    try Rules.name(name, "name")
    let key = try Keys.genre(name)
    let place = all.firstIndex { genre in
      key.elementsEqual(genre.name.bytes.lazy.map { $0 | 0x20 })
    }
    return place.map { names[$0][language] }
  }
}
