// What an import tells of each row.
import BookwormStorage

public struct ImportFields: FieldSet {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  public static let owner = "an import's row"
  public static let names = ["outcome", "book", "changed", "kept", "status", "field", "message"]

  public static let outcome = ImportFields(bit: 0)
  public static let book = ImportFields(bit: 1)
  public static let changed = ImportFields(bit: 2)
  public static let kept = ImportFields(bit: 3)
  public static let status = ImportFields(bit: 4)
  public static let field = ImportFields(bit: 5)
  public static let message = ImportFields(bit: 6)
}

/// What became of one row.
struct ImportedRow {
  var outcome: ImportOutcome
  /// 0 where there is none.
  var book: Int64 = 0
  /// The fields of the book that were set, or cleared.
  var changed: BookFields = []
  /// Those in which the source has something new, which was not taken.
  var kept: BookFields = []
}

extension RowSet {
  private static let importLayout = RowLayout([
    ColumnSpec(ImportFields.outcome, .int32),
    ColumnSpec(ImportFields.book, .int64),
    ColumnSpec(ImportFields.changed, .int64),
    ColumnSpec(ImportFields.kept, .int64),
    ColumnSpec(ImportFields.status, .int32),
    ColumnSpec(ImportFields.field, .text, optional: true),
    ColumnSpec(ImportFields.message, .text, optional: true),
  ])

  /// To be filled by an import.
  public static func ofImport() throws -> RowSet {
    try RowSet(.imports, importLayout, expecting: 1024)
  }

  func append(_ row: ImportedRow) throws {
    try append(row, status: 0, field: nil, message: nil)
  }

  /// `status` is the number that the caller's interface has for the failure.
  func append(refused failure: Failure, status: Int32) throws {
    var (field, message) = (failure.field, failure.message)
    try field.withUTF8 { field in
      try message.withUTF8 {
        try append(ImportedRow(outcome: .refused), status: status, field: field, message: $0)
      }
    }
  }

  private func append(
    _ row: ImportedRow, status: Int32, field: Bytes?, message: Bytes?
  ) throws {
    let columns = layout.columns
    try appendRow {
      append(row.outcome.rawValue, to: columns[0])
      append(row.book, to: columns[1])
      append(row.changed.rawValue, to: columns[2])
      append(row.kept.rawValue, to: columns[3])
      append(status, to: columns[4])
      try append(optional: field, to: columns[5])
      try append(optional: message, to: columns[6])
    }
  }
}
