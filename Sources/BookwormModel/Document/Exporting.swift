// Writing all of a store into one JSON document.
import BookwormStorage
import BookwormText

extension Store {
  /// From one state of the store, into a file that is made.
  public func export(to path: Bytes) throws {
    let file = try NewFile(path: Rules.newFile(path), mode: fileMode, contents: .document)
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
    for (place, entity) in Entity.withLastIDs.enumerated() {
      let last = try connection.property(entity.descriptor.lastID) ?? 0
      try json.raw("\(place == 0 ? "" : ",")\"\(entity.descriptor.name)\":\(last)")
    }
    try json.raw("}")
    for entity in Entity.inDocument { try rows(entity.descriptor) }
    try json.raw("\n}\n")
    try json.flush()
  }

  /// One row a line, in the order of their ids.
  private func rows(_ descriptor: EntityDescriptor) throws {
    let select = try connection.statement(descriptor.sql.document)
    defer { select.reset() }
    try json.raw(",\n\"\(descriptor.table)\":[")
    var separator = "\n"
    while try select.step() {
      try json.raw(separator + "{")
      do { try row(select, descriptor) } catch let failure as Failure
        where failure.kind == .corrupt
      {
        throw Failure(
          .corrupt, failure.field,
          "\(descriptor.table), id \(select.int64(0)): \(failure.message); see bw_store_check()")
      }
      try json.raw("}")
      separator = ",\n"
    }
    try json.raw("\n]")
  }

  /// A row's columns, without those that are absent, and a book's lists.
  private func row(_ row: Statement, _ descriptor: EntityDescriptor) throws {
    for (place, column) in descriptor.columns.enumerated() {
      guard let value = try row.value(of: column, at: Int32(place)) else { continue }
      try json.raw(place == 0 ? "\"\(column.column)\":" : ",\"\(column.column)\":")
      switch value {
      case .integer(let value): try json.integer(value)
      case .text(let value): try json.checkedString(value, column.column)
      case .real(let value):
        guard value.isFinite else {
          throw Failure(.corrupt, column.column, "\(column.column) is \(value), which cannot be")
        }
        try json.real(value)
      case .uuid(let value): try value.text.withUnsafeBufferPointer { try json.string($0) }
      }
    }
    guard descriptor.entity == .book else { return }
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
      try json.checkedString(select.text(0), "identifier_schemes")
      try json.raw(",\"value\":")
      try json.checkedString(select.text(1), "identifier_values")
      try json.raw("}")
      separator = ","
    }
    if separator == "," { try json.raw("]") }
  }
}
