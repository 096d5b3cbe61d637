// A part of a stream's books, which one thread reads by itself. Rows that do not come in the order of
// ids are read in it all the same, and then put into their own: in a large store the books of a list
// by title lie scattered, and each would be read from a page of its own.
import BookwormStorage

final class PackedPiece: @unchecked Sendable {
  enum State {
    case waiting, taken, read
    case failed(any Error)
  }

  /// Guarded by the queue that this stands in; all else belongs to whoever has taken it, or, when it
  /// has been read, to the stream.
  var state = State.waiting
  private var range: ClosedRange<Int64>?
  private let ids: IDList
  private let isRising: Bool
  /// Those of `ids` that have been read.
  private var done = 0
  private var rows: PackedRows?
  /// Where in `rows` each row of the stream is; empty where they are in its order.
  private var places: [UInt32] = []
  private var given = 0

  /// Rows of a piece that is to be put into order: enough for most pages of a million books to hold
  /// several of them.
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

  func read(_ packer: BookPacker) throws {
    (rows, places, given) = (nil, [], 0)
    if let range {
      (rows, self.range) = try packer.pack(range)
      return
    }
    let left = UnsafeBufferPointer(rebasing: ids.ids[done...])
    let read =
      isRising ? try packer.pack(left, limit: PackedRows.sizeLimit) : try sort(left, packer)
    rows = read
    done += read.count
  }

  /// As many of the first ids as fit.
  private func sort(
    _ ids: UnsafeBufferPointer<Int64>, _ packer: BookPacker
  ) throws -> PackedRows {
    var count = ids.count
    while true {
      var order: [(id: Int64, place: UInt32)] = []
      order.reserveCapacity(count)
      for (place, id) in ids.prefix(count).enumerated() { order.append((id, UInt32(place))) }
      order.sort { $0.id < $1.id }
      var sorted = IDList()
      for each in order { try sorted.append(each.id) }
      let rows = try packer.pack(sorted.ids, limit: PackedPiece.sizeLimit)
      if rows.count == count {
        places = Array(repeating: 0, count: count)
        for (row, each) in order.enumerated() { places[Int(each.place)] = UInt32(row) }
        return rows
      }
      // Too much text, of which what was read is no part in the stream's order.
      count = max(1, rows.count / 4 * 3)
    }
  }

  /// The next batch of what has been read; nil when all has been given.
  func give() throws -> PackedRows? {
    guard let rows else { return nil }
    guard !places.isEmpty else {
      self.rows = nil
      return rows.count > 0 ? rows : nil
    }
    guard given < places.count else {
      self.rows = nil
      return nil
    }
    let fitting = PackedRows.sizeLimit / max(rows.size / places.count, 1)
    let next = places.indices[given...].prefix(max(1, min(fitting, PackedRows.rowLimit)))
    given = next.endIndex
    return try places.withUnsafeBufferPointer {
      try PackedRows(rows, at: UnsafeBufferPointer(rebasing: $0[next]))
    }
  }
}

extension IDList {
  var isRising: Bool { zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 } }
}
