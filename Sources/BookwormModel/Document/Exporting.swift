// Writing all of a store into one JSON document.
import BookwormStorage
import BookwormText

extension Store {
  /// From one state of the store, into a file that is made.
  public func export(to path: Bytes) throws {
    let file = try NewFile(path: try Rules.newFile(path))
    try read { connection in
      try connection.inSnapshot {
        try DocumentWriter(connection, JSONWriter(file)).write(
          schema: schemaVersion, sortKeys: sortKeyVersion)
      }
    }
    try file.place()
  }
}

private struct DocumentWriter {
  private let connection: Connection
  private let json: JSONWriter

  init(_ connection: Connection, _ json: JSONWriter) {
    (self.connection, self.json) = (connection, json)
  }

  func write(schema: Int32, sortKeys: Int32) throws {
    try json.raw("{\n\"bookworm\":\(DocumentForm.version),\n")
    try json.raw("\"schema\":\(schema),\n\"sort_keys\":\(sortKeys),\n\"last_ids\":{")
    for (place, series) in Writer.IDSeries.allCases.enumerated() {
      let last = try connection.property(series.rawValue) ?? 0
      try json.raw("\(place == 0 ? "" : ",")\"\(series.entity)\":\(last)")
    }
    try json.raw("},\n")
    try rows("genres", DocumentForm.genres) { try plain(DocumentForm.genreKeys, $0) }
    try json.raw(",\n")
    try rows("books", DocumentForm.books) { try book($0) }
    try json.raw(",\n")
    try rows("quotes", DocumentForm.quotes) { try plain(DocumentForm.quoteKeys, $0) }
    try json.raw(",\n")
    try rows("orders", DocumentForm.orders) { try plain(DocumentForm.orderKeys, $0) }
    try json.raw("\n}\n")
    try json.flush()
  }

  /// One row a line. Every row begins with its id.
  private func rows(_ name: String, _ sql: SQL, _ row: (Statement) throws -> Void) throws {
    let select = try connection.statement(sql)
    defer { select.reset() }
    try json.raw("\"\(name)\":[")
    var separator = "\n"
    while try select.step() {
      try json.raw(separator + "{")
      do { try row(select) } catch let failure as Failure where failure.kind == .corrupt {
        throw Failure(
          .corrupt, failure.field,
          "\(name), id \(select.int64(0)): \(failure.message); see bw_store_check()")
      }
      try json.raw("}")
      separator = ",\n"
    }
    try json.raw("\n]")
  }

  /// A row's columns as they are, without those that are absent.
  private func plain(_ keys: [String], _ row: Statement) throws {
    for (place, key) in keys.enumerated() {
      let place = Int32(place)
      switch row.kind(place) {
      case .null: continue
      case .integer:
        try member(key, first: place == 0)
        try json.integer(row.int64(place))
      case .text:
        try member(key, first: place == 0)
        try string(row.text(place), key)
      case .real, .blob: throw Failure.cannotBe(key, row.kind(place))
      }
    }
  }

  private func book(_ row: Statement) throws {
    for (place, column) in BookField.columns.enumerated() {
      guard let value = try row.value(of: column, at: Int32(place)) else { continue }
      let name = column.name.description
      try member(name, first: place == 0)
      switch value {
      case .integer(let value): try json.integer(value)
      case .text(let value): try string(value, name)
      case .real(let value):
        guard value.isFinite else {
          throw Failure(.corrupt, name, "\(name) is \(value), which cannot be")
        }
        try json.real(value)
      }
    }
    try genres(ofBook: row.int64(0))
    try identifiers(ofBook: row.int64(0))
  }

  private func genres(ofBook book: Int64) throws {
    var separator = ",\"genres\":["
    for genre in try connection.genreIDs(ofBook: book) {
      try json.raw(separator)
      try json.integer(genre)
      separator = ","
    }
    if separator == "," { try json.raw("]") }
  }

  private func identifiers(ofBook book: Int64) throws {
    let select = try connection.statement(BookSQL.identifiers)
    defer { select.reset() }
    select.bind(1, book)
    var separator = ",\"identifiers\":["
    while try select.step() {
      try json.raw(separator + "{\"scheme\":")
      try string(select.text(0), "identifier_schemes")
      try json.raw(",\"value\":")
      try string(select.text(1), "identifier_values")
      try json.raw("}")
      separator = ","
    }
    if separator == "," { try json.raw("]") }
  }

  private func member(_ key: String, first: Bool) throws {
    try json.raw(first ? "\"\(key)\":" : ",\"\(key)\":")
  }

  private func string(_ text: Bytes, _ field: String) throws {
    guard UTF8Text.validate(text) == nil else {
      throw Failure(.corrupt, field, "\(field) is not valid UTF-8 without NUL")
    }
    try json.string(text)
  }
}
