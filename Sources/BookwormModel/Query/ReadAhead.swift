// Reads a stream's books in pieces, on the caller's thread and, where there is a second processor,
// on one of the library's own. That one reads what is queued and ends: a stream that nobody asks
// has no thread, and neither has one that is gone. Of a million rows each read half.
import BookwormStorage

final class ReadAhead {
  private let queue: PieceQueue
  private let walk: PieceWalk
  private let packer: BookPacker
  /// What the library's own thread reads with.
  private var helper: BookPacker?
  private var thread: HelperThread?
  private let forks = Fork.generation

  /// `readers` are one, or two that see the same state of the store.
  init(_ query: Query, _ readers: [DetachedReader]) throws {
    let stop = StopFlag()
    let packers = readers.enumerated().map { number, reader in
      BookPacker(reader, query.selection, stop, isHelper: number > 0)
    }
    guard let packer = packers.first else { throw Failure.closedHandle }
    self.packer = packer
    helper = packers.dropFirst().first
    queue = PieceQueue(stop)
    walk = try PieceWalk(query, packer.reader)
  }

  deinit {
    if Fork.generation == forks {
      queue.stop.set()
      thread?.join()
    } else {
      // The parent's thread may hold what a forked child would wait for.
      _ = Unmanaged.passRetained(queue)
    }
  }

  /// Nil when all have been given. After an error this is not to be asked again.
  func next() throws -> PackedRows? {
    while true {
      while queue.count < walk.depth, let piece = try walk.next() { queue.add(piece) }
      guard let (piece, state) = queue.first else { return nil }
      switch state {
      case .read:
        if let batch = try piece.give() { return batch }
        queue.finish(piece)
      case .failed(let error): throw error
      case .waiting, .taken:
        help()
        if let mine = queue.take() { queue.read(mine, packer) } else { queue.wait(for: piece) }
      }
    }
  }

  /// Has the helper begin, if there is work for two.
  private func help() {
    guard let helper, queue.wantsHelp else { return }
    thread?.join()
    let queue = queue
    thread = HelperThread { queue.help(helper) }
    // Without a thread the caller's does it all.
    if thread == nil {
      queue.helpHasEnded()
      self.helper = nil
    }
  }
}

/// What two threads share.
private final class PieceQueue: @unchecked Sendable {
  let stop: StopFlag
  private let monitor = Monitor()
  private var pieces: [PackedPiece] = []
  private var hasHelp = false

  init(_ stop: StopFlag) { self.stop = stop }

  var count: Int { monitor.withLock { pieces.count } }
  var first: (PackedPiece, PackedPiece.State)? {
    monitor.withLock { pieces.first.map { ($0, $0.state) } }
  }

  func add(_ piece: PackedPiece) { monitor.withLock { pieces.append(piece) } }

  /// The piece, which is the first, has been given; what is left of it is to be read.
  func finish(_ piece: PackedPiece) {
    monitor.withLock { if piece.hasMore { piece.state = .waiting } else { pieces.removeFirst() } }
  }

  func take() -> PackedPiece? { monitor.withLock { takeFirst() } }

  private func takeFirst() -> PackedPiece? {
    let piece = pieces.first { if case .waiting = $0.state { true } else { false } }
    piece?.state = .taken
    return piece
  }

  func read(_ piece: PackedPiece, _ packer: BookPacker) {
    var state = PackedPiece.State.read
    do { try piece.read(packer) } catch { state = .failed(error) }
    monitor.withLock {
      piece.state = state
      monitor.announce()
    }
  }

  func wait(for piece: PackedPiece) {
    monitor.withLock { while case .taken = piece.state { monitor.wait() } }
  }

  // MARK: Help

  /// True, once, if there is more to read than by one and nobody helps; then help is to come.
  var wantsHelp: Bool {
    monitor.withLock {
      let waiting = pieces.count { if case .waiting = $0.state { true } else { false } }
      guard !hasHelp, waiting > 1 else { return false }
      hasHelp = true
      return true
    }
  }

  func helpHasEnded() { monitor.withLock { hasHelp = false } }

  /// Reads all that is waiting.
  func help(_ packer: BookPacker) {
    while let piece = takeOrEnd() { read(piece, packer) }
  }

  private func takeOrEnd() -> PackedPiece? {
    monitor.withLock {
      let piece = stop.isSet ? nil : takeFirst()
      hasHelp = piece != nil
      return piece
    }
  }
}

/// Finds which books a query has, piece after piece.
private final class PieceWalk {
  private enum Source {
    /// All books by their ids, from this one on.
    case all(from: Int64, DetachedReader)
    case matching(RowSource)
    case end
  }

  private var source: Source
  private var isFirst = true
  /// How many pieces may be in memory at once.
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

  func next() throws -> PackedPiece? {
    defer { isFirst = false }
    switch source {
    case .all(let from, let reader):
      source = .end
      let select = try reader.connection.statement(BookSQL.nextID)
      defer { select.reset() }
      select.bind(1, from)
      guard try select.step() else { return nil }
      let first = select.int64(0)
      let (last, overflow) = first.addingReportingOverflow(Int64(PackedRows.rowLimit) - 1)
      if !overflow, last < Int64.max { source = .all(from: last + 1, reader) }
      return PackedPiece(first...(overflow ? Int64.max : last))
    case .matching(let rows):
      var ids = IDList()
      var hasMore = try rows.nextIDs(PackedRows.rowLimit, into: &ids)
      // The first piece is small, so that its rows come soon.
      if hasMore, !isFirst, !ids.isRising {
        // These are larger: one that is given, one that is read, and one that waits.
        depth = 3
        hasMore = try rows.nextIDs(PackedPiece.rowLimit - PackedRows.rowLimit, into: &ids)
      }
      if !hasMore { source = .end }
      return ids.ids.isEmpty ? nil : PackedPiece(ids)
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
