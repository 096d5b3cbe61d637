// The columns of the table `books`: which field each one holds, and how it is given and read.
import BookwormStorage

struct BookColumn {
  enum Value {
    case integer(Int64)
    case real(Double)
    case text(Bytes)
  }

  let field: BookFields
  let name: String
  let type: ColumnType
  /// Whether a book may be without it.
  var optional = false
  /// The longest text that it takes.
  var limit = Rules.nameLimit
  /// The column that holds its sort key.
  var key: String?
  let value: @Sendable (BookDraft) -> Value

  /// The name of any field of a book, also of a list.
  static func name(of field: BookFields) -> String {
    switch field {
    case .genres: "genres"
    case .identifierSchemes: "identifier_schemes"
    case .identifierValues: "identifier_values"
    case .picture: "picture"
    case .matched: "matched"
    case .snippet: "snippet"
    case .rank: "rank"
    default: all.first { $0.field == field }?.name ?? ""
    }
  }

  /// In the order of the fields' bits.
  static let all: [BookColumn] = [
    BookColumn(field: .id, name: "id", type: .int64) { _ in .integer(0) },
    BookColumn(field: .title, name: "title", type: .text, key: "title_key") { .text($0.title) },
    BookColumn(field: .author, name: "author", type: .text, key: "author_key") { .text($0.author) },
    BookColumn(
      field: .synopsis, name: "synopsis", type: .text, optional: true, limit: Rules.textLimit
    ) {
      .text($0.synopsis)
    },
    BookColumn(
      field: .review, name: "review", type: .text, optional: true, limit: Rules.textLimit
    ) { .text($0.review) },
    BookColumn(
      field: .notes, name: "notes", type: .text, optional: true, limit: Rules.textLimit
    ) { .text($0.notes) },
    BookColumn(field: .rating, name: "rating", type: .int32) { .integer(Int64($0.rating)) },
    BookColumn(field: .favourite, name: "favourite", type: .int32) {
      .integer(Int64($0.favourite))
    },
    BookColumn(field: .status, name: "status", type: .int32) { .integer(Int64($0.status)) },
    BookColumn(field: .series, name: "series", type: .text, optional: true, key: "series_key") {
      .text($0.series)
    },
    BookColumn(field: .seriesNumber, name: "series_number", type: .double, optional: true) {
      .real($0.seriesNumber)
    },
    BookColumn(field: .year, name: "year", type: .int32, optional: true) {
      .integer(Int64($0.year))
    },
    BookColumn(field: .created, name: "created", type: .int64) { .integer($0.created) },
    BookColumn(field: .updated, name: "updated", type: .int64) { _ in .integer(0) },
    BookColumn(field: .started, name: "started", type: .int32, optional: true) {
      .integer(Int64($0.started))
    },
    BookColumn(field: .finished, name: "finished", type: .int32, optional: true) {
      .integer(Int64($0.finished))
    },
    BookColumn(field: .price, name: "price", type: .int64, optional: true) { .integer($0.price) },
    BookColumn(field: .currency, name: "currency", type: .text, optional: true) {
      .text($0.currencyCode)
    },
    BookColumn(field: .globalID, name: "global_id", type: .uuid) { _ in .integer(0) },
  ]
}
