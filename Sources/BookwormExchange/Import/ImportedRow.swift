// An import reports this result for each row.
import BookwormRecords
import BookwormStorage

/// The outcome of one row.
struct ImportedRow {
  var outcome: ImportOutcome
  /// 0 if the row has none.
  var book: Int64 = 0
  /// The fields of the book that were set or cleared.
  var changed: BookFields = []
  /// The fields with a new value at the source that was not taken.
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
    ColumnSpec(ImportFields.sourceID, .text, optional: true),
    ColumnSpec(ImportFields.reason, .int32),
  ])

  /// Creates an empty result for an import to fill.
  package static func ofImport() throws -> RowSet {
    try RowSet(.imports, importLayout, expecting: 1024)
  }

  func append(_ row: ImportedRow) throws {
    try append(row, status: 0, field: nil, message: nil)
  }

  func append(missing book: Int64, sourceID: Bytes) throws {
    let row = ImportedRow(outcome: .missing, book: book)
    try append(row, status: 0, field: nil, message: nil, sourceID: sourceID)
  }

  /// `status` is the number of the failure in the caller's interface.
  func append(refused failure: Failure, status: Int32) throws {
    var (field, message) = (failure.field, failure.message)
    try field.withUTF8 { field in
      try message.withUTF8 {
        try append(
          ImportedRow(outcome: .refused), status: status, field: field, message: $0,
          reason: failure.reason)
      }
    }
  }

  private func append(
    _ row: ImportedRow, status: Int32, field: Bytes?, message: Bytes?, sourceID: Bytes? = nil,
    reason: FaultReason = .field
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
      try append(optional: sourceID, to: columns[7])
      append(reason.rawValue, to: columns[8])
    }
  }
}

extension Failure {
  /// Whether the cause is the row's values, and not the store or the machine.
  var isOfRow: Bool {
    [.argument, .text, .invalid, .tooLarge, .exists].contains(kind)
  }
}
