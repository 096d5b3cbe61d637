// The rows of a query or of a result, batch after batch. Needs neither its store's handle
// nor the query any more: it keeps what it reads from.
import BookwormStorage

public final class RecordBatchStream: @unchecked Sendable {
  private enum Source {
    /// From one state of the store, through connections of its own.
    case partitions(ReadAhead)
    case rows(RowSource)
    case result(RowSet, next: Int)
    case end
  }

  public struct Field: Sendable {
    public let name: String
    public let kind: FieldKind
    public let nullable: Bool

    init(_ column: RowLayout.Column, _ name: String) {
      self.name = name
      kind = column.kind
      nullable = column.optional || kind.mayFail
    }
  }

  public let fields: [Field]
  private let lock = Lock()
  private var source: Source
  /// Where a connection is read, the process that may read it.
  private let process: Int?

  /// In a transaction, and where there is one connection for all, everything is read at once.
  public init(_ session: Session, _ query: Query) throws {
    // What a search has found, and pictures, are told row by row.
    let isPlain = query.selection.fields.isDisjoint(with: BookFields.found.union(.picture))
    // For less than a few batches a second thread is not worth its connection.
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

  public init(_ rows: RowSet) throws {
    fields = try rows.layout.columns.map { column in
      guard let name = rows.name(of: column) else {
        throw Failure(
          .argument, "result", "the result's rows are \(rows.kind.rawValue), which no frame has")
      }
      return Field(column, RecordBatchStream.frameName(name))
    }
    source = .result(rows, next: 0)
    process = nil
  }

  /// Ids of other rows, and counts, are called so: a frame that joins tables has many columns.
  static func frameName(_ name: String) -> String {
    switch name {
    case "book", "genre": name + "_id"
    case "books": "book_count"
    default: name
    }
  }

  private static func fields(of query: Query) -> [Field] {
    query.selection.layout.columns.map { Field($0, BookField.name(of: $0.field)) }
  }

  /// Nil when all have been read. After an error the stream is not to be asked again: rows would be
  /// left out.
  public func next() throws -> RecordBatch? {
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
