// A role is a contributor's part in a book: one of the known roles, or any text.
import BookwormStorage

package enum ContributorRole: Int32, CaseIterable, Sendable {
  case author, editor, translator, illustrator, narrator, introduction

  /// The name as it is stored, and as a search line has it before a colon.
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

  /// Returns a role in its stored form: a known role by its name, whatever its case; author if it
  /// is not given.
  package static func stored(_ role: Bytes) throws -> [UInt8] {
    if role.isEmpty { return authorName }
    let key = try Keys.search(role)
    return allCases.contains { key.elementsEqual($0.name.utf8) } ? key : Array(role)
  }

  package static let authorName = Array(ContributorRole.author.name.utf8)
}
