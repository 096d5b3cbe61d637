// A role is a contributor's part in a book: one of the known roles, or any text.
import BookwormStorage

package enum ContributorRole: Int32, CaseIterable, Sendable {
  case author, editor, translator, illustrator, narrator, introduction

  /// The name as it is stored, and as it is written before a colon in a search line.
  package var name: String {
    switch self {
    case .author: "author"
    case .editor: "editor"
    case .translator: "translator"
    case .illustrator: "illustrator"
    case .narrator: "narrator"
    case .introduction: "introduction"
    }
  }

  /// Its usual names on title pages, in each language of the library.
  package var words: [StaticString] {
    switch self {
    case .author:
      [
        "authors", "written by", "autor", "autorin", "autoren", "autorinnen", "verfasser",
        "verfasserin", "autorka", "autorzy", "autorki", "지은이", "저자", "작가", "글", "지음",
      ]
    case .editor:
      [
        "editors", "edited by", "ed", "eds", "herausgeber", "herausgeberin", "herausgeberinnen",
        "herausgegeben von", "hrsg", "hg", "redaktor", "redaktorka", "redaktorzy", "redaktorki",
        "redakcja", "pod redakcją", "red", "편집자", "편집", "엮은이", "엮음",
      ]
    case .translator:
      [
        "translators", "translated by", "translation", "trans", "transl", "tr", "übersetzer",
        "übersetzerin", "übersetzerinnen", "übersetzt von", "übersetzung", "übers", "tłumacz",
        "tłumaczka", "tłumacze", "tłumaczki", "tłumaczenie", "przekład", "przełożył", "przełożyła",
        "tłum", "przeł", "옮긴이", "번역자", "번역가", "역자", "번역", "옮김",
      ]
    case .illustrator:
      [
        "illustrators", "illustrated by", "illustrations", "ill", "illus", "illustratorin",
        "illustratoren", "illustratorinnen", "illustriert von", "illustrationen", "ilustrator",
        "ilustratorka", "ilustratorzy", "ilustratorki", "ilustracje", "ilustrował", "ilustrowała",
        "il", "그린이", "삽화가", "그림", "삽화", "일러스트",
      ]
    case .narrator:
      [
        "narrators", "narrated by", "read by", "sprecher", "sprecherin", "sprecherinnen",
        "gelesen von", "lektor", "lektorka", "lektorzy", "lektorki", "czyta", "czytają", "낭독자",
        "낭독",
      ]
    case .introduction:
      [
        "introduction by", "introduced by", "intro", "einleitung", "einleitung von", "einführung",
        "einführung von", "wstęp", "wprowadzenie", "서문",
      ]
    }
  }

  /// Returns the role that a word means in one of these languages, ignoring case, accents and a dot
  /// after an abbreviation.
  package static func meant(by word: [UInt8]) throws -> ContributorRole? {
    let dot = UInt8(ascii: ".")
    let whole = word.last == dot ? word.dropLast() : word[...]
    let key = try Array(whole).withUnsafeBufferPointer { try Keys.search($0) }
    return try keys.get()[key]
  }

  private static let keys = Result {
    try allCases.reduce(into: [[UInt8]: ContributorRole]()) { keys, role in
      keys[Array(role.name.utf8)] = role
      let labels = Words.label(role.name)?.texts ?? []
      for word in role.words + labels { keys[try Keys.search(word.bytes)] = role }
    }
  }

  /// Returns a role in its stored form: a known role by its name, whatever its case; author if it
  /// is not given.
  package static func stored(_ role: Bytes) throws -> [UInt8] {
    if role.isEmpty { return authorName }
    let key = try Keys.search(role)
    return allCases.contains { key.elementsEqual($0.name.utf8) } ? key : Array(role)
  }

  package static let authorName = Array(ContributorRole.author.name.utf8)
}
