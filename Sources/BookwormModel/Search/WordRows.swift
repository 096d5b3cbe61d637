// The tokens of a book in memory, on their way to a server: the book, the place, and the word.
import BookwormStorage

final class WordRows: MemoryRows {
  private struct Row: BitwiseCopyable {
    let place: Int64
    let start: Int
    let count: Int
  }

  private let book: Int64
  private var rows = MemoryBuffer()
  private var words = MemoryBuffer()

  init(book: Int64) { self.book = book }

  deinit {
    rows.free()
    words.free()
  }

  var count: Int { rows.count / MemoryLayout<Row>.stride }
  /// A few megabytes on their way to the server.
  var isFull: Bool { count >= 1 << 16 }

  func append(_ word: [UInt8], at place: Int64) throws {
    try rows.append(Row(place: place, start: words.count, count: word.count))
    try word.withUnsafeBufferPointer { try words.append(bytes: $0) }
  }

  func removeAll() {
    rows.removeAll()
    words.removeAll()
  }

  private func row(_ number: Int) -> Row {
    rows.start?.load(fromByteOffset: number * MemoryLayout<Row>.stride, as: Row.self)
      ?? Row(place: 0, start: 0, count: 0)
  }

  func integer(_ row: Int, _ column: Int) -> Int64 {
    switch column {
    case 0: book
    case 1: self.row(row).place
    default: 0
    }
  }

  func blob(_ row: Int) -> Bytes {
    let row = self.row(row)
    return Bytes(rebasing: words.bytes[row.start..<row.start + row.count])
  }
}
