// Derives the sort keys of a book's title. Lists are sorted by title_key. It is derived from
// title_sort if the book has one. Otherwise it is derived from the title, with a leading article
// moved to the end if the store sorts with articles last.
import BookwormStorage
import BookwormText

package struct TitleKey {
  /// Raise it when the rules change in a way that changes any key.
  package static let version = 1

  private let title: Bytes
  private let sort: Bytes?
  /// The length of the leading article, with any white space before it; 0 if the article is not
  /// moved, or if there is none.
  private let article: Int

  /// `language` is in its stored form. It is not kept; the other texts are borrowed.
  package init(_ title: Bytes, sort: Bytes?, language: Bytes?, articlesLast: Bool) {
    (self.title, self.sort) = (title, sort)
    article =
      articlesLast && sort == nil ? TitleArticle.length(atStartOf: title, language) : 0
  }

  /// `text` returns the stored form of a field, which is borrowed. Nil without a title.
  package init?(_ text: (BookFields) -> Bytes?, articlesLast: Bool) {
    guard let title = text(.title) else { return nil }
    self.init(
      title, sort: text(.titleSort), language: text(.language), articlesLast: articlesLast)
  }

  /// Whether title_key is the key of the title as it is.
  package var isPlain: Bool { sort == nil && article == 0 }

  package func append(to keys: inout ByteBuffer) {
    if article > 0 {
      Keys.append(sort: title, last: article, to: &keys)
    } else {
      Keys.append(sort: sort ?? title, to: &keys)
    }
  }

  /// Appends the key of the title as it is, which is used to find the book again; nothing if lists
  /// are sorted by that key. Returns whether anything was appended.
  @discardableResult
  package func appendPlain(to keys: inout ByteBuffer) -> Bool {
    guard !isPlain else { return false }
    let start = keys.count
    Keys.append(sort: title, to: &keys)
    let end = keys.count
    append(to: &keys)
    let isSame = keys.bytes[start..<end].elementsEqual(keys.bytes[end...])
    keys.truncate(to: isSame ? start : end)
    return !isSame
  }
}

/// The version of this library's sort key rules: those of texts, and those of titles.
package let sortKeyRules = UTF8Text.sortKeyVersion + TitleKey.version
