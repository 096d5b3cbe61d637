// A record batch stream reads the rows of a query or of a result, batch by batch. It keeps
// everything it reads from, and needs neither the store's handle nor the query.
import BookwormRecords
import BookwormStorage
import BookwormStore

package final class RecordBatchStream: @unchecked Sendable {
  private enum Source {
    /// Rows of one snapshot of the store, read through the stream's own connections.
    case partitions(ReadAhead)
    case rows(RowSource)
    case result(RowSet, next: Int)
    case end
  }

  package struct Field: Sendable {
    package let name: String
    package let kind: FieldKind
    package let nullable: Bool

    init(_ column: RowLayout.Column, _ name: String) {
      self.name = name
      kind = column.kind
      nullable = column.optional || kind.mayFail
    }
  }

  package let fields: [Field]
  private let lock = Lock()
  private var source: Source
  /// If the stream has a connection, the process that may use the connection.
  private let process: Int?

  /// In a transaction, and in a store with a single connection, everything is read at once.
  package init(_ session: any Session, _ query: Query) throws {
    try query.checkIsForward()
    // Findings of a search, pictures and covers are read row by row.
    let byRow = BookFields.found.union([.picture, .cover])
    let isPlain = query.selection.fields.isDisjoint(with: byRow)
    // For fewer than a few batches, a second thread is not worth its connection.
    let few = Int64(RecordBatch.rowLimit) * 2
    fields = RecordBatchStream.fields(of: query)
    let readers = try session.detachReaders(
      atLeast: isPlain && query.limit ?? few >= few ? few : Int64.max)
    if let reader = readers.first {
      source =
        isPlain
        ? .partitions(try ReadAhead(query, readers))
        : .rows(try RowSource(query, reader.connection, reader: reader))
      process = Fork.generation
    } else {
      source = .result(try session.run(query), next: 0)
      process = nil
    }
  }

  package init(_ rows: RowSet) throws {
    fields = try rows.layout.columns.map { column in
      guard let name = rows.name(of: column) else {
        throw Failure(
          .argument, "result",
          "the result's rows are \(rows.kind.rawValue), which cannot be exported to Arrow")
      }
      return Field(column, RecordBatchStream.frameName(name))
    }
    source = .result(rows, next: 0)
    process = nil
  }

  /// In frames, ids of other rows have longer names, and so do counts, because a frame that joins
  /// tables has many columns.
  package static func frameName(_ name: String) -> String {
    switch name {
    case "book", "genre": name + "_id"
    case "books": "book_count"
    default: name
    }
  }

  private static func fields(of query: Query) -> [Field] {
    query.selection.layout.columns.map { Field($0, BookField.name(of: $0.field)) }
  }

  /// Returns the next batch; nil at the end. Must not be called again after an error, because rows
  /// would be missing.
  package func next() throws -> RecordBatch? {
    guard process == nil || process == Fork.generation else {
      throw StorageError(
        .forked, "the stream was opened before this process was forked; the child cannot use it")
    }
    return try lock.withLock {
      let current = source
      source = .end
      switch current {
      case .partitions(let partitions):
        guard let batch = try partitions.next() else { return nil }
        source = current
        return batch
      case .rows(let rows):
        guard let batch = try rows.nextBatch() else { return nil }
        source = current
        return batch
      case .result(let rows, let first):
        guard first < rows.count else { return nil }
        let batch = try RecordBatch(
          rows.layout, rows: min(rows.count - first, RecordBatch.rowLimit))
        var row = first
        while row < rows.count, !batch.isFull {
          try batch.append(row, of: rows)
          row += 1
        }
        source = .result(rows, next: row)
        return batch
      case .end: return nil
      }
    }
  }
}
