// Converts values of fields from and to a bw_value.
import BookwormFrontend
import BookwormRecords
import BookwormStorage
import BookwormStore
import CBookwormTypes

extension bw_value {
  /// Returns the value that a text means, and the result that holds its texts.
  static func parse(
    _ field: TypedField, _ text: Bytes, _ language: Language
  ) throws -> (bw_value, RowSet) {
    let value = try TypedText.parse(field, text, language)
    let held = try value.heldTexts()
    return (try bw_value(value, field.kind, held), held)
  }

  private init(_ value: TypedValue, _ kind: TypedKind, _ held: RowSet) throws {
    self.init()
    self.kind = bw_value_kind(rawValue: UInt32(kind.rawValue))
    let texts = try held.textArray()
    switch value {
    case .absent: self.kind = BW_VALUE_ABSENT
    case .integer(let number): self.number = number
    case .real(let number): real = number
    case .text: text = texts.first ?? bw_text()
    case .price(let amount, _): (number, text) = (amount, texts.first ?? bw_text())
    case .texts(let names): (self.texts, count) = (texts.baseAddress, Int64(names.count))
    case .identifiers(let pairs):
      (self.texts, count) = (texts.baseAddress, Int64(pairs.count))
      keys = texts.baseAddress.map { $0 + pairs.count }
    case .contributors(let people):
      (self.texts, count) = (texts.baseAddress, Int64(people.count))
      keys = texts.baseAddress.map { $0 + people.count }
      sorts = texts.baseAddress.map { $0 + 2 * people.count }
    }
  }
}

extension RowSet {
  /// The texts of a result of texts, in memory that lives as long as the result.
  fileprivate func textArray() throws -> UnsafeBufferPointer<bw_text> {
    let memory = try extra(.values, size: count * MemoryLayout<bw_text>.stride) { memory in
      let texts = memory.bindMemory(to: bw_text.self, capacity: count)
      for row in 0..<count { texts[row] = bw_text(text(layout.columns[0], row)) }
    }
    return UnsafeBufferPointer(start: memory.assumingMemoryBound(to: bw_text.self), count: count)
  }

  func formatted(_ row: Int64, _ field: bw_fields, _ language: Language) throws -> RowSet {
    guard let entity = Entity(rows: kind) else {
      throw Failure(.argument, "rows", "rows is a result of \(kind), which have no typed fields")
    }
    let row = try check(row, entity)
    let field = try TypedField(entity, field)
    return try TypedText.format(self, row, field, language).asResult()
  }
}

extension TypedValue {
  init(_ value: bw_value) throws {
    func list(_ texts: UnsafePointer<bw_text>?, _ name: String) throws -> [[UInt8]] {
      let texts = try array(texts, value.count, name)
      try Rules.list(texts.count, name)
      return try texts.map { Array(try givenText($0, name)) }
    }
    func optionalList(_ texts: UnsafePointer<bw_text>?, _ name: String) throws -> [[UInt8]] {
      guard texts != nil else { return Array(repeating: [], count: Int(value.count)) }
      return try array(texts, value.count, name).map {
        Array(try optionalText($0.data, $0.length, name) ?? noText)
      }
    }
    // Checked for every kind.
    _ = try length(value.count, MemoryLayout<bw_text>.stride, "count")
    switch value.kind {
    case BW_VALUE_ABSENT: self = .absent
    case BW_VALUE_INTEGER, BW_VALUE_FLAG, BW_VALUE_STATUS, BW_VALUE_OUTCOME, BW_VALUE_DAY,
      BW_VALUE_INSTANT:
      self = .integer(value.number)
    case BW_VALUE_REAL: self = .real(value.real)
    case BW_VALUE_TEXT: self = .text(Array(try givenText(value.text, "value")))
    case BW_VALUE_PRICE:
      self = .price(value.number, Array(try givenText(value.text, "currency")))
    case BW_VALUE_TEXTS: self = .texts(try list(value.texts, "texts"))
    case BW_VALUE_IDENTIFIERS:
      let values = try list(value.texts, "texts")
      self = .identifiers(Array(zip(try list(value.keys, "keys"), values)))
    case BW_VALUE_CONTRIBUTORS:
      let names = try list(value.texts, "texts")
      let (roles, sorts) = (
        try optionalList(value.keys, "keys"), try optionalList(value.sorts, "sorts")
      )
      self = .contributors(
        names.indices.map {
          TypedContributor(name: names[$0], sort: sorts[$0], role: roles[$0])
        })
    default: throw Failure.unknown(value.kind.rawValue, "kind")
    }
  }
}
