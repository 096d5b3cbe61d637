// From a result's rows and columns to the caller's structs. Everything is borrowed from the result.
import BookwormModel
import BookwormStorage
import CBookwormTypes

extension RowSet {
  private func check(_ row: Int64, _ kind: Kind) throws -> Int {
    guard self.kind == kind else {
      let name = self.kind == .books ? "books" : "genres"
      throw Failure(.argument, "result", "the result's rows are \(name)")
    }
    guard row >= 0, row < Int64(count) else {
      throw Failure(.argument, "row", "row is \(row); the result has \(count) rows, from 0")
    }
    return Int(row)
  }

  func book(_ row: Int64, size: UInt32) throws -> bw_book {
    let row = try check(row, .books)
    var book = bw_book()
    book.size = size
    for column in columns where column.isPresent(row) {
      book.fields |= column.field.rawValue
      switch column.field {
      case .id: book.id = column.int64(row)
      case .title: book.title = bw_text(column.text(row))
      case .author: book.author = bw_text(column.text(row))
      case .synopsis: book.synopsis = bw_text(column.text(row))
      case .review: book.review = bw_text(column.text(row))
      case .notes: book.notes = bw_text(column.text(row))
      case .rating: book.rating = column.int32(row)
      case .favourite: book.favourite = column.int32(row)
      case .status: book.status = column.int32(row)
      case .series: book.series = bw_text(column.text(row))
      case .seriesNumber: book.series_number = column.double(row)
      case .year: book.year = column.int32(row)
      case .created: book.created = column.int64(row)
      case .updated: book.updated = column.int64(row)
      case .started: book.started = column.int32(row)
      case .finished: book.finished = column.int32(row)
      case .genres:
        let range = column.list(row)
        let values = column.valuesStart?.assumingMemoryBound(to: Int64.self)
        book.genres = values?.advanced(by: range.lowerBound)
        book.genre_count = Int64(range.count)
      case .identifierSchemes:
        book.identifier_schemes = try texts(column, row)
        book.identifier_count = Int64(column.list(row).count)
      case .identifierValues:
        book.identifier_values = try texts(column, row)
        book.identifier_count = Int64(column.list(row).count)
      default: break
      }
    }
    return book
  }

  private func texts(_ column: Column, _ row: Int) throws -> UnsafePointer<bw_text> {
    let range = column.list(row)
    let memory = try allocate(range.count * MemoryLayout<bw_text>.stride)
    let texts = memory.bindMemory(to: bw_text.self, capacity: range.count)
    for (index, item) in range.enumerated() { texts[index] = bw_text(column.textItem(item)) }
    return UnsafePointer(texts)
  }

  func genre(_ row: Int64, size: UInt32) throws -> bw_genre {
    let row = try check(row, .genres)
    var genre = bw_genre()
    genre.size = size
    for column in columns {
      switch column.field {
      case .id: genre.id = column.int64(row)
      case .name: genre.name = bw_text(column.text(row))
      case .colour: genre.colour = bw_text(column.text(row))
      case .rgb: genre.rgb = UInt32(bitPattern: column.int32(row))
      case .books: genre.books = column.int64(row)
      default: break
      }
    }
    return genre
  }

  func column(_ field: bw_field, size: UInt32) throws -> bw_column {
    guard let column = column(Fields(rawValue: field.rawValue)) else {
      throw Failure(
        .argument, "field", "the result has no column 0x\(String(field.rawValue, radix: 16))")
    }
    return bw_column(
      size: size, field: field.rawValue,
      type: bw_column_type(rawValue: UInt32(column.type.rawValue)), reserved: 0,
      count: Int64(count), values: column.valuesStart,
      offsets: column.offsetsStart?.assumingMemoryBound(to: Int64.self),
      lists: column.listsStart?.assumingMemoryBound(to: Int64.self),
      present: column.presentStart?.assumingMemoryBound(to: UInt8.self))
  }
}
