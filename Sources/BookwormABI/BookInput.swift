// From the caller's structs and columns to the model's drafts.
import BookwormModel
import BookwormStorage
import CBookwormTypes

extension BookDraft {
  init(_ book: bw_book) throws {
    self.init()
    given = BookFields(rawValue: book.fields)
    if given.contains(.title) { title = try text(book.title, "title") }
    if given.contains(.author) { author = try text(book.author, "author") }
    if given.contains(.synopsis) { synopsis = try text(book.synopsis, "synopsis") }
    if given.contains(.review) { review = try text(book.review, "review") }
    if given.contains(.notes) { notes = try text(book.notes, "notes") }
    if given.contains(.series) { series = try text(book.series, "series") }
    seriesNumber = book.series_number
    created = book.created
    started = book.started
    finished = book.finished
    year = book.year
    rating = book.rating
    status = Int32(bitPattern: book.status.rawValue)
    favourite = book.favourite
    price = book.price
    if given.contains(.currency) { currency = try text(book.currency, "currency") }
    if given.contains(.genres) { genres = try array(book.genres, book.genre_count, "genres") }
    if given.contains(.genreNames) {
      let names = try array(book.genre_names, book.genre_name_count, "genre_names")
      try Rules.list(names.count, "genre_names")
      genreNames = try names.map { try text($0, "genre_names") }
    }
    if !given.isDisjoint(with: .identifiers) {
      guard given.isSuperset(of: .identifiers) else {
        throw Failure(
          .argument, "identifier_schemes", "identifiers need both their schemes and their values")
      }
      let schemes = try array(book.identifier_schemes, book.identifier_count, "identifier_schemes")
      let values = try array(book.identifier_values, book.identifier_count, "identifier_values")
      try Rules.list(schemes.count, "identifiers")
      identifiers = try zip(schemes, values).map {
        (try text($0, "identifier_schemes"), try text($1, "identifier_values"))
      }
    }
  }
}

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

  func draft(_ row: Int) throws -> BookDraft { try BookDraft(row, columns) }
}

/// A column of new books, whatever it is read from. What it gives is borrowed until the next row.
protocol BookColumnReader {
  var field: BookFields { get }
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
  init(_ row: Int, _ columns: [some BookColumnReader]) throws {
    self.init()
    var schemes: [Bytes] = []
    var values: [Bytes] = []
    for column in columns where column.isPresent(row) {
      given.insert(column.field)
      switch column.field {
      case .title: title = try column.text(row)
      case .author: author = try column.text(row)
      case .synopsis: synopsis = try column.text(row)
      case .review: review = try column.text(row)
      case .notes: notes = try column.text(row)
      case .series: series = try column.text(row)
      case .rating: rating = try column.int32(row)
      case .favourite: favourite = try column.int32(row)
      case .status: status = try column.status(row)
      case .seriesNumber: seriesNumber = try column.double(row)
      case .year: year = try column.int32(row)
      case .created: created = try column.instant(row)
      case .started: started = try column.date(row)
      case .finished: finished = try column.date(row)
      case .price: price = try column.int64(row)
      case .currency: currency = try column.text(row)
      case .genres: genres = try column.integers(row)
      case .genreNames: genreNames = try column.texts(row)
      case .identifierSchemes: schemes = try column.texts(row)
      case .identifierValues: values = try column.texts(row)
      default: break
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
