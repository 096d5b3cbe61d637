// From the caller's structs and columns to the model's drafts.
import BookwormModel
import BookwormStorage
import CBookwormTypes

extension QuoteDraft {
  init(_ quote: bw_quote) throws {
    self.init()
    given = QuoteFields(rawValue: quote.fields)
    if given.contains(.text) { text = try BookwormABI.text(quote.text, "text") }
    if given.contains(.page) { page = try BookwormABI.text(quote.page, "page") }
  }
}

/// Books given as columns.
struct BookColumns {
  private var columns: [ColumnReader] = []

  init(_ columns: UnsafePointer<bw_column>?, _ columnCount: Int64, rows: Int) throws {
    let columns = try SizedArray(columns, columnCount, "columns")
    for index in 0..<columns.count {
      let reader = try ColumnReader(try columns.element(index), rows: rows)
      guard !self.columns.contains(where: { $0.field == reader.field }) else {
        throw Failure(.argument, reader.name, "\(reader.name) has two columns")
      }
      self.columns.append(reader)
    }
  }

  func fill(_ row: Int, _ draft: inout BookDraft) throws { try draft.fill(row, columns) }
}

/// A column of new books, whatever it is read from. What it gives is borrowed until the next row.
protocol BookColumnReader {
  var field: BookFields { get }
  var kind: FieldKind { get }
  func isPresent(_ row: Int) -> Bool
  func text(_ row: Int) throws -> Bytes
  func int32(_ row: Int) throws -> Int32
  func int64(_ row: Int) throws -> Int64
  func double(_ row: Int) throws -> Double
  func status(_ row: Int) throws -> Int32
  /// In milliseconds since 1970.
  func instant(_ row: Int) throws -> Int64
  /// As YYYYMMDD.
  func date(_ row: Int) throws -> Int32
  func integers(_ row: Int) throws -> UnsafeBufferPointer<Int64>
  func texts(_ row: Int) throws -> [Bytes]
}

extension BookDraft {
  mutating func fill(_ row: Int, _ columns: [some BookColumnReader]) throws {
    var schemes: [Bytes] = []
    var values: [Bytes] = []
    for column in columns where column.isPresent(row) {
      switch column.kind {
      case .text: give(column.field, try column.text(row))
      case .int32, .flag: give(column.field, try column.int32(row))
      case .int64: give(column.field, try column.int64(row))
      case .double: give(column.field, try column.double(row))
      case .status: give(column.field, try column.status(row))
      case .instant: give(column.field, try column.instant(row))
      case .date: give(column.field, try column.date(row))
      // Never given: check() says so.
      case .uuid: given.formUnion(column.field)
      case .int64List, .textList:
        given.formUnion(column.field)
        switch column.field {
        case .genres: genres = try column.integers(row)
        case .genreNames: genreNames = try column.texts(row)
        case .identifierSchemes: schemes = try column.texts(row)
        default: values = try column.texts(row)
        }
      }
    }
    guard schemes.count == values.count else {
      throw Failure(
        .argument, "identifier_values",
        "there are \(schemes.count) identifier schemes, but \(values.count) values")
    }
    identifiers = zip(schemes, values).map { ($0, $1) }
  }
}
