// Names the statuses in every language, and reads a status that a person types: its name or a
// synonym, in any language. A program gives a status by its number.
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

  package func name(_ language: Language) -> StaticString { names[language] }

  /// The name of a status that this library does not know.
  package static func unknownName(_ language: Language) -> StaticString { unknown[language] }

  private static let unknown = Localised(
    en: "Unknown", de: "Unbekannt", pl: "Nieznany", ko: "알 수 없음")

  /// The synonyms of the displayed names.
  private var synonyms: [StaticString] {
    switch self {
    case .onShelf:
      [
        "on-shelf", "unread", "to-read", "to read", "want-to-read", "want to read", "planned",
        "wishlist", "ungelesen", "nieprzeczytana", "안 읽음", "읽지 않음",
      ]
    case .inProgress:
      [
        "in-progress", "in_progress", "reading", "currently-reading", "currently reading",
        "lese ich", "czytam", "읽는중",
      ]
    case .completed:
      [
        "completed", "read", "already read", "finished", "beendet", "fertig", "przeczytane",
        "skończona", "읽음",
      ]
    case .didNotFinish:
      [
        "did-not-finish", "dnf", "abandoned", "stopped", "stopped reading", "stopped-reading",
        "nicht beendet", "porzucona", "nieskończona", "포기",
      ]
    }
  }

  /// Every word for the status.
  package var typedWords: [StaticString] { Language.allCases.map { name($0) } + synonyms }

  private static let typed: [(key: [UInt8], status: BookStatus)] = allCases.flatMap { status in
    status.typedWords.compactMap { word in
      (try? Keys.genre(word.bytes)).map { ($0, status) }
    }
  }

  /// Accepts any case. Nil if the word does not mean a status.
  package init?(typed word: some Sequence<UInt8>) {
    let word = Array(word)
    let key = try? word.withUnsafeBufferPointer { try Keys.genre($0) }
    guard let key, let found = BookStatus.typed.first(where: { $0.key == key }) else { return nil }
    self = found.status
  }

  /// Returns the status that a word means, for a form or another program's data.
  package static func parse(_ text: Bytes) throws -> BookStatus {
    try Rules.text(text, "text", limit: Rules.nameLimit)
    if let status = BookStatus(typed: text) { return status }
    let names = allCases.map { "\"\($0.name)\"" }.joined(separator: ", ")
    let shown = String(decoding: text.prefix(40), as: UTF8.self)
    throw Failure(.invalid, "status", "status is \"\(shown)\"; it must be one of \(names)")
  }
}
