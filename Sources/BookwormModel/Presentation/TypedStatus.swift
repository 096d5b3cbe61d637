// A status as a person types it: by its name, or by another word for it, in any language. A program
// gives a status by its number.
import BookwormStorage

extension BookStatus {
  /// Other words than the names that are displayed.
  private var synonyms: [StaticString] {
    switch self {
    case .onShelf: ["on-shelf", "unread", "ungelesen", "nieprzeczytana", "안 읽음", "읽지 않음"]
    case .inProgress: ["in-progress", "reading", "lese ich", "czytam", "읽는중"]
    case .completed:
      ["completed", "read", "finished", "beendet", "fertig", "przeczytane", "skończona", "읽음"]
    case .didNotFinish:
      ["did-not-finish", "abandoned", "nicht beendet", "porzucona", "nieskończona", "포기"]
    }
  }

  private static let typed: [(key: [UInt8], status: BookStatus)] = allCases.flatMap { status in
    let words = Language.allCases.map { status.name($0) } + status.synonyms
    return words.compactMap { word in
      (try? Keys.genre(word.bytes)).map { ($0, status) }
    }
  }

  /// In any case; nil where it is no word for one.
  init?(typed word: some Sequence<UInt8>) {
    let word = Array(word)
    let key = try? word.withUnsafeBufferPointer { try Keys.genre($0) }
    guard let key, let found = BookStatus.typed.first(where: { $0.key == key }) else { return nil }
    self = found.status
  }

  /// For a form or another program's data: the status that a word stands for.
  public static func parse(_ text: Bytes) throws -> BookStatus {
    try Rules.text(text, "text", limit: Rules.nameLimit)
    guard let status = BookStatus(typed: text) else { throw unknown(text) }
    return status
  }

  /// Of a text where the exact name of a status is wanted.
  public static func unknown(_ text: Bytes) -> Failure {
    let names = allCases.map { "\"\($0.name)\"" }.joined(separator: ", ")
    let meant = BookStatus(typed: text).map { "; did you mean \"\($0.name)\"?" } ?? ""
    let shown = String(decoding: text.prefix(40), as: UTF8.self)
    return Failure(
      .invalid, "status", "status is \"\(shown)\"; it must be one of \(names)\(meant)")
  }
}
