// Reads books from columns, the caller's or Arrow's: new books, changes of existing books, or the
// rows of an import.
import BookwormBooks
import BookwormExchange
import BookwormRecords
import BookwormStorage
import CBookwormTypes

/// The purpose of the rows.
enum RowPurpose {
  case create, update, importing

  var allowed: BookFields {
    switch self {
    case .create: .creatable
    case .update: .changeable.union(.id)
    // In a data frame, the column `genres` contains names too, like `genre_names`: see
    // ArrowField.all().
    case .importing: .importable.union(.genres)
    }
  }
  var needed: BookFields {
    switch self {
    case .create: .required
    case .update: .id
    case .importing: .sourceID
    }
  }
  var what: String {
    switch self {
    case .create: "a new book"
    case .update: "a change of a book"
    case .importing: "a row of an import"
    }
  }
  var need: String {
    switch self {
    case .create: "a book needs a title and an author"
    case .update: "each row says which book it changes"
    case .importing: "each row needs the source's own id of the book"
    }
  }
}

/// Books given as columns.
struct BookColumns {
  private var columns: [ColumnReader] = []

  /// The fields of the columns.
  var fields: BookFields { columns.reduce(into: []) { $0.formUnion($1.field) } }

  init(
    _ columns: UnsafePointer<bw_column>?, _ columnCount: Int64, rows: Int, _ purpose: RowPurpose
  ) throws {
    guard rows <= Int32.max else {
      throw Failure(
        .argument, "count", "count is \(rows); there may be at most \(Int32.max) rows at once")
    }
    let columns = try SizedArray(columns, columnCount, "columns")
    for index in 0..<columns.count {
      let reader = try ColumnReader(try columns.element(index), rows: rows, purpose)
      guard !self.columns.contains(where: { $0.field == reader.field }) else {
        throw Failure(.argument, reader.name, "\(reader.name) has two columns")
      }
      self.columns.append(reader)
    }
  }

  func fill(_ row: Int, _ draft: inout BookDraft) throws { try draft.fill(row, columns) }
}

extension BookDraft {
  mutating func fill(_ row: Int, _ columns: [some BookColumnReader]) throws {
    var schemes: [Bytes] = []
    var values: [Bytes] = []
    var lists = ReadingLists()
    var people = ContributorLists()
    for column in columns {
      guard column.isPresent(row) else {
        if column.isSilent(row) { silent.formUnion(column.field) }
        continue
      }
      switch column.kind {
      case .text: give(column.field, try column.text(row))
      case .int32, .flag: give(column.field, try column.int32(row))
      case .int64: give(column.field, try column.int64(row))
      case .double: give(column.field, try column.double(row))
      case .status: give(column.field, try column.status(row))
      case .instant: give(column.field, try column.instant(row))
      case .date: give(column.field, try column.date(row))
      case .uuid:
        globalID = try column.uuid(row)
        given.formUnion(column.field)
      case .int64List: give(column.field, try column.integers(row))
      case .dateList, .outcomeList:
        try lists.add(column.field, try column.numbers(row))
        given.formUnion(column.field)
      case .textList:
        let texts = try column.texts(row)
        switch column.field {
        case .identifierSchemes: schemes = texts
        case .identifierValues: values = texts
        case .contributorNames, .contributorSorts, .contributorRoles:
          try people.add(column.field, texts)
        case .readingNotes, .readingIDs: try lists.add(column.field, texts)
        default: give(column.field, texts)
        }
        given.formUnion(column.field)
      }
    }
    guard schemes.count == values.count else {
      throw Failure(
        .argument, "identifier_values",
        "there are \(schemes.count) identifier schemes, but \(values.count) values")
    }
    identifiers = zip(schemes, values).map { ($0, $1) }
    contributors = people.contributors
    readings = lists.readings
  }
}
