// The languages in which the library has names for what it shows itself.

public enum Language: Int32, CaseIterable, Sendable {
  case english, german, polish, korean
}
