// Writes a book and all that belongs to it as one JSON object, for programs that do not use
// structs.
import BookwormBooks
import BookwormQuery
import BookwormRecords
import BookwormStorage
import BookwormStore

extension Session {
  /// Returns one row with one text.
  package func json(ofBook id: Int64) throws -> RowSet {
    let fields = BookFields.stored.subtracting(.genres).union([.genreNames, .picture])
    let selection = try BookSelection.of(fields)
    let json = JSONWriter(nil)
    try read { connection in
      try connection.inSnapshot {
        try json.raw("{")
        try connection.book(id, selection).writeMembers(of: 0, to: json)
        for (name, rows) in [
          ("quotes", try connection.rows(.quote, ofOwner: id)),
          ("readings", try connection.readings(ofBook: id)),
          ("sources", try connection.sources(ofBook: id)),
        ] {
          try json.raw(",\"\(name)\":[")
          for row in 0..<rows.count {
            try json.raw(row == 0 ? "{" : ",{")
            try rows.writeMembers(of: row, to: json)
            try json.raw("}")
          }
          try json.raw("]")
        }
        try json.raw("}")
      }
    }
    let made = try RowSet(.text, RowSet.textLayout, expecting: 1)
    try made.appendRow { try made.append(json.text, to: made.layout.columns[0]) }
    return made
  }
}

extension RowSet {
  /// Writes no braces. Absent values are null. Fields that belong together, such as price and
  /// currency, are one member.
  fileprivate func writeMembers(of row: Int, to json: JSONWriter) throws {
    var separator = ""
    for column in layout.columns {
      guard let name = memberName(of: column) else { continue }
      try json.raw("\(separator)\"\(name)\":")
      separator = ","
      switch (kind, column.field) {
      case (.books, .price): try writePrice(row, column, to: json)
      case (.books, .identifierSchemes): try writeIdentifiers(row, column, to: json)
      case (.books, .contributorNames): try writeContributors(row, column, to: json)
      default: try write(column, row, name, to: json)
      }
    }
  }

  private func memberName(of column: RowLayout.Column) -> String? {
    switch (kind, column.field) {
    case (.books, .currency), (.books, .identifierValues): nil
    case (.books, .contributorSorts), (.books, .contributorRoles): nil
    case (.books, .genreNames): "genres"
    case (.books, .identifierSchemes): "identifiers"
    case (.books, .contributorNames): "contributors"
    default: name(of: column).map { RecordBatchStream.frameName($0) }
    }
  }

  private func write(
    _ column: RowLayout.Column, _ row: Int, _ name: String, to json: JSONWriter
  ) throws {
    guard isPresent(column, row) else { return try json.raw("null") }
    let isOutcome = kind == .readings && column.bit == ReadingFields.outcome.rawValue
    if let word = JSONWord(column.kind, isOutcome: isOutcome) {
      let number =
        column.kind.type == .int64
        ? number(column, row, as: Int64.self) : Int64(number(column, row, as: Int32.self))
      return try json.raw(word.text(of: number) ?? "null")
    }
    switch column.kind {
    case .int32: try json.integer(Int64(number(column, row, as: Int32.self)))
    case .int64: try json.integer(number(column, row, as: Int64.self))
    case .double:
      let value = number(column, row, as: Double.self)
      if value.isFinite { try json.real(value) } else { try json.raw("null") }
    case .text: try json.checkedString(text(column, row), name)
    case .uuid:
      let text = GlobalID(uuid(column, row))?.text ?? []
      try text.withUnsafeBufferPointer { try json.string($0) }
    case .int64List, .textList, .dateList, .outcomeList:
      try writeTexts(column, row, name, to: json)
    case .flag, .status, .instant, .date: break
    }
  }

  private func writeTexts(
    _ column: RowLayout.Column, _ row: Int, _ name: String, to json: JSONWriter
  ) throws {
    let texts = self.column(column)
    var separator = "["
    for item in list(column, row) {
      try json.raw(separator)
      try json.checkedString(texts.text(item), name)
      separator = ","
    }
    try json.raw(separator == "[" ? "[]" : "]")
  }

  private func writePrice(_ row: Int, _ price: RowLayout.Column, to json: JSONWriter) throws {
    let currency = layout.columns.first { $0.field == .currency }
    guard let currency, isPresent(price, row), isPresent(currency, row) else {
      return try json.raw("null")
    }
    try json.raw("{\"amount\":\(number(price, row, as: Int64.self)),\"currency\":")
    try json.checkedString(text(currency, row), "currency")
    try json.raw("}")
  }

  /// A missing sort form is null.
  private func writeContributors(
    _ row: Int, _ column: RowLayout.Column, to json: JSONWriter
  ) throws {
    let lists = [BookFields.contributorNames, .contributorSorts, .contributorRoles].compactMap {
      field in layout.columns.first { $0.field == field }
    }
    var separator = "["
    for (place, _) in list(column, row).enumerated() {
      for (list, member) in zip(lists, DocumentForm.contributorKeys) {
        let items = self.list(list, row)
        let text = self.column(list).text(items.lowerBound + place)
        try json.raw("\(member == "name" ? separator + "{" : ",")\"\(member)\":")
        if text.isEmpty {
          try json.raw("null")
        } else {
          try json.checkedString(text, "contributors")
        }
      }
      try json.raw("}")
      separator = ","
    }
    try json.raw(separator == "[" ? "[]" : "]")
  }

  private func writeIdentifiers(
    _ row: Int, _ column: RowLayout.Column, to json: JSONWriter
  ) throws {
    let schemes = self.column(column)
    let other = layout.columns.first { $0.field == .identifierValues }
    guard let other else { return try json.raw("[]") }
    let values = self.column(other)
    var separator = "["
    for (scheme, value) in zip(list(column, row), list(other, row)) {
      try json.raw(separator + "{\"scheme\":")
      try json.checkedString(schemes.text(scheme), "identifiers")
      try json.raw(",\"value\":")
      try json.checkedString(values.text(value), "identifiers")
      try json.raw("}")
      separator = ","
    }
    try json.raw(separator == "[" ? "[]" : "]")
  }
}
