// Writes a whole store into one JSON document.
import BookwormBooks
import BookwormRecords
import BookwormStorage
import BookwormStore
import BookwormText

extension Store {
  /// Writes one state of the store into a new file. `extra` is empty, or asks for covers.
  package func export(to path: Bytes, with extra: BookFields = []) throws {
    try extra.check(.cover, "extra") { "extra contains \($0); it may only be cover, or 0" }
    let file = try NewFile(path: Rules.newFile(path), mode: fileMode, contents: .document)
    try read { connection in
      try connection.inSnapshot {
        let writer = DocumentWriter(
          connection, JSONWriter(file), withCovers: extra.contains(.cover))
        try writer.write(
          schema: schemaVersion, sortKeys: sortKeyVersion)
      }
    }
    try file.place()
  }
}

private struct DocumentWriter {
  private let connection: Connection
  private let json: JSONWriter
  private let withCovers: Bool

  init(_ connection: Connection, _ json: JSONWriter, withCovers: Bool) {
    (self.connection, self.json, self.withCovers) = (connection, json, withCovers)
  }

  func write(schema: Int32, sortKeys: Int32) throws {
    try json.raw("{\n\"bookworm\":\(DocumentForm.version),\n")
    try json.raw("\"schema\":\(schema),\n\"sort_keys\":\(sortKeys),\n")
    if try !connection.articlesLast() { try json.raw("\"\(DocumentForm.articles)\":false,\n") }
    try json.raw("\"last_ids\":{")
    for (place, entity) in Entity.withLastIDs.enumerated() {
      let last = try connection.property(entity.descriptor.lastID) ?? 0
      try json.raw("\(place == 0 ? "" : ",")\"\(entity.descriptor.name)\":\(last)")
    }
    try json.raw("}")
    for entity in Entity.inDocument { try rows(entity.descriptor) }
    try json.raw("\n}\n")
    try json.flush()
  }

  /// Writes one row per line, in the order of their ids.
  private func rows(_ descriptor: EntityDescriptor) throws {
    try json.raw(",\n\"\(descriptor.table)\":[")
    var separator = "\n"
    try connection.each(descriptor.sql.document) { select in
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

  /// Writes a row's columns, without absent values, and a book's lists and, if requested, its
  /// cover.
  private func row(_ row: Statement, _ descriptor: EntityDescriptor) throws {
    for (place, column) in descriptor.columns.enumerated() {
      guard let value = try row.value(of: column, at: Int32(place)) else { continue }
      try json.raw(place == 0 ? "\"\(column.column)\":" : ",\"\(column.column)\":")
      switch value {
      case .integer(let value): try integer(value, of: column)
      case .text(let value): try json.checkedString(value, column.column)
      case .real(let value):
        guard value.isFinite else {
          throw Failure(.corrupt, column.column, "\(column.column) has the invalid value \(value)")
        }
        try json.real(value)
      case .uuid(let value): try value.text.withUnsafeBufferPointer { try json.string($0) }
      }
    }
    guard descriptor.entity == .book else { return }
    try genres(ofBook: row.int64(0))
    try identifiers(ofBook: row.int64(0))
    try contributors(ofBook: row.int64(0))
    if withCovers { try cover(ofBook: row.int64(0)) }
  }

  private func integer(_ value: Int64, of column: EntityField) throws {
    guard let word = JSONWord(column) else { return try json.integer(value) }
    guard let text = word.text(of: value) else {
      throw Failure(.corrupt, column.column, "\(column.column) has the invalid value \(value)")
    }
    try json.raw(text)
  }

  private func contributors(ofBook book: Int64) throws {
    var separator = ",\"contributors\":["
    try connection.each(ContributorSQL.ofBook, book) { select in
      try json.raw(separator + "{\"name\":")
      try json.checkedString(select.text(0), "contributor_names")
      if !select.text(1).isEmpty {
        try json.raw(",\"sort\":")
        try json.checkedString(select.text(1), "contributor_sorts")
      }
      try json.raw(",\"role\":")
      try json.checkedString(select.text(2), "contributor_roles")
      try json.raw("}")
      separator = ","
    }
    if separator == "," { try json.raw("]") }
  }

  private func cover(ofBook book: Int64) throws {
    guard let cover = try connection.cover(ofBook: book) else { return }
    var data = MemoryBuffer()
    defer { data.free() }
    let memory = try data.extend(Int(clamping: max(0, min(cover.size, Int64(Cover.sizeLimit)))))
    _ = try connection.read(cover, ofBook: book, from: 0, into: memory)
    try json.raw(",\"cover\":\"")
    try Base64.encode(data.bytes) { try json.plain($0) }
    try json.raw("\"")
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
    var separator = ",\"identifiers\":["
    try connection.each(BookSQL.identifiers, book) { select in
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
