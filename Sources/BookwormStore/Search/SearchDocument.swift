// A search document is the text of one book for the search index.
import BookwormRecords
import BookwormStorage
import BookwormText

/// Filled and emptied for each written book; keeps its memory.
package final class SearchDocument {
  private enum Column {
    case absent
    /// A borrowed text that can be used in place of its tokens: see UTF8Text.isASCII().
    case plain(Bytes)
    /// A part of the buffer.
    case tokens(Range<Int>)
  }

  private var columns = [Column](repeating: .absent, count: SearchSQL.columns.count)
  private var buffer = ByteBuffer()

  package init() {}

  package func removeAll() {
    for column in columns.indices { columns[column] = .absent }
    buffer.removeAll()
  }

  /// The text must live until the document is bound and its statement has run.
  package func set(_ column: Int, _ text: Bytes) {
    if UTF8Text.isASCII(text) { return columns[column] = .plain(text) }
    let start = buffer.count
    UTF8Text.tokens(of: text, into: &buffer)
    columns[column] = .tokens(start..<max(start, buffer.count))
  }

  /// Appends a quote. A token that no text contains separates the quotes, so no phrase matches
  /// across two of them.
  package func addQuote(_ text: Bytes) {
    let start: Int
    if case .tokens(let range) = columns[SearchSQL.textCount] {
      start = range.lowerBound
      SearchDocument.gap.withUnsafeBufferPointer { buffer.append($0) }
    } else {
      start = buffer.count
    }
    UTF8Text.tokens(of: text, into: &buffer)
    columns[SearchSQL.textCount] = .tokens(start..<max(start, buffer.count))
  }

  /// U+10FFFF, a noncharacter of Unicode.
  static let gap = Array("\u{10FFFF} ".utf8)

  /// Throws if memory ran out, so that a word may be missing.
  func checkMemory() throws {
    if buffer.isExhausted {
      throw Failure(.memory, "", "not enough memory for the words of a book")
    }
  }

  /// Binds the columns from `first` on. The document must not change until the statement is reset.
  func bind(to statement: Statement, from first: Int32) throws {
    try checkMemory()
    for (index, column) in columns.enumerated() {
      let place = first + Int32(index)
      if case .absent = column {
        statement.bindNull(place)
      } else {
        try statement.bindText(place, bytes(index))
      }
    }
  }

  /// Borrowed until the document is changed.
  func bytes(_ column: Int) -> Bytes {
    switch columns[column] {
    case .absent: BookDraft.nothing
    case .plain(let text): text
    case .tokens(let range): Bytes(rebasing: buffer.bytes[range])
    }
  }
}

extension SearchDocument {
  /// Calls `each` with the tokens of each column, split as FTS5 splits them.
  func forEachToken(
    _ each: (_ column: Int, _ place: Int, _ token: Bytes) throws -> Void
  ) rethrows {
    for column in 0..<SearchSQL.columns.count {
      let text = bytes(column)
      var (place, start, offset) = (0, 0, 0)
      while offset <= text.count {
        if offset < text.count, SearchDocument.isTokenByte(text[offset]) {
          offset &+= 1
          continue
        }
        if start < offset {
          try each(column, place, Bytes(rebasing: text[start..<offset]))
          place &+= 1
        }
        offset &+= 1
        start = offset
      }
    }
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10
  }
}
