// An import passes each row of a document to its entity in this form.
import BookwormRecords
import BookwormStorage

/// A row that was read from a document.
struct DocumentRow {
  let id: Int64
  /// Nil in a document of an older library.
  let globalID: GlobalID?
  /// The id of the previous row of its section; 0 for the first row.
  let previousID: Int64
  /// No book has, or had, a higher id.
  let lastBook: Int64
  /// Whether books' readings follow in the document.
  let hasReadings: Bool
  /// The values by the columns' names. The texts are valid until the next row is read.
  let values: [String: FieldValue]
  /// The genres of a book.
  let genres: UnsafeBufferPointer<Int64>
  let identifiers: [(scheme: Bytes, value: Bytes)]
  let contributors: [GivenContributor]
  /// In Base64.
  let cover: Bytes?

  var identity: RowIdentity { RowIdentity(id: id, globalID: globalID) }

  func integer(_ name: String) throws -> Int64 {
    guard case .integer(let value) = values[name] else { throw Failure.missing(name) }
    return value
  }

  /// Throws if the id of the row's book has never been assigned. This is for rows that may outlive
  /// their books.
  func checkBookHasBeen(_ book: Int64) throws {
    guard book > 0, book <= lastBook else {
      throw Failure(
        .invalid, "book", "book is \(book), but no id above \(lastBook) has been given")
    }
  }
}

extension Draft {
  /// Creates a draft of the values of a document's row. Throws if the row lacks a field that every
  /// row has.
  init(_ row: DocumentRow) throws {
    self.init()
    for line in Fields.table where line.isColumn && line.kind != .uuid {
      let value = row.values[line.column]
      guard value != nil || line.isOptional || line.isZeroIfMissing else {
        throw Failure.missing(line.column)
      }
      try give(line, value)
    }
    try check(.row)
  }
}
