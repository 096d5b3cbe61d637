// Names the genres that the library knows, in every language.
import BookwormRecords
import BookwormStorage

/// The genres with a name in every language: the standard genres, and two that are common in other
/// programs.
package enum GenreNames {
  private static let all: [(names: Localised, alsoWritten: [StaticString])] = [
    (Localised(en: "Fantasy", de: "Fantasy", pl: "Fantasy", ko: "판타지"), []),
    (Localised(en: "Fiction", de: "Belletristik", pl: "Beletrystyka", ko: "소설"), []),
    (Localised(en: "Horror", de: "Horror", pl: "Horror", ko: "공포"), []),
    (Localised(en: "Kids", de: "Kinderbuch", pl: "Dla dzieci", ko: "어린이"), []),
    (Localised(en: "Mystery", de: "Krimi", pl: "Kryminał", ko: "추리"), []),
    (
      Localised(en: "Non Fiction", de: "Sachbuch", pl: "Literatura faktu", ko: "논픽션"),
      ["Non-Fiction", "Nonfiction"]
    ),
    (Localised(en: "Poetry", de: "Lyrik", pl: "Poezja", ko: "시"), []),
    (Localised(en: "Romance", de: "Liebesroman", pl: "Romans", ko: "로맨스"), []),
    (Localised(en: "Thriller", de: "Thriller", pl: "Thriller", ko: "스릴러"), []),
  ]

  /// The keys of each genre's names, in the order of `all`. `stored` are the English names, which
  /// identify a stored genre as one of these.
  private static let keys: [(stored: [[UInt8]], others: [[UInt8]])] = all.map { genre in
    func keys(_ names: [StaticString]) -> [[UInt8]] {
      names.compactMap { try? Keys.genre($0.bytes) }
    }
    let others = Language.allCases.filter { $0 != .english }.map { genre.names[$0] }
    return (keys([genre.names[.english]] + genre.alsoWritten), keys(others))
  }

  /// Returns nil for a genre without names in other languages.
  package static func displayed(_ key: some Sequence<UInt8>, _ language: Language) -> StaticString?
  {
    let place = keys.firstIndex { $0.stored.contains { $0.elementsEqual(key) } }
    return place.map { all[$0].names[language] }
  }

  /// Returns the keys of all other names of the genre that has this name in any language.
  static func others(_ key: some Sequence<UInt8>) -> [[UInt8]] {
    let meant = keys.first { ($0.stored + $0.others).contains { $0.elementsEqual(key) } }
    return meant.map { ($0.stored + $0.others).filter { !$0.elementsEqual(key) } } ?? []
  }
}

extension StandardGenres {
  /// Returns a genre's name in a language; nil for a reader's own genre. The genre is found by its
  /// stored, English name, without regard to case, as every genre is found.
  package static func displayName(_ name: Bytes, _ language: Language) throws -> StaticString? {
    try Rules.name(name, "name")
    return GenreNames.displayed(try Keys.genre(name), language)
  }
}
