// Imports books from a source that has its own ids. Each row creates a book, changes a book, or
// leaves it alone, depending on the values last taken from the source.
import BookwormBooks
import BookwormRecords
import BookwormStorage
import BookwormStore
import BookwormText

extension Session {
  /// `next` gives one row after the other until it returns false. If it throws a failure of the
  /// row, `skipsRefused` continues with the next row; otherwise the import fails. `fields` are
  /// those of the source. A field that a row does not give is absent at the source, unless the row
  /// is silent about it (`BookDraft.silent`). `status` returns the caller's number for a failure.
  /// `result` gets a row for each given row and for each missing book.
  package func importBooks(
    from source: Bytes, _ fields: BookFields, _ options: ImportOptions, into result: RowSet,
    status: (Failure) -> Int32, next: (inout BookDraft) throws -> Bool
  ) throws {
    try Rules.name(source, "source", limit: Rules.sourceLimit)
    guard fields.contains(.sourceID) else {
      throw Failure(
        .argument, "source_id", "there is no column source_id, with the source's id of each book")
    }
    guard !fields.contains(.genres) else {
      throw Failure(
        .argument, "genres", "an import accepts genres by name only; ids differ between stores")
    }
    try fields.check(.importable, "fields") { "\($0) may not be given to an import" }
    do {
      try write(.batch) { writer in
        let books = try BookImport(writer, source, fields, options, result)
        try books.run(status, next)
        if options.isDryRun { throw DryRunEnd() }
        if self is Store {
          let name = String(decoding: source.prefix(80), as: UTF8.self)
          writer.pending.name = .importing(from: name)
        }
      }
    } catch is DryRunEnd {}
  }
}

/// Rolls back a dry run.
private struct DryRunEnd: Error {}

extension BookFields {
  /// The fields that the rows of an import can give. Ids of genres differ between stores.
  package static let importable = givable.subtracting(.genres).union(ofSource).union(readingLists)
  /// The fields of a row of an import that are not values of its book: they name the book, or keep
  /// the row as it came.
  static let ofSource: BookFields = [.sourceID, .raw, .globalID]
}
