// Lists the languages of the library's own texts.

public enum Language: Int32, CaseIterable, Sendable {
  case english, german, polish, korean
}
