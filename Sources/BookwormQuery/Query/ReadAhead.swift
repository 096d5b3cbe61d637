// Reads a stream's books in partitions, on the caller's thread and, if there is a second processor,
// on a thread of the library. That thread ends when it has read the queued partitions, so a
// stream that nobody reads has no thread. When a million rows were measured, each of the two
// threads read half of them.
import BookwormRecords
import BookwormStorage
import BookwormStore

final class ReadAhead {
  private let queue: PartitionQueue
  private let walk: PartitionWalk
  private let batchReader: RecordBatchReader
  /// The reader of the library's own thread.
  private var helper: RecordBatchReader?
  private var thread: HelperThread?
  private let forks = Fork.generation

  /// `readers` has one reader, or two that see the same state of the store.
  init(_ query: Query, _ readers: [DetachedReader]) throws {
    let stop = StopFlag()
    let batchReaders = readers.enumerated().map { number, reader in
      RecordBatchReader(reader, query.selection, stop, isHelper: number > 0)
    }
    guard let batchReader = batchReaders.first else { throw Failure.closedHandle }
    self.batchReader = batchReader
    helper = batchReaders.dropFirst().first
    queue = PartitionQueue(stop)
    walk = try PartitionWalk(query, batchReader.reader)
  }

  deinit {
    if Fork.generation == forks {
      queue.stop.set()
      thread?.join()
    } else {
      // The parent's thread may hold a lock that a forked child would wait for.
      _ = Unmanaged.passRetained(queue)
    }
  }

  /// Returns the next batch; nil at the end. Must not be called again after an error.
  func next() throws -> RecordBatch? {
    while true {
      while queue.count < walk.depth, let partition = try walk.next() { queue.add(partition) }
      guard let (partition, state) = queue.first else { return nil }
      switch state {
      case .read:
        if let batch = try partition.give() { return batch }
        queue.finish(partition)
      case .failed(let error): throw error
      case .waiting, .taken:
        help()
        if let mine = queue.take() {
          queue.read(mine, batchReader)
        } else {
          queue.wait(for: partition)
        }
      }
    }
  }

  /// Starts the helper if there is work for two.
  private func help() {
    guard let helper, queue.wantsHelp else { return }
    thread?.join()
    let queue = queue
    thread = HelperThread { queue.help(helper) }
    // Without a helper, the caller's thread does everything.
    if thread == nil {
      queue.helpHasEnded()
      self.helper = nil
    }
  }
}

/// The queue that two threads share.
private final class PartitionQueue: @unchecked Sendable {
  let stop: StopFlag
  private let monitor = Monitor()
  private var partitions: [StreamPartition] = []
  private var hasHelp = false

  init(_ stop: StopFlag) { self.stop = stop }

  var count: Int { monitor.withLock { partitions.count } }
  var first: (StreamPartition, StreamPartition.State)? {
    monitor.withLock { partitions.first.map { ($0, $0.state) } }
  }

  func add(_ partition: StreamPartition) { monitor.withLock { partitions.append(partition) } }

  /// Called when all rows read so far from the first partition have been returned. If it has more
  /// books, it waits to be read again.
  func finish(_ partition: StreamPartition) {
    monitor.withLock {
      if partition.hasMore { partition.state = .waiting } else { partitions.removeFirst() }
    }
  }

  func take() -> StreamPartition? { monitor.withLock { takeFirst() } }

  private func takeFirst() -> StreamPartition? {
    let partition = partitions.first { if case .waiting = $0.state { true } else { false } }
    partition?.state = .taken
    return partition
  }

  func read(_ partition: StreamPartition, _ batchReader: RecordBatchReader) {
    var state = StreamPartition.State.read
    do { try partition.read(batchReader) } catch { state = .failed(error) }
    monitor.withLock {
      partition.state = state
      monitor.announce()
    }
  }

  func wait(for partition: StreamPartition) {
    monitor.withLock { while case .taken = partition.state { monitor.wait() } }
  }

  // MARK: Help

  /// True once, if there is work for two and no helper yet: the caller then starts one.
  var wantsHelp: Bool {
    monitor.withLock {
      let waiting = partitions.count { if case .waiting = $0.state { true } else { false } }
      guard !hasHelp, waiting > 1 else { return false }
      hasHelp = true
      return true
    }
  }

  func helpHasEnded() { monitor.withLock { hasHelp = false } }

  /// Reads all waiting partitions.
  func help(_ batchReader: RecordBatchReader) {
    while let partition = takeOrEnd() { read(partition, batchReader) }
  }

  private func takeOrEnd() -> StreamPartition? {
    monitor.withLock {
      let partition = stop.isSet ? nil : takeFirst()
      hasHelp = partition != nil
      return partition
    }
  }
}

/// Finds the books of a query, partition by partition.
private final class PartitionWalk {
  private enum Source {
    /// All books by their ids, from this one on.
    case all(from: Int64, DetachedReader)
    case matching(RowSource)
    case end
  }

  private var source: Source
  private var isFirst = true
  /// The number of partitions that may be in memory at the same time.
  private(set) var depth = 4

  init(_ query: Query, _ reader: DetachedReader) throws {
    if query.isWholeByID {
      source = .all(from: Int64.min, reader)
    } else {
      var ids = query
      try ids.setFields(.id)
      source = .matching(try RowSource(ids, reader.connection, reader: reader))
    }
  }

  func next() throws -> StreamPartition? {
    defer { isFirst = false }
    switch source {
    case .all(let from, let reader):
      source = .end
      let select = try reader.connection.statement(BookSQL.nextID)
      defer { select.reset() }
      select.bind(1, from)
      guard try select.step() else { return nil }
      let first = select.int64(0)
      let (last, overflow) = first.addingReportingOverflow(Int64(RecordBatch.rowLimit) - 1)
      if !overflow, last < Int64.max { source = .all(from: last + 1, reader) }
      return StreamPartition(first...(overflow ? Int64.max : last))
    case .matching(let rows):
      var ids = IDList()
      var hasMore = try rows.nextIDs(RecordBatch.rowLimit, into: &ids)
      // The first partition is small, so that its rows come soon.
      if hasMore, !isFirst, !ids.isRising {
        // Sorted partitions are larger: one is returned, one is read, and one waits.
        depth = 3
        hasMore = try rows.nextIDs(StreamPartition.rowLimit - RecordBatch.rowLimit, into: &ids)
      }
      if !hasMore { source = .end }
      return ids.ids.isEmpty ? nil : StreamPartition(ids)
    case .end: return nil
    }
  }
}

extension Query {
  /// Whether it finds every book, in the order of their ids.
  fileprivate var isWholeByID: Bool {
    filteredFields.isEmpty && limit == nil && offset == 0 && cursor == nil
      && sort == [SortTerm(.id, descending: false)]
  }
}
