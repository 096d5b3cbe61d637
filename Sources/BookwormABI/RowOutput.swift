// From a result's rows and columns to the caller's structs. Everything is borrowed from the result.
import BookwormModel
import BookwormStorage
import CBookwormTypes

extension RowSet {
  func check(_ row: Int64, _ kind: Kind) throws -> Int {
    guard self.kind == kind else {
      throw Failure(.argument, "result", "the result's rows are \(self.kind.rawValue)")
    }
    guard row >= 0, row < Int64(count) else {
      let rows = count == 0 ? "has no rows" : "has the rows 0 to \(count - 1)"
      throw Failure(.argument, "row", "row is \(row); the result \(rows)")
    }
    return Int(row)
  }

  func book(_ row: Int64) throws -> bw_book {
    try bookStruct(try check(row, .books))
  }

  /// Into a member that is an array of 16 bytes.
  func copy<Member>(uuid column: RowLayout.Column, _ row: Int, to member: inout Member) {
    withUnsafeMutableBytes(of: &member) {
      $0.copyMemory(from: UnsafeRawBufferPointer(uuid(column, row)))
    }
  }

  func genre(_ row: Int64) throws -> bw_genre {
    let row = try check(row, .genres)
    var genre = bw_genre()
    for column in layout.columns {
      switch GenreFields(rawValue: column.bit) {
      case .id: genre.id = number(column, row, as: Int64.self)
      case .name: genre.name = bw_text(text(column, row))
      case .colour: genre.colour = bw_text(text(column, row))
      case .rgb: genre.rgb = number(column, row, as: UInt32.self)
      case .books: genre.books = number(column, row, as: Int64.self)
      case .picture: genre.picture = bw_text(text(column, row))
      case .globalID: copy(uuid: column, row, to: &genre.global_id)
      default: break
      }
    }
    return genre
  }

  func quote(_ row: Int64) throws -> bw_quote {
    let row = try check(row, .quotes)
    let columns = layout.columns
    var quote = bw_quote()
    for column in columns where isPresent(column, row) { quote.fields |= column.bit }
    quote.id = number(columns[0], row, as: Int64.self)
    quote.book = number(columns[1], row, as: Int64.self)
    quote.created = number(columns[2], row, as: Int64.self)
    quote.text = bw_text(text(columns[3], row))
    if isPresent(columns[4], row) { quote.page = bw_text(text(columns[4], row)) }
    copy(uuid: columns[5], row, to: &quote.global_id)
    return quote
  }

  func order(_ row: Int64) throws -> bw_order {
    let row = try check(row, .orders)
    let columns = layout.columns
    var order = bw_order()
    order.quantity = number(columns[3], row, as: Int32.self)
    order.id = number(columns[0], row, as: Int64.self)
    order.book = number(columns[1], row, as: Int64.self)
    order.title = bw_text(text(columns[2], row))
    order.unit_price = number(columns[4], row, as: Int64.self)
    order.currency = bw_text(text(columns[5], row))
    order.total = number(columns[6], row, as: Int64.self)
    order.placed = number(columns[7], row, as: Int64.self)
    copy(uuid: columns[8], row, to: &order.global_id)
    return order
  }

  func total(_ row: Int64) throws -> bw_order_total {
    let row = try check(row, .totals)
    let columns = layout.columns
    return bw_order_total(
      size: 0, reserved: 0, currency: bw_text(text(columns[0], row)),
      orders: number(columns[1], row, as: Int64.self),
      quantity: number(columns[2], row, as: Int64.self),
      total: number(columns[3], row, as: Int64.self))
  }

  func change(_ row: Int64) throws -> bw_change {
    let row = try check(row, .changes)
    let columns = layout.columns
    var change = bw_change()
    change.id = number(columns[0], row, as: Int64.self)
    change.kind = bw_change_kind(rawValue: number(columns[1], row, as: UInt32.self))
    change.entity = bw_entity(rawValue: number(columns[2], row, as: UInt32.self))
    change.fields = number(columns[3], row, as: UInt64.self)
    change.position = number(columns[4], row, as: Int64.self)
    change.old_position = number(columns[5], row, as: Int64.self)
    change.transaction = number(columns[6], row, as: Int64.self)
    change.committed = number(columns[7], row, as: Int64.self)
    return change
  }

  func problem(_ row: Int64) throws -> bw_problem {
    let problem = problem(try check(row, .problems))
    return bw_problem(
      size: 0, kind: bw_problem_kind(rawValue: UInt32(problem.kind.rawValue)), id: problem.id,
      table: problem.table.map { bw_text($0) } ?? bw_text(), text: bw_text(problem.text))
  }

  func statistics(_ row: Int64) throws -> bw_statistics {
    let row = try check(row, .statistics)
    let (group, numbers) = (group(row), statistics(row))
    var statistics = bw_statistics()
    statistics.key = group.key
    statistics.name = group.name.map { bw_text($0) } ?? bw_text()
    statistics.books = numbers.books
    statistics.rated = numbers.rated
    statistics.average = numbers.average
    withUnsafeMutableBytes(of: &statistics.ratings) { memory in
      withUnsafeBytes(of: numbers.ratings) { memory.copyMemory(from: .init(rebasing: $0[..<48])) }
    }
    return statistics
  }

  func column(_ field: bw_fields) throws -> bw_column {
    guard let column = column(bit: field) else {
      throw Failure(.argument, "field", "the result has no column \(names(ofBits: field))")
    }
    return bw_column(
      size: 0, type: bw_column_type(rawValue: UInt32(column.type.rawValue)), field: field,
      count: Int64(count), values: column.values, offsets: column.offsets, lists: column.lists,
      present: column.present)
  }
}
