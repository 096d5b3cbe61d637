// Holds the tokens of a book for the index on a server, sorted by word and then by place. They can
// be read as a table in memory (book, place, word), or word by word.
import BookwormRecords
import BookwormStorage
import Glibc

final class WordRows: MemoryRows {
  private struct Token: BitwiseCopyable {
    var start: UnsafePointer<UInt8>?
    let length: Int32
    let place: Int32

    var word: Bytes { Bytes(start: start, count: Int(length)) }

    func comparedWord(with other: Token) -> Int32 {
      guard let start, let others = other.start else { return 0 }
      let order = memcmp(start, others, Int(min(length, other.length)))
      return order != 0 ? order : length - other.length
    }
  }

  private let book: Int64
  /// The number of tokens of the document.
  private(set) var total = 0
  private var words = MemoryBuffer()
  private var memory = MemoryBuffer()
  /// The tokens that the table shows now.
  private var shown = 0..<0

  init(book: Int64, _ document: SearchDocument) throws {
    self.book = book
    try document.checkMemory()
    try document.forEachToken { column, place, token in
      let before = words.count
      try WordSQL.append(token, to: &words)
      let number = WordSQL.numbers[column] << WordSQL.placeBits
      try memory.append(
        Token(
          start: nil, length: Int32(clamping: words.count - before),
          place: Int32(truncatingIfNeeded: number | min(place, 1 << WordSQL.placeBits - 1))))
    }
    total = tokens.count
    // All words have been read, so their memory does not move any more.
    var start = words.bytes.baseAddress
    for number in tokens.indices {
      tokens[number].start = start
      start = start.map { $0 + Int(tokens[number].length) }
    }
    tokens.sortInPlace { one, other in
      guard let one = one?.loadUnaligned(as: Token.self),
        let other = other?.loadUnaligned(as: Token.self)
      else { return 0 }
      let words = one.comparedWord(with: other)
      return words != 0 ? words : one.place - other.place
    }
  }

  deinit {
    memory.free()
    words.free()
  }

  private var tokens: UnsafeMutableBufferPointer<Token> { memory.values(Token.self) }

  /// Calls `body` with each word, its number of occurrences in the book, and their places.
  func forEachWord(_ body: (Bytes, Int, (Int) -> Int32) throws -> Void) rethrows {
    let tokens = tokens
    var first = 0
    while first < tokens.count {
      let end = tokens[first...].firstIndex { $0.comparedWord(with: tokens[first]) != 0 }
      let next = end ?? tokens.count
      try body(tokens[first].word, next - first) { tokens[first + $0].place }
      first = next
    }
  }

  /// Keeps only one token of each word.
  func keepWords() {
    var kept = 0
    let tokens = tokens
    for token in tokens where kept == 0 || tokens[kept - 1].comparedWord(with: token) != 0 {
      tokens[kept] = token
      kept += 1
    }
    memory.cut(to: kept * MemoryLayout<Token>.stride)
  }

  // MARK: MemoryRows

  /// The maximum number of rows of a table: a few megabytes on their way to the server.
  private static let most = 1 << 16

  /// Calls `body` with each part of the tokens in the table, one after another.
  func forEachPart(_ body: () throws -> Void) rethrows {
    for first in stride(from: 0, to: tokens.count, by: WordRows.most) {
      shown = first..<min(first + WordRows.most, tokens.count)
      try body()
    }
  }

  var count: Int { shown.count }

  func integer(_ row: Int, _ column: Int) -> Int64 {
    switch column {
    case 0: book
    case 1: Int64(tokens[shown.lowerBound + row].place)
    default: 0
    }
  }

  func blob(_ row: Int) -> Bytes { tokens[shown.lowerBound + row].word }
}
