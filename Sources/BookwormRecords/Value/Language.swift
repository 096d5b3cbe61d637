// Lists the languages of the library's own texts.

package enum Language: Int32, CaseIterable, Sendable {
  case english, german, polish, korean
}
