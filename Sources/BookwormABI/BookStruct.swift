// Where each field of a book lies in a bw_book, and the way in and out of it.
import BookwormModel
import BookwormStorage
import CBookwormTypes

enum BookStruct {
  /// The members that are one value, a line each; their types follow from the fields' kinds.
  private static let members: [(Fields, Int?)] = [
    (.id, MemoryLayout<bw_book>.offset(of: \.id)),
    (.title, MemoryLayout<bw_book>.offset(of: \.title)),
    (.author, MemoryLayout<bw_book>.offset(of: \.author)),
    (.synopsis, MemoryLayout<bw_book>.offset(of: \.synopsis)),
    (.review, MemoryLayout<bw_book>.offset(of: \.review)),
    (.notes, MemoryLayout<bw_book>.offset(of: \.notes)),
    (.rating, MemoryLayout<bw_book>.offset(of: \.rating)),
    (.favourite, MemoryLayout<bw_book>.offset(of: \.favourite)),
    (.status, MemoryLayout<bw_book>.offset(of: \.status)),
    (.series, MemoryLayout<bw_book>.offset(of: \.series)),
    (.seriesNumber, MemoryLayout<bw_book>.offset(of: \.series_number)),
    (.year, MemoryLayout<bw_book>.offset(of: \.year)),
    (.created, MemoryLayout<bw_book>.offset(of: \.created)),
    (.updated, MemoryLayout<bw_book>.offset(of: \.updated)),
    (.started, MemoryLayout<bw_book>.offset(of: \.started)),
    (.finished, MemoryLayout<bw_book>.offset(of: \.finished)),
    (.price, MemoryLayout<bw_book>.offset(of: \.price)),
    (.currency, MemoryLayout<bw_book>.offset(of: \.currency)),
    (.matched, MemoryLayout<bw_book>.offset(of: \.matched)),
    (.snippet, MemoryLayout<bw_book>.offset(of: \.snippet)),
    (.rank, MemoryLayout<bw_book>.offset(of: \.rank)),
    (.picture, MemoryLayout<bw_book>.offset(of: \.picture)),
  ]

  /// Every field of the table that is one value has its place.
  static let fields = members.reduce(into: Fields()) { if $1.1 != nil { $0.formUnion($1.0) } }

  private nonisolated(unsafe) static let offsets: UnsafePointer<Int32> = {
    let offsets = UnsafeMutablePointer<Int32>.allocate(capacity: 64)
    offsets.initialize(repeating: -1, count: 64)
    for (field, offset) in members {
      offsets[field.rawValue.trailingZeroBitCount & 63] = Int32(offset ?? -1)
    }
    return UnsafePointer(offsets)
  }()

  /// Nil where the field is none, or a list.
  @inline(__always)
  static func offset(of field: Fields) -> Int? {
    let offset = offsets[field.rawValue.trailingZeroBitCount & 63]
    return offset < 0 ? nil : Int(offset)
  }
}

extension BookDraft {
  init(_ book: bw_book) throws {
    self.init()
    try withUnsafeBytes(of: book) { memory in
      for bit in Fields(rawValue: book.fields).bits {
        guard let offset = BookStruct.offset(of: bit), let field = BookField.of(bit) else {
          given.formUnion(bit)
          continue
        }
        switch field.kind.type {
        case .text:
          let text = memory.load(fromByteOffset: offset, as: bw_text.self)
          give(bit, try BookwormABI.text(text, field.name.description))
        case .double: give(bit, memory.load(fromByteOffset: offset, as: Double.self))
        case .int32: give(bit, memory.load(fromByteOffset: offset, as: Int32.self))
        default: give(bit, memory.load(fromByteOffset: offset, as: Int64.self))
        }
      }
    }
    if given.contains(.genres) { genres = try array(book.genres, book.genre_count, "genres") }
    if given.contains(.genreNames) {
      let names = try array(book.genre_names, book.genre_name_count, "genre_names")
      try Rules.list(names.count, "genre_names")
      genreNames = try names.map { try BookwormABI.text($0, "genre_names") }
    }
    if !given.isDisjoint(with: .identifiers) { try giveIdentifiers(book) }
  }

  private mutating func giveIdentifiers(_ book: bw_book) throws {
    guard given.isSuperset(of: .identifiers) else {
      throw Failure(
        .argument, "identifier_schemes", "identifiers need both their schemes and their values")
    }
    let schemes = try array(book.identifier_schemes, book.identifier_count, "identifier_schemes")
    let values = try array(book.identifier_values, book.identifier_count, "identifier_values")
    try Rules.list(schemes.count, "identifiers")
    identifiers = try zip(schemes, values).map {
      (
        try BookwormABI.text($0, "identifier_schemes"),
        try BookwormABI.text($1, "identifier_values")
      )
    }
  }
}

extension RowSet {
  /// `row` is one of the result's.
  func bookStruct(_ row: Int) throws -> bw_book {
    var book = bw_book()
    withUnsafeMutableBytes(of: &book) { memory in
      for column in layout.columns {
        guard let offset = BookStruct.offset(of: column.field), isPresent(column, row) else {
          continue
        }
        switch column.type {
        case .text:
          memory.storeBytes(of: bw_text(text(column, row)), toByteOffset: offset, as: bw_text.self)
        case .int32:
          let number = number(column, row, as: Int32.self)
          memory.storeBytes(of: number, toByteOffset: offset, as: Int32.self)
        default:
          let number = number(column, row, as: Int64.self)
          memory.storeBytes(of: number, toByteOffset: offset, as: Int64.self)
        }
      }
    }
    for column in layout.columns where isPresent(column, row) {
      book.fields |= column.field.rawValue
      switch column.field {
      case .genres:
        let range = list(column, row)
        let values = self.column(column).values?.assumingMemoryBound(to: Int64.self)
        book.genres = values?.advanced(by: range.lowerBound)
        book.genre_count = Int64(range.count)
      case .identifierSchemes:
        book.identifier_schemes = try texts(column, row, .first)
        book.identifier_count = Int64(list(column, row).count)
      case .identifierValues:
        book.identifier_values = try texts(column, row, .second)
        book.identifier_count = Int64(list(column, row).count)
      default: break
      }
    }
    return book
  }

  /// The row's part of an array that has the column's texts, of all rows.
  private func texts(
    _ column: RowLayout.Column, _ row: Int, _ extra: Extra
  ) throws -> UnsafePointer<bw_text> {
    let items = self.column(column)
    let count = list(column, self.count - 1).upperBound
    let memory = try self.extra(extra, size: count * MemoryLayout<bw_text>.stride) { memory in
      let texts = memory.bindMemory(to: bw_text.self, capacity: count)
      for item in 0..<count { texts[item] = bw_text(items.text(item)) }
    }
    let texts = memory.assumingMemoryBound(to: bw_text.self)
    return UnsafePointer(texts + list(column, row).lowerBound)
  }
}
