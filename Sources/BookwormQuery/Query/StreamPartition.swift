// A partition is a part of a stream's books that one thread reads by itself. Its rows are always
// read in the order of ids and then sorted into their own order: in a large store, the books of a
// list by title are scattered, and each would be read from another page.
import BookwormRecords
import BookwormStorage

final class StreamPartition: @unchecked Sendable {
  enum State {
    case waiting, taken, read
    case failed(any Error)
  }

  /// Guarded by the queue that contains the partition. All other properties belong to the thread
  /// that has taken the partition or, after reading, to the stream.
  var state = State.waiting
  private var range: ClosedRange<Int64>?
  private let ids: IDList
  private let isRising: Bool
  /// The number of `ids` that have been read.
  private var done = 0
  private var rows: RecordBatch?
  /// The index in `rows` of each row of the stream; empty if they are in its order.
  private var places = IDList()
  private var given = 0

  /// The most rows of a partition that must be sorted: so many that, in a store of a million books,
  /// most pages contain several of them.
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

  /// Sorts as many of the first ids as fit.
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
      // There is too much text, and the rows read so far are not the first ones of the stream.
      count = max(1, rows.count / 4 * 3)
    }
  }

  /// The next batch of the rows that were read, or nil at the end.
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
  /// The index of an id among ascending ids.
  fileprivate func place(of id: Int64) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if self[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
