// A sample quote is a quote as plain Swift values, with a short way to add it to a store.
import BookwormBooks
import BookwormRecords
import BookwormStorage
import BookwormStore

package struct SampleQuote: Equatable, Sendable {
  package let id: Int64
  package let book: Int64
  package let text: String
  package let page: String?

  package init(_ id: Int64, _ book: Int64, _ text: String, _ page: String?) {
    self.id = id
    self.book = book
    self.text = text
    self.page = page
  }
}

extension RowSet {
  /// Reads the columns by position, like the C interface.
  package var quotes: [SampleQuote] {
    guard kind == .quotes, layout.columns.count == 6 else { return [] }
    let columns = layout.columns
    return (0..<count).map { row in
      SampleQuote(
        number(columns[0], row, as: Int64.self), number(columns[1], row, as: Int64.self),
        string(text(columns[3], row)),
        isPresent(columns[4], row) ? string(text(columns[4], row)) : nil)
    }
  }
}

extension Session {
  @discardableResult
  package func quote(_ text: String, page: String? = nil, of book: Int64) throws -> Int64 {
    var draft = QuoteDraft()
    draft.give(.text, bytes(text))
    if let page { draft.give(.page, bytes(page)) }
    return try addQuote(draft, toBook: book)
  }
}

extension Draft {
  /// Sets a value without giving its field.
  mutating func prepare(_ set: (inout Draft) -> Void) {
    let given = given
    set(&self)
    self.given = given
  }
}

extension QuoteDraft {
  package var text: Bytes {
    get { text(.text) }
    set { prepare { $0.give(.text, newValue) } }
  }
  package var page: Bytes {
    get { text(.page) }
    set { prepare { $0.give(.page, newValue) } }
  }
}
