// A part of a stream's books, which one thread reads by itself. Rows that do not come in the order
// of ids are read in it all the same, and then put into their own: in a large store the books of a
// list by title lie scattered, and each would be read from a page of its own.
import BookwormStorage

final class StreamPartition: @unchecked Sendable {
  enum State {
    case waiting, taken, read
    case failed(any Error)
  }

  /// Guarded by the queue that this stands in; all else belongs to whoever has taken it, or, when
  /// it has been read, to the stream.
  var state = State.waiting
  private var range: ClosedRange<Int64>?
  private let ids: IDList
  private let isRising: Bool
  /// Those of `ids` that have been read.
  private var done = 0
  private var rows: RecordBatch?
  /// Where in `rows` each row of the stream is; empty where they are in its order.
  private var places = IDList()
  private var given = 0

  /// Rows of a partition that is to be put into order: enough for most pages of a million books
  /// to hold several of them.
  static let rowLimit = 32768
  static let sizeLimit = 8 << 20

  init(_ range: ClosedRange<Int64>) {
    self.range = range
    ids = IDList()
    isRising = true
  }

  init(_ ids: consuming IDList) {
    isRising = ids.isRising
    self.ids = ids
  }

  /// Whether there are books that have not been read.
  var hasMore: Bool { range != nil || done < ids.ids.count }

  func read(_ books: RecordBatchReader) throws {
    (rows, given) = (nil, 0)
    places = IDList()
    if let range {
      (rows, self.range) = try books.read(range)
      return
    }
    let left = UnsafeBufferPointer(rebasing: ids.ids[done...])
    let read =
      isRising ? try books.read(left, limit: RecordBatch.sizeLimit) : try sort(left, books)
    rows = read
    done += read.count
  }

  /// As many of the first ids as fit.
  private func sort(
    _ ids: UnsafeBufferPointer<Int64>, _ books: RecordBatchReader
  ) throws -> RecordBatch {
    var count = ids.count
    while true {
      let first = UnsafeBufferPointer(rebasing: ids.prefix(count))
      let sorted = try IDList(first).sorted()
      let rows = try books.read(sorted.ids, limit: StreamPartition.sizeLimit)
      if rows.count == count {
        for id in first { try places.append(Int64(sorted.ids.place(of: id))) }
        return rows
      }
      // Too much text, of which what was read is no part in the stream's order.
      count = max(1, rows.count / 4 * 3)
    }
  }

  /// The next batch of what has been read; nil when all has been given.
  func give() throws -> RecordBatch? {
    guard let rows else { return nil }
    let places = places.ids
    guard !places.isEmpty else {
      self.rows = nil
      return rows.count > 0 ? rows : nil
    }
    guard given < places.count else {
      self.rows = nil
      return nil
    }
    let fitting = RecordBatch.sizeLimit / max(rows.size / places.count, 1)
    let next = places[given...].prefix(max(1, min(fitting, RecordBatch.rowLimit)))
    given = next.endIndex
    return try RecordBatch(rows, at: UnsafeBufferPointer(rebasing: next))
  }
}

extension IDList {
  var isRising: Bool { zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 } }
}

extension UnsafeBufferPointer<Int64> {
  /// Where an id stands among ids that rise.
  fileprivate func place(of id: Int64) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if self[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
